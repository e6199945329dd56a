// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/section_rows.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {
namespace {

Outcome ReadD3D12Material(Reading& r, uint64_t i) {
  constexpr size_t kRoughness = FieldOf(kD3D12MaterialRow, "roughness");
  Material& material = r.out.materials[i];
  D3D12Look& look = material.look.emplace<D3D12Look>();
  const auto members = MaterialMembersOf(material);
  const ElementPath at = {Section::kMaterials, {}, i};
  FieldOptions options = {{.next = kD3D12MaterialRow[0].label}};
  const Outcome outcome = ReadFields<kD3D12MaterialRow, 0, kRoughness>(
      r.in, kD3D12MaterialMembers, members, at, options);
  if (outcome != Outcome::kRead) return outcome;
  look.says_shininess =
      r.cursor().Peek().text == kD3D12MaterialRow[kRoughness].other_label;
  options.other_labels = look.says_shininess;
  return ReadFields<kD3D12MaterialRow, kRoughness>(r.in, kD3D12MaterialMembers,
                                                   members, at, options);
}

Outcome ReadD3D11Material(Reading& r, uint64_t i) {
  Material& material = r.out.materials[i];
  material.look.emplace<D3D11Look>();
  return ReadFields<kD3D11MaterialRow>(
      r.in, kD3D11MaterialMembers, MaterialMembersOf(material),
      {Section::kMaterials, {}, i}, {{.next = kD3D11MaterialRow[0].label}});
}

Outcome ReadD3D10Material(Reading& r, uint64_t i) {
  constexpr size_t kReflectivity = FieldOf(kD3D10MaterialRow, "reflectivity");
  constexpr const Field& kLast = kD3D10MaterialRow[kReflectivity];
  Material& material = r.out.materials[i];
  D3D10Look& look = material.look.emplace<D3D10Look>();
  material.diffuse.fill(1);
  const std::array<std::string_view*, kReflectivity> names = {
      &material.diffuse_map, &look.specular_map, &material.normal_map};
  ElementPath at = {Section::kMaterials, {}, i};
  for (size_t k = 0; k < names.size(); ++k) {
    at.field = kD3D10MaterialRow[k].name;
    const Outcome outcome =
        r.in.Name(*names[k], kLast.label, at, /*is_bare=*/true);
    if (outcome != Outcome::kRead) return outcome;
  }
  at.field = kLast.name;
  return r.in.LabelledReals(kLast.label, look.reflectivity, at, {});
}

}  // namespace

Outcome ReadMaterials(Reading& r) {
  r.out.materials.resize(r.counts.materials);
  if (r.out.dialect == Dialect::kD3D10) {
    return ReadRows(r, Section::kMaterials,
                    [&](uint64_t i) { return ReadD3D10Material(r, i); });
  }
  if (r.out.dialect == Dialect::kD3D12 &&
      r.cursor().Peek().text == kD3D11MaterialRow[0].label) {
    r.out.dialect = Dialect::kD3D11;
  }
  return ReadRows(r, Section::kMaterials, [&](uint64_t i) {
    return r.out.dialect == Dialect::kD3D12 ? ReadD3D12Material(r, i)
                                            : ReadD3D11Material(r, i);
  });
}

Outcome ReadSubsets(Reading& r) {
  r.out.subsets.resize(r.counts.materials);
  return ReadRows(r, Section::kSubsets, [&](uint64_t i) {
    return ReadFields<kSubsetRow>(
        r.in, kSubsetMembers, MembersOf(r.out.subsets[i]),
        {Section::kSubsets, {}, i}, {{.next = kSubsetRow[0].label}});
  });
}

}  // namespace clipguard::m3d
