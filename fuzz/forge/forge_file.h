// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by targets of Forge's files.

#ifndef CLIPGUARD_FUZZ_FORGE_FORGE_FILE_H_
#define CLIPGUARD_FUZZ_FORGE_FORGE_FILE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::fuzz {

using clipguard::TextOf;

// A file, damaged or not, as what its keys say that it is: at most one of the
// two.
struct ForgeFile {
  std::optional<forge::StateMachine> machine;
  std::optional<forge::Armature> armature;
  FindingList findings;

  bool readable() const { return machine || armature; }
  bool sound() const { return readable() && findings.errors() == 0; }
};
ForgeFile ReadForge(std::string_view text, const Limits& limits = {});

// As a state machine, damaged or not, where it is known what the game's code
// supplies and which clips its models have.
std::optional<forge::StateMachine> ReadInKnownWorld(
    std::string_view text, const forge::StateMachineOptions& options,
    FindingSink& sink);

// As an armature, damaged or not, for a game without origins and a model with
// two elements.
std::optional<forge::Armature> ReadForOldGame(
    std::string_view text, const forge::ArmatureOptions& options,
    FindingSink& sink);

// In canonical form; nothing if it cannot be written.
std::optional<std::string> EncodeForge(const ForgeFile& file);

// Each finding's path leads to its bytes, in a naive reader's eyes.
void CheckPointers(const FindingList& findings, std::string_view text);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_FORGE_FILE_H_
