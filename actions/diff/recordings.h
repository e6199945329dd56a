// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares two recordings of any versions and layouts: poses, gaze, hand
// states, keys, wrap modes, markers.
//
// Poses are compared by what is seen: the displacement of a point beside the
// joint, the position and the angle (actions/motion/motion_difference.h).
// Of a part that one recording has only, its keys are counted: a part without
// keys means nothing.
//
// A curve whose key times are not finite or go back is not compared; that is a
// gap. Time is linear in the sizes, but for markers, which are sorted; memory
// is that of the result and 48 bytes a marker. Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_DIFF_RECORDINGS_H_
#define CLIPGUARD_ACTIONS_DIFF_RECORDINGS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "actions/diff/comparison.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// 3 cm: as far from a joint as skin, or the tip of the next one, may be.
inline constexpr double kRecordingPoint = 0.03;

// Curves that are made when they are asked for.
class CurveSource {
 public:
  virtual ~CurveSource() = default;

  // Seconds.
  virtual float Duration() const = 0;
  virtual size_t KeyCount(mrtk::CurveSlot slot) const = 0;
  // Valid until a curve of another pose, ray or state is asked for.
  virtual mrtk::CurveView Curve(mrtk::CurveSlot slot) = 0;
  // How far the rotation of a pose is at most from what its curves stand for,
  // in degrees, at any time. `first` is the pose's first curve.
  virtual double RotationError(mrtk::CurveSlot first) = 0;
  // What a rotation is made of that does not move as its curves do; `slot` is
  // any curve. Rotations with the same curves of the same bytes move the same
  // way. Empty: it moves as its curves do.
  struct Source {
    std::span<const uint8_t> times;
    std::span<const uint8_t> values;
  };
  virtual Source RotationSource(mrtk::CurveSlot slot) = 0;
};

struct ComparedRecording {
  const mrtk::InputAnimationView& view;
  // Where the curves are, if not in the view; must outlive the comparison.
  CurveSource* curves = nullptr;
};

Comparison CompareRecordings(const ComparedRecording& a,
                             const ComparedRecording& b,
                             const CompareOptions& options = {});
Comparison CompareRecordings(const mrtk::InputAnimationView& a,
                             const mrtk::InputAnimationView& b,
                             const CompareOptions& options = {});

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_RECORDINGS_H_
