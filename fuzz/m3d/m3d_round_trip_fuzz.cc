// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character that was read can be written, as D3D12: the text reads back as
// the same character, bit for bit but for the materials of other dialects;
// writing that gives the same text; and a character without errors still has
// none. D3D10 files are written as D3D10, too.

#include <cstdint>
#include <span>
#include <string>

#include "base/text_of.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"

namespace clipguard {
namespace {

void CheckD3D10(const m3d::Character& character) {
  const auto text = WriteCharacter(character, m3d::Dialect::kD3D10);
  CLIPGUARD_CHECK(text.ok());
  FindingList none;
  const auto again = m3d::ReadCharacter(BytesOf(*text), {}, none);
  CLIPGUARD_CHECK(again && fuzz::SameBits(*again, character));
  CLIPGUARD_CHECK(WriteCharacter(*again, m3d::Dialect::kD3D10).value() ==
                  *text);
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  FindingList findings;
  auto character = m3d::ReadCharacter(bytes, {}, findings);
  if (!character) return;
  CLIPGUARD_STAGE("readable");
  if (character->dialect == m3d::Dialect::kD3D10) CheckD3D10(*character);
  const auto text = WriteCharacter(*character);
  // Whose materials may share vertices.
  if (character->dialect == m3d::Dialect::kD3D10 && !text.ok()) return;
  CLIPGUARD_CHECK(text.ok() != fuzz::IsLabelInD3D12(*character));
  if (!text.ok()) return;
  FindingList none;
  const auto again = m3d::ReadCharacter(BytesOf(*text), {}, none);
  CLIPGUARD_CHECK(again);
  CLIPGUARD_CHECK(WriteCharacter(*again).value() == *text);
  if (character->dialect != m3d::Dialect::kD3D12) {
    CLIPGUARD_CHECK(again->dialect == m3d::Dialect::kD3D12);
    character->dialect = again->dialect;
    character->materials = again->materials;
  }
  CLIPGUARD_CHECK(fuzz::SameBits(*again, *character));
  if (!m3d::ReadAndValidate(bytes, {}, findings)) return;
  CLIPGUARD_STAGE("sound");
  CLIPGUARD_CHECK(m3d::ReadAndValidate(BytesOf(*text), {}, none));
}

CLIPGUARD_FUZZ_PROPERTY(m3d_round_trip, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
