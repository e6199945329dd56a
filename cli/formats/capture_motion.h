// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A capture of XR Hands as what is sampled.

#ifndef CLIPGUARD_CLI_FORMATS_CAPTURE_MOTION_H_
#define CLIPGUARD_CLI_FORMATS_CAPTURE_MOTION_H_

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <vector>

#include "actions/capture/capture_sampler.h"
#include "cli/formats/mrtk_sample.h"
#include "parser/mrtk/format.h"
#include "parser/xrhands/capture.h"
#include "parser/xrhands/format.h"

namespace clipguard::cli {

// Looks into the capture. Keeps what it found at some times: for one thread.
class CaptureMotion : public RecordedMotion {
 public:
  CaptureMotion(const xrhands::CaptureView& capture, actions::FrameTimes times);

  bool has_camera() const override { return has_head_[0] || has_head_[1]; }
  bool has_hands() const override { return true; }
  bool has_gaze() const override { return false; }
  TimeSpan span() const override {
    return {.from = std::min(0.0F, sampler_.first_time()),
            .to = sampler_.last_time()};
  }
  bool Has(mrtk::CurveSlot slot) const override;
  bool IsZero(mrtk::CurveSlot slot) const override;
  void SampleVectors(mrtk::CurveSlot first, std::span<const float> times,
                     Vectors values) const override;
  void SampleRotations(mrtk::CurveSlot first, std::span<const float> times,
                       eval::Rotations rotations,
                       Quaternions values) const override;
  void SampleDirections(mrtk::CurveSlot, std::span<const float>,
                        eval::Rotations, Vectors) const override {}
  bool StateAt(mrtk::CurveSlot slot, float time) const override;
  bool is_capture() const override { return true; }
  bool IsThere(mrtk::CurveSlot first, float time) const override;

 private:
  std::span<const actions::CapturedMoment> At(
      std::span<const float> times) const;
  xrhands::Pose PoseAt(const actions::CapturedMoment& moment,
                       mrtk::CurveSlot slot) const;

  const actions::CaptureSampler sampler_;
  bool has_frames_ = false;
  std::array<bool, 2> has_head_{};  // its position, and its rotation
  std::array<bool, 2> has_joints_{};
  // Joints, and the head, with a rotation other than 0 0 0 0.
  std::array<std::bitset<xrhands::kJointCount>, 2> turns_;
  bool head_turns_ = false;
  std::array<bool, 2> has_pinch_{};
  mutable std::vector<float> times_;
  mutable std::vector<actions::CapturedMoment> moments_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_CAPTURE_MOTION_H_
