// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/recording_samplers.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "parser/byte_cursor.h"
#include "parser/forge/json_document.h"
#include "rescue/forms/model_json.h"
#include "rescue/gltf/scene.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;

constexpr int64_t kFloats = 5126;
constexpr int64_t kMostIndex = std::numeric_limits<int32_t>::max();
constexpr int64_t kMostBytes = std::numeric_limits<uint32_t>::max();

// 0: no keyframes of a recording are of this type.
size_t ComponentsOf(std::string_view type) {
  return type == "SCALAR" ? 1 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 0;
}

}  // namespace

std::vector<JsonNode> RecordingSamplers::List(std::string_view key) {
  const auto list = in_.OptionalMember(JsonDocument::kRoot, key);
  return list ? in_.Elements(*list) : std::vector<JsonNode>();
}

void RecordingSamplers::ReadLists(JsonNode animation) {
  samplers_ = in_.Elements(in_.Member(animation, "samplers"));
  accessors_ = List("accessors");
  views_ = List("bufferViews");
  const std::vector<JsonNode> buffers = List("buffers");
  buffers_ = buffers.size();
  if (!buffers.empty() && in_.OptionalMember(buffers[0], "uri")) {
    in_.Refuse("its first buffer is another file");
  }
}

const Motion& RecordingSamplers::Read(size_t sampler) {
  const auto [at, is_new] = motions_.try_emplace(sampler);
  if (is_new) at->second = ReadMotion(samplers_[sampler]);
  return at->second;
}

Motion RecordingSamplers::ReadMotion(JsonNode sampler) {
  Motion motion;
  const auto way = in_.OptionalMember(sampler, "interpolation");
  const std::string_view name = way ? in_.Name(*way) : "LINEAR";
  if (name == "STEP") {
    motion.interpolation = Interpolation::kStep;
  } else if (name == "CUBICSPLINE") {
    motion.interpolation = Interpolation::kCubicSpline;
  } else if (name != "LINEAR") {
    in_.Refuse("an interpolation that glTF does not have");
  }
  const Floats& times = ReadFloats(in_.Member(sampler, "input"));
  const Floats& values = ReadFloats(in_.Member(sampler, "output"));
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

const RecordingSamplers::Floats& RecordingSamplers::ReadFloats(
    JsonNode reference) {
  const size_t index = in_.Index(reference, accessors_.size());
  const auto [at, is_new] = floats_.try_emplace(index);
  if (is_new && in_.ok()) at->second = ReadAccessor(accessors_[index]);
  return at->second;
}

RecordingSamplers::Floats RecordingSamplers::ReadAccessor(JsonNode accessor) {
  const auto count = static_cast<size_t>(
      in_.Int(in_.Member(accessor, "count"), 1, kMostIndex));
  const int64_t type =
      in_.Int(in_.Member(accessor, "componentType"), 0, kMostIndex);
  const size_t components =
      ComponentsOf(in_.Name(in_.Member(accessor, "type")));
  if (type != kFloats || components == 0) {
    in_.Refuse("an accessor of keyframes has another type");
  }
  const auto normalized = in_.OptionalMember(accessor, "normalized");
  if (normalized && in_.Bool(*normalized)) {
    in_.Refuse("an accessor of keyframes is normalized");
  }
  if (in_.OptionalMember(accessor, "sparse")) {
    in_.Refuse("an accessor of keyframes is sparse");
  }
  const uint64_t inside = Offset(accessor, "byteOffset");
  ByteCursor in(ReadView(in_.Member(accessor, "bufferView")));
  const uint64_t size = uint64_t{count} * components * sizeof(float);
  std::span<const uint8_t> bytes;
  if (!in.Skip(inside) || !in.ReadBytes(size, &bytes)) {
    in_.Refuse("an accessor reaches beyond its buffer");
  }
  if (!in_.ok()) return {};
  return {.bytes = bytes, .count = count, .components = components};
}

std::span<const uint8_t> RecordingSamplers::ReadView(JsonNode reference) {
  const size_t index = in_.Index(reference, views_.size());
  const auto [at, is_new] = bytes_.try_emplace(index);
  if (is_new && in_.ok()) at->second = BytesOf(views_[index]);
  return at->second;
}

std::span<const uint8_t> RecordingSamplers::BytesOf(JsonNode view) {
  if (in_.Index(in_.Member(view, "buffer"), buffers_) != 0) {
    in_.Refuse("keyframes that lie in another buffer than the first");
  }
  if (in_.OptionalMember(view, "byteStride")) {
    in_.Refuse("keyframes that do not lie side by side");
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
