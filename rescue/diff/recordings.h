// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares two recordings, of whatever versions and layouts: poses, gaze, hand
// states, keys, wrap modes, markers.
//
// Poses are compared by what is seen: the displacement of a point beside the
// joint, the position and the angle (rescue/measure/motion_difference.h).
// Of a part that one recording has only, its keys are counted: a part without
// keys means nothing.
//
// A curve whose key times are not finite or go back is not compared; that is a
// gap. Time is linear in the sizes, but for markers, which are sorted; memory
// is that of the result and 48 bytes a marker. Reentrant: no state, no I/O.

#ifndef CLIPGUARD_RESCUE_DIFF_RECORDINGS_H_
#define CLIPGUARD_RESCUE_DIFF_RECORDINGS_H_

#include "parser/mrtk/input_animation_view.h"
#include "rescue/diff/comparison.h"

namespace clipguard::rescue {

// 3 cm: as far from a joint as skin, or the tip of the next one, may be.
inline constexpr double kRecordingPoint = 0.03;

Comparison CompareRecordings(const mrtk::InputAnimationView& a,
                             const mrtk::InputAnimationView& b,
                             const CompareOptions& options = {});

}  // namespace clipguard::rescue

#endif  // CLIPGUARD_RESCUE_DIFF_RECORDINGS_H_
