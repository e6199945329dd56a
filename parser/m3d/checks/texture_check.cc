// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/texture_check.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

constexpr size_t kMostSuggestions = 10;

// Where the maps are in a material.
struct MapParts {
  RowPart diffuse;
  RowPart normal;
};
constexpr MapParts kD3D12Parts = {WordsOf(kD3D12MaterialRow, "diffuseMap"),
                                  WordsOf(kD3D12MaterialRow, "normalMap")};
constexpr MapParts kD3D11Parts = {WordsOf(kD3D11MaterialRow, "diffuseMap"),
                                  WordsOf(kD3D11MaterialRow, "normalMap")};

constexpr MapParts kD3D10Parts = {WordsOf(kD3D10MaterialRow, "diffuseMap"),
                                  WordsOf(kD3D10MaterialRow, "normalMap")};
constexpr RowPart kSpecular = WordsOf(kD3D10MaterialRow, "specularMap");

// Places of the map names in a dialect's material rows.
const MapParts& PartsOf(Dialect dialect) {
  if (dialect == Dialect::kD3D12) return kD3D12Parts;
  return dialect == Dialect::kD3D10 ? kD3D10Parts : kD3D11Parts;
}

}  // namespace

bool IsNoTexture(std::string_view name) {
  const absl::string_view text(name.data(), name.size());
  return absl::EqualsIgnoreCase(text, "none") ||
         absl::EqualsIgnoreCase(text, "null");
}

void CheckTextures(std::span<const uint8_t> bytes, const Character& character,
                   const CharacterPlaces& places, WhyMissing why_missing,
                   FindingSink& sink) {
  CharacterReporter r(bytes, character, places, sink);
  const MapParts& parts = PartsOf(character.dialect);
  RowFinder finder =
      r.FinderOf(Section::kMaterials, MaterialTokens(character.dialect));
  size_t suggestions = kMostSuggestions;
  const auto check = [&](size_t material, std::string_view name, RowPart part) {
    if (IsNoTexture(name)) return;
    const auto why = why_missing(name, suggestions != 0);
    if (!why) return;
    if (suggestions != 0) --suggestions;
    r.Report(
        FindingCode::kTextureMissing, finder.Find(material, part), {},
        [&] { return FieldPath("materials", material, part.name); },
        [&] { return Arguments{Quoted(name), *why}; });
  };
  for (size_t i = 0; i < character.materials.size(); ++i) {
    const Material& material = character.materials[i];
    check(i, material.diffuse_map, parts.diffuse);
    if (const auto* look = std::get_if<D3D10Look>(&material.look)) {
      check(i, look->specular_map, kSpecular);
    }
    check(i, material.normal_map, parts.normal);
  }
}

}  // namespace clipguard::m3d
