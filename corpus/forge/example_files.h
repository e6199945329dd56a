// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Small state machines and armatures, sound and not, and what must be said of
// each. The tests of this folder read them, and corpus/ writes them to files.

#ifndef CLIPGUARD_CORPUS_FORGE_EXAMPLE_FILES_H_
#define CLIPGUARD_CORPUS_FORGE_EXAMPLE_FILES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"

namespace clipguard::forge {

struct ExampleFinding {
  std::string code;  // "ASM_REFERENCE_CYCLE"
  ByteRange bytes;
  std::string path;
  uint64_t count = 1;

  friend bool operator==(const ExampleFinding&,
                         const ExampleFinding&) = default;
};

struct Example {
  // "asm-reference-cycle.two": the code that it is about, and the variant; of
  // sound files just a name.
  std::string name;
  std::string title;
  bool is_armature = false;
  std::string text{};
  std::vector<ExampleFinding> findings{};  // in the order of the report
  // Limit to read it with: "json-depth", or none if it is empty.
  std::string limit{};
  uint64_t limit_value = 0;
  // The names that the game's code supplies, if they are to be known.
  std::optional<std::vector<std::string>> inputs{};
  // The game that it is meant for: "forge-1.8".
  std::optional<std::string> target{};
  // How many elements an armature's model has, if that is known.
  std::optional<uint64_t> model_elements{};
  // The file of an armature's model, if it is known that there is none.
  std::string missing_model{};
  // Where it lies, if nothing but that tells what it is: "assets/a/asms/".
  std::string place{};
};

// All of them: first the sound ones.
std::vector<Example> ExampleFiles();

}  // namespace clipguard::forge

#endif  // CLIPGUARD_CORPUS_FORGE_EXAMPLE_FILES_H_
