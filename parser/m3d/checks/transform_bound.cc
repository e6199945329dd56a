// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/transform_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/memory/work_counter.h"

namespace clipguard::m3d {
namespace {

// More than what rounding adds to a bone's bounds. Evaluators' angles, sines
// and sums are off by a share of 1e-11 at most.
constexpr double kSlack = 1 + 1e-9;

double Squared(double x, double y, double z) { return x * x + y * y + z * z; }

// A bone on its way to its parent: by how much it lengthens, how far it moves.
struct BoneReach {
  double stretch = 1;
  double distance = 0;
};

// A bound over all keyframes, as if the largest scale, rotation and translation
// came together.
//
// Translations and scales between two keys are between those of the keys. The
// weights wa and wb of a slerp have wa^2 + wb^2 + 2 wa wb c = 1, c being the
// dot product of a and b, and wa^2 + wb^2 <= 1 where c >= 0, as on the shorter
// arc. So the squared length of what comes out is at most the largest of 1,
// |a|^2 and |b|^2; of a lerp, the larger of the two.
//
// With v for (x y z), n^2 = |v|^2 + w^2, and K the matrix of the cross product
// with v, the matrix of a quaternion is I + 2 w K + 2 K^2, which is normal: it
// lengthens a vector by at most sqrt(1 + 4 |v|^2 (n^2 - 1)), or not at all.
BoneReach ReachOf(const Clip& clip, uint64_t first, uint64_t end) {
  if (first == end) return {};
  double translation = 0;
  double rotation = 1;
  float scale = 0;
  for (uint64_t i = first; i < end; ++i) {
    const Float3& t = clip.translations[i];
    const Float3& s = clip.scales[i];
    const Float4& q = clip.rotations[i];
    translation = std::max(translation, Squared(t.x, t.y, t.z));
    scale = std::max({scale, std::abs(s.x), std::abs(s.y), std::abs(s.z)});
    rotation =
        std::max(rotation, Squared(q.x, q.y, q.z) + double{q.w} * double{q.w});
  }
  return {double{scale} * std::sqrt(1 + 4 * rotation * (rotation - 1)) * kSlack,
          std::sqrt(translation) * kSlack};
}

// The largest element of offset * to_root: each row of the offset, with what
// it is multiplied by.
double LargestElement(const Matrix& offset, const TransformBound& to_root) {
  double largest = 0;
  for (size_t row = 0; row < 4; ++row) {
    const double x = offset[4 * row];
    const double y = offset[4 * row + 1];
    const double z = offset[4 * row + 2];
    const double w = std::abs(offset[4 * row + 3]);
    const double element =
        (std::sqrt(Squared(x, y, z)) * to_root.stretch + w * to_root.distance) *
        kSlack;
    // Not std::max(), which loses a NaN.
    if (!(element <= largest)) largest = element;
    if (!(w <= largest)) largest = w;
  }
  return largest;
}

}  // namespace

bool TransformBound::IsFinite() const {
  // Far enough from the largest double for sums of products.
  constexpr double kMostOnTheWay = 1e300;
  constexpr double kMost = double{std::numeric_limits<float>::max()} / kSlack;
  return stretch <= kMostOnTheWay && distance <= kMostOnTheWay &&
         element <= kMost;
}

std::vector<TransformBound> BoundTransforms(const Character& character,
                                            const Clip& clip) {
  CountWork(character.bones() + clip.keys());
  std::vector<TransformBound> bounds(character.bones());
  for (size_t bone = 0; bone < bounds.size(); ++bone) {
    TransformBound& bound = bounds[bone];
    const BoneReach reach =
        ReachOf(clip, clip.first_key[bone], clip.first_key[bone + 1]);
    const int32_t parent = character.parents[bone];
    const TransformBound above =
        parent < 0 ? TransformBound() : bounds[static_cast<size_t>(parent)];
    bound.stretch = reach.stretch * above.stretch * kSlack;
    bound.distance = (reach.distance * above.stretch + above.distance) * kSlack;
    bound.element = LargestElement(character.bone_offsets[bone], bound);
  }
  return bounds;
}

}  // namespace clipguard::m3d
