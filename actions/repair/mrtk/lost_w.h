// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// LostW: the w of a rotation of which x, y, z and the first w are left.
//
// In a unit quaternion, |w| = sqrt(1 - x*x - y*y - z*z). The sign is that of
// the first key for as long as w does not pass through 0; it can do so only
// between two keys that are both near 0. If between neighbouring keys
//
// (1) the rotation turns by no more than most_turn(), and
// (2) a source that exchanges q for -q, which is the same rotation, does so
//     only where q would otherwise turn by more than that,
//
// then the sign is proven but between keys where another one satisfies (1),
// too. Those moments are *open*: there the sign is guessed, as the one with
// which w changes its speed least.
//
// Pure functions of the keys.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_LOST_W_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_LOST_W_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "actions/repair/mrtk/curve_plan.h"

namespace clipguard::actions {

// Degrees. The most that a recording made on a device has is 32: keys are left
// out only where those around them make up for them.
inline constexpr double kUsualTurn = 45;

// If the rotation that is repaired turns by that much and more, whatever the
// signs are, no turn is trusted to be less than this times the largest.
inline constexpr double kSpareTurn = 1.5;

// By how much quaternions at keys of recordings made on a device may be longer
// or shorter than 1.
inline constexpr double kLengthDeviation = 0.0004;

// Moments from one key to another, seconds.
struct OpenTime {
  float from = 0;
  float to = 0;
};

class LostW {
 public:
  // Looks at three planned curves and what is left of w. `refusal` says why
  // nothing is returned.
  static std::optional<LostW> Find(const std::array<const CurvePlan*, 3>& xyz,
                                   const CurvePlan& w, std::string& refusal);

  size_t size() const { return negative_.size(); }

  // w at key k.
  float value(size_t k) const;

  // Whether each sign is proven, and w's second key, if there is one, is the
  // z that the recorder's fault leaves there.
  bool safe() const { return open_count_ == 0 && !second_key_unknown_; }

  // Stretches of open moments: the first few, and how many there are.
  const std::vector<OpenTime>& open() const { return open_; }
  size_t open_count() const { return open_count_; }

  // Degrees: the turn from one key to the next that is taken for possible.
  double most_turn() const { return most_turn_; }

  // Degrees: by how much a rotation can be wrong if its sign is right and its
  // quaternion's length was within kLengthDeviation of 1.
  double bound() const { return bound_; }

 private:
  using Vec = std::array<double, 3>;

  explicit LostW(const std::array<const CurvePlan*, 3>& xyz) : xyz_(xyz) {}

  Vec v(size_t k) const;
  double MagnitudeOf(const Vec& v) const;
  std::string CheckPremises(const CurvePlan& w) const;
  void FindBound();
  void FindMostTurn();
  void FindSigns(bool negative);
  void AddOpen(size_t from, size_t to);
  void Guess(size_t from, size_t to, std::vector<uint8_t>& flips) const;

  std::array<const CurvePlan*, 3> xyz_;
  std::vector<bool> negative_;
  std::vector<OpenTime> open_;
  size_t open_count_ = 0;
  double bound_ = 0;
  double most_turn_ = kUsualTurn;
  bool second_key_unknown_ = false;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_LOST_W_H_
