// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/gltf_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/gltf/scene.h"
#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"

namespace clipguard::actions::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;

constexpr std::string_view kUsesExtensions = "it uses extensions of glTF";

// glTF passes over chunks of other types. Of two of one type, some readers
// take the last.
absl::Status CheckMore(std::span<const uint8_t> chunks) {
  ByteCursor in(chunks);
  while (in.remaining() != 0) {
    uint32_t length = 0;
    uint32_t type = 0;
    if (!in.Read(&length) || !in.Read(&type) || !in.Skip(length)) {
      return absl::InvalidArgumentError(
          "the lengths of its chunks do not fit its own");
    }
    if (type == kJsonChunk || type == kBinaryChunk) {
      return absl::InvalidArgumentError("it has two chunks of one type");
    }
  }
  return absl::OkStatus();
}

// Of two quaternions that are half a turn apart, or nearly.
constexpr double kNearHalfTurn = 1e-5;

std::optional<Path> PathOf(std::string_view name) {
  if (name == "translation") return Path::kTranslation;
  if (name == "rotation") return Path::kRotation;
  if (name == "scale") return Path::kScale;
  return std::nullopt;
}

constexpr uint64_t kMostPadding = 3;
constexpr int64_t kMostIndex = std::numeric_limits<int32_t>::max();
constexpr int64_t kMostBytes = std::numeric_limits<uint32_t>::max();

struct ShapeInfo {
  std::string_view name;
  Shape shape;
  size_t components;
};
constexpr std::array<ShapeInfo, 5> kShapes = {{
    {"SCALAR", Shape::kScalar, 1},
    {"VEC2", Shape::kVec2, 2},
    {"VEC3", Shape::kVec3, 3},
    {"VEC4", Shape::kVec4, 4},
    {"MAT4", Shape::kMat4, 16},
}};

// 0: no accessor of clipguard's is of this type.
uint64_t BytesOfType(int64_t type) {
  switch (static_cast<ComponentType>(type)) {
    case ComponentType::kUint8:
      return sizeof(uint8_t);
    case ComponentType::kUint16:
      return sizeof(uint16_t);
    case ComponentType::kUint32:
    case ComponentType::kFloat:
      return sizeof(uint32_t);
  }
  return 0;
}

// Whether nothing is between a keyframe and the one before.
bool IsJump(const Keyframes& keyframes, size_t i) {
  if (i == 0 || keyframes.interpolation() == Interpolation::kStep) return true;
  constexpr float kAbove = std::numeric_limits<float>::infinity();
  return keyframes.time(i) <= std::nextafter(keyframes.time(i - 1), kAbove);
}

}  // namespace

absl::StatusOr<GlbJson> ReadGlbJson(std::span<const uint8_t> glb,
                                    const Limits& limits) {
  const auto chunks = ReadGlbChunks(glb, limits);
  if (!chunks.ok()) return chunks.status();
  if (auto status = CheckMore(chunks->after); !status.ok()) return status;
  auto json = ReadModelJson(chunks->json, limits);
  if (!json.ok()) return json.status();
  return GlbJson{.chunks = *chunks, .json = *std::move(json)};
}

Keyframes::Keyframes(std::span<const uint8_t> times,
                     std::span<const uint8_t> values, size_t keys,
                     size_t components, Interpolation interpolation)
    : components_(components), interpolation_(interpolation) {
  const size_t parts = interpolation == Interpolation::kCubicSpline ? 3 : 1;
  if (!ByteCursor(times).ReadPacked(keys, &times_) ||
      !ByteCursor(values).ReadPacked(keys * components * parts, &values_)) {
    *this = Keyframes();
  }
}

bool GltfReader::Read(std::string_view source, std::string_view what) {
  DemandSource(source, what);
  ReadLists();
  ReadNodes();
  const std::vector<JsonNode> animations = ListAtRoot("animations");
  if (!Spend(animations.size() * sizeof(PlayedAnimation))) return false;
  animations_.reserve(animations.size());
  for (const JsonNode animation : animations) {
    if (!in_.ok()) break;
    ReadAnimation(animation);
  }
  return in_.ok();
}

