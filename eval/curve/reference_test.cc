// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/reference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>

#include "base/byte_cursor.h"
#include "base/numbers.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::eval {
namespace {

using mrtk::CompactKey;
using mrtk::Curve;
using mrtk::CurveView;
using mrtk::Keyframe;

constexpr int32_t kLoop = 2;
constexpr int32_t kPingPong = 4;
constexpr int32_t kClampForever = 8;

// Two keys with tangents and weights 0: the straight line from 10 at one
// second to 20 at three.
Curve Line(int32_t pre_wrap = kClampForever,
           int32_t post_wrap = kClampForever) {
  return {pre_wrap,
          post_wrap,
          {{.time = 1, .value = 10}, {.time = 3, .value = 20}}};
}

double At(const Curve& curve, double time) {
  return EvaluateCurve(curve.View(), time);
}

// --- Rule 1: keys and wrap modes --------------------------------------------

TEST(EvaluateCurve, WithoutKeysIsZero) {
  EXPECT_EQ(EvaluateCurve(CurveView(), 0), 0);
  EXPECT_EQ(EvaluateCurve(CurveView(), -kInfinity), 0);
}

TEST(EvaluateCurve, WithOneKeyIsItsValue) {
  for (const int32_t wrap : {0, 1, 2, 4, 8}) {
    const Curve curve{wrap, wrap, {{.time = 2, .value = 7, .out_tangent = 9}}};
    for (const double time : {-1e300, 0.0, 2.0, 3.0, double{kInfinity}}) {
      EXPECT_EQ(At(curve, time), 7);
    }
  }
}

TEST(EvaluateCurve, AtNanIsNan) {
  EXPECT_TRUE(std::isnan(EvaluateCurve(CurveView(), kNan)));
  EXPECT_TRUE(std::isnan(At(Line(), kNan)));
  EXPECT_TRUE(std::isnan(At({8, 8, {{.time = 2, .value = 7}}}, kNan)));
}

TEST(EvaluateCurve, ClampsForDefaultOnceClampForeverAndUnknownModes) {
  for (const int32_t wrap : {0, 1, 8, 3, 5, -1, 1 << 30}) {
    const Curve curve = Line(wrap, wrap);
    EXPECT_EQ(At(curve, 0.5), 10);
    EXPECT_EQ(At(curve, -kInfinity), 10);
    EXPECT_EQ(At(curve, 3.5), 20);
    EXPECT_EQ(At(curve, kInfinity), 20);
  }
}

TEST(EvaluateCurve, IsAKeysValueAtTheKey) {
  for (const int32_t wrap : {kLoop, kPingPong, kClampForever}) {
    EXPECT_EQ(At(Line(wrap, wrap), 1), 10);
    EXPECT_EQ(At(Line(wrap, wrap), 3), 20);
  }
}

TEST(EvaluateCurve, LoopRepeatsTheKeyRange) {
  const Curve curve = Line(kLoop, kLoop);
  EXPECT_DOUBLE_EQ(At(curve, 3.5), 12.5);
  EXPECT_DOUBLE_EQ(At(curve, 5), 10);
  EXPECT_DOUBLE_EQ(At(curve, 6), 15);
  EXPECT_DOUBLE_EQ(At(curve, 0), 15);
  EXPECT_DOUBLE_EQ(At(curve, -0.5), 12.5);
  EXPECT_DOUBLE_EQ(At(curve, -1), 10);
}

TEST(EvaluateCurve, PingPongReversesEveryOtherTime) {
  const Curve curve = Line(kPingPong, kPingPong);
  EXPECT_DOUBLE_EQ(At(curve, 3.5), 17.5);
  EXPECT_DOUBLE_EQ(At(curve, 5), 10);
  EXPECT_DOUBLE_EQ(At(curve, 6), 15);
  EXPECT_DOUBLE_EQ(At(curve, 7), 20);
  EXPECT_DOUBLE_EQ(At(curve, 0.5), 12.5);
  EXPECT_DOUBLE_EQ(At(curve, -1), 20);
  EXPECT_DOUBLE_EQ(At(curve, -1.5), 17.5);
}

TEST(EvaluateCurve, PreWrapRulesBeforeAndPostWrapAfter) {
  EXPECT_DOUBLE_EQ(At(Line(kLoop, kClampForever), 0), 15);
  EXPECT_EQ(At(Line(kLoop, kClampForever), 4), 20);
  EXPECT_EQ(At(Line(kClampForever, kPingPong), 0), 10);
  EXPECT_DOUBLE_EQ(At(Line(kClampForever, kPingPong), 3.5), 17.5);
}

TEST(EvaluateCurve, WhatCannotRepeatClamps) {
  for (const int32_t wrap : {kLoop, kPingPong}) {
    EXPECT_EQ(At(Line(wrap, wrap), kInfinity), 20);
    EXPECT_EQ(At(Line(wrap, wrap), -kInfinity), 10);
    const Curve moment{
        wrap, wrap, {{.time = 1, .value = 5}, {.time = 1, .value = 6}}};
    EXPECT_EQ(At(moment, 0), 5);
    EXPECT_EQ(At(moment, 1), 6);
    EXPECT_EQ(At(moment, 2), 6);
  }
}

TEST(EvaluateCurve, LoopsOverTheLargestRangesAndTimes) {
  for (const int32_t wrap : {kLoop, kPingPong}) {
    const Curve wide{
        wrap, wrap, {{.time = -kMax, .value = 1}, {.time = kMax, .value = 2}}};
    const Curve narrow{
        wrap, wrap, {{.time = 0, .value = 1}, {.time = 1e-45f, .value = 2}}};
    for (const double time : {-1e308, -1e39, 1e39, 1e308}) {
      EXPECT_GE(At(wide, time), 1);
      EXPECT_LE(At(wide, time), 2);
      EXPECT_GE(At(narrow, time), 1);
      EXPECT_LE(At(narrow, time), 2);
    }
  }
}

// --- Rule 2: equal times ----------------------------------------------------

TEST(EvaluateCurve, LaterKeyWinsAtEqualTimes) {
  const Curve curve{8,
                    8,
                    {{.time = 0, .value = 1},
                     {.time = 1, .value = 2},
                     {.time = 1, .value = 5},
                     {.time = 1, .value = 8},
                     {.time = 2, .value = 10}}};
  EXPECT_DOUBLE_EQ(At(curve, 0.5), 1.5);
  EXPECT_EQ(At(curve, 1), 8);
  EXPECT_DOUBLE_EQ(At(curve, 1.5), 9);
}

// --- Rule 3: steps ----------------------------------------------------------

TEST(EvaluateCurve, InfiniteTangentsMakeAStep) {
  for (const float tangent : {kInfinity, -kInfinity}) {
    Curve out = Line();
    out.keys[0].out_tangent = tangent;
    EXPECT_EQ(At(out, 2.999), 10);
    EXPECT_EQ(At(out, 3), 20);
    Curve in = Line();
    in.keys[1].in_tangent = tangent;
    EXPECT_EQ(At(in, 2.999), 10);
    // The other sides of the keys belong to other segments.
    Curve other = Line();
    other.keys[0].in_tangent = other.keys[1].out_tangent = tangent;
    EXPECT_DOUBLE_EQ(At(other, 2), 15);
  }
}

// --- Rule 4: Hermite --------------------------------------------------------

TEST(EvaluateSegment, IsHermiteWithoutWeights) {
  // The weights must not count.
  Keyframe left{.time = 0, .out_weight = 0.9f, .weighted_mode = 1};
  Keyframe right{.time = 2, .value = 1, .in_weight = 0.8f, .weighted_mode = 2};
  // 3 s^2 - 2 s^3 at a quarter
  EXPECT_DOUBLE_EQ(EvaluateSegment(left, right, 0.5), 0.15625);
  left.out_tangent = 1;
  right.in_tangent = -1;
  // At half: (v0 + v1) / 2 + (m0 - m1) dt / 8
  EXPECT_DOUBLE_EQ(EvaluateSegment(left, right, 1), 1);
}

// --- Rule 5: Bézier ---------------------------------------------------------

TEST(EvaluateSegment, WeightsOfAThirdAreHermite) {
  Keyframe left{
      .time = 1, .value = 3, .out_tangent = -2, .out_weight = 1 / 3.f};
  Keyframe right{.time = 5, .value = 2, .in_tangent = 4, .in_weight = 1 / 3.f};
  Keyframe plain_left = left, plain_right = right;
  plain_left.weighted_mode = plain_right.weighted_mode = 0;
  for (double time = 1; time < 5; time += 0.0625) {
    EXPECT_NEAR(EvaluateSegment(left, right, time),
                EvaluateSegment(plain_left, plain_right, time), 1e-6);
  }
}

TEST(EvaluateSegment, UnusedWeightCountsAsAThird) {
  // x(1/2) = 3/8 w1 + 3/8 (1 - w2) + 1/8, y(1/2) = 1/2 without tangents.
  Keyframe left{.time = 0, .out_weight = 1, .weighted_mode = 2};
  Keyframe right{.time = 1, .value = 1, .in_weight = 0, .weighted_mode = 2};
  EXPECT_NEAR(EvaluateSegment(left, right, 0.375 + 0.25 + 0.125), 0.5, 1e-15);
  left.weighted_mode = 1;
  right.weighted_mode = 1;
  EXPECT_NEAR(EvaluateSegment(left, right, 0.125 + 0.375 + 0.125), 0.5, 1e-15);
}

TEST(EvaluateSegment, WeightsOfZeroAreAStraightLine) {
  const Keyframe left{.time = 0, .value = 4};
  const Keyframe right{.time = 1, .value = 5};
  for (const double s : {1e-300, 1e-30, 1e-9, 0.1, 0.5, 0.9, 1 - 0x1p-53}) {
    EXPECT_NEAR(EvaluateSegment(left, right, s), 4 + s, 4e-15);
  }
}

TEST(EvaluateSegment, WeightsOfOneAreFlatInTheMiddle) {
  const Keyframe left{.time = 0, .out_weight = 1};
  const Keyframe right{.time = 1, .value = 1, .in_weight = 1};
  // x = 1/2 + 4 v^3 with v = u - 1/2, y = 3 u^2 - 2 u^3
  EXPECT_DOUBLE_EQ(EvaluateSegment(left, right, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(EvaluateSegment(left, right, 0.5625), 0.84375);
  EXPECT_DOUBLE_EQ(EvaluateSegment(left, right, 0.4375), 0.15625);
  // y - 1/2 = 3/2 v near the middle: v = 2^-16 at s = 1/2 + 2^-46
  EXPECT_NEAR(EvaluateSegment(left, right, 0.5 + 0x1p-46) - 0.5, 1.5 * 0x1p-16,
              1e-14);
}

TEST(EvaluateSegment, MiddleIsExactFarFromZero) {
  // The middle of keys whose difference a double cannot hold: s - 1/2 is
  // 2^-101, and so v = cbrt(2^-103).
  const Keyframe left{.time = -0x1p-100f, .out_weight = 1};
  const Keyframe right{.time = 1, .value = 1, .in_weight = 1};
  const double v = std::cbrt(0x1p-103);
  EXPECT_NEAR(EvaluateSegment(left, right, 0.5) - 0.5, 1.5 * v, 1e-15);
}

TEST(EvaluateSegment, SmallestRootCounts) {
  // Weights of 2: x = 1/2 + 10 v^3 - 3/2 v, which is 1/2 at v = 0 and at
  // v = +-sqrt(0.15).
  const Keyframe left{.time = 0, .out_weight = 2};
  const Keyframe right{.time = 1, .value = 1, .in_weight = 2};
  const double u = 0.5 - std::sqrt(0.15);
  EXPECT_NEAR(EvaluateSegment(left, right, 0.5), (3 - 2 * u) * u * u, 1e-14);
}

TEST(EvaluateSegment, InfiniteWeightsCountAsTheLargestFloat) {
  for (const float w1 : {kInfinity, -kInfinity, 0.5f}) {
    for (const float w2 : {kInfinity, -kInfinity, 0.5f}) {
      for (const float tangent : {0.0f, 1.0f, -kMax}) {
        Keyframe left{.time = 0, .out_tangent = tangent, .out_weight = w1};
        Keyframe right{
            .time = 1, .value = 1, .in_tangent = tangent, .in_weight = w2};
        const double value = EvaluateSegment(left, right, 0.3);
        EXPECT_TRUE(std::isfinite(value)) << w1 << " " << w2 << " " << tangent;
        left.out_weight = std::clamp(w1, -kMax, kMax);
        right.in_weight = std::clamp(w2, -kMax, kMax);
        EXPECT_EQ(EvaluateSegment(left, right, 0.3), value);
      }
    }
  }
}

// Goes through [0, 1] in small steps for the first place where x reaches s.
TEST(EvaluateSegment, FindsTheRootThatAScanFinds) {
  std::mt19937 random(1);
  const auto uniform = [&random](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 0x1p32;
  };
  constexpr int kSteps = 4096;
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto w1 = static_cast<float>(uniform(-3, 4));
    const auto w2 = static_cast<float>(uniform(-3, 4));
    const double s = uniform(0, 1);
    const auto x = [&](double u) {
      const double q = 1 - u;
      return 3.0 * w1 * u * q * q + 3 * (1.0 - w2) * u * u * q + u * u * u;
    };
    // Where the curve barely touches s, rounding decides whether there is a
    // root: skip those.
    bool touches = false;
    int first = -1;
    for (int k = 1; k <= kSteps && first < 0; ++k) {
      const double u = static_cast<double>(k) / kSteps;
      if (x(u) >= s) first = k;
      touches = touches || (first < 0 && std::abs(x(u) - s) < 1e-5 &&
                            x(u + 1.0 / kSteps) < x(u));
    }
    if (touches || first < 0) continue;
    double low = (first - 1.0) / kSteps;
    double high = static_cast<double>(first) / kSteps;
    for (int k = 0; k < 100; ++k) {
      const double middle = (low + high) / 2;
      (x(middle) >= s ? high : low) = middle;
    }
    const Keyframe left{.time = 0, .out_weight = w1};
    const Keyframe right{.time = 1, .value = 1, .in_weight = w2};
    EXPECT_NEAR(EvaluateSegment(left, right, s), (3 - 2 * high) * high * high,
                1e-9)
        << w1 << " " << w2 << " " << s;
    ++compared;
  }
  EXPECT_GT(compared, 2500);
}

// --- Booleans ---------------------------------------------------------------

TEST(EvaluateBoolean, IsAStepThatWraps) {
  const std::array<CompactKey, 3> keys = {{{0, 0}, {1, 1}, {2, 0}}};
  const PackedSpan<CompactKey> span{std::span<const CompactKey>(keys)};
  const CurveView clamped(span, 8, 8);
  EXPECT_FALSE(EvaluateBoolean(clamped, -5));
  EXPECT_FALSE(EvaluateBoolean(clamped, 0.999));
  EXPECT_TRUE(EvaluateBoolean(clamped, 1));
  EXPECT_TRUE(EvaluateBoolean(clamped, 1.999));
  EXPECT_FALSE(EvaluateBoolean(clamped, 2));
  EXPECT_FALSE(EvaluateBoolean(clamped, 3.5));
  EXPECT_FALSE(EvaluateBoolean(clamped, kNan));
  const CurveView looped(span, kLoop, kPingPong);
  EXPECT_TRUE(EvaluateBoolean(looped, -0.5));
  EXPECT_TRUE(EvaluateBoolean(looped, 2.5));
  EXPECT_FALSE(EvaluateBoolean(looped, 3.5));
  EXPECT_FALSE(EvaluateBoolean(CurveView(), 0));
}

TEST(EvaluateBoolean, TrueIsMoreThanAHalf) {
  const auto value = [](float v) {
    const CompactKey key{0, v};
    return EvaluateBoolean(CurveView(PackedSpan<CompactKey>({&key, 1}), 8, 8),
                           0);
  };
  EXPECT_FALSE(value(0.5f));
  EXPECT_TRUE(value(std::nextafter(0.5f, 1.0f)));
  EXPECT_TRUE(value(2));
  EXPECT_FALSE(value(-1));
}

TEST(EvaluateBoolean, BeforeTheFirstKeyItsValueCounts) {
  const std::array<CompactKey, 2> keys = {{{1, 1}, {1, 0}}};
  const CurveView curve(
      PackedSpan<CompactKey>{std::span<const CompactKey>(keys)}, 8, 8);
  EXPECT_TRUE(EvaluateBoolean(curve, 0));
  EXPECT_FALSE(EvaluateBoolean(curve, 1));
}

// --- Anything ---------------------------------------------------------------

TEST(EvaluateCurve, SurvivesKeysThatAreInvalid) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const Curve curve = InvalidCurve(random);
    At(curve, random.Pick(kOddNumbers));
    EvaluateBoolean(curve.View(), random.Pick(kOddNumbers));
  }
}

