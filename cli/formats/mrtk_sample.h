// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The poses of a recording at given times, as JSON or as rows.

#ifndef CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_
#define CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/rows/row_source.h"
#include "eval/curve/clip.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::cli {

// A source of a camera, hands and gaze at a time: curves of an MRTK recording,
// or frames of a capture. Its parts are named like the curves of a recording.
class RecordedMotion {
 public:
  using Vectors = std::span<std::array<float, 3>>;
  using Quaternions = std::span<std::array<float, 4>>;

  virtual ~RecordedMotion() = default;

  virtual bool has_camera() const = 0;
  virtual bool has_hands() const = 0;
  virtual bool has_gaze() const = 0;
  // From 0, or from what was recorded before that, to the end.
  virtual TimeSpan span() const = 0;
  // Whether anything was recorded under that name; and anything but 0.
  virtual bool Has(mrtk::CurveSlot slot) const = 0;
  virtual bool IsZero(mrtk::CurveSlot slot) const = 0;

  // As eval::ClipSampler has them.
  virtual void SampleVectors(mrtk::CurveSlot first,
                             std::span<const float> times,
                             Vectors values) const = 0;
  virtual void SampleRotations(mrtk::CurveSlot first,
                               std::span<const float> times,
                               eval::Rotations rotations,
                               Quaternions values) const = 0;
  virtual void SampleDirections(mrtk::CurveSlot first,
                                std::span<const float> times,
                                eval::Rotations rotations,
                                Vectors values) const = 0;
  virtual bool StateAt(mrtk::CurveSlot slot, float time) const = 0;

  // Captures: whether the pose that begins there was recorded at the time, and
  // not at another one only. Joints have their own names then, and hands say
  // whether they are valid.
  virtual bool is_capture() const { return false; }
  virtual bool IsThere(mrtk::CurveSlot /*first*/, float /*time*/) const {
    return true;
  }

  bool has_curve(mrtk::CurveSlot slot) const {
    return slot.is_camera() ? has_camera()
           : slot.is_hand() ? has_hands()
                            : has_gaze();
  }
};

// The curves of an MRTK recording, which must outlive it.
class CurveMotion : public RecordedMotion {
 public:
  explicit CurveMotion(const mrtk::InputAnimationView& view)
      : view_(view), clip_(view) {}

  bool has_camera() const override { return view_.has_camera(); }
  bool has_hands() const override { return view_.has_hands(); }
  bool has_gaze() const override { return view_.has_gaze(); }
  TimeSpan span() const override {
    return {.from = view_.Begin(), .to = view_.Duration()};
  }
  bool Has(mrtk::CurveSlot slot) const override {
    return !view_.curve(slot).empty();
  }
  bool IsZero(mrtk::CurveSlot slot) const override {
    return view_.curve(slot).IsZero();
  }
  void SampleVectors(mrtk::CurveSlot first, std::span<const float> times,
                     Vectors values) const override {
    clip_.SampleVectors(first, times, values);
  }
  void SampleRotations(mrtk::CurveSlot first, std::span<const float> times,
                       eval::Rotations rotations,
                       Quaternions values) const override {
    clip_.SampleRotations(first, times, rotations, values);
  }
  void SampleDirections(mrtk::CurveSlot first, std::span<const float> times,
                        eval::Rotations rotations,
                        Vectors values) const override {
    clip_.SampleDirections(first, times, rotations, values);
  }
  bool StateAt(mrtk::CurveSlot slot, float time) const override;

 private:
  const mrtk::InputAnimationView& view_;
  const eval::ClipSampler clip_;
};

// See OpenFile::Sample().
absl::Status SampleRecording(const RecordedMotion& motion,
                             const SampleRequest& request, Output& out);

// See OpenFile.
absl::Status VisitRecording(const RecordedMotion& motion,
                            const RowOptions& options, VisitClip visit);
void ForEachName(const RecordedMotion& motion,
                 absl::FunctionRef<void(std::string_view)> visit);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_MRTK_SAMPLE_H_