absl::Status GltfReader::status() const {
  if (!too_much_) return in_.status();
  return absl::ResourceExhaustedError(in_.status().message());
}

bool GltfReader::Spend(uint64_t bytes) {
  if (budget_.Spend(bytes)) return true;
  too_much_ = too_much_ || in_.ok();
  in_.Refuse(
      "its channels or primitives share so much, or its materials or "
      "animations are so many, that it would be more than the limit "
      "result-bytes allows "
      "for a .glb of this size");
  return false;
}

void GltfReader::DemandSource(std::string_view source, std::string_view what) {
  const JsonNode asset = in_.Member(JsonDocument::kRoot, "asset");
  const auto extras = in_.OptionalMember(asset, "extras");
  const auto about =
      extras ? in_.OptionalMember(*extras, "clipguard") : std::nullopt;
  const auto made_of =
      about ? in_.OptionalMember(*about, "source") : std::nullopt;
  if (!made_of || in_.Name(*made_of) != source) {
    in_.Refuse(absl::StrFormat("this .glb is not one that clipguard made of %s",
                               what));
  }
  has_boxes_ = about && in_.OptionalMember(*about, kBoxesKey);
  if (about && in_.OptionalMember(*about, kRigKey)) {
    in_.Refuse(
        "its hands are skeletons (convert --rig), which diff does not compare: "
        "convert the recording without --rig. The original, if it is kept, "
        "comes back with convert --to=mrtk");
  }
  if (extras && in_.OptionalMember(*extras, kScaleKey)) {
    in_.Refuse(
        "it has another size than its source (convert --scale), which diff "
        "does not compare");
  }
  if (in_.OptionalMember(JsonDocument::kRoot, "extensionsRequired")) {
    in_.Refuse("it demands extensions of glTF");
  }
  if (in_.OptionalMember(JsonDocument::kRoot, "extensionsUsed")) {
    in_.Refuse(kUsesExtensions);
  }
  DemandNoExtensions(JsonDocument::kRoot);
}

void GltfReader::DemandNoExtensions(JsonNode object) {
  if (in_.OptionalMember(object, "extensions")) in_.Refuse(kUsesExtensions);
}

std::vector<JsonNode> GltfReader::ListAtRoot(std::string_view key) {
  const auto list = in_.OptionalMember(JsonDocument::kRoot, key);
  return list ? in_.Elements(*list) : std::vector<JsonNode>();
}

// ---- Nodes ------------------------------------------------------------------

void GltfReader::VisitChildren(
    const std::vector<JsonNode>& nodes,
    absl::FunctionRef<void(size_t parent, size_t child)> take) {
  for (size_t i = 0; i < nodes.size() && in_.ok(); ++i) {
    const auto children = in_.OptionalMember(nodes[i], "children");
    if (!children) continue;
    for (const JsonNode child : in_.Elements(*children)) {
      const size_t node = in_.Index(child, nodes.size());
      if (!in_.ok()) return;
      take(i, node);
    }
  }
}

void GltfReader::VisitShown(size_t nodes,
                            absl::FunctionRef<void(size_t node)> take) {
  const std::vector<JsonNode> scenes = ListAtRoot("scenes");
  const auto shown = in_.OptionalMember(JsonDocument::kRoot, "scene");
  const size_t scene = shown ? in_.Index(*shown, scenes.size()) : 0;
  if (!in_.ok() || scene >= scenes.size()) return;
  DemandNoExtensions(scenes[scene]);
  const auto roots = in_.OptionalMember(scenes[scene], "nodes");
  if (!roots) return;
  for (const JsonNode root : in_.Elements(*roots)) {
    const size_t node = in_.Index(root, nodes);
    if (!in_.ok()) return;
    take(node);
  }
}

void GltfReader::ReadNodes() {
  const std::vector<JsonNode> list = ListAtRoot("nodes");
  nodes_.reserve(list.size());
  for (const JsonNode node : list) {
    if (!in_.ok()) return;
    nodes_.push_back(ReadNode(node));
  }
  VisitChildren(list, [&](size_t parent, size_t child) {
    PlayedNode& node = nodes_[child];
    if (node.parent != PlayedNode::kNone) {
      in_.Refuse(absl::StrFormat("the node %s hangs in two places", node.name));
    }
    node.parent = parent;
  });
  VisitShown(list.size(), [&](size_t node) { nodes_[node].is_shown = true; });
}

