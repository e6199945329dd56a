// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Accepted means usable: the curves of a recording without errors evaluate to
// finite values at every time, unless CURVE_OVERFLOWS said otherwise, and
// float32 agrees with the double-precision specification. A recording with
// errors may evaluate to anything, without harm.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/eval/curve_check.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  if (mrtk::ReadVersion(bytes)) CLIPGUARD_STAGE("past the header");
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("structure read");
  const bool finite = fuzz::MustBeFinite(findings);
  const bool evaluated = fuzz::CheckCurves(*view, finite);
  if (evaluated) CLIPGUARD_STAGE("evaluated");
  if (evaluated && finite) CLIPGUARD_STAGE("evaluated without errors");
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_evaluate, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
