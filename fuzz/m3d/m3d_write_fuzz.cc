// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whatever a program has done to a character, the writer refuses it, or writes
// what is read as the same. In every dialect, what is read of that is written
// as the same text.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/m3d_damage.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"

namespace clipguard {
namespace {

bool IsConverted(const m3d::Material& material) {
  return !std::holds_alternative<m3d::D3D12Look>(material.look);
}

void CheckDialect(const m3d::Character& character, m3d::Dialect dialect) {
  const auto text = WriteCharacter(character, dialect);
  if (!text.ok()) {
    CLIPGUARD_CHECK(text.status().code() == absl::StatusCode::kInvalidArgument);
    return;
  }
  const std::vector<uint8_t> bytes(text->begin(), text->end());
  FindingList findings;
  const auto again = m3d::ReadCharacter(bytes, {}, findings);
  CLIPGUARD_CHECK(again);
  const auto twice = WriteCharacter(*again, dialect);
  CLIPGUARD_CHECK(twice.ok() && *twice == *text);
  const bool same = dialect == m3d::Dialect::kD3D12 &&
                    character.dialect == m3d::Dialect::kD3D12 &&
                    std::ranges::none_of(character.materials, IsConverted);
  CLIPGUARD_CHECK(!same || fuzz::SameBits(*again, character));
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadCharacter(bytes, {}, findings);
  if (!character) return;
  for (size_t i = 0; i < fuzz::M3dDamages(); ++i) {
    m3d::Character damaged = *character;
    fuzz::DamageM3d(i, damaged);
    for (const m3d::Dialect dialect :
         {m3d::Dialect::kD3D12, m3d::Dialect::kD3D11, m3d::Dialect::kDashed,
          m3d::Dialect::kD3D10}) {
      CheckDialect(damaged, dialect);
    }
  }
}

CLIPGUARD_FUZZ_PROPERTY(m3d_write, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