PlayedNode GltfReader::ReadNode(JsonNode node) {
  PlayedNode played;
  played.name = std::string(in_.Name(in_.Member(node, "name")));
  if (played.name.empty()) in_.Refuse("a node has no name");
  DemandNoExtensions(node);
  ReadPlace(node, "translation", played, played.translation);
  ReadPlace(node, "rotation", played, played.rotation);
  ReadPlace(node, "scale", played, played.scale);
  double square = 0;
  for (const double x : played.rotation) square += x * x;
  if (std::abs(square - 1) > kUnitNoise) ++unclear_;
  if (in_.OptionalMember(node, "matrix")) {
    in_.Refuse(
        absl::StrFormat("the node %s is placed by a matrix", played.name));
  }
  played.mesh = ReadReference(node, "mesh");
  played.skin = ReadReference(node, "skin");
  return played;
}

template <size_t kCount>
void GltfReader::ReadPlace(JsonNode node, std::string_view key,
                           PlayedNode& played,
                           std::array<float, kCount>& place) {
  const auto member = in_.OptionalMember(node, key);
  if (!member) return;
  played.is_placed = true;
  const std::vector<float> numbers = in_.Floats(*member);
  const auto finite = [](float x) { return std::isfinite(x); };
  if (numbers.size() != kCount || !std::ranges::all_of(numbers, finite)) {
    in_.Refuse(absl::StrFormat("the node %s has no proper %s", played.name,
                               std::string(key)));
    return;
  }
  std::ranges::copy(numbers, place.begin());
}

std::optional<size_t> GltfReader::ReadReference(JsonNode node,
                                                std::string_view key) {
  const auto member = in_.OptionalMember(node, key);
  if (!member) return std::nullopt;
  return in_.Index(*member, std::numeric_limits<int32_t>::max());
}

// ---- Animations -------------------------------------------------------------

void GltfReader::VisitChannels(
    JsonNode animation, size_t nodes,
    absl::FunctionRef<void(size_t node, std::string_view path, size_t sampler)>
        take) {
  DemandNoExtensions(animation);
  samplers_ = in_.Elements(in_.Member(animation, "samplers"));
  keyframes_.clear();
  for (const JsonNode channel :
       in_.Elements(in_.Member(animation, "channels"))) {
    const JsonNode target = in_.Member(channel, "target");
    DemandNoExtensions(channel);
    DemandNoExtensions(target);
    const size_t node = in_.Index(in_.Member(target, "node"), nodes);
    const std::string_view path = in_.Name(in_.Member(target, "path"));
    const size_t sampler =
        in_.Index(in_.Member(channel, "sampler"), samplers_.size());
    if (!in_.ok()) return;
    take(node, path, sampler);
  }
}

void GltfReader::ReadAnimation(JsonNode animation) {
  PlayedAnimation played;
  const auto name = in_.OptionalMember(animation, "name");
  if (name) played.name = std::string(in_.Name(*name));
  VisitChannels(animation, nodes_.size(),
                [&](size_t node, std::string_view path, size_t sampler) {
                  AddChannel(node, path, sampler, played);
                });
  if (!in_.ok()) return;
  const auto before = [](const PlayedChannel& a, const PlayedChannel& b) {
    return a.node != b.node ? a.node < b.node : a.path < b.path;
  };
  std::ranges::sort(played.channels, before);
  const auto twice = std::ranges::adjacent_find(
      played.channels, [&](const PlayedChannel& a, const PlayedChannel& b) {
        return !before(a, b);
      });
  if (twice != played.channels.end()) {
    in_.Refuse(absl::StrFormat("two channels of one animation move %s alike",
                               nodes_[twice->node].name));
  }
  if (in_.ok()) animations_.push_back(std::move(played));
}

