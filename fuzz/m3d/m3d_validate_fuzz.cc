// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, read and validated: every finding lies within the file, at the
// line and column that belong to its offset; the structure alone agrees with
// the whole; the same bytes elsewhere in memory say the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/validate.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  FindingList structure;
  const auto character = m3d::ReadCharacter(bytes, {}, structure);
  CLIPGUARD_CHECK(character.has_value() == (structure.errors() == 0));
  fuzz::CheckPlaces(structure, bytes.size());

  FindingList whole;
  const auto checked = m3d::ReadAndValidate(bytes, {}, whole);
  CLIPGUARD_CHECK(checked.has_value() == (whole.errors() == 0));
  CLIPGUARD_CHECK(character || fuzz::Same(structure, whole));
  fuzz::CheckPlaces(whole, bytes.size());
  fuzz::CheckLines(whole, bytes);

  // One byte further on, so that nothing is aligned alike.
  std::vector<uint8_t> copy(bytes.size() + 1);
  std::ranges::copy(bytes, copy.begin() + 1);
  FindingList again;
  const auto moved =
      m3d::ReadAndValidate(std::span(copy).subspan(1), {}, again);
  CLIPGUARD_CHECK(fuzz::Same(whole, again));
  CLIPGUARD_CHECK(fuzz::SameBits(checked, moved));
  if (!character) return;
  CLIPGUARD_STAGE("readable");
  if (!checked) return;
  CLIPGUARD_CHECK(fuzz::SameBits(*character, *checked));
  CLIPGUARD_STAGE("sound");
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
