// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/exact.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "base/byte_cursor.h"
#include "eval/curve/reference.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "testing/sanitizers.h"

namespace clipguard::eval {
namespace {

using mrtk::CompactKey;
using mrtk::Curve;
using mrtk::CurveView;
using mrtk::Keyframe;

// The largest |value - specification| / max(value range, largest |value|), the
// scale being that of the segment.
struct WorstError {
  double error = 0;

  void Add(const Curve& segment, const std::vector<float>& times) {
    const CurveView view = segment.View();
    std::vector<double> expected;
    double low = std::min(view.value(0), view.value(1));
    double high = std::max(view.value(0), view.value(1));
    for (const float time : times) {
      expected.push_back(EvaluateCurve(view, time));
      low = std::min(low, expected.back());
      high = std::max(high, expected.back());
    }
    const double scale =
        std::max({high - low, std::abs(low), std::abs(high), 1e-300});
    for (size_t i = 0; i < times.size(); ++i) {
      const double value = SampleExactly(view, times[i]);
      ASSERT_TRUE(std::isfinite(value));
      error = std::max(error, std::abs(value - expected[i]) / scale);
    }
  }

  void Check(const char* title) const {
    std::printf("%s: worst error %.3g\n", title, error);
    EXPECT_LE(error, 1e-12);
  }
};

TEST(SampleExactly, IsAccurateForAllWeights) {
  Random random(1);
  WorstError worst;
  for (const float w1 : kWeights) {
    for (const float w2 : kWeights) {
      for (int i = 0; i < 4; ++i) {
        const float t0 = i == 0 ? 0 : random.Uniform(-10, 10);
        const float t1 = i == 0 ? 1 : t0 + random.Uniform(0.01f, 2);
        Curve curve;
        curve.keys = {{.time = t0, .value = 0, .out_weight = w1},
                      {.time = t1, .value = 1, .in_weight = w2}};
        if (i > 1) {
          curve.keys[0].value = random.Uniform(-1, 1);
          curve.keys[1].value = random.Uniform(-1, 1);
          curve.keys[0].out_tangent = random.Uniform(-5, 5);
          curve.keys[1].in_tangent = random.Uniform(-5, 5);
        }
        worst.Add(curve, Times(t0, t1, 40));
      }
    }
  }
  worst.Check("weights in [0, 1]");
}

TEST(SampleExactly, IsAccurateForRandomSegments) {
  Random random(2);
  WorstError worst;
  for (int i = 0; i < 20000; ++i) {
    const float t0 = random.Uniform(-100, 100);
    const float t1 = t0 + random.Uniform(0.001f, 3);
    Curve curve;
    curve.keys = {{t0, random.Uniform(-1, 1), 0, random.Uniform(-3, 3), 0,
                   random.Uniform(0, 1), static_cast<int32_t>(i % 4)},
                  {t1, random.Uniform(-1, 1), random.Uniform(-3, 3), 0,
                   random.Uniform(0, 1), 0, static_cast<int32_t>(i / 4 % 4)}};
    worst.Add(curve, Times(t0, t1, 8));
  }
  worst.Check("random segments");
}

TEST(SampleExactly, IsAccurateForExtremeTimesValuesAndTangents) {
  constexpr std::array kDurations = {1e-30f, 1e-3f, 1.0f, 1e30f};
  Random random(3);
  WorstError worst;
  for (int i = 0; i < 20000; ++i) {
    const Curve curve = ExtremeSegment(random, kDurations);
    worst.Add(curve, TimesOf(curve, 8));
  }
  worst.Check("extreme numbers");
}

TEST(SampleExactly, IsAccurateForWeightsOutsideTheUnitInterval) {
  Random random(4);
  constexpr std::array kOdd = {-kInfinity, -kMax, -1e10f, -1.0f,
                               -1e-20f,    0.5f,  1.0f,   1.5f,
                               4.0f,       1e20f, kMax,   kInfinity};
  double worst = 0;
  const auto check = [&](float w1, float w2) {
    Curve curve;
    curve.keys = {{.time = 0,
                   .value = 1,
                   .out_tangent = random.Uniform(-3, 3),
                   .out_weight = w1},
                  {.time = 2,
                   .value = 3,
                   .in_tangent = random.Uniform(-3, 3),
                   .in_weight = w2}};
    const CurveView view = curve.View();
    for (const float time : {random.Uniform(0, 2), random.Uniform(0, 1e-6f),
                             random.Uniform(1.99999f, 2)}) {
      const double value = SampleExactly(view, time);
      ASSERT_TRUE(std::isfinite(value));
      worst = std::max(worst, std::abs(value - EvaluateCurve(view, time)) /
                                  ValueScale(view, time));
    }
  };
  constexpr int kTimes = CLIPGUARD_SANITIZED ? 500 : 5000;
  for (int i = 0; i < kTimes; ++i) {
    check(random.Pick(kOdd), random.Pick(kOdd));
    check(random.Uniform(-3, 4), random.Uniform(-3, 4));
  }
  EXPECT_LE(worst, 1e-12);
  std::printf("weights outside [0, 1]: worst error %.3g\n", worst);
}

// Where s is at, just below or just above a turning point of x, rounding
// decides in which place the root is.
TEST(SampleExactly, IsTheSpecificationAtTurningPoints) {
  Random random(5);
  const auto check = [](float w1, float w2, float end, float time) {
    Curve curve;
    curve.keys = {{.time = 0, .out_weight = w1},
                  {.time = end, .value = 1, .in_weight = w2}};
    const CurveView view = curve.View();
    const double value = SampleExactly(view, time);
    ASSERT_TRUE(std::isfinite(value));
    EXPECT_NEAR(value, EvaluateCurve(view, time), 1e-12)
        << w1 << " " << w2 << " " << time;
  };
  // x(3/7) = 27/49, and x'(3/7) = 0.
  check(1.125f, 1, 49, 27);
  int tested = 0;
  constexpr int kCurves = CLIPGUARD_SANITIZED ? 300 : 3000;
  for (int i = 0; i < kCurves; ++i) {
    const float w1 = random.Uniform(1.05f, 2.2f);
    const float w2 = random.Uniform(0.9f, 1.2f);
    // x' = 3 (a u^2 + 2 h u + w1)
    const double h = 1 - double{w2} - 2 * double{w1};
    const double a = 3 * (double{w1} + double{w2}) - 2;
    const double discriminant = h * h - a * w1;
    if (!(discriminant > 0)) continue;
    const double u = (-h - std::sqrt(discriminant)) / a;
    const double q = 1 - u;
    const double turn =
        3 * w1 * u * q * q + 3 * (1 - double{w2}) * u * u * q + u * u * u;
    if (!(u > 0 && u < 1 && turn < 1)) continue;
    ++tested;
    float time = static_cast<float>(turn);
    for (int step = 0; step < 10; ++step) time = std::nextafter(time, 0.0f);
    for (int step = 0; step < 20 && time < 1; ++step) {
      check(w1, w2, 1, time);
      time = std::nextafter(time, kInfinity);
    }
  }
  EXPECT_GT(tested, kCurves / 2);
}

TEST(SampleExactly, FollowsTheSpecificationOverWholeCurves) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    for (const float time : RandomTimes(random, curve)) {
      const double expected = EvaluateCurve(curve.View(), time);
      const double value = SampleExactly(curve.View(), time);
      if (std::isnan(time)) {
        EXPECT_TRUE(std::isnan(value));
        continue;
      }
      ASSERT_NEAR(value, expected, 1e-12) << time;
      ASSERT_EQ(SampleBooleanExactly(curve.View(), time),
                EvaluateBoolean(curve.View(), time));
    }
  }
}

