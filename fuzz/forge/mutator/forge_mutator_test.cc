// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the mutator makes must be worth running: most of it is JSON, much of it
// without errors, and all kinds of faults occur in it.

#include "fuzz/forge/mutator/forge_mutator.h"

#include <cstdio>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/forge/generator.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/mutator/forge_parts.h"
#include "fuzz/forge/mutator/json_tree.h"
#include "fuzz/shared/mutator_trial.h"
#include "fuzz/shared/random.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/json_document.h"
#include "parser/forge/state_machine.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMaxSize = 16 * 1024;

std::vector<Bytes> CorpusFiles() {
  std::vector<Bytes> files;
  for (auto& file : corpus::ForgeCorpus()) files.push_back(file.bytes);
  return files;
}

// What becomes of many files.
struct Shares {
  size_t files = 0;
  size_t json = 0;
  size_t sound = 0;  // of these, without errors as what they seem to be
  std::set<FindingCode> codes;

  void Add(const Bytes& file) {
    ++files;
    FindingList machine;
    FindingList known;
    FindingList armature;
    FindingList syntax;
    json += forge::ReadJson(TextOf(file), {}, syntax).has_value();
    forge::ReadStateMachine(TextOf(file), {}, machine);
    ReadInKnownWorld(TextOf(file), {}, known);
    forge::ReadArmature(TextOf(file), {}, armature);
    sound += machine.errors() == 0 || armature.errors() == 0;
    for (const FindingList* list : {&machine, &known, &armature}) {
      for (const Finding& f : list->findings()) codes.insert(f.code);
    }
  }

  size_t Percent(size_t part) const { return 100 * part / files; }

  void Print() const {
    std::printf("%zu files: %zu %% JSON, %zu %% sound\n", files, Percent(json),
                Percent(sound));
  }
};

TEST(JsonTreeTest, WritesWhatItRead) {
  for (const Bytes& file : CorpusFiles()) {
    const std::string once = EncodeJson(DecodeJson(file));
    const Bytes bytes(once.begin(), once.end());
    EXPECT_EQ(EncodeJson(DecodeJson(bytes)), once);
    FindingList before;
    FindingList after;
    forge::ReadJson(TextOf(file), {}, before);
    forge::ReadJson(once, {}, after);
    EXPECT_TRUE(!before.empty() || after.empty()) << once;
  }
}

TEST(ForgePartsTest, MostFilesCanBeMended) {
  size_t sound = 0;
  size_t files = 0;
  Random random(5);
  for (const Bytes& file : CorpusFiles()) {
    JsonText text = DecodeJson(file);
    text.trailing.clear();
    MendForge(text.root, random);
    const std::string mended = EncodeJson(text);
    Shares shares;
    shares.Add(Bytes(mended.begin(), mended.end()));
    sound += shares.sound;
    ++files;
  }
  EXPECT_GE(100 * sound / files, 80u);
}

MutatorTrial Trial(std::vector<Bytes> files) {
  return MutatorTrial(
      {MutateForge, CrossOverForge, std::move(files), kMaxSize});
}

TEST(ForgeMutatorTest, DependsOnTheSeedAlone) {
  Trial(CorpusFiles()).ExpectSameForSameSeed(500);
}

TEST(ForgeMutatorTest, StaysWithinTheRoomItIsGiven) {
  Trial(CorpusFiles()).ExpectWithinRoom(2000);
}

TEST(ForgeMutatorTest, MuchOfItIsRead) {
  Shares shares;
  Trial(CorpusFiles()).Generations(5000, [&](const Bytes& file) {
    shares.Add(file);
  });
  if (!MutatorTrial::kFull) return;
  shares.Print();
  EXPECT_GE(shares.Percent(shares.json), 70u);
  EXPECT_GE(shares.Percent(shares.sound), 40u);
}

TEST(ForgeMutatorTest, MakesEveryFinding) {
  std::vector<Bytes> sound;
  for (auto& file : corpus::ForgeCorpus()) {
    if (file.findings.empty()) sound.push_back(file.bytes);
  }
  Shares shares;
  Trial(sound).Changed(12000, [&](const Bytes& file) { shares.Add(file); });
  if (!MutatorTrial::kFull) return;
  for (const CodeInfo& info : AllCodes()) {
    if (!kForgeFormats.Contains(info.formats)) continue;
    // These take resources: forge_validate has them.
    if (info.code == FindingCode::kArmatureElementUnknown) continue;
    if (info.code == FindingCode::kModelMissing) continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST(ForgeMutatorTest, CrossOverMixesBothFiles) {
  Shares shares;
  Trial(CorpusFiles()).Mixtures(3000, [&](const Bytes& file) {
    shares.Add(file);
  });
  shares.Print();
  EXPECT_GE(shares.Percent(shares.json), 80u);
  EXPECT_GE(shares.Percent(shares.sound), 50u);
}

}  // namespace
}  // namespace clipguard::fuzz
