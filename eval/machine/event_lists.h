// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Lists the events of a clip between two times.

#ifndef CLIPGUARD_EVAL_MACHINE_EVENT_LISTS_H_
#define CLIPGUARD_EVAL_MACHINE_EVENT_LISTS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "eval/machine/clip_walker.h"
#include "eval/machine/pose.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"

namespace clipguard::eval {

// The events, the latest first. DataLoss, Unavailable, ResourceExhausted or
// OutOfRange, as animation_machine.h has them.
absl::StatusOr<std::vector<PastEvent>> ComputeEvents(
    const ClipTables& tables, forge::ExpressionIndex clip, float last,
    float now, const TimeInputs& inputs);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_EVENT_LISTS_H_
