// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/m3d/generator.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/write_character.h"

namespace clipguard::corpus {
namespace {

std::optional<Format> FormatOf(const CorpusFile& file) {
  if (IsUnknown(file)) return std::nullopt;
  return Format::kM3d;
}

// Checks that writing, reading and writing again gives the same character (but
// for its dialect) and the same text. Returns the reason if not, else "".
std::string Rewrite(const ParsedFile& file) {
  FindingList findings;
  const auto& character = std::get<m3d::Character>(file.model);
  const auto text = m3d::WriteCharacter(character);
  if (!text.ok()) return text.status().ToString();
  const std::vector<uint8_t> bytes(text->begin(), text->end());
  const auto again = m3d::ReadAndValidate(bytes, {}, findings);
  if (!again || !findings.empty()) return "what is written has findings";
  if (character.dialect == m3d::Dialect::kD3D12
          ? *again != character
          : again->vertices != character.vertices ||
                again->clips != character.clips) {
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
    .read_as = [](const CorpusFile&) { return Format::kM3d; },
    .format_of = FormatOf,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
