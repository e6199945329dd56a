// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Joints' matrices of an armature are near the specification's, elements follow
// the mean of their joints, and events happen once, when they should. Without
// warnings of the opposite, matrices are finite.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>

#include "base/numbers.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/oracle/forge_pose_check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"

namespace clipguard {
namespace {

constexpr size_t kMaxClips = 4;
constexpr float kTimes[] = {
    0,       1e-9f,       0.1f,       0.25f,
    0.3333f, 0.5f,        0.7f,       0.75f,
    0.9f,    1,           1.2f,       -0.3f,
    1e-45f,  0.99999994f, 7.75f,      123456.5f,
    -1e9f,   3e38f,       -kInfinity, std::numeric_limits<float>::quiet_NaN()};

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const fuzz::ForgeFile file = fuzz::ReadForge(fuzz::TextOf(bytes));
  if (!file.armature) return;
  CLIPGUARD_STAGE("read");
  if (file.sound()) CLIPGUARD_STAGE("sound");
  const bool finite =
      file.sound() && file.findings.dropped() == 0 &&
      !fuzz::Has(file.findings, FindingCode::kJsonNumberOverflows) &&
      !fuzz::Has(file.findings, FindingCode::kForgeNumberNotFinite) &&
      !fuzz::Has(file.findings, FindingCode::kArmatureMatrixOverflows);
  const auto& clips = file.armature->clips;
  for (size_t i = 0; i < std::min(clips.size(), kMaxClips); ++i) {
    const auto events = file.armature->Events(clips[i]);
    const bool sound = std::ranges::all_of(
        events, [](const auto& e) { return e.time >= 0 && e.time <= 1; });
    for (const float time : kTimes) {
      fuzz::CheckPoses(*file.armature, clips[i], time);
      if (finite && std::isfinite(time)) {
        fuzz::CheckFinite(*file.armature, clips[i], time);
      }
      for (const float last : kTimes) {
        fuzz::CheckEvents(*file.armature, clips[i], last, time, sound);
      }
    }
  }
}

CLIPGUARD_FUZZ_PROPERTY(forge_poses, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
