// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where a clip moves joints at a time.

#ifndef CLIPGUARD_EVAL_MACHINE_JOINT_POSES_H_
#define CLIPGUARD_EVAL_MACHINE_JOINT_POSES_H_

#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eval/machine/clip_walker.h"
#include "eval/machine/model_clips.h"
#include "eval/machine/pose.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"

namespace clipguard::eval {

// A joint's matrix: the identity if the clip does not move it. DataLoss,
// Unavailable or OutOfRange, as animation_machine.h has them.
absl::StatusOr<Matrix> ComputeJointPose(const ClipTables& tables,
                                        forge::ExpressionIndex clip,
                                        std::string_view joint, float time,
                                        const TimeInputs& inputs);

// The same for many joints, from one walk of the clip: poses[i] is that of the
// joint number i. REQUIRES: there is room for all.
absl::Status ComputeJointPoses(const ClipTables& tables,
                               forge::ExpressionIndex clip,
                               const JointSet& joints, float time,
                               const TimeInputs& inputs,
                               std::span<Matrix> poses);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_JOINT_POSES_H_
