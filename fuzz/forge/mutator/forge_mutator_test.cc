// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that the mutator's output is worth running: most of it is JSON, much of
// it without errors, and all kinds of faults occur in it.

#include <string>

#include "corpus/forge/generator.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/mutator/forge_parts.h"
#include "fuzz/forge/mutator/json_tree.h"
#include "fuzz/shared/mutator_trial.h"
#include "fuzz/shared/random.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/json/json_document.h"

namespace clipguard::fuzz {
namespace {

void Look(const Bytes& file, Shares& shares) {
  FindingList machine;
  FindingList known;
  FindingList armature;
  FindingList syntax;
  shares.counts["JSON"] += ReadJson(TextOf(file), {}, syntax).has_value();
  forge::ReadStateMachine(TextOf(file), {}, machine);
  ReadInKnownWorld(TextOf(file), {}, known);
  forge::ReadArmature(TextOf(file), {}, armature);
  // As what it seems to be.
  shares.counts["sound"] += machine.errors() == 0 || armature.errors() == 0;
  for (const FindingList* list : {&machine, &known, &armature}) {
    for (const Finding& f : list->findings()) shares.codes.insert(f.code);
  }
}

TEST(JsonTreeTest, WritesWhatItRead) {
  for (const auto& file : corpus::ForgeCorpus()) {
    const std::string once = EncodeJson(DecodeJson(file.bytes));
    const Bytes bytes(once.begin(), once.end());
    EXPECT_EQ(EncodeJson(DecodeJson(bytes)), once);
    FindingList before;
    FindingList after;
    ReadJson(TextOf(file.bytes), {}, before);
    ReadJson(once, {}, after);
    EXPECT_TRUE(!before.empty() || after.empty()) << once;
  }
}

TEST(ForgePartsTest, MostFilesCanBeMended) {
  Shares shares;
  Random random(5);
  for (const auto& file : corpus::ForgeCorpus()) {
    JsonText text = DecodeJson(file.bytes);
    text.trailing.clear();
    MendForge(text.root, random);
    const std::string mended = EncodeJson(text);
    Look(Bytes(mended.begin(), mended.end()), shares);
    ++shares.files;
  }
  EXPECT_GE(100 * shares.counts["sound"] / shares.files, 80u);
}

INSTANTIATE_TEST_SUITE_P(
    Forge, MutatorTest,
    testing::Values(TriedMutator{
        .mutate = kForgeFuzzing.inputs.mutate,
        .cross_over = kForgeFuzzing.inputs.cross_over,
        .max_size = 16 * 1024,
        .corpus = corpus::ForgeCorpus,
        .look = Look,
        .distinct = 500,
        .in_little_room = 2000,
        .generations = 5000,
        .of_generations = {{"JSON", 70}, {"sound", 40}},
        .changed = 12000,
        .is_unchanged = [](const auto& file) { return file.findings.empty(); },
        .is_of_format =
            [](const CodeInfo& code) {
              return kForgeFormats.Contains(code.formats);
            },
        // These take resources: forge_validate has them.
        .others = {FindingCode::kArmatureElementUnknown,
                   FindingCode::kModelMissing},
        .mixtures = 3000,
        .of_mixtures = {{"JSON", 80}, {"sound", 50}}}));

}  // namespace
}  // namespace clipguard::fuzz
