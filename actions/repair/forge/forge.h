// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs Forge's state machines and armatures: edits of their JSON text, by
// the places that the readers report. Comments, key order and layout stay.
//
//   actions::Repaired repaired = actions::RepairArmature(bytes, {}, {});
//   if (repaired.changed()) Write(repaired.bytes);
//
// Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_REPAIR_FORGE_FORGE_H_
#define CLIPGUARD_ACTIONS_REPAIR_FORGE_FORGE_H_

#include <cstdint>
#include <span>

#include "actions/repair/repair.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::actions {

// Repairs what can be repaired, reads the result, and gives it up if it is not
// what was meant. Each pass takes as long as reading the file, but for sorting;
// there are 48 at most. The bytes must not change meanwhile.
Repaired RepairStateMachine(std::span<const uint8_t> bytes,
                            const forge::StateMachineOptions& read,
                            const RepairOptions& options);
Repaired RepairArmature(std::span<const uint8_t> bytes,
                        const forge::ArmatureOptions& read,
                        const RepairOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_FORGE_FORGE_H_
