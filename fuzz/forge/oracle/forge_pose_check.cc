// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/oracle/forge_pose_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "eval/machine/pose.h"
#include "eval/machine/reference.h"
#include "fuzz/shared/check.h"

namespace clipguard::fuzz {
namespace {

using forge::Armature;

// Relative to the largest number that takes part. The matrix is rounded to
// float32, and subtracted values may be larger than the rest.
constexpr double kTolerance = 1e-6;

void CheckNear(const eval::Matrix& m, const eval::ReferenceJoint& pose) {
  for (size_t i = 0; i < 16; ++i) {
    const double expected = pose.matrix[i];
    if (!std::isfinite(pose.largest)) {
      CLIPGUARD_CHECK(std::isnan(m[i]));
    } else if (pose.largest < 1e37) {
      CLIPGUARD_CHECK(std::fabs(double{m[i]} - expected) <=
                      kTolerance * pose.largest);
    }
  }
}

void CheckElement(const Armature& a, const std::vector<eval::Matrix>& poses,
                  int32_t element) {
  const auto mean = eval::ElementMatrix(a, poses, element);
  const auto expected = eval::EvaluateElement(a, poses, element);
  CLIPGUARD_CHECK(mean.has_value() == expected.has_value());
  for (size_t i = 0; mean && i < 16; ++i) {
    const auto part = static_cast<float>((*expected)[i]);
    CLIPGUARD_CHECK((*mean)[i] == part || std::isnan(part));
  }
}

float Fraction(float time) { return time - std::floor(time); }

}  // namespace

void CheckPoses(const Armature& a, const Armature::Clip& clip, float time) {
  if (clip.broken) return;
  for (const Armature::JointClip& joint : a.JointClips(clip)) {
    if (joint.broken) continue;
    CheckNear(eval::JointMatrix(a, clip, joint, time),
              eval::EvaluateJoint(a, clip, joint, time));
  }
  std::vector<eval::Matrix> poses;
  for (const Armature::Joint& joint : a.joints) {
    poses.push_back(eval::JointMatrix(a, clip, a.texts[joint.name], time));
  }
  for (size_t i = 0; i < std::min<size_t>(a.weights.size(), 4); ++i) {
    CheckElement(a, poses, a.weights[i].element);
  }
}

void CheckFinite(const Armature& a, const Armature::Clip& clip, float time) {
  for (const Armature::JointClip& joint : a.JointClips(clip)) {
    CLIPGUARD_CHECK(
        std::ranges::all_of(eval::JointMatrix(a, clip, joint, time),
                            [](float part) { return std::isfinite(part); }));
  }
}

void CheckEvents(const Armature& a, const Armature::Clip& clip, float last,
                 float now, bool sound) {
  std::vector<eval::PastEvent> events;
  AppendPastEvents(a, clip, last, now, events);
  CLIPGUARD_CHECK(events.size() <= clip.events.count);
  CLIPGUARD_CHECK(events.empty() || !(last >= now));
  // Names lie one after the other: places tell events apart.
  std::set<const char*> seen;
  for (const eval::PastEvent& event : events) {
    CLIPGUARD_CHECK(event.name.empty() ||
                    seen.insert(event.name.data()).second);
    if (!sound || !std::isfinite(last) || !std::isfinite(now)) continue;
    CLIPGUARD_CHECK(event.offset >= 0 && event.offset <= 1);
  }
  if (clip.loop || !sound) return;
  if (!std::isfinite(last) || !std::isfinite(now)) return;
  // All of those between, if the way does not lead over the clip's end.
  const float from = Fraction(last);
  const float to = Fraction(now);
  if (last >= now || !(from < to && to - from <= 0.5f)) return;
  size_t between = 0;
  size_t at_from = 0;
  bool at_to = false;
  for (const Armature::Event& event : a.Events(clip)) {
    between += event.time > from && event.time < to;
    at_from += event.time == from;
    at_to |= event.time == to;
  }
  // One at the very time is taken for one of the last round, and hides others.
  if (at_to) between = at_from = 0;
  CLIPGUARD_CHECK(events.size() >= between);
  CLIPGUARD_CHECK(events.size() <= between + at_from);
}

}  // namespace clipguard::fuzz
