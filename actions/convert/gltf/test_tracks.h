// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: how far a track is from the recorded curves that
// it was made of.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_TEST_TRACKS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_TEST_TRACKS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/tracks.h"
#include "actions/motion/rotation_trials.h"
#include "actions/motion/slerp_arc.h"
#include "actions/motion/vector.h"
#include "eval/curve/reference.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

// How a player joins two LINEAR rotations.
enum class Player { kArcs, kNormalisedLines };
inline constexpr Player kPlayers[] = {Player::kArcs, Player::kNormalisedLines};

// Between two keyframes there are so many times at which players are tried.
inline constexpr int kPlaces = 32;

// A value between two LINEAR keyframes; `size` is the number of components.
inline Quaternion Joined(const Quaternion& a, Quaternion b, size_t size,
                         double u, Player player) {
  if (size == 4 && player == Player::kArcs) return SlerpArc(a, b).At(u);
  const double sign = size == 4 && Dot(a, b) < 0 ? -1 : 1;
  for (size_t c = 0; c < b.size(); ++c) b[c] = (1 - u) * a[c] + u * sign * b[c];
  return b;
}

// The value between the keyframes i and i + 1, as glTF's appendix C has it, in
// double and not normalised; that of the last keyframe if i is its number. z is
// mirrored back. `size` is the number of components, 3 or 4.
inline Quaternion TrackAt(const Keyframes& track, size_t size, size_t i,
                          double time, Player player) {
  const bool is_cubic = track.interpolation == Interpolation::kCubicSpline;
  // The in tangent, value or out tangent of a keyframe.
  const auto part = [&](size_t key, size_t which, size_t c) {
    const size_t row = is_cubic ? 3 * key + which : key;
    return double{track.values[row * size + c]};
  };
  const size_t next = std::min(i + 1, track.times.size() - 1);
  const double h = double{track.times[next]} - track.times[i];
  const double u =
      next == i ? 0 : std::clamp((time - track.times[i]) / h, 0.0, 1.0);
  const double of_last = track.interpolation == Interpolation::kStep ? u == 1
                         : is_cubic ? u * u * (3 - 2 * u)
                                    : u;
  Quaternion value = {};
  Quaternion end = {};
  for (size_t c = 0; c < size; ++c) {
    value[c] = part(i, 1, c);
    end[c] = part(next, 1, c);
  }
  if (track.interpolation == Interpolation::kLinear) {
    value = Joined(value, end, size, u, player);
  } else {
    for (size_t c = 0; c < size; ++c) {
      value[c] = (1 - of_last) * value[c] + of_last * end[c];
      if (!is_cubic) continue;
      value[c] +=
          h * u * (1 - u) * ((1 - u) * part(i, 2, c) - u * part(next, 0, c));
    }
  }
  for (size_t c = 0; c < size; ++c) {
    if (size == 3 ? c == 2 : c < 2) value[c] = -value[c];
  }
  return value;
}

// A curve's values at times that ascend. Outside its keys it is held.
class AscendingCurve {
 public:
  explicit AscendingCurve(const mrtk::CurveView& curve) : curve_(curve) {}

  // 0 without keys.
  double At(float time) {
    while (next_ < curve_.size() && curve_.time(next_) <= time) ++next_;
    scale_ = std::abs(held());
    if (next_ == 0 || next_ == curve_.size()) return held();
    const mrtk::Keyframe left = curve_.key(next_ - 1);
    const mrtk::Keyframe right = curve_.key(next_);
    scale_ = eval::ValueScale(left, right);
    return eval::EvaluateSegment(left, right, time);
  }
  // The value of the last key that is not later, or of the first key.
  double held() const {
    return curve_.empty() ? 0 : curve_.value(next_ == 0 ? 0 : next_ - 1);
  }
  // The scale by which rounding of the last value is measured.
  double scale() const { return scale_; }

 private:
  const mrtk::CurveView curve_;
  size_t next_ = 0;  // so many keys are at or before the time
  double scale_ = 0;
};

// By how much a track is farther from its curves than its bound says: metres or
// degrees, below 0 if it is not, in any player. At the keyframes, beside them
// and at so many places between them, from 0 to the time `end`. One curve is a
// state, three are a position, four a rotation. REQUIRES: curves do not repeat
// before the end.
inline double ExcessOf(const Track& track,
                       std::span<const mrtk::CurveView> curves, float end,
                       int places = 2) {
  constexpr double kNoise = 1e-12;  // of double, as a share of the numbers
  constexpr double kNoiseDegrees = 1e-6;
  const size_t size = curves.size() == 4 ? 4 : 3;
  std::vector<AscendingCurve> ascending(curves.begin(), curves.end());
  double excess = -1;
  const auto note = [&](double off) {
    if (!(off <= excess)) excess = off;
  };
  float last = -1;
  const auto look = [&](size_t i, float time) {
    if (!(time > last) || time < 0 || time > end) return;
    last = time;
    Quaternion wanted = {};
    double scale = 1;
    for (size_t c = 0; c < curves.size(); ++c) {
      wanted[c] = ascending[c].At(time);
      scale = std::max(scale, ascending[c].scale());
    }
    // EvaluateSegment() makes lines of states, which are steps.
    if (curves.size() == 1) wanted[0] = ascending[0].held() > 0.5 ? 1 : 0;
    if (size == 4) {
      // 0 0 0 0 is no rotation.
      if (wanted == Quaternion()) return;
      for (const Player player : kPlayers) {
        note(DegreesBetween(TrackAt(track, size, i, time, player), wanted) -
             track.bound - kNoiseDegrees);
      }
      return;
    }
    const Quaternion got = TrackAt(track, size, i, time, Player::kArcs);
    for (size_t c = 0; c < size; ++c) {
      note(std::abs(got[c] - wanted[c]) - track.bound - kNoise * scale);
    }
  };
  for (size_t i = 0; i < track.times.size(); ++i) {
    const float from = track.times[i];
    if (i == 0) look(i, std::nextafter(from, -1.0f));
    look(i, from);
    if (i + 1 == track.times.size()) break;
    const float to = track.times[i + 1];
    look(i, std::nextafter(from, to));
    for (int place = 1; place < places; ++place) {
      look(i, static_cast<float>(from + (double{to} - from) * place / places));
    }
    look(i, std::nextafter(to, from));
  }
  return excess;
}

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_TEST_TRACKS_H_
