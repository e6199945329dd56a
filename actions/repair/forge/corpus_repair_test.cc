// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a repair promises holds for every Forge file of the corpus, every cut of
// some, and those of CLIPGUARD_DATA; read as either kind.

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/repair/forge/forge.h"
#include "actions/repair/repair_catalog.h"
#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "base/text_of.h"
#include "gtest/gtest.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

namespace fs = std::filesystem;

std::string Fault(std::span<const uint8_t> bytes) {
  std::string fault = WhatDoesNotHold(
      bytes,
      [](std::span<const uint8_t> of, const RepairOptions& with) {
        return RepairStateMachine(of, {}, with);
      },
      [](std::span<const uint8_t> of, FindingSink& sink) {
        forge::ReadDamagedStateMachine(TextOf(of), {}, sink);
      });
  if (!fault.empty()) return "as a state machine: " + fault;
  return WhatDoesNotHold(
      bytes,
      [](std::span<const uint8_t> of, const RepairOptions& with) {
        return RepairArmature(of, {}, with);
      },
      [](std::span<const uint8_t> of, FindingSink& sink) {
        forge::ReadDamagedArmature(TextOf(of), {}, sink);
      });
}

TEST(ForgeCorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/forge", ".json", Fault), 100u);
}

// What the list says of Forge's files is done, or refused with a reason.
TEST(ForgeCorpusRepairTest, RepairsOfTheListAreMade) {
  std::set<FindingCode> made;
  for (const fs::path& path : FilesIn("corpus/forge", ".json")) {
    const std::vector<uint8_t> bytes = ReadBytes(path);
    for (const Repaired& repaired :
         {RepairStateMachine(bytes, {}, {.unsafe = true}),
          RepairArmature(bytes, {}, {.unsafe = true})}) {
      for (const Change& change : repaired.changes) made.insert(change.code);
      for (const Refusal& refusal : repaired.refusals) {
        made.insert(refusal.code);
      }
    }
  }
  for (const RepairInfo& repair : AllRepairs()) {
    const CodeInfo& info = GetCodeInfo(repair.code);
    if (!info.formats.Contains(Format::kForgeAsm) &&
        !info.formats.Contains(Format::kForgeArmature)) {
      continue;
    }
    // These two need to know which models and game values there are.
    if (repair.code == FindingCode::kAsmParameterUnknown ||
        repair.code == FindingCode::kAsmModelClipMissing) {
      continue;
    }
    EXPECT_TRUE(made.contains(repair.code)) << info.name;
  }
}

TEST(ForgeCorpusRepairTest, HoldsForEveryCut) {
  for (const fs::path& path : FilesIn("corpus/forge/valid", ".json")) {
    ASSERT_NO_FATAL_FAILURE(CheckCuts(path, 60, Fault));
  }
}

using ForgeSampleRepairTest = RealForgeTest;

TEST_F(ForgeSampleRepairTest, HoldsForSampleFiles) {
  EXPECT_GT(CheckFolder(folder(), ".json", Fault), 1u);
}

}  // namespace
}  // namespace clipguard::actions
