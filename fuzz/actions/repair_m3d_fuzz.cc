// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of a repair of a character: bytes outside its edits are those of
// the original, the findings that it says it mends are gone, and a second
// repair changes nothing. Besides, it takes no more memory than a small
// multiple of the file.

#include <cstdint>
#include <span>

#include "actions/repair/m3d/character.h"
#include "fuzz/actions/repair_promises.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "parser/m3d/checks/validate.h"

namespace clipguard {
namespace {

// Heap limit: the result of a pass and of the one before, the model that is
// read at the same time, and the planned edits.
constexpr uint64_t kBytesPerByte = 16;

void Run(std::span<const uint8_t> bytes) {
  fuzz::CheckRepair(bytes, kBytesPerByte, actions::RepairCharacter,
                    m3d::ReadAndValidate);
}

CLIPGUARD_FUZZ_PROPERTY(repair_m3d, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
