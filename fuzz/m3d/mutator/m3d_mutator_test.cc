// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that the mutator's output is worth running: most of it is read far
// beyond the header, much of it to its end, and all kinds of faults occur in
// it.

#include <string>

#include "corpus/corpus_file.h"
#include "fuzz/m3d/fuzz_format.h"
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

std::string TextOf(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(M3dModelTest, WritesTheWordsThatItRead) {
  for (const auto& file : corpus::kM3dCorpus.generate()) {
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
  for (const auto& file : corpus::kM3dCorpus.generate()) {
    for (m3d::Dialect dialect :
         {m3d::Dialect::kD3D12, m3d::Dialect::kD3D11, m3d::Dialect::kDashed}) {
      for (bool skinned : {false, true}) {
        M3dText text = DecodeM3d(file.bytes);
        ShapeM3d(text, dialect, skinned);
        MendM3d(text);
        const NaiveCharacter shaped = ReadM3dNaively(EncodeM3d(text));
        EXPECT_TRUE(shaped.readable) << shaped.why;
        EXPECT_EQ(!shaped.parents.empty(), skinned);
      }
    }
  }
}

void Look(const Bytes& file, Shares& shares) {
  shares.counts["past the header"] += ReadM3dNaively(TextOf(file)).past_header;
  FindingList structure;
  FindingList findings;
  shares.counts["read"] += m3d::ReadCharacter(file, {}, structure).has_value();
  shares.counts["sound"] +=
      m3d::ReadAndValidate(file, {}, findings).has_value();
  for (const Finding& f : findings.findings()) shares.codes.insert(f.code);
}

bool IsUnchanged(const corpus::CorpusFile& file) {
  return file.findings.empty() && !file.target &&
         ReadM3dNaively(TextOf(file.bytes)).dialect != NaiveDialect::kD3D10;
}

INSTANTIATE_TEST_SUITE_P(
    M3d, MutatorTest,
    testing::Values(TriedMutator{
        .mutate = kM3dFuzzing.inputs.mutate,
        .cross_over = kM3dFuzzing.inputs.cross_over,
        .max_size = 32 * 1024,
        .corpus = corpus::kM3dCorpus.generate,
        .look = Look,
        .distinct = 60,
        .in_little_room = 2000,
        .generations = 5000,
        .of_generations = {{"past the header", 80},
                           {"read", 45},
                           {"sound", 35}},
        .changed = 8000,
        .is_unchanged = IsUnchanged,
        .is_of_format =
            [](const CodeInfo& code) {
              return code.formats != FormatSet::All() &&
                     code.formats.Contains(Format::kM3d);
            },
        // The first takes 65,537 vertices. The others take a program, or a
        // folder of textures: m3d_validate has both.
        .others = {FindingCode::kVertexIndexAbove16Bits,
                   FindingCode::kTargetPlaysDifferently,
                   FindingCode::kTextureMissing},
        .mixtures = 3000,
        .of_mixtures = {{"past the header", 80}, {"read", 60}}}));

}  // namespace
}  // namespace clipguard::fuzz
