// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/thinned_keys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;

// Which keys stay: 1. The ends do, and again and again the one that is farthest
// off. off(from, to, i): how far key i is off what is between `from` and `to`;
// `most` is allowed. REQUIRES: keys > 0.
template <typename Off>
std::vector<uint8_t> KeysThatStay(size_t keys, double most, Off off) {
  std::vector<uint8_t> stays(keys);
  stays.front() = stays.back() = 1;
  std::vector<std::pair<size_t, size_t>> parts = {{0, keys - 1}};
  while (!parts.empty()) {
    const auto [from, to] = parts.back();
    parts.pop_back();
    double farthest = most;
    size_t at = from;
    for (size_t i = from + 1; i < to; ++i) {
      const double distance = off(from, to, i);
      if (distance > farthest) {
        farthest = distance;
        at = i;
      }
    }
    if (at == from) continue;
    stays[at] = 1;
    parts.emplace_back(from, at);
    parts.emplace_back(at, to);
  }
  return stays;
}

class Thinner {
 public:
  Thinner(InputAnimation& animation, size_t first, size_t curves)
      : curves_(&animation.curves[first]), count_(curves) {}

  void Run(double tolerance) {
    const size_t keys = curves_[0].keys.size();
    if (keys < 3 || !HaveCommonTimes()) return;
    const std::vector<uint8_t> stays = KeysThatStay(
        keys, tolerance,
        [&](size_t from, size_t to, size_t i) { return Off(from, to, i); });
    for (size_t c = 0; c < count_; ++c) {
      auto& all = curves_[c].keys;
      size_t kept = 0;
      for (size_t i = 0; i < keys; ++i) {
        if (stays[i] != 0) all[kept++] = all[i];
      }
      all.resize(kept);
    }
  }

 private:
  bool HaveCommonTimes() const {
    for (size_t c = 1; c < count_; ++c) {
      if (curves_[c].keys.size() != curves_[0].keys.size()) return false;
      for (size_t i = 0; i < curves_[c].keys.size(); ++i) {
        if (curves_[c].keys[i].time != curves_[0].keys[i].time) return false;
      }
    }
    return true;
  }

  double Off(size_t from, size_t to, size_t i) const {
    const auto& times = curves_[0].keys;
    const double share = (double{times[i].time} - times[from].time) /
                         (double{times[to].time} - times[from].time);
    double squared = 0;
    for (size_t c = 0; c < count_; ++c) {
      const auto& keys = curves_[c].keys;
      const double left = keys[from].value;
      const double off =
          keys[i].value - (left + share * (keys[to].value - left));
      squared += off * off;
    }
    return std::sqrt(squared);
  }

  mrtk::Curve* curves_;
  size_t count_;
};

}  // namespace

std::vector<uint8_t> ThinnedKeys(const mrtk::InputAnimationView& view,
                                 const Thinning& tolerance) {
  InputAnimation animation = mrtk::CopyOf(view);
  const auto pose = [&](size_t first) {
    Thinner(animation, first, 3).Run(tolerance.distance);
    Thinner(animation, first + mrtk::kRotationX, 4).Run(tolerance.quaternion);
  };
  pose(CurveSlot::kCamera);
  for (size_t joint = 0; joint < 2 * mrtk::kJointCount; ++joint) {
    pose(CurveSlot::kJoints + joint * mrtk::kPoseCurves);
  }
  Thinner(animation, CurveSlot::kGaze, 3).Run(tolerance.distance);
  Thinner(animation, CurveSlot::kGaze + mrtk::kDirectionX, 3)
      .Run(tolerance.direction);
  return mrtk::WriteInputAnimation(animation, mrtk::LayoutOf(view))
      .value_or(std::vector<uint8_t>());
}

}  // namespace clipguard::bench
