// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, parsed and validated: every finding lies within the file, all
// kernels find the same, and the structure alone agrees with the whole.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  FindingList structure;
  const auto view = mrtk::ReadDamagedInputAnimation(bytes, {}, structure);
  // A recording with errors is returned only to callers that ask for it.
  FindingList same;
  CLIPGUARD_CHECK(mrtk::ReadInputAnimation(bytes, {}, same).has_value() ==
                  (structure.errors() == 0));
  CLIPGUARD_CHECK(fuzz::Same(structure, same));
  fuzz::CheckPlaces(structure, bytes.size());
  if (!view) {
    CLIPGUARD_CHECK(structure.errors() != 0);
    return;
  }
  CLIPGUARD_STAGE("validated");
  FindingList whole;
  CLIPGUARD_CHECK(mrtk::ReadAndValidate(bytes, {}, whole).has_value() ==
                  (whole.errors() == 0));
  fuzz::CheckPlaces(whole, bytes.size());
  CLIPGUARD_CHECK(whole.errors() >= structure.errors());
  for (Kernel kernel : SupportedKernels()) {
    FindingList findings;
    mrtk::ReadInputAnimation(bytes, {}, findings);
    const uint64_t before = findings.errors();
    CLIPGUARD_CHECK(mrtk::Validate(*view, findings, kernel) ==
                    (findings.errors() == before));
    CLIPGUARD_CHECK(fuzz::Same(findings, whole));
  }
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_validate, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
