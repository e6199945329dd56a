// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the promises of a repair with every character of the corpus, every cut
// of some, and those of CLIPGUARD_DATA.

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>

#include "actions/repair/m3d/character.h"
#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "gtest/gtest.h"
#include "parser/m3d/checks/validate.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

namespace fs = std::filesystem;

std::string Fault(std::span<const uint8_t> bytes) {
  return FaultOf(bytes, RepairCharacter, m3d::ReadAndValidate);
}

TEST(M3dCorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/m3d", ".m3d", Fault), 100u);
}

// Every repair that the list has for characters is made, or refused with a
// reason.
TEST(M3dCorpusRepairTest, RepairsOfTheListAreMade) {
  // For some codes, the corpus has only files that cannot be repaired:
  // character_test.cc has others.
  ExpectListIsMade("corpus/m3d", ".m3d", {Format::kM3d},
                   [](const auto& bytes, std::set<FindingCode>& made) {
                     AddCodes(RepairCharacter(bytes, {}, {.unsafe = true}),
                              made);
                   });
}

TEST(M3dCorpusRepairTest, HoldsForMutants) {
  CheckMutants("corpus/m3d", ".m3d", CLIPGUARD_SANITIZED ? 2 : 20, Fault);
}

TEST(M3dCorpusRepairTest, HoldsForEveryCut) {
  for (const char* name : {"arm", "crate-dashed", "arm-one-line"}) {
    const fs::path path =
        fs::path("corpus/m3d/valid") / (std::string(name) + ".m3d");
    ASSERT_NO_FATAL_FAILURE(CheckCuts(path, 400, Fault));
  }
}

using M3dSampleRepairTest = RealCharactersTest;

TEST_F(M3dSampleRepairTest, HoldsForSampleFiles) {
  EXPECT_GT(CheckFolder(folder(), ".m3d", Fault), 1u);
}

}  // namespace
}  // namespace clipguard::actions
