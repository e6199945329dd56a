// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which keys of a bone can go.
//
// From a key on, the longest run is looked for that one piece between its ends
// replaces: lengths are doubled while one fits, then halved in between. Whether
// it fits, bone_gap.h says. Two keys at one time, a jump, stay, and so do those
// around a half-turn (half_turn.h), of which none is made. Keys that stay keep
// their values.
//
// Internal to actions/optimize. Time is in proportion to the keys times the
// logarithm of the longest run, which kLongestBoneRun bounds.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_BONE_FIT_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_BONE_FIT_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "actions/motion/bone_keys.h"
#include "actions/optimize/character/bone_gap.h"

namespace clipguard::actions {

// Keys that one piece goes over at most.
inline constexpr size_t kLongestBoneRun = 1024;

struct BoneLimits {
  double distance = 0;
  double sine = 0;  // of half the angle
  // Of points at this distance from the joint: how far they may be moved.
  double reach = 0;
  double displacement = 0;

  bool Allow(const BoneGap& gap) const {
    return gap.distance <= distance && gap.sine <= sine &&
           gap.distance + Times(gap.linear, reach) <= displacement;
  }
};

// Whether all numbers are finite and the times do not descend.
bool AreInOrder(const BoneKeys& keys);

// Whether all keys are alike but for their times.
bool StandsStill(const BoneKeys& keys);

struct BoneFit {
  // The keys that stay, ascending, with the first and the last.
  std::vector<uint32_t> knots;
  BoneGap gap;  // between all keys and these
};

// REQUIRES: AreInOrder(keys), and there is one.
BoneFit FitBone(const BoneKeys& keys, const BoneLimits& limits);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_BONE_FIT_H_
