// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The parser and a deliberately naive reader see the same: what can be read and
// what is malformed, and every name, number, expression and transition.

#include <cstdint>
#include <span>

#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/oracle/forge_compare.h"
#include "fuzz/forge/oracle/naive_forge_reader.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"

namespace clipguard {
namespace {

// None is to be left out.
constexpr Limits kLimits = {.findings_kept = 1'000'000};

// Compares the readers' results, unless the file is of another format, or too
// large.
template <typename Model, typename Naive>
void Check(const Model& model, const FindingList& findings,
           const Naive& naive) {
  if (fuzz::Has(findings, FindingCode::kForgeFormatForeign)) return;
  CLIPGUARD_CHECK(model.has_value() == naive.readable);
  if (!model || fuzz::Has(findings, FindingCode::kLimitExceeded)) return;
  CLIPGUARD_STAGE("read");
  CLIPGUARD_CHECK(fuzz::SaysMalformed(findings) == naive.malformed);
  fuzz::CheckSame(*model, naive);
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const std::string_view text = fuzz::TextOf(bytes);
  FindingList machine(kLimits);
  FindingList armature(kLimits);
  Check(forge::ReadDamagedStateMachine(text, {}, machine), machine,
        fuzz::ReadMachineNaively(text));
  Check(forge::ReadDamagedArmature(text, {}, armature), armature,
        fuzz::ReadArmatureNaively(text));
}

CLIPGUARD_FUZZ_PROPERTY(forge_naive, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