TEST(SampleExactly, CompactKeysAreStraightLines) {
  const std::array<CompactKey, 3> keys = {{{0, 1}, {2, 5}, {4, -3}}};
  const CurveView curve(
      PackedSpan<CompactKey>{std::span<const CompactKey>(keys)}, 8, 8);
  EXPECT_EQ(SampleExactly(curve, -1), 1);
  EXPECT_NEAR(SampleExactly(curve, 0.5f), 2, 1e-15);
  EXPECT_EQ(SampleExactly(curve, 2), 5);
  EXPECT_NEAR(SampleExactly(curve, 3.5f), -1, 1e-15);
  EXPECT_EQ(SampleExactly(curve, 5), -3);
}

TEST(SampleExactly, IsNeverNanForFiniteKeys) {
  Random random(7);
  for (int i = 0; i < 30000; ++i) {
    const Curve curve = FiniteCurve(random, i);
    for (const float time : SomeTimes(random, curve)) {
      ASSERT_TRUE(std::isfinite(EvaluateCurve(curve.View(), time)));
      ASSERT_LT(std::abs(SampleExactly(curve.View(), time)), 1e120);
    }
  }
}

TEST(SampleExactly, SurvivesKeysThatAreInvalid) {
  Random random(8);
  for (int i = 0; i < 20000; ++i) {
    const Curve curve = InvalidCurve(random);
    SampleExactly(curve.View(), random.Pick(kOddNumbers));
    SampleBooleanExactly(curve.View(), random.Pick(kOddNumbers));
  }
}

// FNV-1a.
uint64_t AddBits(uint64_t hash, double value) {
  return (hash ^ std::bit_cast<uint64_t>(value)) * 0x100000001b3;
}
constexpr uint64_t kEmptyHash = 0xcbf29ce484222325;

// The results of one fixed set of curves, bit by bit. A machine or compiler
// on which this fails breaks the promise of exact.h.
TEST(SampleExactly, HasTheSameBitsEverywhere) {
  Random random(9);
  uint64_t hash = kEmptyHash;
  for (int i = 0; i < 200; ++i) {
    const Curve curve = RandomCurve(random, 20);
    for (const float time : RandomTimes(random, curve)) {
      if (std::isnan(time)) continue;
      hash = AddBits(hash, SampleExactly(curve.View(), time));
    }
  }
  EXPECT_EQ(hash, 0x40fcdfa260fc8245);
}

TEST(SampleExactly, HasTheSameBitsEverywhereWithAnyWeights) {
  Random random(10);
  uint64_t hash = kEmptyHash;
  for (int i = 0; i < 2000; ++i) {
    Curve curve;
    curve.keys = {{.time = 0,
                   .value = random.Uniform(-1, 1),
                   .out_tangent = random.Uniform(-3, 3),
                   .out_weight = random.Uniform(-3, 4)},
                  {.time = 1,
                   .value = random.Uniform(-1, 1),
                   .in_tangent = random.Uniform(-3, 3),
                   .in_weight = random.Uniform(-3, 4)}};
    hash = AddBits(hash, SampleExactly(curve.View(), random.Uniform(0, 1)));
  }
  EXPECT_EQ(hash, 0xf5643c51afa7f3a2);
}

}  // namespace
}  // namespace clipguard::eval
