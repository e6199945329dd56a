// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, read and validated: every finding lies within the file, at the
// line and column that belong to its offset; the structure alone agrees with
// the whole; the same bytes elsewhere in memory give the same findings.
// Findings about a program or a folder of textures lie in the file as well.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/checks/target_check.h"
#include "parser/m3d/checks/texture_check.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/target.h"

namespace clipguard {
namespace {

// Findings about a target and missing textures lie in the file, and there is an
// error if the materials are of the other dialect.
void CheckBelongings(std::span<const uint8_t> bytes,
                     const m3d::Character& character,
                     const m3d::CharacterPlaces& places) {
  const bool is_d3d12 = character.dialect == m3d::Dialect::kD3D12;
  for (const Target target : {Target::kD3d11Book, Target::kD3d12Book}) {
    FindingList findings;
    m3d::CheckTarget(bytes, character, places, target, findings);
    fuzz::CheckPlaces(findings, bytes.size());
    fuzz::CheckLines(findings, bytes);
    const bool other = is_d3d12 != (target == Target::kD3d12Book);
    CLIPGUARD_CHECK((findings.errors() != 0) ==
                    (character.dialect == m3d::Dialect::kD3D10 ||
                     (other && !character.materials.empty())));
  }
  FindingList missing;
  uint64_t asked = 0;
  m3d::CheckTextures(
      bytes, character, places,
      [&](std::string_view name, bool) -> std::optional<std::string> {
        ++asked;
        CLIPGUARD_CHECK(!name.empty());
        return std::string();
      },
      missing);
  fuzz::CheckPlaces(missing, bytes.size());
  fuzz::CheckLines(missing, bytes);
  CLIPGUARD_CHECK(missing.warnings() == asked && missing.errors() == 0);
  CLIPGUARD_CHECK(asked <= 3 * character.materials.size());
  for (const Finding& finding : missing.findings()) {
    // The bytes are the name itself.
    CLIPGUARD_CHECK(finding.bytes.length != 0);
  }
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  FindingList structure;
  m3d::CharacterPlaces places;
  m3d::ReadPart part;
  const auto character =
      m3d::ReadCharacter(bytes, {}, structure, &places, &part);
  CLIPGUARD_CHECK(character.has_value() == (structure.errors() == 0));
  if (!character) m3d::Validate(bytes, part, structure);
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
  CheckBelongings(bytes, *character, places);
  if (!checked) return;
  CLIPGUARD_CHECK(fuzz::SameBits(*character, *checked));
  CLIPGUARD_STAGE("sound");
}

CLIPGUARD_FUZZ_PROPERTY(m3d_validate, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
