// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/recording_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "parser/byte_cursor.h"
#include "parser/forge/json_document.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "rescue/conversion/conversion.h"
#include "rescue/conversion/result_budget.h"
#include "rescue/forms/model_json.h"
#include "rescue/gltf/original.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;
using mrtk::CurveSlot;

constexpr int64_t kFloats = 5126;
constexpr int64_t kMostIndex = std::numeric_limits<int32_t>::max();
constexpr int64_t kMostBytes = std::numeric_limits<uint32_t>::max();
constexpr float kStep = std::numeric_limits<float>::infinity();

// ---- Names ------------------------------------------------------------------

// What moves with a node: the first of its curves, and which paths mean what.
struct Part {
  CurveSlot first;
  bool turns = false;  // a rotation follows the position
  bool is_state = false;
};

std::map<std::string, Part, std::less<>> PartsByName() {
  std::map<std::string, Part, std::less<>> parts;
  parts.emplace("camera", Part{.first = CurveSlot::Camera(mrtk::kPositionX),
                               .turns = true});
  parts.emplace("gaze", Part{.first = CurveSlot::Gaze(mrtk::kOriginX)});
  parts.emplace("gaze.direction",
                Part{.first = CurveSlot::Gaze(mrtk::kDirectionX)});
  for (const mrtk::Handedness hand : mrtk::kHands) {
    const std::string name = absl::StrFormat("hand.%s", mrtk::HandName(hand));
    parts.emplace(absl::StrCat(name, ".tracked"),
                  Part{.first = CurveSlot::Tracked(hand), .is_state = true});
    parts.emplace(absl::StrCat(name, ".pinch"),
                  Part{.first = CurveSlot::Pinch(hand), .is_state = true});
    for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
      parts.emplace(
          absl::StrFormat("%s.%s", name, mrtk::kJointNames[joint]),
          Part{.first = CurveSlot::Joint(hand, joint, mrtk::kPositionX),
               .turns = true});
    }
  }
  return parts;
}

// ---- Channels ---------------------------------------------------------------

enum class Kind : uint8_t { kLines, kSteps, kCubics };

// A channel, whose numbers stay where they are.
struct Motion {
  std::span<const uint8_t> times;
  std::span<const uint8_t> values;
  size_t keys = 0;
  size_t components = 0;  // 3 or 4
  Kind kind = Kind::kLines;
};

float FloatAt(std::span<const uint8_t> floats, size_t i) {
  float value = 0;
  std::memcpy(&value, floats.data() + i * sizeof(float), sizeof(float));
  return value;
}

// Whether glTF's number has the other sign.
bool IsMirrored(const Motion& motion, size_t component) {
  return motion.components == 4 ? component < 2 : component == 2;
}

mrtk::Keyframe KeyOf(const Motion& motion, size_t i, size_t component) {
  const size_t parts = motion.kind == Kind::kCubics ? 3 : 1;
  const auto value = [&](size_t part) {
    const float number = FloatAt(
        motion.values, (i * parts + part) * motion.components + component);
    return (IsMirrored(motion, component) ? -number : number) + 0.0f;
  };
  mrtk::Keyframe key{.time = FloatAt(motion.times, i)};
  switch (motion.kind) {
    case Kind::kLines:
      key.value = value(0);
      break;
    case Kind::kSteps:
      key.value = value(0);
      key.in_tangent = kStep;
      key.out_tangent = kStep;
      key.weighted_mode = static_cast<int32_t>(mrtk::WeightedMode::kNone);
      break;
    case Kind::kCubics:
      key.in_tangent = value(0);
      key.value = value(1);
      key.out_tangent = value(2);
      key.weighted_mode = static_cast<int32_t>(mrtk::WeightedMode::kNone);
      break;
  }
  return key;
}

template <typename T>
void Append(const T& value, std::vector<uint8_t>& out) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof(T));
}

// ---- The scene --------------------------------------------------------------

class Reader {
 public:
  Reader(const JsonDocument& json, const GlbChunks& chunks, ResultBudget budget)
      : in_(json), binary_(chunks.binary), budget_(budget) {}

