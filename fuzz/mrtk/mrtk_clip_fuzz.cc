// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Poses of sound recordings are finite, rotations have length one. Asked for
// together or one by one, and of any kernel, they are the same bits.

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/curve/clip.h"
#include "fuzz/eval/curve_check.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "simd/kernel.h"

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

bool SameBits(const eval::ClipPose& a, const eval::ClipPose& b) {
  bool same = BitsOf(a.camera) == BitsOf(b.camera);
  for (const auto hand : {kLeft, mrtk::Handedness::kRight}) {
    for (size_t i = 0; i < mrtk::kJointCount; ++i) {
      same = same &&
             BitsOf(a.hand(hand).joints[i]) == BitsOf(b.hand(hand).joints[i]);
    }
  }
  return same;
}

// All kernels, at more times than vectors have lanes.
void CheckKernels(const mrtk::InputAnimationView& view, bool finite) {
  std::array<float, 19> times;
  for (size_t i = 0; i < times.size(); ++i) {
    times[i] = view.Duration() * static_cast<float>(i) / 17;
  }
  for (auto mode : {eval::Rotations::kNormalized, eval::Rotations::kRaw}) {
    std::vector<eval::ClipPose> expected(times.size());
    eval::ClipSampler(view, Kernel::kScalar).Sample(times, mode, expected);
    for (const Kernel kernel : SupportedKernels()) {
      std::vector<eval::ClipPose> poses(times.size());
      eval::ClipSampler(view, kernel).Sample(times, mode, poses);
      for (size_t i = 0; finite && i < times.size(); ++i) {
        CLIPGUARD_CHECK(SameBits(poses[i], expected[i]));
      }
    }
  }
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (!view) return;
  const bool finite = fuzz::MustBeFinite(findings);
  CheckKernels(*view, finite);
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

CLIPGUARD_FUZZ_PROPERTY(mrtk_clip, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
