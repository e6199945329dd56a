// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of a repair of a recording: bytes outside its edits are those of
// the original, the findings that it says it mends are gone, and a second
// repair changes nothing. If one place of a sound one is damaged, a safe repair
// keeps all other keys and markers. Besides, it takes no more memory than a
// small multiple of the file.

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "actions/repair/mrtk/damage_check.h"
#include "actions/repair/mrtk/recording.h"
#include "fuzz/actions/repair_promises.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard {
namespace {

// Heap limit: the result, and the memory to make it; a change for each kind of
// finding and curve; a result that is built before it is changed.
constexpr uint64_t kBytesPerByte = 8;

void Run(std::span<const uint8_t> bytes) {
  fuzz::CheckRepair(bytes, kBytesPerByte, actions::RepairRecording,
                    mrtk::ReadDamagedAndValidate);
  uint32_t seed = 0;
  for (const uint8_t byte : bytes) seed = seed * 31 + byte;
  const std::string fault =
      actions::DamageFault(bytes, seed, /*if_nothing_lost=*/true);
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

CLIPGUARD_FUZZ_PROPERTY(repair_mrtk, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
