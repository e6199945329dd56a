// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Linear-blend skinning: where final transforms (skeleton_sampler.h) take a
// character's vertices.
//
//   std::vector<m3d::Float3> positions(vertices.positions.size());
//   std::vector<m3d::Float3> normals(vertices.normals.size());
//   SkinVertices(SkinInput(character.vertices), transforms, positions,
//   normals);
//
// A vertex goes through the sum of its four bones' transforms times their
// weights. The file has four weights, of which the first three count: the
// fourth is 1 minus the others, as in the original's shader. A normal goes
// through the upper left 3x3 of the same sum and is *not* normalised, as
// there: where bones only rotate and translate it keeps its length nearly.
//
// Computed in float, like the transforms: within a few units in the last place
// of the largest product. The same bits with every kernel, compiler and
// machine; a NaN is 0x7fc00000. A bone takes part with a weight of 0, too: if
// its transform is infinite, the result is NaN.

#ifndef CLIPGUARD_EVAL_SKELETON_SKINNING_H_
#define CLIPGUARD_EVAL_SKELETON_SKINNING_H_

#include <array>
#include <cstdint>
#include <span>

#include "parser/m3d/character.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Vertex attributes that skinning reads, one element a vertex. Threads take
// parts of them as subspans.
struct SkinInput {
  SkinInput() = default;
  explicit SkinInput(const m3d::Vertices& vertices)
      : positions(vertices.positions),
        normals(vertices.normals),
        weights(vertices.blend_weights),
        indices(vertices.blend_indices) {}

  // REQUIRES: begin + count vertices are there.
  SkinInput Part(size_t begin, size_t count) const;

  std::span<const m3d::Float3> positions;
  std::span<const m3d::Float3> normals;
  std::span<const m3d::Float4> weights;
  std::span<const std::array<uint8_t, 4>> indices;
};

// Writes the skinned positions and normals of as many vertices as all spans of
// the input have; static vertices, which have no weights, are none. False, and
// nothing is written, if `positions` or `normals` has fewer elements. An index
// that has no transform counts as one of zeros. At most 256 transforms count:
// an index is a byte.
//
// `positions` and `normals` may be the input's own memory, element for element;
// else they must not overlap it. REQUIRES: IsSupported(kernel). No allocation;
// thread-safe.
bool SkinVertices(const SkinInput& vertices,
                  std::span<const m3d::Matrix> final_transforms,
                  std::span<m3d::Float3> positions,
                  std::span<m3d::Float3> normals,
                  Kernel kernel = ActiveKernel());

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SKINNING_H_