void GltfReader::AddChannel(size_t node, std::string_view path, size_t sampler,
                            PlayedAnimation& animation) {
  const auto moved = PathOf(path);
  if (!moved) in_.Refuse("a channel moves no translation, rotation or scale");
  if (!moved) return;
  const Keyframes& keyframes = ReadSampler(sampler);
  if (!in_.ok()) return;
  if (keyframes.components() != (*moved == Path::kRotation ? 4U : 3U)) {
    in_.Refuse("an accessor of keyframes has another type");
    return;
  }
  if (!Spend(bytes_a_key_ * keyframes.size())) return;
  CheckKeyframes(keyframes, nodes_[node].name);
  if (*moved == Path::kRotation && in_.ok()) CountUnclear(keyframes);
  animation.channels.push_back(
      {.node = node, .path = *moved, .keyframes = keyframes});
}

void GltfReader::CheckKeyframes(const Keyframes& keyframes,
                                std::string_view node) {
  bool fits = keyframes.interpolation() != Interpolation::kCubicSpline;
  if (!fits) {
    in_.Refuse(absl::StrFormat(
        "%s moves along CUBICSPLINE, which clipguard writes of recordings only",
        std::string(node)));
  }
  for (size_t i = 0; fits && i < keyframes.size(); ++i) {
    fits = std::isfinite(keyframes.time(i)) && keyframes.time(i) >= 0 &&
           (i == 0 || keyframes.time(i - 1) < keyframes.time(i));
    for (size_t c = 0; c < keyframes.components(); ++c) {
      fits = fits && std::isfinite(keyframes.value(i, c));
    }
  }
  if (!fits) {
    in_.Refuse(absl::StrFormat(
        "the keyframes of %s are not finite, or their times do not ascend "
        "from 0 on",
        std::string(node)));
  }
}

void GltfReader::CountUnclear(const Keyframes& keyframes) {
  bool unclear = false;
  for (size_t i = 0; i < keyframes.size(); ++i) {
    double square = 0;
    double dot = 0;
    for (size_t c = 0; c < 4; ++c) {
      const double x = keyframes.value(i, c);
      square += x * x;
      if (i != 0) dot += x * keyframes.value(i - 1, c);
    }
    unclear = unclear || std::abs(square - 1) > kUnitNoise ||
              (std::abs(dot) < kNearHalfTurn && !IsJump(keyframes, i));
  }
  if (unclear) ++unclear_;
}

// ---- Samplers and accessors -------------------------------------------------

void GltfReader::ReadLists() {
  accessors_ = ListAtRoot("accessors");
  views_ = ListAtRoot("bufferViews");
  const std::vector<JsonNode> buffers = ListAtRoot("buffers");
  buffers_ = buffers.size();
  if (buffers.empty()) return;
  DemandNoExtensions(buffers[0]);
  if (in_.OptionalMember(buffers[0], "uri")) {
    in_.Refuse("its first buffer is another file");
  }
  // A chunk may be padded.
  const uint64_t length = Offset(buffers[0], "byteLength");
  if (length > binary_.size() || binary_.size() - length > kMostPadding) {
    in_.Refuse("its buffer is not as long as its binary chunk");
  }
}

const Keyframes& GltfReader::ReadSampler(size_t sampler) {
  const auto [at, is_new] = keyframes_.try_emplace(sampler);
  if (is_new) at->second = KeyframesOf(samplers_[sampler]);
  return at->second;
}

Keyframes GltfReader::KeyframesOf(JsonNode sampler) {
  Interpolation interpolation = Interpolation::kLinear;
  DemandNoExtensions(sampler);
  const auto way = in_.OptionalMember(sampler, "interpolation");
  const std::string_view name = way ? in_.Name(*way) : "LINEAR";
  if (name == "STEP") {
    interpolation = Interpolation::kStep;
  } else if (name == "CUBICSPLINE") {
    interpolation = Interpolation::kCubicSpline;
  } else if (name != "LINEAR") {
    in_.Refuse("an interpolation that glTF does not have");
  }
  const Numbers& times = ReadFloats(in_.Member(sampler, "input"));
  const Numbers& values = ReadFloats(in_.Member(sampler, "output"));
  if (times.components != 1 || values.components == 1) {
    in_.Refuse("an accessor of keyframes has another type");
  }
  const size_t parts = interpolation == Interpolation::kCubicSpline ? 3 : 1;
  if (values.count != times.count * parts) {
    in_.Refuse("a sampler has other numbers of times and of values");
  }
  if (!in_.ok()) return {};
  return Keyframes(times.bytes, values.bytes, times.count, values.components,
                   interpolation);
}

