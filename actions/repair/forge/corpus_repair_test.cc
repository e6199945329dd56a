// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the promises of a repair with every Forge file of the corpus, every cut
// of some, and those of CLIPGUARD_DATA; read as either kind.

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "actions/repair/forge/forge.h"
#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "gtest/gtest.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

namespace fs = std::filesystem;

std::string Fault(std::span<const uint8_t> bytes) {
  std::string fault =
      FaultOf(bytes, RepairStateMachine, forge::ReadDamagedStateMachine);
  if (!fault.empty()) return "as a state machine: " + fault;
  return FaultOf(bytes, RepairArmature, forge::ReadDamagedArmature);
}

TEST(ForgeCorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/forge", ".json", Fault), 100u);
}

// Every repair that the list has for Forge's files is made, or refused with a
// reason.
TEST(ForgeCorpusRepairTest, RepairsOfTheListAreMade) {
  ExpectListIsMade(
      "corpus/forge", ".json", {Format::kForgeAsm, Format::kForgeArmature},
      [](const auto& bytes, std::set<FindingCode>& made) {
        AddCodes(RepairStateMachine(bytes, {}, {.unsafe = true}), made);
        AddCodes(RepairArmature(bytes, {}, {.unsafe = true}), made);
      });
}

TEST(ForgeCorpusRepairTest, HoldsForMutants) {
  CheckMutants("corpus/forge", ".json", CLIPGUARD_SANITIZED ? 2 : 20, Fault);
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
