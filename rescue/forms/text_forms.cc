// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/forms/text_forms.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/write_character.h"
#include "rescue/conversion/passed_over.h"
#include "rescue/forms/character_json.h"

namespace clipguard::rescue {
namespace {

std::unique_ptr<Converted> BytesOf(const std::string& text) {
  return std::make_unique<ConvertedBytes>(
      std::vector<uint8_t>(text.begin(), text.end()));
}

// `materials` is where these begin.
absl::StatusOr<std::unique_ptr<Converted>> TextOfCharacter(
    const m3d::Character& character, uint64_t materials, FindingSink& losses) {
  if (character.dialect != m3d::Dialect::kD3D12) {
    for (size_t i = 0; i < character.materials.size(); ++i) {
      losses.Report(
          FindingCode::kConversionLoses, {materials, 0},
          {.id = 0, .element = i, .noun = "material"}, [&](Description& d) {
            d.path = absl::StrFormat("materials[%d]", i);
            return Arguments{std::string("the D3D12 dialect"),
                             std::string("a material's ambient and specular "
                                         "colours and its specular power")};
          });
    }
  }
  const auto text = m3d::WriteCharacter(character);
  if (!text.ok()) return text.status();
  return BytesOf(*text);
}

std::string_view TextOf(const ConversionSource& source) {
  return {reinterpret_cast<const char*>(source.bytes.data()),
          source.bytes.size()};
}

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3d(
    const ConversionSource& source, const ConversionOptions&,
    FindingSink& losses) {
  if (source.format != Format::kM3d) {
    const auto read = ReadCharacterJson(source.bytes, source.limits);
    if (!read.ok()) return read.status();
    return TextOfCharacter((*read)->character, 0, losses);
  }
  m3d::ReadOptions read;
  read.limits = source.limits;
  FindingList findings;
  m3d::CharacterPlaces places;
  const auto character =
      m3d::ReadCharacter(source.bytes, read, findings, &places);
  if (!character) return absl::InvalidArgumentError("the file has errors");
  const auto& rows = places.rows[static_cast<size_t>(m3d::Section::kMaterials)];
  return TextOfCharacter(*character, rows.empty() ? 0 : rows.front(), losses);
}

absl::StatusOr<std::unique_ptr<Converted>> ConvertToForge(
    const ConversionSource& source, const ConversionOptions&,
    FindingSink& losses) {
  PassedOver sink("canonical text", losses);
  absl::StatusOr<std::string> text =
      absl::InvalidArgumentError("the file has errors");
  if (source.format == Format::kForgeAsm) {
    const auto machine = forge::ReadStateMachine(
        TextOf(source), {.limits = source.limits}, sink);
    if (machine) text = forge::WriteStateMachine(*machine);
  } else {
    const auto armature =
        forge::ReadArmature(TextOf(source), {.limits = source.limits}, sink);
    if (armature) text = forge::WriteArmature(*armature);
  }
  if (!text.ok()) return text.status();
  return BytesOf(*text);
}

}  // namespace clipguard::rescue