const Numbers& GltfReader::ReadFloats(JsonNode reference) {
  const Numbers& numbers = ReadNumbers(reference);
  const Shape shape = numbers.shape;
  if (numbers.type != ComponentType::kFloat ||
      (shape != Shape::kScalar && shape != Shape::kVec3 &&
       shape != Shape::kVec4)) {
    in_.Refuse("an accessor of keyframes has another type");
  }
  return numbers;
}

const Numbers& GltfReader::ReadNumbers(JsonNode reference) {
  const size_t index = in_.Index(reference, accessors_.size());
  const auto [at, is_new] = numbers_.try_emplace(index);
  if (is_new && in_.ok()) at->second = ReadAccessor(accessors_[index]);
  return at->second;
}

Numbers GltfReader::ReadAccessor(JsonNode accessor) {
  DemandNoExtensions(accessor);
  const auto count = static_cast<size_t>(
      in_.Int(in_.Member(accessor, "count"), 1, kMostIndex));
  const int64_t type = in_.Int(in_.Member(accessor, "componentType"), 0,
                               std::numeric_limits<uint16_t>::max());
  const std::string_view name = in_.Name(in_.Member(accessor, "type"));
  const auto shape = std::ranges::find(kShapes, name, &ShapeInfo::name);
  if (BytesOfType(type) == 0 || shape == kShapes.end()) {
    in_.Refuse("an accessor has a type that clipguard does not write");
    return {};
  }
  const auto normalized = in_.OptionalMember(accessor, "normalized");
  if (normalized && in_.Bool(*normalized)) {
    in_.Refuse("an accessor is normalized");
  }
  if (in_.OptionalMember(accessor, "sparse")) {
    in_.Refuse("an accessor is sparse");
  }
  const uint64_t inside = Offset(accessor, "byteOffset");
  ByteCursor in(ReadView(in_.Member(accessor, "bufferView")));
  const uint64_t size = uint64_t{count} * shape->components * BytesOfType(type);
  std::span<const uint8_t> bytes;
  if (!in.Skip(inside) || !in.ReadBytes(size, &bytes)) {
    in_.Refuse("an accessor reaches beyond its buffer");
  }
  if (!in_.ok()) return {};
  return {.bytes = bytes,
          .count = count,
          .shape = shape->shape,
          .type = static_cast<ComponentType>(type),
          .components = shape->components};
}

std::span<const uint8_t> GltfReader::ReadView(JsonNode reference) {
  const size_t index = in_.Index(reference, views_.size());
  const auto [at, is_new] = bytes_.try_emplace(index);
  if (is_new && in_.ok()) at->second = BytesOf(views_[index]);
  return at->second;
}

std::span<const uint8_t> GltfReader::BytesOf(JsonNode view) {
  DemandNoExtensions(view);
  if (in_.Index(in_.Member(view, "buffer"), buffers_) != 0) {
    in_.Refuse("numbers that lie in another buffer than the first");
  }
  if (in_.OptionalMember(view, "byteStride")) {
    in_.Refuse("numbers that do not lie side by side");
  }
  const uint64_t offset = Offset(view, "byteOffset");
  const uint64_t length = Offset(view, "byteLength");
  std::span<const uint8_t> bytes;
  ByteCursor in(binary_);
  if (!in.Skip(offset) || !in.ReadBytes(length, &bytes)) {
    in_.Refuse("a buffer view reaches beyond its buffer");
  }
  return bytes;
}

uint64_t GltfReader::Offset(JsonNode object, std::string_view key) {
  const auto member = in_.OptionalMember(object, key);
  return member ? static_cast<uint64_t>(in_.Int(*member, 0, kMostBytes)) : 0;
}

}  // namespace clipguard::actions::gltf
