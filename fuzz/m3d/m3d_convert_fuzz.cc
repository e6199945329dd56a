// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Materials of any dialect become D3D12 materials: what both can say is kept,
// what only one of them can is within its range, and each has a name.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"

namespace clipguard {
namespace {

void CheckConverted(const m3d::Material& from, const m3d::Material& to) {
  CLIPGUARD_CHECK(from.diffuse == to.diffuse);
  CLIPGUARD_CHECK(from.alpha_clip == to.alpha_clip && from.type == to.type);
  CLIPGUARD_CHECK(from.diffuse_map == to.diffuse_map);
  CLIPGUARD_CHECK(from.normal_map == to.normal_map);
  const auto& look = std::get<m3d::D3D12Look>(to.look);
  const auto* d3d11 = std::get_if<m3d::D3D11Look>(&from.look);
  if (d3d11 == nullptr) return;
  CLIPGUARD_CHECK(look.roughness >= 0 && look.roughness <= 1);
  for (size_t i = 0; i < 3; ++i) {
    const float reflectivity = d3d11->reflectivity[i];
    CLIPGUARD_CHECK(look.fresnel0[i] == reflectivity || reflectivity == 0);
  }
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto read = m3d::ReadCharacter(bytes, {}, findings);
  if (!read) return;
  CLIPGUARD_STAGE("readable");
  const m3d::Character& character = *read;
  if (fuzz::IsLabelInD3D12(character)) return;
  // Whose materials get an effect, or may share vertices.
  if (character.dialect == m3d::Dialect::kD3D10) return;
  const std::string text = WriteCharacter(character).value();
  const auto d3d12 = m3d::ReadCharacter(
      {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, {},
      findings);
  CLIPGUARD_CHECK(d3d12);
  CLIPGUARD_CHECK(d3d12->materials.size() == character.materials.size());
  for (size_t i = 0; i < d3d12->materials.size(); ++i) {
    CheckConverted(character.materials[i], d3d12->materials[i]);
  }
}

CLIPGUARD_FUZZ_PROPERTY(m3d_convert, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
