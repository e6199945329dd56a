// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/curve_levels.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory/work_counter.h"
#include "eval/curve/reference.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "report/tracks/levels.h"

namespace clipguard::report {
namespace {

using eval::kMax;
using mrtk::Curve;
using mrtk::Keyframe;

Levels LevelsOf(const Curve& curve, bool boolean = false, size_t bins = 64) {
  const CurveFacts facts = FactsOf(curve.View(), boolean);
  Levels levels(facts.times.empty() ? 0 : facts.times.least,
                facts.times.empty() ? 0 : facts.times.greatest, bins);
  FillLevels(curve.View(), boolean, facts, levels);
  return levels;
}

TEST(CurveLevelsTest, EmptyCurvesAndSingleKeys) {
  Curve curve;
  EXPECT_TRUE(FactsOf(curve.View(), false).values.empty());
  EXPECT_TRUE(LevelsOf(curve).stretch(0).empty());
  curve.keys = {{.time = 3, .value = 2}};
  const CurveFacts facts = FactsOf(curve.View(), false);
  EXPECT_EQ(facts.times.least, 3);
  EXPECT_EQ(facts.times.greatest, 3);
  EXPECT_EQ(LevelsOf(curve).stretch(0).greatest, 2);
}

TEST(CurveLevelsTest, FindsPeaksBetweenKeys) {
  Curve curve;
  // 4 t (1 - t): 1 in the middle.
  curve.keys = {{.time = 0, .out_tangent = 4, .weighted_mode = 0},
                {.time = 1, .in_tangent = -4, .weighted_mode = 0}};
  EXPECT_NEAR(FactsOf(curve.View(), false).values.greatest, 1, 1e-6);
  const Levels levels = LevelsOf(curve, false, 3);
  EXPECT_NEAR(levels.stretch(1).greatest, 1, 1e-6);
  EXPECT_NEAR(levels.stretch(0).greatest, 8.0 / 9, 1e-6);
  EXPECT_NEAR(levels.stretch(0).least, 0, 1e-6);
}

TEST(CurveLevelsTest, StatesHoldAndStepsAreNotBefore) {
  Curve state;
  state.keys = {{.time = 0, .value = 1}, {.time = 4, .value = 0}};
  const Levels levels = LevelsOf(state, true, 4);
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(levels.stretch(i).greatest, 1) << i;
  EXPECT_EQ(levels.stretch(2).least, 1);
  EXPECT_EQ(levels.stretch(3).least, 0);

  Curve step;
  step.keys = {{.time = 0, .value = 1, .out_tangent = kInfinity},
               {.time = 2, .value = 5},
               {.time = 4, .value = 5}};
  const Levels steps = LevelsOf(step, false, 4);
  EXPECT_EQ(steps.stretch(1).greatest, 1);
  EXPECT_EQ(steps.stretch(2).least, 5);
}

// A sound curve's value at any time lies between the least and the greatest
// value of its stretch, and the curve reaches both, or nearly.
TEST(CurveLevelsTest, EnclosesRandomCurves) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Curve curve = eval::RandomCurve(random, 2 + random.Bits() % 20);
    const CurveFacts facts = FactsOf(curve.View(), false);
    ASSERT_TRUE(facts.in_order);
    const Levels levels = LevelsOf(curve, false, 16);
    for (size_t b = 0; b < levels.bins(); ++b) {
      const ValueRange& stretch = levels.stretch(b);
      for (int k = 1; k < 20; ++k) {
        const double share = k / 20.0;
        const double time =
            levels.Edge(b) * (1 - share) + levels.Edge(b + 1) * share;
        if (!(time < facts.times.greatest)) continue;
        const double value = eval::EvaluateCurve(curve.View(), time);
        ASSERT_GE(value, stretch.least - 1e-4) << i << " " << time;
        ASSERT_LE(value, stretch.greatest + 1e-4) << i << " " << time;
      }
      ASSERT_GE(stretch.least, facts.values.least - 1e-5);
      ASSERT_LE(stretch.greatest, facts.values.greatest + 1e-5);
    }
  }
}

TEST(CurveLevelsTest, DamagedCurvesKeepWhatCanBeShown) {
  Curve curve;
  curve.keys = {{.time = 0, .value = 1},
                {.time = kNan, .value = 7},
                {.time = 1, .value = kNan},
                {.time = 0.5f, .value = 3},
                {.time = kInfinity, .value = kInfinity}};
  const CurveFacts facts = FactsOf(curve.View(), false);
  EXPECT_FALSE(facts.in_order);
  EXPECT_EQ(facts.broken_keys, 3u);
  EXPECT_EQ(facts.times.greatest, 1);
  const Levels levels = LevelsOf(curve, false, 4);
  EXPECT_EQ(levels.stretch(0).greatest, 1);
  EXPECT_EQ(levels.stretch(2).greatest, 3);
  EXPECT_TRUE(levels.stretch(3).empty());
}

TEST(CurveLevelsTest, FarTimesAreToldApart) {
  Curve curve;
  curve.keys = {{.time = -1}, {.time = 2}, {.time = 1e30f}};
  const CurveFacts facts = FactsOf(curve.View(), false);
  EXPECT_EQ(facts.near_times.greatest, 2);
  EXPECT_EQ(facts.times.greatest, 1e30f);
}

// Whatever the numbers are, it ends, and nothing but numbers comes of it.
TEST(CurveLevelsTest, AnyNumbers) {
  Random random(2);
  constexpr std::array kOdd = {0.0f, 1.0f, -1.0f, kInfinity, -kInfinity,
                               kNan, kMax, -kMax, 1e-45f,    0.3f};
  for (int i = 0; i < 3000; ++i) {
    Curve curve{random.Pick(eval::kWraps), random.Pick(eval::kWraps), {}};
    for (size_t k = random.Bits() % 6; k != 0; --k) {
      curve.keys.push_back({random.Pick(kOdd), random.Pick(kOdd),
                            random.Pick(kOdd), random.Pick(kOdd),
                            random.Pick(kOdd), random.Pick(kOdd),
                            static_cast<int32_t>(random.Bits() % 4)});
    }
    const bool boolean = random.Bits() % 4 == 0;
    const CurveFacts facts = FactsOf(curve.View(), boolean);
    const Levels levels = LevelsOf(curve, boolean, 8);
    if (!facts.values.empty()) (void)levels.Quantized(facts.values);
  }
}

TEST(CurveLevelsTest, CostsAsMuchAsThereIs) {
  for (const bool in_order : {true, false}) {
    Curve curve;
    for (int i = 0; i < 20000; ++i) {
      const float time = in_order ? 0.01f * static_cast<float>(i)
                                  : 200.0f * static_cast<float>(i % 2);
      curve.keys.push_back({.time = time, .value = static_cast<float>(i % 3)});
    }
    for (const bool boolean : {true, false}) {
      const uint64_t before = WorkDone();
      LevelsOf(curve, boolean, 1024);
      EXPECT_LE(WorkDone() - before, 4 * (curve.keys.size() + 2 * 1024));
    }
  }
}

}  // namespace
}  // namespace clipguard::report