  absl::StatusOr<PlayedRecording> Read() {
    ReadAbout();
    ReadNodes();
    const JsonNode root = JsonDocument::kRoot;
    accessors_ = Elements(in_.OptionalMember(root, "accessors"));
    views_ = Elements(in_.OptionalMember(root, "bufferViews"));
    ReadAnimation();
    if (!Ok()) return problem();
    PlayedRecording played{.bytes = {}, .arcs = arcs_};
    if (!Fits()) return ResultBudget::Refused();
    if (absl::Status s = Write(played.bytes); !s.ok()) return s;
    return played;
  }

 private:
  bool Ok() const { return in_.ok() && problem_.ok(); }
  absl::Status problem() const { return in_.ok() ? problem_ : in_.status(); }

  void Fail(const std::string& why) {
    if (Ok()) problem_ = absl::InvalidArgumentError(why);
  }

  std::vector<JsonNode> Elements(std::optional<JsonNode> list) {
    return list ? in_.Elements(*list) : std::vector<JsonNode>();
  }

  size_t Index(JsonNode node, size_t end) {
    const int64_t index = in_.Int(node, 0, kMostIndex);
    if (index >= 0 && static_cast<size_t>(index) < end) {
      return static_cast<size_t>(index);
    }
    Fail("its JSON refers to something that is not there");
    return 0;
  }

  // Only scenes that say of themselves that they are of a recording.
  void ReadAbout() {
    const JsonNode asset = in_.Member(JsonDocument::kRoot, "asset");
    const auto extras = in_.OptionalMember(asset, "extras");
    const auto about =
        extras ? in_.OptionalMember(*extras, "clipguard") : std::nullopt;
    const auto source =
        about ? in_.OptionalMember(*about, "source") : std::nullopt;
    if (!in_.ok()) return;
    if (!source || in_.Name(*source) != "mrtk") {
      Fail("this .glb is not one that clipguard made of a recording");
    }
  }

  void ReadNodes() {
    const auto parts = PartsByName();
    for (const JsonNode node :
         Elements(in_.OptionalMember(JsonDocument::kRoot, "nodes"))) {
      if (!Ok()) return;
      const auto named = in_.OptionalMember(node, "name");
      const std::string_view name = named ? in_.Name(*named) : "";
      has_camera_ = has_camera_ || name == "camera";
      has_hands_ = has_hands_ || name == "hand.left";
      has_gaze_ = has_gaze_ || name == "gaze";
      if (name == "recording") ReadMarkers(node);
      const auto part = parts.find(name);
      parts_.push_back(part == parts.end() ? std::nullopt
                                           : std::optional(part->second));
    }
  }

  void ReadMarkers(JsonNode node) {
    const auto extras = in_.OptionalMember(node, "extras");
    const auto list =
        extras ? in_.OptionalMember(*extras, "markers") : std::nullopt;
    for (const JsonNode marker : Elements(list)) {
      const float time = in_.Float(in_.Member(marker, "time"));
      const std::string_view name = in_.Name(in_.Member(marker, "name"));
      if (!in_.ok()) return;
      markers_.push_back({.time = time, .name = std::string(name)});
    }
  }

  void ReadAnimation() {
    const std::vector<JsonNode> animations =
        Elements(in_.OptionalMember(JsonDocument::kRoot, "animations"));
    if (!Ok() || animations.empty()) return;
    if (animations.size() > 1) {
      Fail("it has more than one animation, so it is not of a recording");
      return;
    }
    const std::vector<JsonNode> samplers =
        in_.Elements(in_.Member(animations[0], "samplers"));
    for (const JsonNode channel :
         in_.Elements(in_.Member(animations[0], "channels"))) {
      if (!Ok()) return;
      ReadChannel(channel, samplers);
    }
  }

