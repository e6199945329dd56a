// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a repair of a character promises: bytes outside its edits are those of
// the original, what it says it mends is gone, and a second repair changes
// nothing. Besides, it takes no more memory than a small multiple of the file.

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/m3d/validate.h"
#include "rescue/repair/m3d/character.h"
#include "rescue/repair/repair_check.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

// Of the heap: the result of a pass and of the one before, the model that is
// read meanwhile, and what is planned.
constexpr uint64_t kSpareBytes = uint64_t{2} << 20;
constexpr uint64_t kBytesPerByte = 16;

void Run(std::span<const uint8_t> bytes) {
  const std::string fault = rescue::WhatDoesNotHold(
      bytes,
      [](std::span<const uint8_t> of, const rescue::RepairOptions& options) {
        const int64_t start = StartPeak();
        rescue::Repaired repaired = rescue::RepairCharacter(of, {}, options);
        CLIPGUARD_CHECK(PeakBytesSince(start) <=
                        kSpareBytes + kBytesPerByte * of.size());
        if (repaired.changed()) CLIPGUARD_STAGE("repaired");
        if (!repaired.guesses.empty()) CLIPGUARD_STAGE("could guess");
        if (!repaired.refusals.empty()) CLIPGUARD_STAGE("refused");
        return repaired;
      },
      [](std::span<const uint8_t> of, FindingSink& sink) {
        m3d::ReadAndValidate(of, {}, sink);
      });
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
