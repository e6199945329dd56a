// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs .m3d characters: edits of their text, by the places that the reader
// and the validator report.
//
//   actions::Repaired repaired = actions::RepairCharacter(bytes, {}, {});
//   if (repaired.changed()) Write(repaired.bytes);
//
// Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_REPAIR_M3D_CHARACTER_H_
#define CLIPGUARD_ACTIONS_REPAIR_M3D_CHARACTER_H_

#include <cstdint>
#include <span>

#include "actions/repair/repair.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard::actions {

// Repairs what can be repaired, reads the result, and gives it up if it is not
// what was meant. Each pass is linear in the size of the file, but for sorting;
// there are as many as what is mended brings more to light, 48 at most. The
// bytes must not change meanwhile.
Repaired RepairCharacter(std::span<const uint8_t> bytes,
                         const m3d::ReadOptions& read,
                         const RepairOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_M3D_CHARACTER_H_
