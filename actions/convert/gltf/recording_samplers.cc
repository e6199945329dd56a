// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/recording_samplers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/glb_json.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;

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

}  // namespace

void RecordingSamplers::ReadSamplers(JsonNode animation) {
  samplers_ = in_.Elements(in_.Member(animation, "samplers"));
  motions_.clear();
}

void RecordingSamplers::ReadLists() {
  accessors_ = ListAtRoot("accessors", in_);
  views_ = ListAtRoot("bufferViews", in_);
  const std::vector<JsonNode> buffers = ListAtRoot("buffers", in_);
  buffers_ = buffers.size();
  if (buffers.empty()) return;
  DemandNoExtensions(buffers[0], in_);
  if (in_.OptionalMember(buffers[0], "uri")) {
    in_.Refuse("its first buffer is another file");
  }
  // A chunk may be padded.
  const uint64_t length = Offset(buffers[0], "byteLength");
  if (length > binary_.size() || binary_.size() - length > kMostPadding) {
    in_.Refuse("its buffer is not as long as its binary chunk");
  }
}

const Motion& RecordingSamplers::Read(size_t sampler) {
  const auto [at, is_new] = motions_.try_emplace(sampler);
  if (is_new) at->second = ReadMotion(samplers_[sampler]);
  return at->second;
}

Motion RecordingSamplers::ReadMotion(JsonNode sampler) {
  Motion motion;
  DemandNoExtensions(sampler, in_);
  const auto way = in_.OptionalMember(sampler, "interpolation");
  const std::string_view name = way ? in_.Name(*way) : "LINEAR";
  if (name == "STEP") {
    motion.interpolation = Interpolation::kStep;
  } else if (name == "CUBICSPLINE") {
    motion.interpolation = Interpolation::kCubicSpline;
  } else if (name != "LINEAR") {
    in_.Refuse("an interpolation that glTF does not have");
  }
  const Numbers& times = ReadFloats(in_.Member(sampler, "input"));
  const Numbers& values = ReadFloats(in_.Member(sampler, "output"));
  if (times.components != 1 || values.components == 1) {
    in_.Refuse("an accessor of keyframes has another type");
  }
  const size_t parts =
      motion.interpolation == Interpolation::kCubicSpline ? 3 : 1;
  if (values.count != times.count * parts) {
    in_.Refuse("a sampler has other numbers of times and of values");
  }
  if (!in_.ok()) return motion;
  motion.times = times.bytes;
  motion.values = values.bytes;
  motion.keys = times.count;
  motion.components = values.components;
  return motion;
}

const RecordingSamplers::Numbers& RecordingSamplers::ReadFloats(
    JsonNode reference) {
  const Numbers& numbers = ReadNumbers(reference);
  const Shape shape = numbers.shape;
  if (numbers.type != ComponentType::kFloat ||
      (shape != Shape::kScalar && shape != Shape::kVec3 &&
       shape != Shape::kVec4)) {
    in_.Refuse("an accessor of keyframes has another type");
  }
  return numbers;
}

const RecordingSamplers::Numbers& RecordingSamplers::ReadNumbers(
    JsonNode reference) {
  const size_t index = in_.Index(reference, accessors_.size());
  const auto [at, is_new] = numbers_.try_emplace(index);
  if (is_new && in_.ok()) at->second = ReadAccessor(accessors_[index]);
  return at->second;
}

RecordingSamplers::Numbers RecordingSamplers::ReadAccessor(JsonNode accessor) {
  DemandNoExtensions(accessor, in_);
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

std::span<const uint8_t> RecordingSamplers::ReadView(JsonNode reference) {
  const size_t index = in_.Index(reference, views_.size());
  const auto [at, is_new] = bytes_.try_emplace(index);
  if (is_new && in_.ok()) at->second = BytesOf(views_[index]);
  return at->second;
}

std::span<const uint8_t> RecordingSamplers::BytesOf(JsonNode view) {
  DemandNoExtensions(view, in_);
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

uint64_t RecordingSamplers::Offset(JsonNode object, std::string_view key) {
  const auto member = in_.OptionalMember(object, key);
  return member ? static_cast<uint64_t>(in_.Int(*member, 0, kMostBytes)) : 0;
}

}  // namespace clipguard::rescue::gltf
