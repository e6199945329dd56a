// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the mutator makes must be worth running: most of it is JSON, much of it
// without errors, and all kinds of faults occur in it.

#include "fuzz/forge_mutator.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/forge/generator.h"
#include "fuzz/forge_file.h"
#include "fuzz/forge_parts.h"
#include "fuzz/json_tree.h"
#include "fuzz/random.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/armature.h"
#include "parser/forge/json_document.h"
#include "parser/forge/state_machine.h"
#include "parser/guarded_memory.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMaxSize = 16 * 1024;

using Bytes = std::vector<uint8_t>;

// Stands in for an engine: overwrites, inserts or removes a byte.
size_t ChangeBytes(uint8_t* data, size_t size, size_t max_size) {
  static Random random(7);
  const size_t at = random.Below(size);
  if (random.OneIn(3) && size < max_size) {
    std::memmove(data + at + 1, data + at, size - at);
    data[at] = static_cast<uint8_t>(random.Next());
    return size + 1;
  }
  if (random.OneIn(2) && size > 1) {
    std::memmove(data + at, data + at + 1, size - at - 1);
    return size - 1;
  }
  if (size != 0) data[at] = static_cast<uint8_t>(random.Next());
  return std::max<size_t>(size, 1);
}

std::vector<Bytes> CorpusFiles() {
  std::vector<Bytes> files;
  for (auto& file : corpus::ForgeCorpus()) files.push_back(file.bytes);
  return files;
}

Bytes Mutate(Bytes file, uint32_t seed) {
  const size_t size = file.size();
  file.resize(std::max(size, kMaxSize));
  file.resize(MutateForge(file.data(), size, file.size(), seed, ChangeBytes));
  return file;
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
    json += forge::JsonDocument::Parse(TextOf(file), {}, syntax).has_value();
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
    forge::JsonDocument::Parse(TextOf(file), {}, before);
    forge::JsonDocument::Parse(once, {}, after);
    EXPECT_TRUE(!before.empty() || after.empty()) << once;
  }
}

TEST(JsonTreeTest, RepeatsUpToASize) {
  for (const Bytes& file : CorpusFiles()) {
    JsonText text = DecodeJson(file);
    const size_t before = EncodeJson(text).size();
    RepeatJson(text, 20'000, /*new_keys=*/true);
    const size_t after = EncodeJson(text).size();
    EXPECT_TRUE(after == before || (after > 10'000 && after < 40'000)) << after;
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

TEST(ForgeMutatorTest, DependsOnTheSeedAlone) {
  const auto same = [](uint8_t*, size_t size, size_t) { return size; };
  std::set<Bytes> results;
  for (const Bytes& file : CorpusFiles()) {
    const size_t size = std::min(file.size(), kMaxSize);
    for (uint32_t seed = 0; seed < 10; ++seed) {
      Bytes a = file;
      Bytes b = file;
      a.resize(kMaxSize);
      b.resize(kMaxSize);
      a.resize(MutateForge(a.data(), size, kMaxSize, seed, same));
      b.resize(MutateForge(b.data(), size, kMaxSize, seed, same));
      EXPECT_TRUE(a == b);
      results.insert(a);
    }
  }
  EXPECT_GT(results.size(), 500u);
}

TEST(ForgeMutatorTest, StaysWithinTheRoomItIsGiven) {
  const std::vector<Bytes> files = CorpusFiles();
  Random random(1);
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const Bytes& file = files[random.Below(files.size())];
    const Bytes& other = files[random.Below(files.size())];
    const size_t room = std::max<size_t>(1, file.size() + random.Below(64));
    GuardedMemory memory(room);
    uint8_t* const data = memory.end() - room;
    std::ranges::copy(file, data);
    const size_t size = MutateForge(data, file.size(), room, seed, ChangeBytes);
    EXPECT_GE(size, 1u);
    EXPECT_LE(size, room);
    EXPECT_LE(CrossOverForge(file, other, data, room, seed), room);
  }
}

TEST(ForgeMutatorTest, MuchOfItIsRead) {
  std::vector<Bytes> files = CorpusFiles();
  Random random(2);
  Shares shares;
  // Generation by generation, as an engine does that keeps what it likes.
  for (uint32_t i = 0; i < 5000; ++i) {
    const size_t at = random.Below(files.size());
    Bytes file = Mutate(files[at], i);
    shares.Add(file);
    if (random.OneIn(4)) files[at] = std::move(file);
  }
  shares.Print();
  EXPECT_GE(shares.Percent(shares.json), 70u);
  EXPECT_GE(shares.Percent(shares.sound), 40u);
}

TEST(ForgeMutatorTest, MakesEveryFinding) {
  // From sound files alone.
  std::vector<Bytes> files;
  for (auto& file : corpus::ForgeCorpus()) {
    if (file.findings.empty()) files.push_back(file.bytes);
  }
  Random random(3);
  Shares shares;
  for (uint32_t i = 0; i < 12000; ++i) {
    Bytes file = files[random.Below(files.size())];
    for (size_t steps = random.Few(); steps != 0; --steps) {
      file = Mutate(std::move(file), static_cast<uint32_t>(random.Next()));
    }
    shares.Add(file);
  }
  for (const CodeInfo& info : AllCodes()) {
    if (info.format.find("forge") == std::string_view::npos) continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST(ForgeMutatorTest, CrossOverMixesBothFiles) {
  const std::vector<Bytes> files = CorpusFiles();
  Random random(4);
  Shares shares;
  Bytes out(kMaxSize);
  for (uint32_t i = 0; i < 3000; ++i) {
    const Bytes& a = files[random.Below(files.size())];
    const Bytes& b = files[random.Below(files.size())];
    out.resize(kMaxSize);
    out.resize(CrossOverForge(a, b, out.data(), out.size(), i));
    shares.Add(out);
  }
  shares.Print();
  EXPECT_GE(shares.Percent(shares.json), 80u);
  EXPECT_GE(shares.Percent(shares.sound), 50u);
}

}  // namespace
}  // namespace clipguard::fuzz
