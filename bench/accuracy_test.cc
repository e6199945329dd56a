// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/accuracy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench/workloads/workloads.h"
#include "eval/curve/reference.h"

namespace clipguard::bench {
namespace {

using mrtk::Keyframe;

TEST(ValueScaleTest, LooksBetweenTheKeys) {
  const mrtk::Curve curve = MakeCurve({.keys = 200, .seconds = 20}, 5);
  for (size_t i = 1; i < curve.keys.size(); ++i) {
    const Keyframe& left = curve.keys[i - 1];
    const Keyframe& right = curve.keys[i];
    double low = left.value;
    double high = left.value;
    for (int k = 0; k <= 1000; ++k) {
      const double time =
          left.time + (double{right.time} - double{left.time}) * k / 1000;
      const double value = eval::EvaluateSegment(left, right, time);
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const double scale = std::max({high - low, std::abs(low), std::abs(high)});
    EXPECT_NEAR(eval::ValueScale(left, right), scale, 0.01 * scale) << i;
    EXPECT_GE(eval::ValueScale(left, right), scale * (1 - 1e-12)) << i;
  }
}

TEST(ExactValuesTest, FindsTheWorst) {
  const mrtk::Curve curve = MakeCurve({.keys = 20, .seconds = 2}, 1);
  std::vector<float> times = {-1, 0, 0.5f, 1, 2, 3};
  std::vector<float> values;
  for (float time : times) {
    values.push_back(
        static_cast<float>(eval::EvaluateCurve(curve.View(), time)));
  }
  const ExactValues exact(curve.View(), times);
  EXPECT_LT(exact.Worst(values).error, 1e-7);
  values[3] += 0.125f;
  const WorstError worst = exact.Worst(values);
  EXPECT_EQ(worst.index, 3u);
  EXPECT_EQ(worst.time, 1);
  EXPECT_EQ(worst.value, values[3]);
  EXPECT_GT(worst.error, 0.01);
  const ExactValues second(curve.View(), times, 2);
  EXPECT_LT(second.Worst(values).error, 1e-7);
  values[2] = std::nanf("");
  EXPECT_EQ(second.Worst(values).index, 2u);
  EXPECT_EQ(exact.Worst(values).index, 2u);
  EXPECT_TRUE(std::isinf(exact.Worst(values).error));
}

}  // namespace
}  // namespace clipguard::bench
