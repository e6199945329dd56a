// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of XR Hands captures: of what says how many frames there are, and of
// what is written otherwise than recorders do. Poses and times stay as they
// are, but for the duration; docs/repair.md says when which is safe.

#ifndef CLIPGUARD_ACTIONS_REPAIR_XRHANDS_CAPTURE_H_
#define CLIPGUARD_ACTIONS_REPAIR_XRHANDS_CAPTURE_H_

#include <cstdint>
#include <span>

#include "actions/repair/repair.h"
#include "parser/xrhands/capture.h"

namespace clipguard::actions {

// Takes four copies of the file at most.
Repaired RepairCapture(std::span<const uint8_t> bytes,
                       const xrhands::ReadOptions& read,
                       const RepairOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_XRHANDS_CAPTURE_H_
