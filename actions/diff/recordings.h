// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares two recordings of any versions and layouts: poses, gaze, hand
// states, keys, wrap modes, markers.
//
// Poses are compared by what is seen: the displacement of a point beside the
// joint, the position and the angle (actions/motion/motion_difference.h).
// The keys of a part that only one recording has are counted: a part without
// keys means nothing.
//
// A curve whose key times are not finite or go back is not compared; that is a
// gap. Time is linear in the sizes, but for markers, which are sorted; memory
// is that of the result and 48 bytes a marker. Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_DIFF_RECORDINGS_H_
#define CLIPGUARD_ACTIONS_DIFF_RECORDINGS_H_

#include "actions/diff/comparison.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// 3 cm: as far from a joint as skin, or the tip of the next one, may be.
inline constexpr double kRecordingPoint = 0.03;

Comparison CompareRecordings(const mrtk::InputAnimationView& a,
                             const mrtk::InputAnimationView& b,
                             const CompareOptions& options = {});

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_RECORDINGS_H_
