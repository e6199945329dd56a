// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A repair of a capture promises the same as one of a recording does.

#include <cstdint>
#include <span>

#include "actions/repair/xrhands/capture.h"
#include "fuzz/actions/repair_promises.h"
#include "fuzz/shared/property.h"
#include "fuzz/xrhands/fuzz_format.h"
#include "parser/xrhands/validate.h"

namespace clipguard {
namespace {

// The heap holds the results of two passes, what each looks at, and an offset
// for each frame, of which the shortest have eight bytes.
constexpr uint64_t kBytesPerByte = 12;

void Run(std::span<const uint8_t> bytes) {
  fuzz::CheckRepair(bytes, kBytesPerByte, actions::RepairCapture,
                    xrhands::ReadDamagedAndValidate);
}

CLIPGUARD_FUZZ_PROPERTY(repair_xrhands, Run, fuzz::kXrHandsFuzzing.inputs);

}  // namespace
}  // namespace clipguard