  void ReadChannel(JsonNode channel, const std::vector<JsonNode>& samplers) {
    const JsonNode target = in_.Member(channel, "target");
    const size_t node = Index(in_.Member(target, "node"), parts_.size());
    const std::string_view path = in_.Name(in_.Member(target, "path"));
    const size_t sampler =
        Index(in_.Member(channel, "sampler"), samplers.size());
    // What is no part of a recording plays nothing of it.
    if (!Ok()) return;
    const std::optional<Part>& moved = parts_[node];
    if (!moved) return;
    const Part part = *moved;
    const bool turns = path == "rotation";
    if (path != "translation" && !(turns && part.turns)) {
      Fail(absl::StrFormat("%s does more than move and turn",
                           part.first.Path()));
      return;
    }
    const size_t first = part.first.index() + (turns ? 3 : 0);
    if (motions_[first].keys != 0) {
      Fail(absl::StrFormat("two channels move %s", CurveSlot(first).Path()));
      return;
    }
    motions_[first] = ReadMotion(samplers[sampler], turns ? 4 : 3);
    const Kind kind = motions_[first].kind;
    if (Ok() && part.is_state && kind != Kind::kSteps) {
      Fail(absl::StrFormat("%s does not go by steps", part.first.Path()));
    }
    if (turns && kind == Kind::kLines && motions_[first].keys > 1) ++arcs_;
  }

  Motion ReadMotion(JsonNode sampler, size_t components) {
    Motion motion;
    motion.components = components;
    const auto way = in_.OptionalMember(sampler, "interpolation");
    const std::string_view name = way ? in_.Name(*way) : "LINEAR";
    if (name == "STEP") {
      motion.kind = Kind::kSteps;
    } else if (name == "CUBICSPLINE") {
      motion.kind = Kind::kCubics;
    } else if (name != "LINEAR") {
      Fail("an interpolation that glTF does not have");
    }
    size_t values = 0;
    motion.times =
        ReadFloats(in_.Member(sampler, "input"), "SCALAR", 1, motion.keys);
    motion.values =
        ReadFloats(in_.Member(sampler, "output"),
                   components == 4 ? "VEC4" : "VEC3", components, values);
    if (values != motion.keys * (motion.kind == Kind::kCubics ? 3 : 1)) {
      Fail("a sampler has other numbers of times and of values");
    }
    if (!Ok()) motion.keys = 0;
    return motion;
  }

  // The bytes of an accessor, and how many elements they are.
  std::span<const uint8_t> ReadFloats(JsonNode reference,
                                      std::string_view shape, size_t components,
                                      size_t& count) {
    const size_t index = Index(reference, accessors_.size());
    if (!Ok()) return {};
    const JsonNode accessor = accessors_[index];
    count = static_cast<size_t>(
        in_.Int(in_.Member(accessor, "count"), 1, kMostIndex));
    if (in_.Int(in_.Member(accessor, "componentType"), 0, kMostIndex) !=
            kFloats ||
        in_.Name(in_.Member(accessor, "type")) != shape) {
      Fail("an accessor of keyframes has another type");
    }
    const uint64_t inside = Offset(accessor, "byteOffset");
    const size_t view_index =
        Index(in_.Member(accessor, "bufferView"), views_.size());
    if (!Ok()) return {};
    const JsonNode view = views_[view_index];
    const uint64_t offset = Offset(view, "byteOffset");
    const uint64_t length = Offset(view, "byteLength");
    if (in_.OptionalMember(view, "byteStride")) {
      Fail("keyframes that do not lie side by side");
    }
    const uint64_t size = uint64_t{count} * components * sizeof(float);
    std::span<const uint8_t> bytes;
    ByteCursor in(binary_);
    if (inside > length || size > length - inside ||
        !in.Skip(offset + inside) || !in.ReadBytes(size, &bytes)) {
      Fail("an accessor reaches beyond its buffer");
    }
    return Ok() ? bytes : std::span<const uint8_t>();
  }

  uint64_t Offset(JsonNode object, std::string_view key) {
    const auto member = in_.OptionalMember(object, key);
    if (!member) return 0;
    return static_cast<uint64_t>(in_.Int(*member, 0, kMostBytes));
  }

  // ---- The recording -------------------------------------------------------

  bool Has(CurveSlot slot) const {
    return slot.is_camera() ? has_camera_
           : slot.is_hand() ? has_hands_
                            : has_gaze_;
  }

