// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, parsed and validated: every finding lies within the file, all
// kernels find the same, and the structure alone agrees with the whole.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/validate.h"
#include "simd/kernel.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  FindingList structure;
  const auto view = mrtk::InputAnimationView::Parse(bytes, {}, structure);
  fuzz::CheckPlaces(structure, bytes.size());
  if (!view) {
    CLIPGUARD_CHECK(structure.errors() != 0);
    return;
  }
  CLIPGUARD_STAGE("validated");
  FindingList whole;
  CLIPGUARD_CHECK(mrtk::ParseAndValidate(bytes, {}, whole).has_value());
  fuzz::CheckPlaces(whole, bytes.size());
  CLIPGUARD_CHECK(whole.errors() >= structure.errors());
  for (Kernel kernel : SupportedKernels()) {
    FindingList findings;
    mrtk::InputAnimationView::Parse(bytes, {}, findings);
    mrtk::Validate(*view, findings, kernel);
    CLIPGUARD_CHECK(fuzz::Same(findings, whole));
  }
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
