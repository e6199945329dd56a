// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of every repair, whatever is repaired.

#ifndef CLIPGUARD_FUZZ_ACTIONS_REPAIR_PROMISES_H_
#define CLIPGUARD_FUZZ_ACTIONS_REPAIR_PROMISES_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "absl/functional/function_ref.h"
#include "actions/repair/repair_check.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/stages.h"

namespace clipguard::fuzz {

// Checks what actions/repair/repair_check.h says, and that each repair takes at
// most 2 MB and `bytes_per_byte` times the file of the heap.
template <typename Repair, typename Read>
void CheckRepair(std::span<const uint8_t> bytes, uint64_t bytes_per_byte,
                 Repair repair, Read read) {
  const std::string fault = actions::FaultOf(
      bytes, repair, read,
      [&](size_t size, absl::FunctionRef<actions::Repaired()> run) {
        actions::Repaired repaired =
            WithinHeap({uint64_t{2} << 20, bytes_per_byte}, size, run);
        if (repaired.changed()) CLIPGUARD_STAGE("repaired");
        if (!repaired.guesses.empty()) CLIPGUARD_STAGE("could guess");
        if (!repaired.refusals.empty()) CLIPGUARD_STAGE("refused");
        return repaired;
      });
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_ACTIONS_REPAIR_PROMISES_H_
