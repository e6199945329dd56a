// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the mutator makes must be worth running: most of it is read to its end
// and evaluated, and all kinds of faults occur in it.

#include "fuzz/mrtk_mutator.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "corpus/mrtk/generator.h"
#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk_model.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/guarded_memory.h"
#include "parser/mrtk/validate.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMaxSize = 48 * 1024;

using Bytes = std::vector<uint8_t>;

// Stands in for an engine: overwrites, inserts or removes a byte.
size_t ChangeBytes(uint8_t* data, size_t size, size_t max_size) {
  static Random random(7);
  const size_t at = random.Below(size);
  switch (random.Below(3)) {
    case 0:
      if (size == max_size) break;
      std::memmove(data + at + 1, data + at, size - at);
      data[at] = static_cast<uint8_t>(random.Next());
      return size + 1;
    case 1:
      if (size < 2) break;
      std::memmove(data + at, data + at + 1, size - at - 1);
      return size - 1;
    default:
      break;
  }
  if (size != 0) data[at] = static_cast<uint8_t>(random.Next());
  return std::max<size_t>(size, 1);
}

std::vector<Bytes> CorpusFiles() {
  std::vector<Bytes> files;
  for (auto& file : corpus::MrtkCorpus()) files.push_back(file.bytes);
  return files;
}

Bytes Mutate(Bytes file, uint32_t seed, size_t max_size = kMaxSize) {
  const size_t size = file.size();
  file.resize(max_size);
  file.resize(MutateMrtk(file.data(), size, max_size, seed, ChangeBytes));
  return file;
}

// What becomes of many files.
struct Shares {
  size_t files = 0;
  size_t past_header = 0;
  size_t read = 0;       // to the end of the curves
  size_t evaluated = 0;  // of these, some have keys
  size_t sound = 0;      // of these, without errors
  std::set<FindingCode> codes;

  void Add(const Bytes& file) {
    ++files;
    past_header += mrtk::ReadVersion(file) == mrtk::Version{1, 0} ||
                   mrtk::ReadVersion(file) == mrtk::Version{1, 1};
    FindingList findings;
    const auto view = mrtk::ParseAndValidate(file, {}, findings);
    for (const Finding& finding : findings.findings()) {
      codes.insert(finding.code);
    }
    if (!view) return;
    ++read;
    for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
      if (view->curve(mrtk::CurveSlot(i)).empty()) continue;
      ++evaluated;
      sound += findings.errors() == 0;
      return;
    }
  }

  size_t Percent(size_t part) const { return 100 * part / files; }
};

TEST(MrtkModelTest, WritesBackWhatItReadFromAnyFileOfTheCorpus) {
  for (const auto& file : corpus::MrtkCorpus()) {
    if (file.layout || !file.limits.empty()) continue;
    const corpus::Recording recording = DecodeLeniently(file.bytes);
    EXPECT_GE(EncodedSize(recording), Write(recording).bytes.size());
    FindingList findings;
    mrtk::ParseAndValidate(file.bytes, {}, findings);
    if (findings.errors() == 0) {
      EXPECT_TRUE(Write(recording).bytes == file.bytes) << file.name;
    }
  }
}

TEST(MrtkMutatorTest, DependsOnTheSeedAlone) {
  const Bytes file = CorpusFiles()[0];
  const auto same = [](uint8_t*, size_t size, size_t) { return size; };
  std::set<Bytes> results;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Bytes a = file;
    Bytes b = file;
    a.resize(kMaxSize);
    b.resize(kMaxSize);
    a.resize(MutateMrtk(a.data(), file.size(), kMaxSize, seed, same));
    b.resize(MutateMrtk(b.data(), file.size(), kMaxSize, seed, same));
    EXPECT_TRUE(a == b);
    results.insert(a);
  }
  EXPECT_GT(results.size(), 40u);
}

TEST(MrtkMutatorTest, StaysWithinTheRoomItIsGiven) {
  const std::vector<Bytes> files = CorpusFiles();
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const Bytes& file = files[random.Below(files.size())];
    const Bytes& other = files[random.Below(files.size())];
    const size_t room = std::max<size_t>(1, file.size() + random.Below(64));
    GuardedMemory memory(room);
    uint8_t* const data = memory.end() - room;
    std::copy(file.begin(), file.end(), data);
    const auto seed = static_cast<uint32_t>(i);
    const size_t size = MutateMrtk(data, file.size(), room, seed, ChangeBytes);
    EXPECT_GE(size, 1u);
    EXPECT_LE(size, room);
    EXPECT_LE(CrossOverMrtk(file, other, data, room, seed), room);
  }
}

TEST(MrtkMutatorTest, MostOfItIsEvaluated) {
  std::vector<Bytes> files = CorpusFiles();
  Random random(2);
  Shares shares;
  // Generation by generation, as an engine does that keeps what it likes.
  for (uint32_t i = 0; i < 10'000; ++i) {
    const size_t at = random.Below(files.size());
    Bytes file = Mutate(files[at], i);
    shares.Add(file);
    if (random.OneIn(4)) files[at] = std::move(file);
  }
  printf(
      "%zu files: %zu %% past the header, %zu %% read, %zu %% evaluated, "
      "%zu %% sound\n",
      shares.files, shares.Percent(shares.past_header),
      shares.Percent(shares.read), shares.Percent(shares.evaluated),
      shares.Percent(shares.sound));
  EXPECT_GE(shares.Percent(shares.past_header), 90u);
  EXPECT_GE(shares.Percent(shares.evaluated), 60u);
  EXPECT_GE(shares.Percent(shares.sound), 15u);
}

TEST(MrtkMutatorTest, MakesEveryFinding) {
  // From sound files alone.
  std::vector<Bytes> files;
  for (auto& file : corpus::MrtkCorpus()) {
    if (file.findings.empty()) files.push_back(file.bytes);
  }
  Random random(3);
  Shares shares;
  for (uint32_t i = 0; i < 15'000; ++i) {
    Bytes file = files[random.Below(files.size())];
    for (size_t steps = random.Few(); steps != 0; --steps) {
      file = Mutate(std::move(file), static_cast<uint32_t>(random.Next()));
    }
    shares.Add(file);
  }
  for (const CodeInfo& info : AllCodes()) {
    if (info.format != "mrtk") continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST(MrtkMutatorTest, CrossOverMixesBothFiles) {
  const std::vector<Bytes> files = CorpusFiles();
  Random random(4);
  Shares shares;
  Bytes out(kMaxSize);
  for (uint32_t i = 0; i < 5000; ++i) {
    const Bytes& a = files[random.Below(files.size())];
    const Bytes& b = files[random.Below(files.size())];
    out.resize(kMaxSize);
    out.resize(CrossOverMrtk(a, b, out.data(), out.size(), i));
    shares.Add(out);
  }
  EXPECT_GE(shares.Percent(shares.past_header), 80u);
  EXPECT_GE(shares.Percent(shares.evaluated), 50u);
}

}  // namespace
}  // namespace clipguard::fuzz
