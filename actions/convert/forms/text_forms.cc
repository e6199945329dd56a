// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/passed_over.h"
#include "base/piece_writer.h"
#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/format.h"
#include "parser/m3d/write_character.h"

namespace clipguard::actions {
namespace {

// A character of a file, and what it becomes.
struct Held {
  m3d::Character character;
  m3d::Dialect dialect;
};

void WriteHeld(const Held& held, PieceWriter& out) {
  m3d::WriteCharacter(held.character, held.dialect, out);
}

// Materials are of two kinds: those of the D3D12 book, and those of the others.
bool IsD3D12(m3d::Dialect dialect) { return dialect == m3d::Dialect::kD3D12; }

// `materials` is where these begin.
void ReportMaterials(const m3d::Character& character, m3d::Dialect dialect,
                     uint64_t materials, FindingSink& losses) {
  if (character.dialect == dialect) return;
  const bool of_d3d10 = character.dialect == m3d::Dialect::kD3D10;
  if (!of_d3d10 && IsD3D12(character.dialect) == IsD3D12(dialect)) return;
  const std::string target =
      absl::StrFormat("the %s dialect", m3d::DialectName(dialect));
  const std::string what =
      of_d3d10 ? "a material's specular map"
      : IsD3D12(dialect)
          ? "a material's ambient and specular colours and its specular power"
          : "a material's name, and its reflectance and roughness as they are";
  for (size_t i = 0; i < character.materials.size(); ++i) {
    losses.Report(FindingCode::kConversionLoses, {materials, 0},
                  {.id = 0, .element = i, .noun = "material"},
                  [&](Description& d) {
                    d.path = absl::StrFormat("materials[%d]", i);
                    return Arguments{target, what};
                  });
  }
}

// Converts JSON. The result is validated as it is written. Without a dialect:
// the one that the JSON names.
absl::StatusOr<std::unique_ptr<Converted>> OfJson(
    const ParsedFile& file, std::optional<m3d::Dialect> wanted,
    FindingSink& losses) {
  auto read = ReadCharacterJson(file.bytes, file.limits);
  if (!read.ok()) return read.status();
  const m3d::Dialect dialect = wanted.value_or((*read)->character.dialect);
  ReportMaterials((*read)->character, dialect, 0, losses);
  absl::StatusOr<std::string> text =
      m3d::WriteCharacter((*read)->character, dialect);
  if (!text.ok()) return text.status();
  // Frees the JSON's model, which takes more memory than the rest.
  read->reset();
  FindingList findings(file.limits);
  if (!m3d::ReadAndValidate(BytesOf(*text), {.limits = file.limits},
                            findings)) {
    return RefusedModel(kCharacterKind, findings);
  }
  return std::make_unique<ConvertedBytes<std::string>>(*std::move(text));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToDialect(
    ParsedFile file, m3d::Dialect dialect, FindingSink& losses) {
  if (file.format != Format::kM3d) return OfJson(file, dialect, losses);
  auto* character = file.Sound<m3d::Character>();
  if (character == nullptr) return HasErrors();
  const auto& rows =
      file.places.rows[static_cast<size_t>(m3d::Section::kMaterials)];
  ReportMaterials(*character, dialect, rows.empty() ? 0 : rows.front(), losses);
  if (absl::Status s = m3d::CheckWritable(*character, dialect); !s.ok()) {
    return s;
  }
  return std::make_unique<ConvertedText<Held>>(
      Held{std::move(*character), dialect}, WriteHeld);
}

absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3d(
    ParsedFile file, const ConversionOptions&, FindingSink& losses) {
  if (file.format != Format::kM3d) return OfJson(file, std::nullopt, losses);
  return ConvertToDialect(std::move(file), m3d::Dialect::kD3D12, losses);
}

absl::StatusOr<std::unique_ptr<Converted>> ConvertToForge(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  NotePassedOver(file, "canonical text", NotesOf(options, losses));
  if (const auto* machine = file.Sound<forge::StateMachine>()) {
    auto text = forge::WriteStateMachine(*machine);
    if (!text.ok()) return text.status();
    return std::make_unique<ConvertedBytes<std::string>>(*std::move(text));
  }
  auto* armature = file.Sound<forge::Armature>();
  if (armature == nullptr) return HasErrors();
  if (absl::Status s = forge::CheckWritable(*armature); !s.ok()) return s;
  constexpr ConvertedText<forge::Armature>::Write kWrite = forge::WriteArmature;
  return std::make_unique<ConvertedText<forge::Armature>>(std::move(*armature),
                                                          kWrite);
}

}  // namespace clipguard::actions
