// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs the marker list of a recording, and its end.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_MARKERS_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_MARKERS_H_

#include "actions/repair/change_log.h"
#include "actions/repair/splicer.h"
#include "parser/limits.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// From the end of the last curve to the end of the file. `sound`: whether the
// curves before have no error but keys that are not finite, so that it is
// certain where they end.
void RepairMarkers(const mrtk::InputAnimationView& view, bool sound,
                   const Limits& limits, ChangeLog& log, Splicer& out);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_MARKERS_H_
