// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that the mutator's output is worth running: most of it is read to its
// end and evaluated, and all kinds of faults occur in it.

#include "corpus/corpus_file.h"
#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/mutator_trial.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard::fuzz {
namespace {

TEST(MrtkModelTest, WritesBackWhatItReadFromAnyFileOfTheCorpus) {
  for (const auto& file : corpus::kMrtkCorpus.generate()) {
    if (file.layout || !file.limits.empty()) continue;
    const corpus::Recording recording = DecodeLeniently(file.bytes);
    EXPECT_GE(EncodedSize(recording), Write(recording).bytes.size());
    FindingList findings;
    mrtk::ReadAndValidate(file.bytes, {}, findings);
    if (findings.errors() == 0) {
      EXPECT_TRUE(Write(recording).bytes == file.bytes) << file.name;
    }
  }
}

void Look(const Bytes& file, Shares& shares) {
  shares.counts["past the header"] +=
      mrtk::ReadVersion(file) == mrtk::Version{1, 0} ||
      mrtk::ReadVersion(file) == mrtk::Version{1, 1};
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(file, {}, findings);
  for (const Finding& f : findings.findings()) shares.codes.insert(f.code);
  if (!view) return;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    if (view->curve(mrtk::CurveSlot(i)).empty()) continue;
    ++shares.counts["evaluated"];  // some keys
    shares.counts["sound"] += findings.errors() == 0;
    return;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Mrtk, MutatorTest,
    testing::Values(TriedMutator{
        .mutate = kMrtkFuzzing.inputs.mutate,
        .cross_over = kMrtkFuzzing.inputs.cross_over,
        .max_size = 48 * 1024,
        .corpus = corpus::kMrtkCorpus.generate,
        .look = Look,
        .distinct = 40,
        .in_little_room = 3000,
        .generations = 10000,
        .of_generations = {{"past the header", 90},
                           {"evaluated", 60},
                           {"sound", 15}},
        .changed = 15000,
        .is_unchanged = [](const auto& file) { return file.findings.empty(); },
        .is_of_format =
            [](const CodeInfo& code) {
              return code.formats == FormatSet(Format::kMrtk);
            },
        .others = {},
        .mixtures = 5000,
        .of_mixtures = {{"past the header", 80}, {"evaluated", 50}}}));

}  // namespace
}  // namespace clipguard::fuzz
