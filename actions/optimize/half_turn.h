// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which turns have a way that every player takes.
//
// From one rotation or angle to another players go the short way round. Of half
// a turn both ways are as long, and rounding decides: in float32 another way
// than in double. Away from that rounding is not amplified: where quaternions
// of unit length are nearly perpendicular, the angle between them is off by as
// much as their dot product, and the sine that is divided by is nearly 1. So
// it is enough that the dot product's sign is certain. Half a degree off half a
// turn it is 0.0087 or more, 36,000 times what float32 may be off (four
// products and three sums: 2.4e-7), and still 140 times what quaternions are
// off that are stored in 16 bits a number (6e-5).
//
// Internal to actions/optimize.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_HALF_TURN_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_HALF_TURN_H_

namespace clipguard::actions {

// A turn of more degrees than this, up to 180, has no certain way.
inline constexpr double kMostTurn = 179;
// Of quaternions that turn so far: the dot product, as a share of both lengths.
// It is the cosine of half the turn.
inline constexpr double kLeastDot = 0.008726535498373935;

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_HALF_TURN_H_
