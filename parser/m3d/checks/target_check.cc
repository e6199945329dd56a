// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/target_check.h"

#include <cstddef>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

// The label that the materials of a file begin with.
void ReportOtherMaterials(CharacterReporter& r, Target target) {
  const bool is_d3d12 = r.character().dialect == Dialect::kD3D12;
  // The first word, which is where it is whatever a row has.
  RowFinder finder = r.FinderOf(Section::kMaterials, 1);
  const bool is_d3d10 = r.character().dialect == Dialect::kD3D10;
  r.Report(
      FindingCode::kTargetCannotLoad, finder.Find(0, {0, 1, ""}), {},
      [] { return std::string("materials[0]"); },
      [&] {
        return Arguments{
            GetTargetInfo(target).title,
            is_d3d10
                ? "it reads the numbers of bones and clips after that of "
                  "triangles, and a table of subsets; this file has neither, "
                  "and all that follows is misread"
            : is_d3d12
                ? "it reads materials that begin with Ambient:, of 26 words; "
                  "these have 20, and all that follows is misread"
                : "it reads materials that begin with Name:, of 20 words; "
                  "these have 26, and all that follows is misread"};
      });
}

void ReportShininess(CharacterReporter& r, Target target) {
  constexpr RowPart kRoughness = WordsOf(kD3D12MaterialRow, "roughness");
  constexpr RowPart kLabel = {kRoughness.first - 1, 1, kRoughness.name};
  RowFinder finder =
      r.FinderOf(Section::kMaterials, TokensIn(kD3D12MaterialRow));
  const auto& materials = r.character().materials;
  for (size_t i = 0; i < materials.size(); ++i) {
    const auto* const look = std::get_if<D3D12Look>(&materials[i].look);
    if (look == nullptr || !look->says_shininess) continue;
    r.Report(
        FindingCode::kTargetPlaysDifferently, finder.Find(i, kLabel),
        {0, i, "material"},
        [&] { return FieldPath("materials", i, kLabel.name); },
        [&] {
          return Arguments{GetTargetInfo(target).title,
                           "does not look at the label Shininess:, and takes "
                           "its number for a roughness"};
        });
  }
}

}  // namespace

void CheckTarget(std::span<const uint8_t> bytes, const Character& character,
                 const CharacterPlaces& places, Target target,
                 FindingSink& sink) {
  CharacterReporter r(bytes, character, places, sink);
  const bool wants_d3d12 = target == Target::kD3d12Book;
  const bool is_d3d12 = character.dialect == Dialect::kD3D12;
  // Without materials the dialects are one.
  if (character.materials.empty() && character.dialect != Dialect::kD3D10) {
    return;
  }
  if (wants_d3d12 != is_d3d12 || character.dialect == Dialect::kD3D10) {
    ReportOtherMaterials(r, target);
  } else if (wants_d3d12) {
    ReportShininess(r, target);
  }
}

}  // namespace clipguard::m3d
