// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/lost_w.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/numbers.h"
#include "base/unit_length.h"

namespace clipguard::actions {
namespace {

// By how much the first w may differ from what x, y and z say of it.
constexpr double kFirstKeyTolerance = 0.03;

// Open stretches that are told one by one.
constexpr size_t kOpenKept = 8;

double Dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Knowledge about the sign of w from one key to the next.
enum class Step : uint8_t { kSame, kFlipped, kOpen };

// The dot product of two quaternions, if one turns into the other by that many
// degrees.
double DotOfTurn(double degrees) { return std::cos(degrees / 2 * kPi / 180); }

// `v` is the dot product of x, y, z; `w` that of the magnitudes of w; `least`
// the least dot product of two neighbours.
Step StepOf(double v, double w, double least) {
  if (v + w >= least) return v - w >= least ? Step::kOpen : Step::kSame;
  // Only as -q the second is near the first: x, y, z and w changed signs.
  if (w - v >= least) return -v - w >= least ? Step::kOpen : Step::kFlipped;
  return Step::kOpen;
}

}  // namespace

LostW::Vec LostW::v(size_t k) const {
  return {xyz_[0]->value(k), xyz_[1]->value(k), xyz_[2]->value(k)};
}

double LostW::MagnitudeOf(const Vec& v) const {
  return std::sqrt(std::max(0.0, 1 - Dot(v, v)));
}

float LostW::value(size_t k) const {
  const auto w = static_cast<float>(MagnitudeOf(v(k)));
  return negative_[k] ? -w : w;
}

// Empty if all hold.
std::string LostW::CheckPremises(const CurvePlan& w) const {
  const CurvePlan& x = *xyz_[0];
  const size_t n = x.size();
  for (size_t k = 0; k < n; ++k) {
    if (xyz_[1]->time(k) != x.time(k) || xyz_[2]->time(k) != x.time(k)) {
      return absl::StrCat("the keys ", k, " of x, y and z are at other times");
    }
    if (k != 0 && x.time(k) < x.time(k - 1)) {
      return "keys of x, y and z are not in order";
    }
    const Vec at = v(k);
    if (Dot(at, at) > double{kMostUnitSquare}) {
      return absl::StrCat("x, y and z of key ", k,
                          " are no part of a quaternion of length 1");
    }
    for (const CurvePlan* curve : xyz_) {
      if (curve->curve().layout() != mrtk::KeyLayout::kFull) break;
      const mrtk::Keyframe key = curve->key(k);
      if (key.in_tangent != 0 || key.out_tangent != 0) {
        return absl::StrCat("key ", k, " has tangents");
      }
    }
  }
  if (w.time(0) != x.time(0)) {
    return "the first key of w is at another time than that of x";
  }
  const double first = MagnitudeOf(v(0));
  if (std::abs(std::abs(double{w.value(0)}) - first) > kFirstKeyTolerance) {
    return absl::StrCat("the first w is ", FloatText(w.value(0)),
                        ", but x, y and z leave ",
                        FloatText(static_cast<float>(first)), " for it");
  }
  return {};
}

std::optional<LostW> LostW::Find(const std::array<const CurvePlan*, 3>& xyz,
                                 const CurvePlan& w, std::string& refusal) {
  LostW lost(xyz);
  refusal = lost.CheckPremises(w);
  if (!refusal.empty()) return std::nullopt;
  const size_t n = xyz[0]->size();
  lost.second_key_unknown_ =
      w.size() == 2 && std::bit_cast<uint32_t>(w.value(1)) !=
                           std::bit_cast<uint32_t>(xyz[2]->value(n - 1));
  lost.FindBound();
  lost.FindMostTurn();
  lost.FindSigns(std::signbit(w.value(0)));
  return lost;
}

// Degrees: the largest turn from one key to the next, the signs being those
// with which it is smallest; times kSpareTurn, and at least kUsualTurn.
void LostW::FindMostTurn() {
  double least = 1;
  Vec last = v(0);
  double last_w = MagnitudeOf(last);
  for (size_t k = 1; k < xyz_[0]->size(); ++k) {
    const Vec at = v(k);
    const double w = MagnitudeOf(at);
    least = std::min(least, std::abs(Dot(last, at)) + last_w * w);
    last = at;
    last_w = w;
  }
  const double turn = 2 * std::acos(std::clamp(least, 0.0, 1.0)) * 180 / kPi;
  most_turn_ = std::clamp(kSpareTurn * turn, kUsualTurn, 180.0);
}

void LostW::FindBound() {
  constexpr double kShort = (1 - kLengthDeviation) * (1 - kLengthDeviation);
  constexpr double kLong = (1 + kLengthDeviation) * (1 + kLengthDeviation);
  for (size_t k = 0; k < xyz_[0]->size(); ++k) {
    const Vec at = v(k);
    const double squared = Dot(at, at);
    const double length = std::sqrt(squared);
    const double angle = std::atan2(MagnitudeOf(at), length);
    for (const double whole : {kShort, kLong}) {
      const double other =
          std::atan2(std::sqrt(std::max(0.0, whole - squared)), length);
      // A quaternion turns by twice its angle.
      bound_ = std::max(bound_, 2 * std::abs(other - angle) * 180 / kPi);
    }
  }
}

void LostW::FindSigns(bool negative) {
  const size_t n = xyz_[0]->size();
  const double least = DotOfTurn(most_turn_);
  // Whether the sign changes from the key before; of open steps a guess.
  std::vector<uint8_t> flips(n, 0);
  size_t open_from = n;
  Vec last = v(0);
  double last_w = MagnitudeOf(last);
  for (size_t k = 1; k < n; ++k) {
    const Vec at = v(k);
    const double w = MagnitudeOf(at);
    const Step step = StepOf(Dot(last, at), last_w * w, least);
    last = at;
    last_w = w;
    if (step == Step::kOpen) {
      if (open_from == n) open_from = k - 1;
      continue;
    }
    flips[k] = step == Step::kFlipped ? 1 : 0;
    if (open_from != n) {
      AddOpen(open_from, k - 1);
      Guess(open_from, k - 1, flips);
      open_from = n;
    }
  }
  if (open_from != n) {
    AddOpen(open_from, n - 1);
    Guess(open_from, n - 1, flips);
  }
  negative_.resize(n);
  for (size_t k = 0; k < n; ++k) {
    negative = negative != (flips[k] != 0);
    negative_[k] = negative;
  }
}

void LostW::AddOpen(size_t from, size_t to) {
  ++open_count_;
  if (open_.size() < kOpenKept) {
    open_.push_back({xyz_[0]->time(from), xyz_[0]->time(to)});
  }
}

// Finds, for the steps from key `from` to key `to`, all open, the flips with
// which the speed of w changes least, in the sum of squares. Two keys on either
// side tell the speed there. By dynamic programming: the state is whether the
// last step flipped.
void LostW::Guess(size_t from, size_t to, std::vector<uint8_t>& flips) const {
  const size_t n = xyz_[0]->size();
  const size_t begin = from == 0 ? 0 : from - 1;
  const size_t end = std::min(n - 1, to + 1);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const auto w = [&](size_t k) { return MagnitudeOf(v(k)); };
  const auto is_open = [&](size_t k) { return k > from && k <= to; };
  // The speed from key k - 1 to key k, for a w that is positive at k - 1.
  const auto speed = [&](size_t k, bool flip) {
    const double dt = double{xyz_[0]->time(k)} - xyz_[0]->time(k - 1);
    // Keys at one time: as if they were a millisecond apart.
    return ((flip ? -w(k) : w(k)) - w(k - 1)) / std::max(dt, 1e-3);
  };
  // Which step before is better, by key and by what this step does.
  std::vector<std::array<uint8_t, 2>> before(end - begin + 1);
  // A step that q takes to -q has no speed: nothing is said of it.
  const auto is_jump = [&](size_t k) { return !is_open(k) && flips[k] != 0; };
  std::array<double, 2> cost = {0, is_open(begin + 1) ? 0 : kNever};
  if (is_jump(begin + 1)) cost = {kNever, 0};
  for (size_t k = begin + 2; k <= end; ++k) {
    std::array<double, 2> next = {kNever, kNever};
    for (uint8_t flip = 0; flip < 2; ++flip) {
      if (is_open(k) ? false : flips[k] != flip) continue;
      for (uint8_t previous = 0; previous < 2; ++previous) {
        double change = 0;
        if (!is_jump(k) && !is_jump(k - 1)) {
          // Seen from key k - 1, where w is positive or negative.
          const double after = speed(k, flip != 0);
          const double up_to = speed(k - 1, previous != 0);
          change = (previous != 0 ? -after : after) - up_to;
        }
        const double sum = cost[previous] + change * change;
        if (sum < next[flip]) {
          next[flip] = sum;
          before[k - begin][flip] = previous;
        }
      }
    }
    cost = next;
  }
  uint8_t flip = cost[1] < cost[0] ? 1 : 0;
  for (size_t k = end; k > begin; --k) {
    if (is_open(k)) flips[k] = flip;
    flip = before[k - begin][flip];
  }
}

}  // namespace clipguard::actions
