// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/match.h"
#include "corpus/corpus_file.h"
#include "corpus/forge/generator.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"

namespace clipguard::corpus {
namespace {

// By the file's name; but some belong to nobody, or to the other format, and
// are what they are called only by force. Where one lies in assets/ is for the
// command line to know.
std::optional<Format> FormatOf(const CorpusFile& file) {
  constexpr std::string_view kNobodys[] = {
      "forge-format-foreign.armature.json",
      "forge-format-foreign.blockbench.armature.json",
      "forge-key-missing.empty.asm.json",
      "forge-type-wrong.asm.json",
      "json-syntax.asm.json",
      "json-syntax.blank.asm.json",
      "json-syntax.colon.asm.json",
      "json-syntax.unquoted.asm.json",
  };
  if (absl::StrContains(file.name, "/assets/")) return std::nullopt;
  const std::string name = file.name.substr(file.name.rfind('/') + 1);
  if (std::ranges::count(kNobodys, name) != 0) return std::nullopt;
  const bool swapped = name == "forge-format-foreign.machine.armature.json" ||
                       name == "forge-format-foreign.armature.asm.json";
  return IsArmature(file) != swapped ? Format::kForgeArmature
                                     : Format::kForgeAsm;
}

Format ReadAs(const CorpusFile& file) {
  return IsArmature(file) ? Format::kForgeArmature : Format::kForgeAsm;
}

// Checks that writing, reading and writing again gives the same text. Returns
// the reason if not, else "".
std::string Rewrite(const ParsedFile& file) {
  FindingList findings;
  const auto write = [&](const std::string& text) {
    if (file.format == Format::kForgeArmature) {
      const auto armature = forge::ReadArmature(text, {}, findings);
      return armature ? forge::WriteArmature(*armature).value_or("") : "";
    }
    const auto machine = forge::ReadStateMachine(text, {}, findings);
    return machine ? forge::WriteStateMachine(*machine).value_or("") : "";
  };
  const std::string once = write({file.bytes.begin(), file.bytes.end()});
  if (once.empty()) return "it cannot be written";
  if (write(once) != once) return "it is written differently the second time";
  return findings.empty() ? "" : "what is written has findings";
}

}  // namespace

const CorpusFormat kForgeCorpus = {
    .folder = "forge",
    .generate = ForgeCorpus,
    .read_as = ReadAs,
    .format_of = FormatOf,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
