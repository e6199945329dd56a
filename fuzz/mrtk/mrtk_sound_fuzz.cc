// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Sound recordings have no findings: whatever the input says is repaired by
// the rules of the format's page, and nothing may then be found, by any
// kernel; and nothing may be allocated on the way.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/mrtk_repair.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

// Allocations of the whole process while a sound file is read and validated.
uint64_t AllocationsFor(std::span<const uint8_t> file,
                        const mrtk::ReadOptions& options, Kernel kernel) {
  FindingList findings;
  const uint64_t before = AllocationCount();
  const auto view = mrtk::ReadInputAnimation(file, options, findings);
  CLIPGUARD_CHECK(view.has_value());
  mrtk::Validate(*view, findings, kernel);
  CLIPGUARD_CHECK(findings.empty());
  return AllocationCount() - before;
}

void Run(std::span<const uint8_t> bytes) {
  corpus::Recording recording = fuzz::DecodeLeniently(bytes);
  fuzz::Repair(recording);
  const std::vector<uint8_t> file = corpus::Write(recording).bytes;
  mrtk::ReadOptions options;
  options.layout = recording.keys;  // without keys, both layouts fit
  for (Kernel kernel : SupportedKernels()) {
    // The fuzzer's own thread allocates, too, while it starts: ours would do so
    // again.
    CLIPGUARD_CHECK(AllocationsFor(file, options, kernel) == 0 ||
                    AllocationsFor(file, options, kernel) == 0);
  }
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_sound, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