  // Each curve has the keys of the first one of its channel.
  bool Fits() {
    for (const Motion& motion : motions_) {
      size_ += uint64_t{motion.keys} * motion.components * mrtk::kFullKeySize;
    }
    return budget_.Spend(size_);
  }

  // Header and markers are those of a recording without curves.
  absl::Status Write(std::vector<uint8_t>& out) {
    mrtk::InputAnimation frame;
    frame.markers = std::move(markers_);
    constexpr mrtk::FileLayout kLayout = {{1, 1}, mrtk::KeyLayout::kFull, true};
    const auto written = mrtk::WriteInputAnimation(frame, kLayout);
    if (!written.ok()) return written.status();
    const auto markers =
        written->begin() + mrtk::kHeaderSize + mrtk::kPresenceSize;
    // Growing would take as much again.
    out.reserve(size_ + written->size() +
                CurveSlot::kCount * mrtk::kCurveHeaderSize);
    out.assign(written->begin(), written->begin() + mrtk::kHeaderSize);
    for (const bool present : {has_camera_, has_hands_, has_gaze_}) {
      Append(static_cast<uint8_t>(present), out);
    }
    size_t first = 0;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (BeginsChannel(slot)) first = i;
      if (Has(slot)) WriteCurve(slot, motions_[first], i - first, out);
    }
    out.insert(out.end(), markers, written->end());
    return absl::OkStatus();
  }

  // Whether a curve is the first of a position, a rotation or a state.
  static bool BeginsChannel(CurveSlot slot) {
    if (slot.is_boolean()) return true;
    const size_t begin = slot.is_camera() ? CurveSlot::kCamera
                         : slot.is_hand() ? CurveSlot::kJoints
                                          : CurveSlot::kGaze;
    if (begin == CurveSlot::kGaze) return (slot.index() - begin) % 3 == 0;
    const size_t component = (slot.index() - begin) % mrtk::kPoseCurves;
    return component == mrtk::kPositionX || component == mrtk::kRotationX;
  }

  static void WriteCurve(CurveSlot slot, const Motion& motion, size_t component,
                         std::vector<uint8_t>& out) {
    constexpr auto kClamp = static_cast<int32_t>(mrtk::WrapMode::kClampForever);
    Append(kClamp, out);
    Append(kClamp, out);
    Append(static_cast<int32_t>(motion.keys), out);
    for (size_t i = 0; i < motion.keys; ++i) {
      const mrtk::Keyframe key = KeyOf(motion, i, component);
      if (slot.is_boolean()) {
        Append(mrtk::CompactKey{key.time, key.value > 0.5f ? 1.0f : 0.0f}, out);
      } else {
        Append(key, out);
      }
    }
  }

  ModelJsonReader in_;
  std::span<const uint8_t> binary_;
  ResultBudget budget_;
  absl::Status problem_;
  // By node.
  std::vector<std::optional<Part>> parts_;
  bool has_camera_ = false;
  bool has_hands_ = false;
  bool has_gaze_ = false;
  std::vector<mrtk::Marker> markers_;
  std::vector<JsonNode> accessors_;
  std::vector<JsonNode> views_;
  // By the first slot of a position, a rotation or a state.
  std::array<Motion, CurveSlot::kCount> motions_;
  size_t arcs_ = 0;
  uint64_t size_ = 0;  // of all keys
};

}  // namespace

absl::StatusOr<PlayedRecording> ReadRecording(std::span<const uint8_t> glb,
                                              const Limits& limits) {
  const std::optional<GlbChunks> chunks = ReadGlbChunks(glb);
  if (!chunks) {
    return absl::InvalidArgumentError(
        "not a glTF 2.0 binary file with a JSON chunk");
  }
  if (chunks->json.size() > limits.json_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("its JSON has %d bytes, more than the limit json-bytes",
                        chunks->json.size()));
  }
  const auto json = ReadModelJson(chunks->json, limits);
  if (!json.ok()) return json.status();
  return Reader(*json, *chunks,
                ResultBudget({.bytes = glb, .format = {}, .limits = limits}))
      .Read();
}

}  // namespace clipguard::rescue::gltf
