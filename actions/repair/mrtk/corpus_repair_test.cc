// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the promises of a repair with every recording of the corpus, every cut
// of some, and those of CLIPGUARD_DATA.

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "actions/repair/mrtk/damage_check.h"
#include "actions/repair/mrtk/recording.h"
#include "actions/repair/repair_catalog.h"
#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "gtest/gtest.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"
#include "parser/mrtk/checks/validate.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

namespace fs = std::filesystem;

std::string Fault(std::span<const uint8_t> bytes) {
  return FaultOf(bytes, RepairRecording, mrtk::ReadDamagedAndValidate);
}

TEST(CorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/mrtk", ".bin", Fault), 100u);
}

// The list has what is done, and nothing is in it that is never done.
TEST(CorpusRepairTest, EveryRepairOfTheListIsMade) {
  const auto add = [](const auto& bytes, std::set<FindingCode>& made) {
    for (const bool unsafe : {false, true}) {
      const Repaired repaired = RepairRecording(bytes, {}, {.unsafe = unsafe});
      for (const Change& change : repaired.changes) made.insert(change.code);
    }
  };
  ExpectListIsMade("corpus/mrtk", ".bin", {Format::kMrtk}, add);
  for (const RepairInfo& repair : AllRepairs()) {
    const std::string_view name = GetCodeInfo(repair.code).name;
    EXPECT_EQ(FindRepair(repair.code), &repair) << name << " is there twice";
    EXPECT_FALSE(repair.action.ends_with('.')) << name;
  }
}

TEST(CorpusRepairTest, HoldsForMutants) {
  CheckMutants("corpus/mrtk", ".bin", CLIPGUARD_SANITIZED ? 2 : 20, Fault);
}

// A block of a disk, a word or a bit that is wrong.
TEST(CorpusRepairTest, OneDamagedPlaceCostsNoOther) {
  constexpr uint32_t kTimes = CLIPGUARD_SANITIZED ? 20 : 1000;
  CheckFolder("corpus/mrtk/valid", ".bin", [](const auto& bytes) {
    std::string fault;
    for (uint32_t seed = 0; seed < kTimes && fault.empty(); ++seed) {
      fault = DamageFault(bytes, seed);
    }
    return fault;
  });
}

TEST(CorpusRepairTest, HoldsForEveryCut) {
  for (const char* name : {"parts-camera", "v10-full", "full-keys"}) {
    const fs::path path =
        fs::path("corpus/mrtk/valid") / (std::string(name) + ".bin");
    if (!fs::exists(path)) continue;
    ASSERT_NO_FATAL_FAILURE(CheckCuts(path, 500, Fault));
  }
}

using SampleRepairTest = RealRecordingsTest;

TEST_F(SampleRepairTest, HoldsForSampleFiles) {
  EXPECT_GT(CheckFolder(folder(), ".bin", Fault), 50u);
}

}  // namespace
}  // namespace clipguard::actions
