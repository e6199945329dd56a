// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests of the basis of the cost targets: costs are counted, fast growth is
// noticed, and inputs are enlarged as they should be.

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "base/memory/work_counter.h"
#include "corpus/corpus_file.h"
#include "corpus/formats.h"
#include "fuzz/cost/cost_input.h"
#include "fuzz/cost/cost_meter.h"
#include "fuzz/cost/cost_reward.h"
#include "fuzz/cost/operation_counter.h"
#include "fuzz/formats.h"
#include "fuzz/shared/random.h"
#include "gtest/gtest.h"
#include "testing/sanitizers.h"

namespace clipguard::fuzz {
namespace {

// ---- Counting ---------------------------------------------------------------

TEST(OperationCounter, CountsCountedWork) {
  const uint64_t before = Operations();
  CountWork(1000);
  EXPECT_GE(Operations() - before, 1000u);
}

TEST(OperationCounter, CountsBytesThatAreMovedAndCompared) {
  std::vector<char> from(64 * 1024, 'a');
  std::vector<char> to(from.size());
  // The compiler calls the library for a size that it does not know.
  volatile size_t size = from.size();
  const uint64_t before = Operations();
  std::memcpy(to.data(), from.data(), size);
  const uint64_t copied = Operations();
  EXPECT_EQ(std::memcmp(to.data(), from.data(), size), 0);
  const uint64_t compared = Operations();
  EXPECT_EQ(std::memchr(to.data(), 'b', size), nullptr);
  const uint64_t searched = Operations();
  EXPECT_GE(copied - before, from.size() / 16);
  EXPECT_GE(compared - copied, from.size() / 16);
  EXPECT_GE(searched - compared, from.size() / 16);
}

TEST(OperationCounter, CountsLoopsWhereTheCompilerCounts) {
  if (!CountsRegions()) GTEST_SKIP() << "a build without counters";
  volatile unsigned sum = 0;
  const uint64_t before = Operations();
  for (unsigned i = 0; i < 10'000; ++i) sum = sum + i;
  const uint64_t counted = Operations() - before;
  EXPECT_GE(counted, 10'000u);
  EXPECT_LE(counted, 11'000u);
}

TEST(MeasureCost, SeesMemoryThatIsFreedAgainAndResults) {
  const Cost cost = MeasureCost(0, [] {
    for (int i = 0; i < 3; ++i) {
      std::vector<char> block(100'000);
      // A compiler that sees it unused leaves it out.
      char* volatile kept = block.data();
      CountWork(static_cast<unsigned char>(*kept) + 5);
    }
    return uint64_t{17};
  });
  EXPECT_EQ(cost.allocations, 3u);
  EXPECT_GE(cost.peak_bytes, 100'000u);
  EXPECT_LE(cost.peak_bytes, 110'000u);
  EXPECT_EQ(cost.written, 17u);
  EXPECT_GE(cost.operations, 15u);
}

// ---- The verdict ------------------------------------------------------------

TEST(Excess, NamesWhatIsTooMuch) {
  const CostRule rule;
  const auto allowed = [&](const CostRate& rate) { return rate.For(100); };
  EXPECT_EQ(Excess({.bytes = 100}, rule), "");
  Cost cost = {.bytes = 100};
  cost.operations = allowed(rule.operations);
  cost.peak_bytes = allowed(rule.peak_bytes);
  EXPECT_EQ(Excess(cost, rule), "");
  ++cost.operations;
  EXPECT_EQ(Excess(cost, rule), "operations: 4030001, allowed 4030000");
  // A result pays for itself.
  cost.written = 1;
  EXPECT_EQ(Excess(cost, rule), "");
  cost.written = allowed(rule.written) + 1;
  EXPECT_EQ(Excess(cost, rule), "bytes written: 1050177, allowed 1050176");
  cost = {.bytes = 100, .peak_bytes = allowed(rule.peak_bytes) + 1};
  EXPECT_EQ(Excess(cost, rule), "bytes in use: 8391009, allowed 8391008");
}

// Compares each byte with each.
Cost Quadratic(size_t size) {
  return MeasureCost(size, [&] {
    for (size_t i = 0; i < size; ++i) CountWork(size);
    return uint64_t{0};
  });
}

Cost Linear(size_t size) {
  return MeasureCost(size, [&] {
    for (size_t i = 0; i < size; ++i) CountWork(500);
    return uint64_t{0};
  });
}

TEST(FastGrowth, FindsTheQuadraticFunction) {
  const CostRule rule;
  std::vector<Cost> costs;
  for (size_t size : {512, 1024, 2048, 4096}) {
    costs.push_back(Quadratic(size));
    EXPECT_TRUE(costs.size() < 2 ||
                GrowsFast(costs.end()[-2], costs.back(), rule));
  }
  EXPECT_NE(FastGrowth(costs, rule), "");
  // Long before the bound is exceeded that holds for a size at once.
  EXPECT_TRUE(Quadratic(2000).operations < rule.operations.For(2000));
}

TEST(FastGrowth, LetsTheLinearFunctionGrow) {
  const CostRule rule;
  std::vector<Cost> costs;
  for (size_t size : {8192, 16384, 32768, 65536}) {
    costs.push_back(Linear(size));
    EXPECT_FALSE(costs.size() > 1 &&
                 GrowsFast(costs.end()[-2], costs.back(), rule));
  }
  EXPECT_GT(costs.back().operations, rule.operations.spare);
  EXPECT_EQ(FastGrowth(costs, rule), "");
}

// Fixed costs make what grows look cheap, byte by byte, in small files.
TEST(KeepsGrowing, SeesWhatFixedCostsHide) {
  const CostRule rule;
  const auto costs = [](absl::FunctionRef<Cost(size_t)> of) {
    std::vector<Cost> all;
    for (size_t size : {8192, 16384, 32768}) {
      all.push_back(of(size));
      all.back().operations += 2'000'000;
    }
    return all;
  };
  const std::vector<Cost> quadratic = costs([](size_t size) {
    return MeasureCost(size, [&] {
      CountWork(size * size / 1024);
      return uint64_t{0};
    });
  });
  EXPECT_FALSE(GrowsFast(quadratic[1], quadratic[2], rule));
  EXPECT_TRUE(KeepsGrowing(quadratic, rule));
  const std::vector<Cost> linear = costs(Linear);
  EXPECT_TRUE(KeepsGrowing(std::span(linear).first(2), rule));
  EXPECT_FALSE(KeepsGrowing(linear, rule));
}

// Growth does not always come to the size that was asked for.
TEST(FastGrowth, ComparesSizesAsTheyAre) {
  const CostRule rule;
  std::vector<Cost> costs;
  for (size_t size : {8192, 64 * 1024, 128 * 1024, 512 * 1024}) {
    costs.push_back(Linear(size));
  }
  EXPECT_EQ(FastGrowth(costs, rule), "");
}

// A budget is used up once, and then no more.
TEST(FastGrowth, LetsWhatIsCheapGrow) {
  const CostRule rule;
  const std::vector<Cost> costs = {Quadratic(125), Quadratic(250),
                                   Quadratic(500), Quadratic(1000)};
  EXPECT_EQ(FastGrowth(costs, rule), "");
  EXPECT_EQ(FastGrowth(std::span(costs).first(2), rule), "");
}

// ---- The reward -------------------------------------------------------------

TEST(HalfOctave, HasTwoStepsForEachPowerOfTwo) {
  EXPECT_EQ(HalfOctave(0), 0u);
  EXPECT_EQ(HalfOctave(1), 1u);
  EXPECT_EQ(HalfOctave(2), 3u);
  EXPECT_EQ(HalfOctave(3), 4u);
  EXPECT_EQ(HalfOctave(4), 5u);
  EXPECT_EQ(HalfOctave(5), 5u);
  EXPECT_EQ(HalfOctave(6), 6u);
  EXPECT_EQ(HalfOctave(8), 7u);
  EXPECT_EQ(HalfOctave(uint64_t{3} << 62), 128u);
  size_t before = 0;
  for (uint64_t value = 0; value < 100'000; ++value) {
    const size_t step = HalfOctave(value);
    EXPECT_GE(step, before);
    before = step;
  }
}

TEST(SizeClass, GrowsWithFourfoldSizes) {
  EXPECT_EQ(SizeClass(0), 0u);
  EXPECT_EQ(SizeClass(255), 0u);
  EXPECT_EQ(SizeClass(256), 1u);
  EXPECT_EQ(SizeClass(1024), 2u);
  EXPECT_EQ(SizeClass(16 * 1024), 4u);
  EXPECT_EQ(SizeClass(1 << 30), kSizeClasses - 1);
}

TEST(RewardCost, MarksWhatCostsMore) {
  const auto reward = [](size_t command, size_t bytes, uint64_t operations) {
    const size_t before = RewardMarks();
    RewardCost(command, bytes, {.operations = operations});
    return RewardMarks() - before;
  };
  // Every run costs some, and so does every byte.
  EXPECT_EQ(reward(0, 100, 33'000), 0u);
  EXPECT_EQ(reward(0, 100'000, 800'000), 0u);
  EXPECT_EQ(reward(0, 100, 34'000), 1u);
  EXPECT_EQ(reward(0, 100, 34'000), 0u);
  // A little more is the same; twice as much is not, and then half as much
  // again.
  EXPECT_EQ(reward(0, 100, 34'001), 0u);
  EXPECT_EQ(reward(0, 100, 35'000), 1u);
  EXPECT_EQ(reward(0, 100, 35'200), 1u);
  // Nor is a file of another size, or another command.
  EXPECT_EQ(reward(0, 10'000, 200'000), 1u);
  EXPECT_EQ(reward(1, 100, 34'000), 1u);
  // Each part counts, also the least input and the highest cost.
  const size_t before = RewardMarks();
  RewardCost(kRewardedCommands - 1, 0,
             {.operations = UINT64_MAX,
              .peak_bytes = UINT64_MAX,
              .written = UINT64_MAX});
  EXPECT_EQ(RewardMarks(), before + 3);
}

TEST(RewardInput, RemembersTheDearestOfEachSize) {
  Random random(1);
  EXPECT_EQ(AnyDearInput(random), "");
  RewardInput(0, "usual", {.operations = 30'000});
  EXPECT_EQ(AnyDearInput(random), "");
  RewardInput(0, "dear", {.operations = 40'000});
  RewardInput(0, "less", {.operations = 39'000});
  EXPECT_EQ(AnyDearInput(random), "dear");
  RewardInput(0, "more", {.operations = 41'000});
  EXPECT_EQ(AnyDearInput(random), "more");
  const std::string large(1000, 'a');
  RewardInput(0, large, {.operations = 60'000});
  std::set<std::string_view> seen;
  for (int i = 0; i < 20; ++i) seen.insert(AnyDearInput(random));
  EXPECT_EQ(seen, (std::set<std::string_view>{"more", large}));
}

// ---- Growth -----------------------------------------------------------------

struct Case {
  const FuzzFormat* format;
  std::vector<corpus::CorpusFile> files;
};

// Each format's mutations with the files of its corpus.
std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const corpus::CorpusFormat* const of_corpus : corpus::AllFormats()) {
    std::vector<corpus::CorpusFile> files = of_corpus->generate();
    for (const FuzzFormat* const format : AllFormats()) {
      const auto is_ours = [&](const corpus::CorpusFile& file) {
        const std::optional<Format> of_file = of_corpus->format_of(file);
        return of_file && format->formats.Contains(*of_file);
      };
      if (std::ranges::none_of(files, is_ours)) continue;
      // Under sanitizers every third file.
      constexpr size_t kStep = CLIPGUARD_SANITIZED ? 3 : 1;
      size_t at = 0;
      std::erase_if(files, [&](const auto&) { return at++ % kStep != 0; });
      cases.push_back({format, std::move(files)});
      break;
    }
  }
  EXPECT_EQ(cases.size(), AllFormats().size());
  return cases;
}

std::string TextOf(const corpus::CorpusFile& file) {
  return {file.bytes.begin(), file.bytes.end()};
}

TEST(Stretch, AddsWhatItIsToldInMostWays) {
  constexpr size_t kBytes = 32 * 1024;
  for (const Case& c : Cases()) {
    size_t stretched = 0;
    size_t far = 0;
    std::set<std::string> results;
    for (size_t i = 0; i < c.files.size(); ++i) {
      const std::string text = TextOf(c.files[i]);
      const std::string large =
          Stretch(*c.format, text, kBytes, static_cast<uint32_t>(i));
      EXPECT_EQ(large,
                Stretch(*c.format, text, kBytes, static_cast<uint32_t>(i)));
      const size_t more = large.size() - std::min(large.size(), text.size());
      stretched += more > kBytes / 4;
      far += more > 2 * kBytes;
      results.insert(large);
    }
    EXPECT_GT(stretched * 2, c.files.size());
    // Escapes and long names make some of it longer than asked for.
    EXPECT_LT(far * 8, c.files.size());
    EXPECT_GT(results.size() * 10, c.files.size() * 9);
  }
}

// Stretching by 32 kB adds half as much as by 64 kB, in the same ways.
TEST(Stretch, GivesMoreOfTheSame) {
  for (const Case& c : Cases()) {
    size_t even = 0;
    for (size_t i = 0; i < c.files.size(); ++i) {
      const std::string text = TextOf(c.files[i]);
      const auto size = [&](size_t bytes) {
        return static_cast<double>(
            Stretch(*c.format, text, bytes, static_cast<uint32_t>(i)).size());
      };
      const double ratio = (size(64 * 1024) - size(32 * 1024)) /
                           (size(32 * 1024) - size(16 * 1024) + 1);
      even += ratio > 1.7 && ratio < 2.3;
    }
    EXPECT_GT(even * 3, c.files.size() * 2) << even;
  }
}

TEST(MutateForCost, KeepsToItsRoom) {
  const auto same = [](uint8_t*, size_t size, size_t) {
    return std::max<size_t>(size, 1);
  };
  for (const Case& c : Cases()) {
    Random random(1);
    size_t grown = 0;
    constexpr uint32_t kTimes = CLIPGUARD_SANITIZED ? 250 : 1000;
    for (uint32_t seed = 0; seed < kTimes; ++seed) {
      const std::string text = TextOf(c.files[random.Below(c.files.size())]);
      const std::string other = TextOf(c.files[random.Below(c.files.size())]);
      const size_t room = std::max<size_t>(1, text.size() + (8 << (seed % 12)));
      std::vector<uint8_t> data(room);
      std::ranges::copy(text, data.begin());
      const size_t size =
          MutateForCost(*c.format, data.data(), text.size(), room, seed, same);
      EXPECT_GE(size, 1u);
      EXPECT_LE(size, room);
      grown += size > text.size() + 64;
      const std::span<const uint8_t> a(
          reinterpret_cast<const uint8_t*>(text.data()), text.size());
      const std::span<const uint8_t> b(
          reinterpret_cast<const uint8_t*>(other.data()), other.size());
      EXPECT_LE(CrossOverForCost(*c.format, a, b, data.data(), room, seed),
                room);
    }
    EXPECT_GT(grown, kTimes / 10);
  }
}

TEST(FuzzFormats, AreOfEveryFormat) {
  FormatSet formats;
  for (const FuzzFormat* format : AllFormats()) {
    formats = formats | format->formats;
  }
  EXPECT_EQ(formats, FormatSet::All());
}

TEST(SplitForgePair, FindsTheArmature) {
  EXPECT_EQ(SplitForgePair("{}").machine, "{}");
  EXPECT_EQ(SplitForgePair("{}").armature, "");
  EXPECT_EQ(SplitForgePair("{}\n$armature\n{1}").machine, "{}");
  EXPECT_EQ(SplitForgePair("{}\n$armature\n{1}").armature, "{1}");
}

}  // namespace
}  // namespace clipguard::fuzz
