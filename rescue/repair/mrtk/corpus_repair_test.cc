// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a repair promises holds for every recording of the corpus, every cut of
// some, and those of CLIPGUARD_DATA.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"
#include "parser/mrtk/validate.h"
#include "rescue/repair/mrtk/recording.h"
#include "rescue/repair/repair_catalog.h"
#include "rescue/repair/repair_check.h"
#include "testing/sample_files.h"

namespace clipguard::rescue {
namespace {

namespace fs = std::filesystem;

std::vector<uint8_t> Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string Fault(std::span<const uint8_t> bytes) {
  return WhatDoesNotHold(
      bytes,
      [](std::span<const uint8_t> of, const RepairOptions& with) {
        return RepairRecording(of, {}, with);
      },
      [](std::span<const uint8_t> of, FindingSink& sink) {
        mrtk::ReadDamagedAndValidate(of, {}, sink);
      });
}

size_t CheckFolder(const fs::path& folder) {
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".bin") continue;
    ++files;
    EXPECT_EQ(Fault(Read(entry.path())), "") << entry.path();
  }
  return files;
}

TEST(CorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/mrtk"), 100u);
}

// The list has what is done, and nothing is in it that is never done.
TEST(CorpusRepairTest, EveryRepairOfTheListIsMade) {
  std::set<FindingCode> made;
  for (const auto& entry : fs::recursive_directory_iterator("corpus/mrtk")) {
    if (entry.path().extension() != ".bin") continue;
    const std::vector<uint8_t> bytes = Read(entry.path());
    for (const bool unsafe : {false, true}) {
      const Repaired repaired = RepairRecording(bytes, {}, {.unsafe = unsafe});
      for (const Change& change : repaired.changes) made.insert(change.code);
    }
  }
  for (const RepairInfo& repair : AllRepairs()) {
    const CodeInfo& info = GetCodeInfo(repair.code);
    if (info.formats.Contains(Format::kMrtk)) {
      EXPECT_TRUE(made.contains(repair.code)) << info.name;
    }
    EXPECT_EQ(FindRepair(repair.code), &repair)
        << info.name << " is there twice";
    EXPECT_FALSE(repair.action.ends_with('.')) << info.name;
  }
}

TEST(CorpusRepairTest, HoldsForEveryCut) {
  for (const char* name : {"parts-camera", "v10-full", "full-keys"}) {
    const fs::path path =
        fs::path("corpus/mrtk/valid") / (std::string(name) + ".bin");
    if (!fs::exists(path)) continue;
    const std::vector<uint8_t> bytes = Read(path);
    const size_t step = 1 + bytes.size() / 500;
    for (size_t size = 0; size < bytes.size(); size += step) {
      ASSERT_EQ(Fault(std::span(bytes).first(size)), "") << path << ' ' << size;
    }
  }
}

class SampleRepairTest : public SampleDataTest {
 protected:
  SampleRepairTest() : SampleDataTest("mrtk") {}
};

TEST_F(SampleRepairTest, HoldsForSampleFiles) {
  EXPECT_GT(CheckFolder(folder()), 50u);
}

}  // namespace
}  // namespace clipguard::rescue
