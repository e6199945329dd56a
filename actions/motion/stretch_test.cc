// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/stretch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "actions/motion/random_keys.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions {
namespace {

using mrtk::Keyframe;

// CLIPGUARD_CUBIC_TRIALS=1000000 tries more.
int Trials(int usual) {
  const char* const asked = std::getenv("CLIPGUARD_CUBIC_TRIALS");
  return asked == nullptr ? usual : std::atoi(asked);
}

Keyframe Weighted(float time, float value, float tangent, float weight) {
  return {time, value, tangent, tangent, weight, weight, 3};
}

// The largest error of a cubic at many times; the ends and times near them
// included. EvaluateSegment() has its own rounding, of some 1e-15 of the scale.
double Measured(const Keyframe& left, const Keyframe& right,
                const TimeCubic& cubic, int times, RandomKeys& random) {
  double largest = 0;
  const double length = double{cubic.end} - cubic.begin;
  for (int i = 0; i <= times; ++i) {
    double share = random.Uniform(0, 1);
    if (i % 8 == 1) share = std::ldexp(share, -static_cast<int>(i % 50));
    if (i % 8 == 2) share = 1 - std::ldexp(share, -static_cast<int>(i % 50));
    const double time = std::clamp<double>(cubic.begin + share * length,
                                           cubic.begin, cubic.end);
    if (time >= right.time) continue;
    largest = std::max(
        largest,
        std::abs(eval::EvaluateSegment(left, right, time) - cubic.Value(time)));
  }
  return largest;
}

TEST(Stretch, IsTheCurve) {
  RandomKeys random(1);
  for (int i = 0; i < 4000; ++i) {
    const auto [left, right] = random.Neighbours();
    const std::optional<Stretch> stretch = Stretch::Of(left, right);
    ASSERT_TRUE(stretch);
    EXPECT_GE(stretch->scale(),
              eval::ValueScale(left, right) / 2 * (1 - 1e-12));
    for (int k = 0; k < 10; ++k) {
      const double time = random.Uniform(left.time, right.time);
      if (!(time < right.time)) continue;
      const double value = eval::EvaluateSegment(left, right, time);
      // Where the curve is vertical a rounded time moves the value by more.
      const double step = 1e-15 * std::max(1.0, std::abs(time));
      const double next = eval::EvaluateSegment(left, right, time + step);
      ASSERT_NEAR(stretch->Value(time), value,
                  1e-9 * stretch->scale() + 2 * std::abs(next - value))
          << time << " of " << left.time << " to " << right.time << ", weights "
          << left.out_weight << " " << right.in_weight;
    }
  }
}

TEST(Stretch, SlopesAreTheCurves) {
  RandomKeys random(2);
  for (int i = 0; i < 5000; ++i) {
    const float w1 = static_cast<float>(random.Uniform(0.1, 0.9));
    const float w2 = static_cast<float>(random.Uniform(0.1, 0.9));
    const Keyframe left = Weighted(1, 0.5f, random.Tangent(), w1);
    const Keyframe right = Weighted(3, 2, random.Tangent(), w2);
    const std::optional<Stretch> stretch = Stretch::Of(left, right);
    ASSERT_TRUE(stretch);
    EXPECT_NEAR(stretch->At(1).slope, left.out_tangent,
                1e-9 * (1 + std::abs(left.out_tangent)));
    EXPECT_NEAR(stretch->At(3).slope, right.in_tangent,
                1e-9 * (1 + std::abs(right.in_tangent)));
    const double time = random.Uniform(1.1, 2.9);
    const double difference =
        (stretch->Value(time + 1e-6) - stretch->Value(time - 1e-6)) / 2e-6;
    EXPECT_NEAR(stretch->At(time).slope, difference,
                1e-3 * (std::abs(difference) + stretch->scale()));
  }
}

TEST(Stretch, SlopesAtEndsWithoutWeight) {
  const auto slopes = [](float w1, float w2) {
    const auto stretch =
        Stretch::Of(Weighted(0, 0, 7, w1), Weighted(2, 4, 9, w2));
    return std::vector<double>{stretch->At(0).slope, stretch->At(2).slope};
  };
  // A line.
  EXPECT_EQ(slopes(0, 0), (std::vector<double>{2, 2}));
  // Towards the other end's control point: at 1 s, 4 - 9.
  EXPECT_EQ(slopes(0, 0.5f), (std::vector<double>{-5, 9}));
  // That one stands above the beginning: vertical.
  EXPECT_EQ(slopes(0, 1)[0], -INFINITY);
  EXPECT_EQ(slopes(1, 0)[1], -INFINITY);
}

// The promise: nothing is measured that is larger than the bound.
TEST(Stretch, BoundsHold) {
  RandomKeys random(3);
  std::vector<double> ratios;
  const int trials = Trials(4000);
  for (int i = 0; i < trials; ++i) {
    const auto [left, right] = random.Neighbours();
    const std::optional<Stretch> stretch = Stretch::Of(left, right);
    ASSERT_TRUE(stretch);
    // All of it, a part, or a very small part, also next to an end.
    double from = random.Uniform(0, 1);
    double to = random.Uniform(0, 1);
    if (random.Below(4) == 0) from = 0;
    if (random.Below(4) == 0) to = 1;
    if (random.Below(3) == 0) {
      const double size = std::ldexp(1, -static_cast<int>(random.Below(20)));
      to = from + (to - from) * size;
    }
    if (to < from) std::swap(from, to);
    const double length = double{right.time} - left.time;
    const auto begin = static_cast<float>(left.time + from * length);
    const auto end = static_cast<float>(left.time + to * length);
    if (!(begin < end) || begin < left.time || end > right.time) continue;
    const Stretch::Place a = stretch->At(begin);
    const Stretch::Place b = stretch->At(end);
    TimeCubic cubic = {begin,
                       end,
                       static_cast<float>(a.value),
                       static_cast<float>(b.value),
                       static_cast<float>(a.slope),
                       static_cast<float>(b.slope)};
    if (!std::isfinite(cubic.left_tangent)) cubic.left_tangent = 3;
    if (!std::isfinite(cubic.right_tangent)) cubic.right_tangent = -3;
    // Any cubic will do.
    if (random.Below(4) == 0) {
      cubic.left += static_cast<float>(random.Uniform(-1, 1));
      cubic.right_tangent *= static_cast<float>(random.Uniform(-2, 2));
    }
    const double bound = stretch->Bound(cubic);
    const double measured = Measured(left, right, cubic, 100, random);
    const double size = stretch->scale() + (std::abs(cubic.left_tangent) +
                                            std::abs(cubic.right_tangent)) *
                                               (double{end} - begin);
    ASSERT_LE(measured, bound + 1e-13 * size)
        << "from " << begin << " to " << end << " of " << left.time << " to "
        << right.time << ", weights " << left.out_weight << " "
        << right.in_weight << ", tangents " << left.out_tangent << " "
        << right.in_tangent;
    ASSERT_LE(stretch->Bound(cubic, 1e-3), std::max(1e-3, 3 * bound));
    if (measured > 1e-9 * size) ratios.push_back(bound / measured);
  }
  // And it is close.
  ASSERT_GT(ratios.size(), static_cast<size_t>(trials) / 2);
  std::sort(ratios.begin(), ratios.end());
  const auto part = [&](double share) {
    return ratios[static_cast<size_t>(share *
                                      static_cast<double>(ratios.size() - 1))];
  };
  std::printf("bound / measured: median %.4f, 99 %% %.4f, largest %.2f\n",
              part(0.5), part(0.99), part(1));
  EXPECT_LT(part(0.5), 1.02);
  EXPECT_LT(part(0.99), 1.5);
}

TEST(Stretch, WhatIsACubicHasNoError) {
  RandomKeys random(4);
  for (int i = 0; i < 1000; ++i) {
    auto [left, right] = random.Neighbours();
    left.weighted_mode = right.weighted_mode = 0;
    const std::optional<Stretch> stretch = Stretch::Of(left, right);
    ASSERT_TRUE(stretch);
    EXPECT_LE(stretch->Bound({left.time, right.time, left.value, right.value,
                              left.out_tangent, right.in_tangent}),
              1e-12 * stretch->scale());
  }
}

// Neighbours of other keys, over about the same time.
std::pair<Keyframe, Keyframe> Others(const Keyframe& left,
                                     const Keyframe& right,
                                     RandomKeys& random) {
  const double length = double{right.time} - left.time;
  const auto begin =
      static_cast<float>(left.time - random.Uniform(0, 0.5) * length);
  const auto end =
      static_cast<float>(right.time + random.Uniform(0, 0.5) * length);
  Keyframe a = random.Key(random.Below(2) == 0 ? left.time : begin);
  Keyframe b = random.Key(random.Below(2) == 0 ? right.time : end);
  // A line; or the same curve with a key moved a little.
  if (random.Below(4) == 0) a.out_weight = b.in_weight = 0;
  if (random.Below(4) == 0) {
    a = left;
    b = right;
    b.value += static_cast<float>(random.Uniform(-1e-3, 1e-3));
    b.in_weight *= static_cast<float>(random.Uniform(0.9, 1));
  }
  return {a, b};
}

// The promise of two Béziers: nothing is measured that is larger.
TEST(Stretch, DifferencesHold) {
  RandomKeys random(5);
  std::vector<double> ratios;
  const int trials = Trials(4000);
  for (int i = 0; i < trials; ++i) {
    auto [a, b] = random.Neighbours();
    if (random.Below(6) == 0) a.out_weight = b.in_weight = 0;
    const auto [c, d] = Others(a, b, random);
    const std::optional<Stretch> one = Stretch::Of(a, b);
    const std::optional<Stretch> other = Stretch::Of(c, d);
    ASSERT_TRUE(one && other);
    const double length = double{b.time} - a.time;
    float from = std::max(a.time, c.time);
    float to = std::min(b.time, d.time);
    if (random.Below(3) == 0) {
      const double at = random.Uniform(0, 1);
      const double size = std::ldexp(1, -static_cast<int>(random.Below(16)));
      from = static_cast<float>(a.time + at * length);
      to = static_cast<float>(from + size * (b.time - from));
    }
    if (!(from < to) || from < std::max(a.time, c.time) ||
        to > std::min(b.time, d.time)) {
      continue;
    }
    double measured = 0;
    for (int k = 0; k <= 60; ++k) {
      double share = random.Uniform(0, 1);
      if (k % 8 == 1) share = std::ldexp(share, -(k % 50));
      if (k % 8 == 2) share = 1 - std::ldexp(share, -(k % 50));
      const double time =
          std::clamp<double>(from + share * (double{to} - from), from, to);
      if (time >= b.time || time >= d.time) continue;
      measured =
          std::max(measured, std::abs(eval::EvaluateSegment(a, b, time) -
                                      eval::EvaluateSegment(c, d, time)));
    }
    const double size = one->scale() + other->scale();
    const double bound = one->Difference(*other, from, to);
    ASSERT_LE(measured, bound + 1e-13 * size)
        << "from " << from << " to " << to << " of " << a.time << " to "
        << b.time << " and " << c.time << " to " << d.time << ", weights "
        << a.out_weight << " " << b.in_weight << " and " << c.out_weight << " "
        << d.in_weight;
    ASSERT_LE(other->Difference(*one, from, to, 1e-3),
              std::max(1e-3, 3 * bound + 1e-6 * size));
    if (measured > 1e-4 * size) ratios.push_back(bound / measured);
  }
  ASSERT_GT(ratios.size(), static_cast<size_t>(trials) / 2);
  std::sort(ratios.begin(), ratios.end());
  const auto part = [&](double share) {
    return ratios[static_cast<size_t>(share *
                                      static_cast<double>(ratios.size() - 1))];
  };
  std::printf(
      "difference / measured: median %.4f, 90 %% %.4f, 99 %% %.4f, largest "
      "%.2f\n",
      part(0.5), part(0.9), part(0.99), part(1));
  EXPECT_LT(part(0.5), 1.01);
  // Where a curve is all but vertical for a moment, random times miss the most
  // of it: what is measured there is too little.
  EXPECT_LT(part(0.9), 1.1);
  EXPECT_LT(part(0.99), 5);
}

TEST(Stretch, LinesAreExact) {
  const auto line = [](float t0, float v0, float t1, float v1) {
    return *Stretch::Of({.time = t0, .value = v0}, {.time = t1, .value = v1});
  };
  const Stretch long_one = line(0, 0, 4, 8);
  EXPECT_TRUE(long_one.is_line());
  EXPECT_EQ(long_one.Value(1), 2);
  EXPECT_LE(long_one.Difference(line(1, 2, 3, 6), 1, 3), 1e-13);
  EXPECT_NEAR(long_one.Difference(line(1, 2, 3, 7), 1, 3), 1, 1e-13);
  EXPECT_NEAR(line(1, 2, 3, 7).Difference(long_one, 2, 3), 1, 1e-13);
  // A constant is a line whatever its weights; a curve is none.
  EXPECT_TRUE(
      Stretch::Of(Weighted(0, 3, 0, 0.7f), Weighted(1, 3, 0, 0.2f))->is_line());
  EXPECT_FALSE(
      Stretch::Of(Weighted(0, 3, 0, 0.7f), Weighted(1, 4, 0, 0.2f))->is_line());
  // Half a period of a cubic that is 0 at both ends: s (1 - s)^2 is largest at
  // a third, 4 / 27.
  Keyframe left = {.time = 0, .out_tangent = 1, .weighted_mode = 0};
  Keyframe right = {.time = 1, .weighted_mode = 0};
  EXPECT_NEAR(Stretch::Of(left, right)->Difference(line(0, 0, 1, 0), 0, 1),
              4.0 / 27, 1e-4);
}

TEST(Stretch, Steps) {
  const auto stretch =
      Stretch::Of({.time = 1, .value = 5, .out_tangent = kInfinity},
                  {.time = 2, .value = 9, .in_weight = 7});
  ASSERT_TRUE(stretch);
  EXPECT_TRUE(stretch->is_step());
  EXPECT_EQ(stretch->Value(1.5), 5);
  EXPECT_EQ(stretch->At(1.5).slope, 0);
  EXPECT_LE(stretch->Bound({1, 2, 5, 5}), 1e-12);
  EXPECT_GE(stretch->Bound({1, 2, 5, 6}), 1);
}

TEST(Stretch, WhatHasNoBoundIsRefused) {
  const Keyframe good = Weighted(1, 1, 1, 0.5f);
  const Keyframe end = Weighted(2, 1, 1, 0.5f);
  ASSERT_TRUE(Stretch::Of(good, end));
  EXPECT_FALSE(Stretch::Of(end, good));
  EXPECT_FALSE(Stretch::Of(good, good));
  EXPECT_FALSE(Stretch::Of(good, Weighted(kInfinity, 1, 1, 0)));
  EXPECT_FALSE(Stretch::Of(Weighted(kNan, 1, 1, 0), end));
  EXPECT_FALSE(Stretch::Of(Weighted(1, kInfinity, 1, 0), end));
  EXPECT_FALSE(Stretch::Of(good, Weighted(2, kNan, 1, 0)));
  EXPECT_FALSE(Stretch::Of(Weighted(1, 1, kNan, 0), end));
  for (const float weight :
       {-1e-30f, 1.0000001f, kInfinity, -kInfinity, kNan}) {
    EXPECT_FALSE(Stretch::Of(Weighted(1, 1, 1, weight), end));
    EXPECT_FALSE(Stretch::Of(good, Weighted(2, 1, 1, weight)));
    // Not in use.
    Keyframe unused = Weighted(1, 1, 1, weight);
    unused.weighted_mode = 1;
    EXPECT_TRUE(Stretch::Of(unused, end));
  }
}

}  // namespace
}  // namespace clipguard::actions
