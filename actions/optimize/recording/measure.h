// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The largest errors that are met at the original's key times, one float
// beside them, and between them: what eval/curve/clip.h gives of both, in
// float32.
//
// Internal to actions/optimize.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_MEASURE_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_MEASURE_H_

#include <cstddef>
#include <optional>

#include "actions/optimize/optimize.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Measures the pose whose seven curves begin at that slot.
PoseErrors MeasurePose(const mrtk::InputAnimationView& before,
                       const mrtk::InputAnimationView& after,
                       mrtk::CurveSlot first);

PoseErrors MeasureGaze(const mrtk::InputAnimationView& before,
                       const mrtk::InputAnimationView& after);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_MEASURE_H_
