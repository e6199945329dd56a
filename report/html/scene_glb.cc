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

// Accessors begin at multiples of this.
constexpr size_t kAlignment = 4;

size_t Aligned(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

absl::StatusOr<SceneGlb> SceneGlb::Of(actions::gltf::Scene scene,
                                      uint64_t most_bytes) {
  SceneGlb result;
  for (const actions::gltf::Accessor& accessor : scene.accessors) {
    const size_t floats = accessor.floats.size();
    result.accessors_.push_back(
        {.are_floats = floats != 0,
         .width = floats == 0 ? 1 : floats / accessor.count,
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
    if (one.are_floats) {
      json.Array(std::span(reinterpret_cast<const float*>(left.data()),
                           one.bytes / sizeof(float)),
                 one.width);
    } else {
      json.Array(left.first(one.bytes));
    }
    left = left.subspan(Aligned(one.bytes));
  }
  json.EndArray();
}

}  // namespace clipguard::report
