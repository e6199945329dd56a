// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs MRTK input recordings.
//
//   FindingList findings;
//   actions::Repaired repaired = actions::RepairRecording(bytes, {}, {});
//   if (repaired.changed()) Write(repaired.bytes);
//
// Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_RECORDING_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_RECORDING_H_

#include <cstdint>
#include <span>

#include "actions/repair/repair.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Repairs what can be repaired, reads the result, and gives it up if it is not
// what was meant. Time is linear in the size of the file, but for keys out of
// order, which are sorted. Takes at most twice the size of the file; nothing
// for a file that is sound. The bytes must not change meanwhile.
Repaired RepairRecording(std::span<const uint8_t> bytes,
                         const mrtk::ReadOptions& read,
                         const RepairOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_RECORDING_H_
