// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the mutator makes must be worth running: most of it is read to its end
// and evaluated, and all kinds of faults occur in it.

#include "fuzz/mrtk/mutator/mrtk_mutator.h"

#include <cstdio>
#include <set>
#include <utility>
#include <vector>

#include "corpus/mrtk/generator.h"
#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/mutator_trial.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMaxSize = 48 * 1024;

std::vector<Bytes> CorpusFiles() {
  std::vector<Bytes> files;
  for (auto& file : corpus::MrtkCorpus()) files.push_back(file.bytes);
  return files;
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
    const auto view = mrtk::ReadDamagedAndValidate(file, {}, findings);
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

  void Print() const {
    std::printf(
        "%zu files: %zu %% past the header, %zu %% read, %zu %% evaluated, "
        "%zu %% sound\n",
        files, Percent(past_header), Percent(read), Percent(evaluated),
        Percent(sound));
  }
};

TEST(MrtkModelTest, WritesBackWhatItReadFromAnyFileOfTheCorpus) {
  for (const auto& file : corpus::MrtkCorpus()) {
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

MutatorTrial Trial(std::vector<Bytes> files) {
  return MutatorTrial({MutateMrtk, CrossOverMrtk, std::move(files), kMaxSize});
}

TEST(MrtkMutatorTest, DependsOnTheSeedAlone) {
  Trial(CorpusFiles()).ExpectSameForSameSeed(40);
}

TEST(MrtkMutatorTest, StaysWithinTheRoomItIsGiven) {
  Trial(CorpusFiles()).ExpectWithinRoom(3000);
}

TEST(MrtkMutatorTest, MostOfItIsEvaluated) {
  Shares shares;
  Trial(CorpusFiles()).Generations(10000, [&](const Bytes& file) {
    shares.Add(file);
  });
  if (!MutatorTrial::kFull) return;
  shares.Print();
  EXPECT_GE(shares.Percent(shares.past_header), 90u);
  EXPECT_GE(shares.Percent(shares.evaluated), 60u);
  EXPECT_GE(shares.Percent(shares.sound), 15u);
}

TEST(MrtkMutatorTest, MakesEveryFinding) {
  std::vector<Bytes> sound;
  for (auto& file : corpus::MrtkCorpus()) {
    if (file.findings.empty()) sound.push_back(file.bytes);
  }
  Shares shares;
  Trial(sound).Changed(15000, [&](const Bytes& file) { shares.Add(file); });
  if (!MutatorTrial::kFull) return;
  for (const CodeInfo& info : AllCodes()) {
    if (info.formats != FormatSet(Format::kMrtk)) continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST(MrtkMutatorTest, CrossOverMixesBothFiles) {
  Shares shares;
  Trial(CorpusFiles()).Mixtures(5000, [&](const Bytes& file) {
    shares.Add(file);
  });
  shares.Print();
  EXPECT_GE(shares.Percent(shares.past_header), 80u);
  EXPECT_GE(shares.Percent(shares.evaluated), 50u);
}

}  // namespace
}  // namespace clipguard::fuzz
