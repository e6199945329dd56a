// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A limit that is exceeded is a finding, and one that is not changes nothing.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/m3d/character.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard {
namespace {

// All findings are kept: among a thousand others, LIMIT_EXCEEDED may not be.
constexpr Limits kAll = {.findings_kept = 1'000'000};

void CheckWith(std::span<const uint8_t> bytes, const Limits& limits,
               const FindingList& expected,
               const std::optional<m3d::Character>& character) {
  m3d::ReadOptions options;
  options.limits = limits;
  FindingList findings(kAll);
  const auto other = m3d::ReadCharacter(bytes, options, findings);
  fuzz::CheckPlaces(findings, bytes.size());
  if (std::ranges::any_of(findings.findings(), [](const Finding& f) {
        return f.code == FindingCode::kLimitExceeded;
      })) {
    CLIPGUARD_CHECK(!other);
    return;
  }
  CLIPGUARD_CHECK(fuzz::Same(findings, expected));
  CLIPGUARD_CHECK(fuzz::SameBits(other, character));
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings(kAll);
  const auto character = m3d::ReadCharacter(bytes, {}, findings);
  CheckWith(bytes, {.file_bytes = bytes.size()}, findings, character);
  CheckWith(bytes, {.file_bytes = bytes.size() / 2}, findings, character);
  for (const uint64_t limit : {1, 4, 12}) {
    CheckWith(bytes, {.keys_per_curve = limit}, findings, character);
    CheckWith(bytes, {.name_bytes = limit}, findings, character);
  }
}

CLIPGUARD_FUZZ_PROPERTY(m3d_limits, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
