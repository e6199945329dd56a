// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a repair promises holds for every character of the corpus, every cut of
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
#include "parser/m3d/validate.h"
#include "rescue/repair/m3d/character.h"
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
        return RepairCharacter(of, {}, with);
      },
      [](std::span<const uint8_t> of, FindingSink& sink) {
        m3d::ReadAndValidate(of, {}, sink);
      });
}

size_t CheckFolder(const fs::path& folder) {
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".m3d") continue;
    ++files;
    EXPECT_EQ(Fault(Read(entry.path())), "") << entry.path();
  }
  return files;
}

TEST(M3dCorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/m3d"), 100u);
}

// What the list says of characters is done, or refused with a reason.
TEST(M3dCorpusRepairTest, RepairsOfTheListAreMade) {
  std::set<FindingCode> made;
  for (const auto& entry : fs::recursive_directory_iterator("corpus/m3d")) {
    if (entry.path().extension() != ".m3d") continue;
    const std::vector<uint8_t> bytes = Read(entry.path());
    const Repaired repaired = RepairCharacter(bytes, {}, {.unsafe = true});
    for (const Change& change : repaired.changes) made.insert(change.code);
    // Of some the corpus has files that cannot be repaired: character_test.cc
    // has others.
    for (const Refusal& refusal : repaired.refusals) made.insert(refusal.code);
  }
  for (const RepairInfo& repair : AllRepairs()) {
    const CodeInfo& info = GetCodeInfo(repair.code);
    if (!info.formats.Contains(Format::kM3d)) continue;
    EXPECT_TRUE(made.contains(repair.code)) << info.name;
  }
}

TEST(M3dCorpusRepairTest, HoldsForEveryCut) {
  for (const char* name : {"arm", "crate-dashed", "arm-one-line"}) {
    const fs::path path =
        fs::path("corpus/m3d/valid") / (std::string(name) + ".m3d");
    const std::vector<uint8_t> bytes = Read(path);
    const size_t step = 1 + bytes.size() / 400;
    for (size_t size = 0; size < bytes.size(); size += step) {
      ASSERT_EQ(Fault(std::span(bytes).first(size)), "") << path << ' ' << size;
    }
  }
}

class M3dSampleRepairTest : public SampleDataTest {
 protected:
  M3dSampleRepairTest() : SampleDataTest("m3d") {}
};

TEST_F(M3dSampleRepairTest, HoldsForSampleFiles) {
  EXPECT_GT(CheckFolder(folder()), 1u);
}

}  // namespace
}  // namespace clipguard::rescue
