// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/thinned_clips.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "actions/motion/bone_keys.h"
#include "actions/motion/pose_bounds.h"
#include "actions/motion/slerp_arc.h"
#include "bench/rivals/peucker.h"
#include "parser/m3d/character.h"

namespace clipguard::bench {
namespace {

using actions::BoneKeys;
using actions::Vector;
using actions::VectorOf;

// How far a vector is off the line between two others.
double Off(const m3d::Float3& a, const m3d::Float3& b, double u,
           const m3d::Float3& v) {
  return actions::Length(Vector<3>{v.x - (a.x + u * (double{b.x} - a.x)),
                                   v.y - (a.y + u * (double{b.y} - a.y)),
                                   v.z - (a.z + u * (double{b.z} - a.z))});
}

class Thinner {
 public:
  Thinner(const BoneKeys& keys, const ClipThinning& tolerance)
      : keys_(keys), tolerance_(tolerance) {}

  std::vector<uint8_t> Run() const {
    if (keys_.size() == 0) return {};
    return KeysThatStay(keys_.size(), 1, [&](size_t from, size_t to, size_t i) {
      return OffAt(from, to, i);
    });
  }

 private:
  // As a share of what is allowed.
  double OffAt(size_t from, size_t to, size_t i) const {
    const double length = double{keys_.time(to)} - keys_.time(from);
    const double u =
        length > 0 ? (double{keys_.time(i)} - keys_.time(from)) / length : 0;
    const actions::SlerpArc arc(VectorOf(keys_.rotation(from)),
                                VectorOf(keys_.rotation(to)));
    const double sine =
        actions::SineBetweenRotations(arc.At(u), VectorOf(keys_.rotation(i)));
    const double place =
        Off(keys_.translation(from), keys_.translation(to), u,
            keys_.translation(i)) +
        tolerance_.reach * (2 * sine + Off(keys_.scale(from), keys_.scale(to),
                                           u, keys_.scale(i)));
    return std::max(place / tolerance_.distance, sine / tolerance_.sine);
  }

  const BoneKeys& keys_;
  const ClipThinning& tolerance_;
};

}  // namespace

std::vector<uint8_t> ThinnedClip(const m3d::Clip& clip,
                                 const ClipThinning& tolerance) {
  std::vector<uint8_t> stays;
  for (size_t bone = 0; bone + 1 < clip.first_key.size(); ++bone) {
    const std::vector<uint8_t> of_bone =
        Thinner(BoneKeys(clip, bone), tolerance).Run();
    stays.insert(stays.end(), of_bone.begin(), of_bone.end());
  }
  return stays;
}

}  // namespace clipguard::bench
