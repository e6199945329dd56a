// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/workloads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace clipguard::bench {
namespace {

using ::testing::Each;
using ::testing::FloatEq;

// FNV-1a.
uint64_t Hash(const void* data, size_t size) {
  std::vector<unsigned char> bytes(size);
  std::memcpy(bytes.data(), data, size);
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

TEST(RandomTest, IsTheSameEverywhere) {
  Random random(1234567);
  EXPECT_EQ(random.Bits(), 6457827717110365317u);
  EXPECT_EQ(random.Bits(), 3203168211198807973u);
}

TEST(MakeCurveTest, IsTheSameEverywhere) {
  const mrtk::Curve curve = MakeCurve(kWeightedCurve, 1);
  ASSERT_EQ(curve.keys.size(), 1000u);
  EXPECT_EQ(Hash(curve.keys.data(), curve.keys.size() * sizeof(mrtk::Keyframe)),
            17789429299884509660u);
}

TEST(MakeCurveTest, WeightsAreTheOnlyDifferenceOfTheHermite) {
  mrtk::Curve hermite = MakeCurve(kHermiteCurve, 1);
  const mrtk::Curve weighted = MakeCurve(kWeightedCurve, 1);
  for (size_t i = 0; i < hermite.keys.size(); ++i) {
    EXPECT_EQ(hermite.keys[i].weighted_mode, 0);
    EXPECT_EQ(hermite.keys[i].time, weighted.keys[i].time);
    EXPECT_EQ(hermite.keys[i].in_tangent, weighted.keys[i].in_tangent);
  }
}

TEST(MakeTimesTest, SameTimesInBothOrders) {
  std::vector<float> times = MakeTimes(kWeightedCurve, 1000, Order::kRandom);
  const std::vector<float> sorted =
      MakeTimes(kWeightedCurve, 1000, Order::kAscending);
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
  EXPECT_FALSE(std::is_sorted(times.begin(), times.end()));
  std::sort(times.begin(), times.end());
  EXPECT_EQ(times, sorted);
  EXPECT_GE(sorted.front(), 0);
  EXPECT_LE(sorted.back(), 100);
}

TEST(ClipTest, CurveClipShowsTheCurve) {
  const Clip clip = MakeCurveClip(kWeightedCurve);
  const mrtk::Curve curve = MakeCurve(kWeightedCurve, 1);
  const mrtk::CurveView view = clip.FloatCurves()[0];
  ASSERT_EQ(view.size(), curve.keys.size());
  EXPECT_EQ(view.layout(), mrtk::KeyLayout::kFull);
  EXPECT_EQ(view.key(999).time, curve.keys[999].time);
  EXPECT_EQ(view.key(999).in_weight, curve.keys[999].in_weight);
}

TEST(ClipTest, PoseClipHasAllCurves) {
  const CurveShape shape = {.keys = 30, .seconds = 2};
  for (mrtk::KeyLayout layout :
       {mrtk::KeyLayout::kFull, mrtk::KeyLayout::kCompact}) {
    const Clip clip = MakePoseClip(shape, layout);
    EXPECT_EQ(clip.view().layout(), layout);
    EXPECT_EQ(clip.view().curve_count(), mrtk::CurveSlot::kCount);
    const std::vector<mrtk::CurveView> curves = clip.FloatCurves();
    ASSERT_EQ(curves.size(), kPoseCurves);
    EXPECT_EQ(kPoseCurves, 391u);
    EXPECT_EQ(clip.view().Duration(), 2);
    std::vector<float> ends;
    for (const mrtk::CurveView& curve : curves) {
      ASSERT_EQ(curve.size(), 30u);
      ends.push_back(curve.time(29));
    }
    EXPECT_THAT(ends, Each(FloatEq(2)));
    EXPECT_NE(curves[0].value(1), curves[1].value(1));
  }
}

}  // namespace
}  // namespace clipguard::bench
