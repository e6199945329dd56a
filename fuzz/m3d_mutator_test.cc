// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the mutator makes must be worth running: most of it is read far beyond
// the header, much of it to its end, and all kinds of faults occur in it.

#include "fuzz/m3d_mutator.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/m3d/generator.h"
#include "fuzz/m3d_model.h"
#include "fuzz/naive_m3d_reader.h"
#include "fuzz/random.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/guarded_memory.h"
#include "parser/m3d/character.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/validate.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMaxSize = 32 * 1024;

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
  for (auto& file : corpus::M3dCorpus()) files.push_back(file.bytes);
  return files;
}

Bytes Mutate(Bytes file, uint32_t seed) {
  const size_t size = file.size();
  file.resize(std::max(size, kMaxSize));
  file.resize(MutateM3d(file.data(), size, file.size(), seed, ChangeBytes));
  return file;
}

std::string TextOf(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

// What becomes of many files.
struct Shares {
  size_t files = 0;
  size_t past_header = 0;
  size_t read = 0;   // to the end
  size_t sound = 0;  // of these, no errors in what they say
  std::set<FindingCode> codes;

  void Add(const Bytes& file) {
    ++files;
    past_header += ReadM3dNaively(TextOf(file)).past_header;
    FindingList structure;
    FindingList findings;
    m3d::Character character;
    read += ReadCharacter(file, {}, structure, character);
    sound += ReadAndValidate(file, {}, findings, character);
    for (const Finding& finding : findings.findings()) {
      codes.insert(finding.code);
    }
  }

  size_t Percent(size_t part) const { return 100 * part / files; }

  void Print() const {
    std::printf(
        "%zu files: %zu %% past the header, %zu %% read, %zu %% sound\n", files,
        Percent(past_header), Percent(read), Percent(sound));
  }
};

TEST(M3dModelTest, WritesTheWordsThatItRead) {
  for (const auto& file : corpus::M3dCorpus()) {
    SCOPED_TRACE(file.name);
    const std::string once = EncodeM3d(DecodeM3d(file.bytes));
    const Bytes bytes(once.begin(), once.end());
    EXPECT_EQ(EncodeM3d(DecodeM3d(bytes)), once);
    if (!file.findings.empty()) continue;
    const NaiveCharacter a = ReadM3dNaively(TextOf(file.bytes));
    const NaiveCharacter b = ReadM3dNaively(once);
    EXPECT_TRUE(b.readable) << b.why;
    EXPECT_EQ(a.vertices.size(), b.vertices.size());
    EXPECT_EQ(a.clips.size(), b.clips.size());
  }
}

TEST(M3dModelTest, AnyDialectCanBeShaped) {
  for (const Bytes& file : CorpusFiles()) {
    for (m3d::Dialect dialect :
         {m3d::Dialect::kD3D12, m3d::Dialect::kD3D11, m3d::Dialect::kDashed}) {
      for (bool skinned : {false, true}) {
        M3dText text = DecodeM3d(file);
        ShapeM3d(text, dialect, skinned);
        MendM3d(text);
        const NaiveCharacter shaped = ReadM3dNaively(EncodeM3d(text));
        EXPECT_TRUE(shaped.readable) << shaped.why;
        EXPECT_EQ(!shaped.parents.empty(), skinned);
      }
    }
  }
}

TEST(M3dMutatorTest, DependsOnTheSeedAlone) {
  const auto same = [](uint8_t*, size_t size, size_t) { return size; };
  std::set<Bytes> results;
  for (const Bytes& file : CorpusFiles()) {
    const size_t size = std::min(file.size(), kMaxSize);
    for (uint32_t seed = 0; seed < 10; ++seed) {
      Bytes a = file;
      Bytes b = file;
      a.resize(kMaxSize);
      b.resize(kMaxSize);
      a.resize(MutateM3d(a.data(), size, kMaxSize, seed, same));
      b.resize(MutateM3d(b.data(), size, kMaxSize, seed, same));
      EXPECT_TRUE(a == b);
      results.insert(a);
    }
  }
  EXPECT_GT(results.size(), 60u);
}

TEST(M3dMutatorTest, StaysWithinTheRoomItIsGiven) {
  const std::vector<Bytes> files = CorpusFiles();
  Random random(1);
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const Bytes& file = files[random.Below(files.size())];
    const Bytes& other = files[random.Below(files.size())];
    const size_t room = std::max<size_t>(1, file.size() + random.Below(64));
    GuardedMemory memory(room);
    uint8_t* const data = memory.end() - room;
    std::ranges::copy(file, data);
    const size_t size = MutateM3d(data, file.size(), room, seed, ChangeBytes);
    EXPECT_GE(size, 1u);
    EXPECT_LE(size, room);
    EXPECT_LE(CrossOverM3d(file, other, data, room, seed), room);
  }
}

TEST(M3dMutatorTest, MuchOfItIsRead) {
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
  EXPECT_GE(shares.Percent(shares.past_header), 80u);
  EXPECT_GE(shares.Percent(shares.read), 45u);
  EXPECT_GE(shares.Percent(shares.sound), 35u);
}

TEST(M3dMutatorTest, MakesEveryFinding) {
  // From sound files alone.
  std::vector<Bytes> files;
  for (auto& file : corpus::M3dCorpus()) {
    if (file.findings.empty()) files.push_back(file.bytes);
  }
  Random random(3);
  Shares shares;
  for (uint32_t i = 0; i < 8000; ++i) {
    Bytes file = files[random.Below(files.size())];
    for (size_t steps = random.Few(); steps != 0; --steps) {
      file = Mutate(std::move(file), static_cast<uint32_t>(random.Next()));
    }
    shares.Add(file);
  }
  for (const CodeInfo& info : AllCodes()) {
    if (info.format.find("m3d") == std::string_view::npos) continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST(M3dMutatorTest, CrossOverMixesBothFiles) {
  const std::vector<Bytes> files = CorpusFiles();
  Random random(4);
  Shares shares;
  Bytes out(kMaxSize);
  for (uint32_t i = 0; i < 3000; ++i) {
    const Bytes& a = files[random.Below(files.size())];
    const Bytes& b = files[random.Below(files.size())];
    out.resize(kMaxSize);
    out.resize(CrossOverM3d(a, b, out.data(), out.size(), i));
    shares.Add(out);
  }
  shares.Print();
  EXPECT_GE(shares.Percent(shares.past_header), 80u);
  EXPECT_GE(shares.Percent(shares.read), 60u);
}

}  // namespace
}  // namespace clipguard::fuzz
