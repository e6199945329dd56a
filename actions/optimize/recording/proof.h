// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far curves are from what they were made of: a bound that is proven, not
// sampled, and that trusts nothing of how they were made.
//
// Between two neighbouring times of keys of either curve, each curve is one
// stretch before and one after, and Stretch::Difference() bounds how far those
// are apart. The bound for all curves of a vector together is the root of the
// sum of the squares; where all are lines, the larger of the lengths at both
// ends, since the length of a vector that moves along a line has no maximum
// between.
//
// Angles. Let q be a rotation's four numbers before and p those after, as the
// curves give them, with |q - p| <= d and |q| >= m > d. A player scales both
// to length one, which changes no direction. The distance from q to the line
// through 0 and p is |q| sin f, f being the angle between q and p, and at most
// |q - p|. So sin f <= d / m =: x, and as |q - p| < |q|, f is below 90
// degrees: f <= asin x <= x / sqrt(1 - x^2). Rotations whose quaternions are f
// apart are 2 f apart; directions are f apart. Where m is not above d, nothing
// is known: half a turn.
//
// The 3 cm. A point r off a joint's place is moved by the place's difference,
// and by a chord of the rotations' angle, 2 r sin f, at most 2 r x.
//
// Rounding in double is part of the bound. The error of a player that computes
// in float32 is not.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_PROOF_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_PROOF_H_

#include <cstdint>
#include <optional>
#include <span>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

enum class VectorKind : uint8_t { kPosition, kRotation, kDirection };

struct VectorBound {
  double distance = 0;  // of the vector, in the curves' unit
  double angle = 0;     // radians; of positions 0
};

// Proves a bound of the difference between curves before and after, which are
// one position, rotation or direction. Looks no closer where the distance is no
// more than `enough`, of rotations and directions as a share of their length.
// REQUIRES: as many after as before, 1 to 4; each curve has keys at the same
// first and last time as before, or none, and the same wrap modes.
//
// Nothing if no bound can be proven: between keys that are not the same as
// before and that Stretch::Of() refuses; if times do not ascend; or if a
// curve repeats, and not all curves of the vector repeat alike.
std::optional<VectorBound> ProveDifference(
    std::span<const mrtk::CurveView> before,
    std::span<const mrtk::CurveView> after, VectorKind kind, double enough = 0);

// The x from which an angle's bound of `radians`, of q and p above, follows:
// y / sqrt(1 + y^2).
double LengthOfAngle(double radians);

// Whether all curves have a value at the same time whenever they are asked:
// none repeats, or all do so alike, over the same times.
bool RepeatAlike(std::span<const mrtk::CurveView> curves);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_PROOF_H_
