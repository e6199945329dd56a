// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/recording_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "parser/forge/json_document.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "rescue/conversion/conversion.h"
#include "rescue/conversion/result_budget.h"
#include "rescue/forms/model_json.h"
#include "rescue/gltf/original.h"
#include "rescue/gltf/recording_nodes.h"
#include "rescue/gltf/recording_samplers.h"
#include "rescue/gltf/scene.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;
using mrtk::CurveSlot;

constexpr float kStep = std::numeric_limits<float>::infinity();

// ---- Keys -------------------------------------------------------------------

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
  const size_t parts =
      motion.interpolation == Interpolation::kCubicSpline ? 3 : 1;
  const auto value = [&](size_t part) {
    const float number = FloatAt(
        motion.values, (i * parts + part) * motion.components + component);
    return (IsMirrored(motion, component) ? -number : number) + 0.0f;
  };
  mrtk::Keyframe key{.time = FloatAt(motion.times, i)};
  switch (motion.interpolation) {
    case Interpolation::kLinear:
      key.value = value(0);
      break;
    case Interpolation::kStep:
      key.value = value(0);
      key.in_tangent = kStep;
      key.out_tangent = kStep;
      key.weighted_mode = static_cast<int32_t>(mrtk::WeightedMode::kNone);
      break;
    case Interpolation::kCubicSpline:
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
      : in_(json),
        nodes_(in_),
        samplers_(in_, chunks.binary),
        budget_(budget) {}

  absl::StatusOr<PlayedRecording> Read() {
    ReadAbout();
    nodes_.Read();
    ReadMarkers();
    ReadAnimation();
    CheckPlaces();
    if (!in_.ok()) return in_.status();
    PlayedRecording played{.bytes = {}, .arcs = arcs_};
    if (!Fits()) return ResultBudget::Refused();
    if (absl::Status s = Write(played.bytes); !s.ok()) return s;
    return played;
  }

 private:
  // Only scenes that say of themselves that they are of a recording.
  void ReadAbout() {
    const JsonNode asset = in_.Member(JsonDocument::kRoot, "asset");
    const auto extras = in_.OptionalMember(asset, "extras");
    const auto about =
        extras ? in_.OptionalMember(*extras, "clipguard") : std::nullopt;
    const auto source =
        about ? in_.OptionalMember(*about, "source") : std::nullopt;
    if (!source || in_.Name(*source) != "mrtk") {
      in_.Refuse("this .glb is not one that clipguard made of a recording");
    }
    if (in_.OptionalMember(JsonDocument::kRoot, "extensionsRequired")) {
      in_.Refuse("it demands extensions of glTF");
    }
  }

  void ReadMarkers() {
    if (!in_.ok()) return;
    const auto extras = in_.OptionalMember(nodes_.root(), "extras");
    const auto list =
        extras ? in_.OptionalMember(*extras, "markers") : std::nullopt;
    if (!list) return;
    for (const JsonNode marker : in_.Elements(*list)) {
      const float time = in_.Float(in_.Member(marker, "time"));
      const std::string_view name = in_.Name(in_.Member(marker, "name"));
      if (!in_.ok()) return;
      markers_.push_back({.time = time, .name = std::string(name)});
    }
  }

  void ReadAnimation() {
    const auto list = in_.OptionalMember(JsonDocument::kRoot, "animations");
    if (!list) return;
    const std::vector<JsonNode> animations = in_.Elements(*list);
    if (animations.empty()) return;
    if (animations.size() > 1) {
      in_.Refuse("it has more than one animation, so it is not of a recording");
      return;
    }
    samplers_.ReadLists(animations[0]);
    for (const JsonNode channel :
         in_.Elements(in_.Member(animations[0], "channels"))) {
      if (!in_.ok()) return;
      ReadChannel(channel);
    }
  }

  void ReadChannel(JsonNode channel) {
    const JsonNode target = in_.Member(channel, "target");
    const size_t node = in_.Index(in_.Member(target, "node"), nodes_.count());
    const std::string_view path = in_.Name(in_.Member(target, "path"));
    const size_t sampler =
        in_.Index(in_.Member(channel, "sampler"), samplers_.count());
    if (!in_.ok()) return;
    const RecordingNode* const moved = nodes_.Find(node);
    if (moved == nullptr || !moved->first) {
      in_.Refuse(
          absl::StrFormat("a channel moves %s, which is no part of a recording",
                          moved == nullptr ? "a node" : moved->name));
      return;
    }
    const bool turns = path == "rotation";
    if (path != "translation" && !(turns && moved->turns)) {
      in_.Refuse(absl::StrFormat("%s does more than move and turn",
                                 moved->first->Path()));
      return;
    }
    AddMotion(CurveSlot(moved->first->index() + (turns ? 3 : 0)), turns,
              samplers_.Read(sampler));
  }

  void AddMotion(CurveSlot first, bool turns, const Motion& motion) {
    if (!in_.ok()) return;
    if (motions_[first.index()].keys != 0) {
      in_.Refuse(absl::StrFormat("two channels move %s", first.Path()));
    }
    if (motion.components != (turns ? 4 : 3)) {
      in_.Refuse("an accessor of keyframes has another type");
    }
    if (first.is_boolean() && motion.interpolation != Interpolation::kStep) {
      in_.Refuse(absl::StrFormat("%s does not go by steps", first.Path()));
    }
    motions_[first.index()] = motion;
    if (turns && motion.interpolation == Interpolation::kLinear &&
        motion.keys > 1) {
      ++arcs_;
    }
  }

  // A viewer shows a node without keyframes where the node itself says.
  void CheckPlaces() {
    if (!in_.ok()) return;
    for (const CurveSlot first : nodes_.placed()) {
      if (motions_[first.index()].keys != 0) continue;
      in_.Refuse(
          absl::StrFormat("%s has a value, but no keyframes", first.Path()));
    }
  }

  // ---- The recording -------------------------------------------------------

  bool Has(CurveSlot slot) const {
    return nodes_.Has(slot.is_camera() ? "camera"
                      : slot.is_hand() ? "hand.left"
                                       : "gaze");
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
    for (const char* part : {"camera", "hand.left", "gaze"}) {
      Append(static_cast<uint8_t>(nodes_.Has(part)), out);
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
  RecordingNodes nodes_;
  RecordingSamplers samplers_;
  ResultBudget budget_;
  std::vector<mrtk::Marker> markers_;
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
