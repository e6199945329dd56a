// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skinning.h"

#include <algorithm>
#include <cstring>

#include "eval/skeleton/skeleton_kernel.h"
#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

using m3d::Float3;
using m3d::Float4;
using m3d::Matrix;

// Kernels see plain floats.
static_assert(sizeof(Float3) == 3 * sizeof(float));
static_assert(sizeof(Float4) == 4 * sizeof(float));
static_assert(sizeof(Matrix) == 16 * sizeof(float));

// Every index that a byte can be has a matrix.
struct alignas(64) Palette {
  explicit Palette(std::span<const Matrix> transforms) {
    const size_t count = std::min(transforms.size(), kPaletteSize);
    if (count > 0) {
      std::memcpy(matrices, transforms.data(), count * sizeof(Matrix));
    }
    std::memset(matrices + 16 * count, 0,
                (kPaletteSize - count) * sizeof(Matrix));
  }

  float matrices[16 * kPaletteSize];
};

}  // namespace

SkinInput SkinInput::Part(size_t begin, size_t count) const {
  SkinInput part;
  part.positions = positions.subspan(begin, count);
  part.normals = normals.subspan(begin, count);
  part.weights = weights.subspan(begin, count);
  part.indices = indices.subspan(begin, count);
  return part;
}

bool SkinVertices(const SkinInput& vertices,
                  std::span<const Matrix> final_transforms,
                  std::span<Float3> positions, std::span<Float3> normals,
                  Kernel kernel) {
  const size_t count =
      std::min({vertices.positions.size(), vertices.normals.size(),
                vertices.weights.size(), vertices.indices.size()});
  if (positions.size() < count || normals.size() < count) return false;
  if (count == 0) return true;
  const Palette palette(final_transforms);
  VersionFor<SkeletonKernel>(kernel).skin(
      palette.matrices, &vertices.positions.data()->x,
      &vertices.normals.data()->x, &vertices.weights.data()->x,
      vertices.indices.data()->data(), &positions.data()->x, &normals.data()->x,
      count);
  return true;
}

}  // namespace clipguard::eval
