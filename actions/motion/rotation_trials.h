// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Random rotations between keyframes, for tests of bounds: how often they are
// exceeded (never), and how much larger than the truth they are.

#ifndef CLIPGUARD_ACTIONS_MOTION_ROTATION_TRIALS_H_
#define CLIPGUARD_ACTIONS_MOTION_ROTATION_TRIALS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "actions/motion/random_keys.h"
#include "eval/curve/reference.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// CLIPGUARD_ROTATION_TRIALS=250000 tries more: a million curves.
inline int RotationTrials(int usual) {
  const char* const asked = std::getenv("CLIPGUARD_ROTATION_TRIALS");
  return asked == nullptr ? usual : std::atoi(asked);
}

using Quaternion = std::array<double, 4>;

inline double LengthOf(const Quaternion& q) {
  return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

// Degrees between rotations, by the chord between quaternions: exact for small
// angles, too. REQUIRES: neither is 0.
inline double DegreesBetween(const Quaternion& a, const Quaternion& b) {
  const double of_a = LengthOf(a);
  const double of_b = LengthOf(b);
  double near = 0;
  double far = 0;
  for (size_t c = 0; c < 4; ++c) {
    const double less = a[c] / of_a - b[c] / of_b;
    const double more = a[c] / of_a + b[c] / of_b;
    near += less * less;
    far += more * more;
  }
  const double half = std::sqrt(std::min(near, far)) / 2;
  return 4 * std::asin(std::min(half, 1.0)) * 180 / std::acos(-1.0);
}

// Four curves with the same times: two keys, or three.
class RandomRotation {
 public:
  RandomRotation(RandomKeys& random, float begin, float duration, size_t keys)
      : is_plain_(random.Below(2) == 0) {
    Quaternion at = Direction(random);
    const double turn = std::ldexp(1, -static_cast<int>(random.Below(12)));
    for (size_t k = 0; k < keys; ++k) {
      const float time = begin + duration * static_cast<float>(k);
      for (size_t c = 0; c < 4; ++c) {
        mrtk::Keyframe key = random.Key(time);
        if (is_plain_) {
          const double slope = 3 * turn / double{duration};
          key.value = static_cast<float>(at[c]);
          key.in_tangent = static_cast<float>(random.Uniform(-slope, slope));
          key.out_tangent = static_cast<float>(random.Uniform(-slope, slope));
        }
        keys_[c].push_back(key);
      }
      const Quaternion way = Direction(random);
      for (size_t c = 0; c < 4; ++c) at[c] += turn * way[c];
      const double length = LengthOf(at);
      for (double& part : at) part /= length;
    }
  }

  std::array<mrtk::CurveView, 4> Views() const {
    std::array<mrtk::CurveView, 4> views;
    for (size_t c = 0; c < 4; ++c) {
      views[c] = mrtk::CurveView(PackedSpan<mrtk::Keyframe>(keys_[c]), 8, 8);
    }
    return views;
  }

  std::vector<mrtk::Keyframe>& keys(size_t c) { return keys_[c]; }
  // As recorders write them: of unit length, with slopes that suit the turn.
  // The others have any values.
  bool is_plain() const { return is_plain_; }
  float begin() const { return keys_[0].front().time; }
  float end() const { return keys_[0].back().time; }

  // In double, straight from the specification.
  Quaternion At(double time) const {
    Quaternion q;
    for (size_t c = 0; c < 4; ++c) {
      const std::vector<mrtk::Keyframe>& keys = keys_[c];
      size_t next = 1;
      while (next < keys.size() && keys[next].time <= time) ++next;
      q[c] = next == keys.size()
                 ? double{keys.back().value}
                 : eval::EvaluateSegment(keys[next - 1], keys[next], time);
    }
    return q;
  }

 private:
  static Quaternion Direction(RandomKeys& random) {
    Quaternion q;
    double length = 0;
    do {
      for (double& part : q) part = random.Uniform(-1, 1);
      length = LengthOf(q);
    } while (length > 1 || length < 0.1);
    for (double& part : q) part /= length;
    return q;
  }

  bool is_plain_;
  std::array<std::vector<mrtk::Keyframe>, 4> keys_;
};

// A time in [begin, end], often close to one of them.
inline double RandomTime(RandomKeys& random, int i, double begin, double end) {
  double share = random.Uniform(0, 1);
  if (i % 8 == 1) share = std::ldexp(share, -(i % 50));
  if (i % 8 == 2) share = 1 - std::ldexp(share, -(i % 50));
  return std::clamp(begin + share * (end - begin), begin, end);
}

// How much larger bounds are than what was measured.
class BoundRatios {
 public:
  void Add(double bound, double measured) {
    ratios_.push_back(bound / measured);
  }
  size_t size() const { return ratios_.size(); }

  // REQUIRES: there are some.
  double Part(double share) {
    const auto at =
        ratios_.begin() + static_cast<std::ptrdiff_t>(
                              share * static_cast<double>(ratios_.size() - 1));
    std::nth_element(ratios_.begin(), at, ratios_.end());
    return *at;
  }
  void Print(std::string_view what) {
    std::printf(
        "%.*s, bound / measured: median %.4f, 99 %% %.4f, largest %.2f, "
        "of %zu\n",
        static_cast<int>(what.size()), what.data(), Part(0.5), Part(0.99),
        Part(1), size());
  }

 private:
  std::vector<double> ratios_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_ROTATION_TRIALS_H_
