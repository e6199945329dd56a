// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Poses of sound recordings are finite, rotations have length one. Asked for
// together or one by one, they are the same bits.

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "eval/curve/clip.h"
#include "fuzz/eval/curve_check.h"
#include "fuzz/shared/check.h"
#include "parser/finding.h"
#include "parser/mrtk/validate.h"

namespace clipguard {
namespace {
constexpr auto kLeft = mrtk::Handedness::kLeft;
using Bits = std::array<uint32_t, 7>;
Bits BitsOf(const eval::Pose& pose) { return std::bit_cast<Bits>(pose); }

void CheckPose(const eval::Pose& pose) {
  double squared = 0;
  for (float f : pose.position) CLIPGUARD_CHECK(std::isfinite(f));
  for (float f : pose.rotation) squared += double{f} * f;
  CLIPGUARD_CHECK(std::abs(squared - 1) < 1e-6);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (!view) return;
  const bool finite = fuzz::MustBeFinite(findings);
  const eval::ClipSampler clip(*view);
  for (float time : {0.0f, 0.5f * view->Duration(), -1e30f}) {
    for (auto mode : {eval::Rotations::kNormalized, eval::Rotations::kRaw}) {
      const eval::ClipPose pose = clip.Sample(time, mode);
      CLIPGUARD_CHECK(BitsOf(pose.camera) == BitsOf(clip.Camera(time, mode)));
      const eval::HandState left = clip.Hand(kLeft, time, mode);
      CLIPGUARD_CHECK(BitsOf(left.joints[11]) ==
                      BitsOf(clip.Joint(kLeft, 11, time, mode)));
      const eval::Ray gaze = clip.Gaze(time, mode);
      if (!finite || mode == eval::Rotations::kRaw) continue;
      CLIPGUARD_CHECK(pose.gaze.origin == gaze.origin);
      for (const auto& joint : pose.hand(kLeft).joints) CheckPose(joint);
      CheckPose(pose.camera);
    }
  }
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
