// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the mutator makes must be worth running: most of it is read far beyond
// the header, much of it to its end, and all kinds of faults occur in it.

#include "fuzz/m3d/mutator/m3d_mutator.h"

#include <cstdio>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/m3d/generator.h"
#include "fuzz/m3d/mutator/m3d_model.h"
#include "fuzz/m3d/mutator/m3d_shapes.h"
#include "fuzz/m3d/oracle/naive_m3d_reader.h"
#include "fuzz/shared/mutator_trial.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMaxSize = 32 * 1024;

std::vector<Bytes> CorpusFiles() {
  std::vector<Bytes> files;
  for (auto& file : corpus::M3dCorpus()) files.push_back(file.bytes);
  return files;
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
    read += m3d::ReadCharacter(file, {}, structure).has_value();
    sound += m3d::ReadAndValidate(file, {}, findings).has_value();
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
    // Which the model makes a file of another dialect, or of none.
    if (a.dialect == NaiveDialect::kD3D10) continue;
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

MutatorTrial Trial(std::vector<Bytes> files) {
  return MutatorTrial({MutateM3d, CrossOverM3d, std::move(files), kMaxSize});
}

TEST(M3dMutatorTest, DependsOnTheSeedAlone) {
  Trial(CorpusFiles()).ExpectSameForSameSeed(60);
}

TEST(M3dMutatorTest, StaysWithinTheRoomItIsGiven) {
  Trial(CorpusFiles()).ExpectWithinRoom(2000);
}

TEST(M3dMutatorTest, MuchOfItIsRead) {
  Shares shares;
  Trial(CorpusFiles()).Generations(5000, [&](const Bytes& file) {
    shares.Add(file);
  });
  if (!MutatorTrial::kFull) return;
  shares.Print();
  EXPECT_GE(shares.Percent(shares.past_header), 80u);
  EXPECT_GE(shares.Percent(shares.read), 45u);
  EXPECT_GE(shares.Percent(shares.sound), 35u);
}

TEST(M3dMutatorTest, MakesEveryFinding) {
  std::vector<Bytes> sound;
  for (auto& file : corpus::M3dCorpus()) {
    if (ReadM3dNaively(TextOf(file.bytes)).dialect == NaiveDialect::kD3D10) {
      continue;
    }
    if (file.findings.empty() && !file.target) sound.push_back(file.bytes);
  }
  Shares shares;
  Trial(sound).Changed(8000, [&](const Bytes& file) { shares.Add(file); });
  if (!MutatorTrial::kFull) return;
  // This takes 65,537 vertices.
  shares.codes.insert(FindingCode::kVertexIndexAbove16Bits);
  // These take a program, or a folder of textures: m3d_validate has both.
  shares.codes.insert(FindingCode::kTargetPlaysDifferently);
  shares.codes.insert(FindingCode::kTextureMissing);
  for (const CodeInfo& info : AllCodes()) {
    if (info.formats == FormatSet::All()) continue;
    if (!info.formats.Contains(Format::kM3d)) continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST(M3dMutatorTest, CrossOverMixesBothFiles) {
  Shares shares;
  Trial(CorpusFiles()).Mixtures(3000, [&](const Bytes& file) {
    shares.Add(file);
  });
  shares.Print();
  EXPECT_GE(shares.Percent(shares.past_header), 80u);
  EXPECT_GE(shares.Percent(shares.read), 60u);
}

}  // namespace
}  // namespace clipguard::fuzz
