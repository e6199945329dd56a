// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A limit that is exceeded is a finding, and one that is not changes nothing.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "parser/detect/format.h"
#include "parser/finding.h"

namespace clipguard {
namespace {

// All findings are kept: among a thousand others, LIMIT_EXCEEDED may not be.
constexpr uint64_t kAll = 1'000'000;

void CheckWith(std::string_view text, Limits limits,
               const fuzz::ForgeFile& expected) {
  limits.findings_kept = kAll;
  const fuzz::ForgeFile file = fuzz::ReadForge(text, limits);
  fuzz::CheckPlaces(file.findings, text.size(), /*pointers=*/true);
  if (fuzz::Has(file.findings, FindingCode::kLimitExceeded)) {
    CLIPGUARD_CHECK(file.findings.errors() > 0);
    return;
  }
  CLIPGUARD_CHECK(fuzz::Same(file.findings, expected.findings));
  CLIPGUARD_CHECK(fuzz::EncodeForge(file) == fuzz::EncodeForge(expected));
}

// The format of a file does not change once it is decided.
void CheckDecision(std::span<const uint8_t> bytes) {
  const std::optional<Format> format = DetectFormat(bytes);
  for (const size_t part : {bytes.size() / 2, bytes.size()}) {
    const std::span<const uint8_t> begin = bytes.first(part);
    if (FormatIsDecided(begin)) CLIPGUARD_CHECK(DetectFormat(begin) == format);
  }
}

void Run(std::span<const uint8_t> bytes) {
  CheckDecision(bytes);
  const std::string_view text = fuzz::TextOf(bytes);
  const fuzz::ForgeFile file = fuzz::ReadForge(text, {.findings_kept = kAll});
  CheckWith(text, {.json_bytes = text.size()}, file);
  CheckWith(text, {.json_bytes = text.size() / 2}, file);
  for (const uint64_t limit : {1, 3, 6}) {
    CheckWith(text, {.name_bytes = limit}, file);
    CheckWith(text, {.json_depth = limit}, file);
    CheckWith(text, {.expression_depth = limit}, file);
    CheckWith(text, {.evaluation_steps = limit * limit}, file);
  }
}

CLIPGUARD_FUZZ_PROPERTY(forge_limits, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