TEST(EvaluateCurve, IsNeverNanForFiniteKeys) {
  Random random(7);
  for (int i = 0; i < 30000; ++i) {
    const Curve curve = FiniteCurve(random, i);
    for (const float time : SomeTimes(random, curve)) {
      ASSERT_LT(std::abs(At(curve, time)), 1e120);
    }
  }
}

// A machine or compiler on which this fails breaks the promise of reference.h.
TEST(EvaluateCurve, HasTheSameBitsEverywhere) {
  Random random(9);
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (int i = 0; i < 400; ++i) {
    Curve curve = RandomCurve(random, 20);
    for (Keyframe& key : curve.keys) {
      if (i % 2 == 0) break;
      key.in_weight = random.Uniform(-3, 4);
      key.out_weight = random.Uniform(-3, 4);
    }
    for (const float time : RandomTimes(random, curve)) {
      if (std::isnan(time)) continue;
      hash = (hash ^ std::bit_cast<uint64_t>(At(curve, time))) * 0x100000001b3;
    }
  }
  EXPECT_EQ(hash, 0x73f34e390e81d234);
}

TEST(ValueScale, IsTheLargestOfRangeAndValues) {
  Curve curve;
  curve.keys = {{.time = 0, .value = 3},
                {.time = 1, .value = -1},
                {.time = 2, .value = -1, .out_tangent = 4, .weighted_mode = 0},
                {.time = 3, .value = -1, .in_tangent = -4, .weighted_mode = 0}};
  const CurveView view = curve.View();
  EXPECT_EQ(ValueScale(view, -1), 3);
  EXPECT_EQ(ValueScale(view, 0.75), 4);
  EXPECT_EQ(ValueScale(view, 1.5), 1);
  // From -1 up to 0, and back.
  EXPECT_NEAR(ValueScale(view, 2.5), 1, 1e-4);
  EXPECT_EQ(ValueScale(view, 3), 1);
  EXPECT_EQ(ValueScale(CurveView(), 0), 0);
  curve.keys[2].value = 1;
  curve.keys[2].out_tangent = std::numeric_limits<float>::infinity();
  EXPECT_EQ(ValueScale(curve.View(), 2.5), 2);
}

}  // namespace
}  // namespace clipguard::eval
