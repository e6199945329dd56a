// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows taken as a whole and rows read token by token are the same character,
// bit for bit, with the same findings; also at the edge of a page that cannot
// be read.

#include <algorithm>
#include <cstdint>
#include <span>

#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "testing/guarded_memory.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  m3d::ReadOptions options;
  options.quick_rows = false;
  FindingList expected;
  FindingList all;
  const auto character = m3d::ReadCharacter(bytes, options, expected);
  const auto validated = m3d::ReadAndValidate(bytes, options, all);
  if (character) CLIPGUARD_STAGE("readable");

  GuardedMemory memory(bytes.size());
  uint8_t* const copy = memory.end() - bytes.size();
  std::ranges::copy(bytes, copy);
  FindingList findings;
  FindingList all_findings;
  const auto read = m3d::ReadCharacter({copy, bytes.size()}, {}, findings);
  CLIPGUARD_CHECK(fuzz::Same(findings, expected));
  CLIPGUARD_CHECK(fuzz::SameBits(read, character));
  const auto sound =
      m3d::ReadAndValidate({copy, bytes.size()}, {}, all_findings);
  CLIPGUARD_CHECK(fuzz::Same(all_findings, all));
  CLIPGUARD_CHECK(fuzz::SameBits(sound, validated));
}

CLIPGUARD_FUZZ_PROPERTY(m3d_quick_rows, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
