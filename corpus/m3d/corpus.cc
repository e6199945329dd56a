// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "corpus/corpus_file.h"
#include "corpus/m3d/generator.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/checks/target_check.h"
#include "parser/m3d/checks/texture_check.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"

namespace clipguard::corpus {
namespace {

m3d::ReadOptions OptionsOf(const CorpusFile& file) {
  m3d::ReadOptions options;
  options.limits = LimitsOf(file);
  return options;
}

std::optional<Format> FormatOf(const CorpusFile& file) {
  if (IsUnknown(file)) return std::nullopt;
  return Format::kM3d;
}

void Validate(const CorpusFile& file, FindingSink& sink) {
  m3d::CharacterPlaces places;
  const auto character =
      m3d::ReadCharacter(file.bytes, OptionsOf(file), sink, &places);
  if (!character) return;
  m3d::Validate(file.bytes, *character, places, sink);
  if (const auto target = TargetOf(file)) {
    m3d::CheckTarget(file.bytes, *character, places, *target, sink);
  }
  if (!file.textures) return;
  m3d::CheckTextures(
      file.bytes, *character, places,
      [&](std::string_view name, bool) -> std::optional<std::string> {
        if (std::ranges::count(*file.textures, name) != 0) return std::nullopt;
        return std::string();
      },
      sink);
}

// Checks that writing, reading and writing again gives the same character (but
// for its dialect) and the same text. Returns the reason if not, else "".
std::string Rewrite(const CorpusFile& file) {
  FindingList findings;
  const auto character =
      m3d::ReadCharacter(file.bytes, OptionsOf(file), findings);
  if (!character) return "it cannot be read";
  const auto text = m3d::WriteCharacter(*character);
  if (!text.ok()) return text.status().ToString();
  const std::vector<uint8_t> bytes(text->begin(), text->end());
  const auto again = m3d::ReadAndValidate(bytes, {}, findings);
  if (!again || !findings.empty()) return "what is written has findings";
  if (character->dialect == m3d::Dialect::kD3D12
          ? *again != *character
          : again->vertices != character->vertices ||
                again->clips != character->clips) {
    return "what is written is another character";
  }
  const auto same = m3d::WriteCharacter(*again);
  if (!same.ok()) return same.status().ToString();
  return *same == *text ? "" : "it is written differently the second time";
}

}  // namespace

const CorpusFormat kM3dCorpus = {
    .folder = "m3d",
    .generate = M3dCorpus,
    .format_of = FormatOf,
    .validate = Validate,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
