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
  m3d::Character character;
  const bool readable = ReadCharacter(bytes, {}, structure, character);
  CLIPGUARD_CHECK(readable == (structure.errors() == 0));
  fuzz::CheckPlaces(structure, bytes.size());

  FindingList whole;
  m3d::Character checked;
  const bool sound = ReadAndValidate(bytes, {}, whole, checked);
  CLIPGUARD_CHECK(sound == (whole.errors() == 0));
  CLIPGUARD_CHECK(readable || fuzz::Same(structure, whole));
  fuzz::CheckPlaces(whole, bytes.size());
  fuzz::CheckLines(whole, bytes);

  // One byte further on, so that nothing is aligned alike.
  std::vector<uint8_t> copy(bytes.size() + 1);
  std::ranges::copy(bytes, copy.begin() + 1);
  FindingList again;
  m3d::Character moved;
  ReadAndValidate(std::span(copy).subspan(1), {}, again, moved);
  CLIPGUARD_CHECK(fuzz::Same(whole, again));
  CLIPGUARD_CHECK(fuzz::SameBits(checked, moved));
  if (!readable) return;
  CLIPGUARD_STAGE("readable");
  // What has errors is not handed out.
  CLIPGUARD_CHECK(
      fuzz::SameBits(sound ? character : m3d::Character(), checked));
  if (sound) CLIPGUARD_STAGE("sound");
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
