// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/bone_gap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "actions/motion/bone_keys.h"
#include "actions/motion/pose_bounds.h"
#include "actions/motion/slerp_arc.h"
#include "actions/motion/vector.h"
#include "actions/optimize/half_turn.h"
#include "base/numbers.h"

namespace clipguard::actions {
namespace {

// What computing in double adds, as a share of the values: of lines; of arcs,
// whose angle eval/skeleton/bone_key.h has within 3e-13.
constexpr double kLineRounding = 0x1p-48;
constexpr double kArcRounding = 1e-12;

// Whether both are the same all the time: what is computed of others may be off
// by rounding, even where it comes out as 0.
template <size_t N>
bool SameAtRest(Vector<N> BonePlace::* part, const BoneStretch& a,
                const BoneStretch& b) {
  return a.left.*part == a.right.*part && b.left.*part == a.left.*part &&
         b.right.*part == a.left.*part;
}

// The largest difference of a line's values, at one end or the other.
double LineBound(Vector<3> BonePlace::* part, const BoneStretch& a,
                 const BoneStretch& b, double (*size)(const Vector<3>&)) {
  if (SameAtRest(part, a, b)) return 0;
  const double most = std::max(size(Minus(a.left.*part, b.left.*part)),
                               size(Minus(a.right.*part, b.right.*part)));
  return most +
         kLineRounding *
             std::max({LargestOf(a.left.*part), LargestOf(a.right.*part),
                       LargestOf(b.left.*part), LargestOf(b.right.*part)});
}

double OffUnit(const SlerpArc& arc) {
  const double ends = std::max(std::abs(Dot(arc.first(), arc.first()) - 1),
                               std::abs(Dot(arc.last(), arc.last()) - 1));
  const double dip = arc.angle() > 0 ? 0 : std::abs(arc.dot() - 1) / 2;
  return ends + dip + kArcRounding;
}

// Of quaternions of length 0, and of those at rest, the way is certain.
bool IsHalfTurn(const SlerpArc& arc) {
  return arc.dot() < kLeastDot * (Length(arc.first()) * Length(arc.last()));
}

Vector<3> Between(const Vector<3>& a, const Vector<3>& b, double u) {
  Vector<3> result;
  for (size_t i = 0; i < 3; ++i) result[i] = a[i] + u * (b[i] - a[i]);
  return result;
}

// Of the four numbers of the rotations.
double QuaternionBound(const BoneStretch& a, const BoneStretch& b,
                       double length) {
  if (SameAtRest(&BonePlace::rotation, a, b)) return 0;
  const double sign = Dot(a.left.rotation, b.left.rotation) < 0 ? -1 : 1;
  const double ends =
      std::max(Length(Minus(a.left.rotation, b.left.rotation, sign)),
               Length(Minus(a.right.rotation, b.right.rotation, sign)));
  const double of_a = a.angle * a.angle;
  const double of_b = b.angle * b.angle;
  const double most = (ends + std::abs(of_a - of_b) * length / 8) /
                      (1 - std::min(of_a, of_b) / 8);
  return most + kArcRounding * length;
}

}  // namespace

BonePlace PlaceAt(const BoneKeys& keys, size_t key) {
  return {VectorOf(keys.translation(key)), VectorOf(keys.scale(key)),
          VectorOf(keys.rotation(key))};
}

BonePiece::BonePiece(const BoneKeys& keys, size_t from, size_t to)
    : from_(keys.time(from)),
      time_(double{keys.time(to)} - from_),
      left_(PlaceAt(keys, from)),
      right_(PlaceAt(keys, to)),
      arc_(left_.rotation, right_.rotation),
      off_unit_(OffUnit(arc_)),
      is_half_turn_(IsHalfTurn(arc_)) {
  right_.rotation = arc_.last();
}

BonePlace BonePiece::At(double time) const {
  const double u = std::clamp((time - from_) / time_, 0.0, 1.0);
  if (u == 0) return left_;
  if (u == 1) return right_;
  return {Between(left_.translation, right_.translation, u),
          Between(left_.scale, right_.scale, u), arc_.At(u)};
}

BoneStretch Still(const BonePlace& place) {
  return {place, place, 0,
          std::abs(Dot(place.rotation, place.rotation) - 1) + kArcRounding};
}

BoneGap BoneGap::Unknown() {
  return {.distance = kInf, .linear = kInf, .sine = kInf};
}

void BoneGap::Join(const BoneGap& other) {
  // What is not a number stays that.
  const auto join = [](double& to, double from) {
    if (!std::isnan(to) && !(from <= to)) to = from;
  };
  join(distance, other.distance);
  join(linear, other.linear);
  join(sine, other.sine);
}

BoneGap GapBetween(const BoneStretch& before, const BoneStretch& after) {
  if (before.is_half_turn || after.is_half_turn) return BoneGap::Unknown();
  BoneGap gap;
  gap.distance = LineBound(&BonePlace::translation, before, after, Length);
  const double of_scale =
      LineBound(&BonePlace::scale, before, after, LargestOf<3>);
  const double size =
      std::max(LargestOf(before.left.scale), LargestOf(before.right.scale));
  const double length =
      std::sqrt(1 + std::max(before.off_unit, after.off_unit));
  const double apart = QuaternionBound(before, after, length);
  const double turned = apart * 2 * length;
  const double of_rotation =
      turned + std::min(turned, before.off_unit + after.off_unit);
  gap.linear = of_scale * (1 + 2 * after.off_unit) + size * of_rotation;
  if (apart > 0) {
    const double least = 1 - before.off_unit;
    gap.sine = least > 0 ? apart / std::sqrt(least) : kInf;
  }
  return gap;
}

}  // namespace clipguard::actions
