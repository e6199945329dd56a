// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/scene_glb.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/status/status.h"

namespace clipguard::report {
namespace {

using actions::gltf::Accessor;
using actions::gltf::BufferUse;
using actions::gltf::ComponentType;

// Accessors begin at multiples of this.
constexpr size_t kAlignment = 4;

size_t Aligned(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// The three indices of a triangle are a row.
size_t WidthOf(const Accessor& accessor) {
  if (accessor.use == BufferUse::kIndices) return 3;
  return accessor.count == 0 ? 1 : accessor.floats.size() / accessor.count;
}

template <typename Number>
std::span<const Number> NumbersOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const Number*>(bytes.data()),
          bytes.size() / sizeof(Number)};
}

}  // namespace

absl::StatusOr<SceneGlb> SceneGlb::Of(actions::gltf::Scene scene,
                                      uint64_t most_bytes) {
  SceneGlb result;
  for (const Accessor& accessor : scene.accessors) {
    result.accessors_.push_back({.type = accessor.type,
                                 .width = WidthOf(accessor),
                                 .bytes = accessor.byte_length()});
  }
  const auto glb = MakeGlb(std::move(scene), {});
  if (!glb.ok()) return glb.status();
  if ((*glb)->size() > most_bytes) {
    return absl::ResourceExhaustedError("it does not fit");
  }
  result.bytes_.reserve((*glb)->size());
  (*glb)->WriteTo([&](std::span<const uint8_t> bytes) {
    result.bytes_.insert(result.bytes_.end(), bytes.begin(), bytes.end());
  });
  return result;
}

void SceneGlb::Write(std::string_view key, DetailWriter& json) const {
  size_t numbers = 0;
  for (const Numbers& one : accessors_) numbers += Aligned(one.bytes);
  std::span<const uint8_t> left(bytes_);
  json.BeginArray(key);
  json.Array(left.first(left.size() - numbers));
  left = left.last(numbers);
  for (const Numbers& one : accessors_) {
    const std::span<const uint8_t> bytes = left.first(one.bytes);
    switch (one.type) {
      case ComponentType::kUint8:
        json.Array(bytes);
        break;
      case ComponentType::kUint16:
        json.Array(NumbersOf<uint16_t>(bytes), one.width);
        break;
      case ComponentType::kUint32:
        json.Array(NumbersOf<uint32_t>(bytes), one.width);
        break;
      case ComponentType::kFloat:
        json.Array(NumbersOf<float>(bytes), one.width);
        break;
    }
    left = left.subspan(Aligned(one.bytes));
  }
  json.EndArray();
}

}  // namespace clipguard::report
