// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs the curves of a recording.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_RECORDING_CURVES_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_RECORDING_CURVES_H_

#include <cstddef>

#include "actions/repair/change_log.h"
#include "actions/repair/mrtk/survey.h"
#include "actions/repair/splicer.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Bytes that the w curves which are lost will take.
size_t GrowthOf(const mrtk::InputAnimationView& view);

void RepairCurves(const mrtk::InputAnimationView& view, const Survey& survey,
                  ChangeLog& log, Splicer& out);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_RECORDING_CURVES_H_
