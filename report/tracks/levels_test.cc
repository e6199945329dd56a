// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/levels.h"

#include <cstdint>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"

namespace clipguard::report {
namespace {

constexpr uint16_t kNone = Levels::kNothing;

TEST(LevelsTest, PutsValuesIntoTheirStretches) {
  Levels levels(0, 4, 4);
  levels.Add(0, 1);
  levels.Add(0.99, -1);
  levels.Add(1, 5);
  levels.Add(4, 7);  // the end belongs to the last stretch
  EXPECT_EQ(levels.stretch(0).least, -1);
  EXPECT_EQ(levels.stretch(0).greatest, 1);
  EXPECT_EQ(levels.stretch(1).least, 5);
  EXPECT_TRUE(levels.stretch(2).empty());
  EXPECT_EQ(levels.stretch(3).greatest, 7);
}

TEST(LevelsTest, LeavesOutWhatIsOutsideOrNotFinite) {
  Levels levels(0, 4, 4);
  levels.Add(-0.1, 1);
  levels.Add(4.1, 1);
  levels.Add(kNan, 1);
  levels.Add(kInf, 1);
  levels.Add(1, kNan);
  levels.Add(1, kInf);
  levels.Hold(kNan, 3, 1);
  levels.Hold(3, 1, 1);
  levels.Hold(5, 6, 1);
  for (size_t i = 0; i < 4; ++i) EXPECT_TRUE(levels.stretch(i).empty()) << i;
}

TEST(LevelsTest, HoldsAValue) {
  Levels levels(0, 4, 4);
  levels.Hold(1.5, kInf, 2);
  EXPECT_TRUE(levels.stretch(0).empty());
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(levels.stretch(i).least, 2) << i;
}

TEST(LevelsTest, EdgesMeet) {
  const Levels levels(-1, 2, 3);
  EXPECT_EQ(levels.Edge(0), -1);
  EXPECT_EQ(levels.Edge(1), 0);
  EXPECT_EQ(levels.Edge(3), 2);
}

TEST(LevelsTest, AMomentIsOneStretch) {
  Levels levels(3, 3, 8);
  levels.Add(3, 1);
  EXPECT_EQ(levels.stretch(0).least, 1);
}

TEST(LevelsTest, QuantizedNumbersEncloseTheValues) {
  Levels levels(0, 3, 3);
  levels.Add(0.5, 0.3);
  levels.Add(0.5, 0.7);
  levels.Add(2.5, 1);
  const ValueRange range{0, 1};
  const std::vector<uint16_t> all = levels.Quantized(range);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_LE(all[0] / 65534.0, 0.3);
  EXPECT_GE(all[3] / 65534.0, 0.7);
  EXPECT_NEAR(all[0] / 65534.0, 0.3, 2e-5);
  EXPECT_EQ(all[1], kNone);
  EXPECT_EQ(all[4], kNone);
  EXPECT_EQ(all[2], 65534);
  EXPECT_EQ(all[5], 65534);
}

TEST(LevelsTest, ACurveThatNeverMovesHasTheLeastNumber) {
  Levels levels(0, 1, 1);
  levels.Add(0, 4);
  EXPECT_EQ(levels.Quantized({4, 4}), (std::vector<uint16_t>{0, 0}));
}

}  // namespace
}  // namespace clipguard::report
