// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a repair promises holds for every Forge file of the corpus, every cut of
// some, and those of CLIPGUARD_DATA; read as either kind.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "rescue/repair/forge/forge.h"
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

std::string_view TextOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

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

size_t CheckFolder(const fs::path& folder) {
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    EXPECT_EQ(Fault(Read(entry.path())), "") << entry.path();
  }
  return files;
}

TEST(ForgeCorpusRepairTest, HoldsForTheCorpus) {
  EXPECT_GT(CheckFolder("corpus/forge"), 100u);
}

// What the list says of Forge's files is done, or refused with a reason.
TEST(ForgeCorpusRepairTest, RepairsOfTheListAreMade) {
  std::set<FindingCode> made;
  for (const auto& entry : fs::recursive_directory_iterator("corpus/forge")) {
    if (entry.path().extension() != ".json") continue;
    const std::vector<uint8_t> bytes = Read(entry.path());
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
  for (const auto& entry :
       fs::recursive_directory_iterator("corpus/forge/valid")) {
    const std::vector<uint8_t> bytes = Read(entry.path());
    const size_t step = 1 + bytes.size() / 60;
    for (size_t size = 0; size < bytes.size(); size += step) {
      ASSERT_EQ(Fault(std::span(bytes).first(size)), "")
          << entry.path() << ' ' << size;
    }
  }
}

class ForgeSampleRepairTest : public SampleDataTest {
 protected:
  ForgeSampleRepairTest() : SampleDataTest("forge") {}
};

TEST_F(ForgeSampleRepairTest, HoldsForSampleFiles) {
  EXPECT_GT(CheckFolder(folder()), 1u);
}

}  // namespace
}  // namespace clipguard::rescue
