// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve.h"

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

#include "eval/reference.h"
#include "gtest/gtest.h"
#include "parser/byte_cursor.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::eval {
namespace {

using mrtk::CompactKey;
using mrtk::Curve;
using mrtk::CurveView;
using mrtk::Keyframe;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr std::array<int32_t, 5> kWraps = {0, 1, 2, 4, 8};

// Random numbers that are the same with every standard library, which its
// distributions are not.
class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}

  uint32_t Bits() { return static_cast<uint32_t>(engine_()); }
  float Uniform(float low, float high) {
    return low + (high - low) * (static_cast<float>(Bits() >> 8) * 0x1p-24f);
  }
  template <typename T>
  auto Pick(const T& from) {
    return from[Bits() % std::size(from)];
  }
  // Any finite float, all exponents alike.
  float Finite() {
    for (;;) {
      const float value = std::bit_cast<float>(Bits());
      if (std::isfinite(value)) return value;
    }
  }

 private:
  std::mt19937 engine_;
};

// The largest |sample - specification| / max(value range, largest |value|),
// the scale being that of the segment.
struct WorstError {
  double unrounded = 0;
  double rounded = 0;

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
      const double precise = SampleCurveUnrounded(view, times[i]);
      const float sample = SampleCurve(view, times[i]);
      ASSERT_FALSE(std::isnan(sample));
      unrounded = std::max(unrounded, std::abs(precise - expected[i]) / scale);
      // Overflow: the expected double must overflow as well.
      if (std::isinf(sample)) {
        ASSERT_GE(std::abs(expected[i]), double{kMax} * (1 + 1e-9));
        continue;
      }
      // Below the smallest normal float the spacing of floats is what counts.
      const double error = std::abs(sample - expected[i]) - 1e-45;
      rounded = std::max(rounded, error / scale);
    }
  }

  void Check(const char* title) const {
    std::printf("%s: worst error %.3g unrounded, %.3g rounded\n", title,
                unrounded, rounded);
    EXPECT_LE(unrounded, 1e-12);
    // Half a unit in the last place of a float.
    EXPECT_LE(rounded, 6e-8);
  }
};

// `count` times from end to end, and the floats next to the ends and the
// middle.
std::vector<float> Times(float t0, float t1, int count) {
  std::vector<float> times;
  for (int i = 0; i <= count; ++i) {
    const double s = static_cast<double>(i) / count;
    times.push_back(static_cast<float>(t0 * (1 - s) + t1 * s));
  }
  for (const float around : {t0, 0.5f * t0 + 0.5f * t1, t1}) {
    float below = around;
    float above = around;
    for (int i = 0; i < 4; ++i) {
      times.push_back(below = std::nextafter(below, -kInf));
      times.push_back(above = std::nextafter(above, kInf));
    }
  }
  return times;
}

// Corners, and what is next to them on every scale.
constexpr std::array kWeights = {
    0.0f,      1e-45f,    1e-38f,    1e-30f,    1e-20f,       1e-10f,
    1e-7f,     1e-5f,     1e-3f,     0.01f,     0.05f,        0.1f,
    0.2f,      0.3f,      1 / 3.f,   0.4f,      0.5f,         0.6f,
    2 / 3.f,   0.7f,      0.8f,      0.85f,     0.9f,         0.933f,
    0.9333f,   0.95f,     0.99f,     0.999f,    0.9999f,      0.99999f,
    0.999999f, 1 - 1e-6f, 1 - 5e-7f, 1 - 2e-7f, 1 - 0x1p-23f, 1 - 0x1p-24f,
    1.0f,
};

TEST(SampleCurve, IsAccurateForAllWeights) {
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

TEST(SampleCurve, IsAccurateForRandomSegments) {
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

TEST(SampleCurve, IsAccurateForExtremeTimesValuesAndTangents) {
  constexpr std::array kNumbers = {0.0f,  1.0f,   -1.0f,  1e-30f, -1e-30f,
                                   1e30f, -1e30f, 1e-45f, kMax,   -kMax};
  constexpr std::array kDt = {1e-30f, 1e-3f, 1.0f, 1e30f};
  constexpr std::array kSomeWeights = {0.0f, 1e-30f, 0.3f, 0.97f, 1.0f};
  Random random(3);
  WorstError worst;
  for (int i = 0; i < 20000; ++i) {
    const float t1 = random.Pick(kDt);
    const float t0 = random.Bits() % 2 ? 0 : -t1;
    Curve curve;
    curve.keys = {
        {t0, random.Pick(kNumbers), 0, random.Pick(kNumbers), 0,
         random.Pick(kSomeWeights), static_cast<int32_t>(random.Bits() % 4)},
        {t1, random.Pick(kNumbers), random.Pick(kNumbers), 0,
         random.Pick(kSomeWeights), 0,
         static_cast<int32_t>(random.Bits() % 4)}};
    worst.Add(curve, Times(t0, t1, 8));
  }
  worst.Check("extreme numbers");
}

TEST(SampleCurve, IsTheSpecificationForWeightsOutsideTheUnitInterval) {
  Random random(4);
  constexpr std::array kOdd = {-kInf, -kMax, -1e10f, -1.0f, -1e-20f, 0.5f,
                               1.0f,  1.5f,  4.0f,   1e20f, kMax,    kInf};
  for (int i = 0; i < 2000; ++i) {
    Curve curve;
    curve.keys = {{.time = 0,
                   .value = 1,
                   .out_tangent = random.Uniform(-3, 3),
                   .out_weight = random.Pick(kOdd)},
                  {.time = 2,
                   .value = 3,
                   .in_tangent = random.Uniform(-3, 3),
                   .in_weight = random.Bits() % 2 ? 1.25f : -kInf}};
    const float time = random.Uniform(0, 2);
    EXPECT_EQ(SampleCurveUnrounded(curve.View(), time),
              EvaluateCurve(curve.View(), time));
  }
}

// A curve as they come: keys at uneven times, some of them at one time.
Curve RandomCurve(Random& random, size_t size) {
  Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
  float time = random.Uniform(-5, 5);
  for (size_t i = 0; i < size; ++i) {
    curve.keys.push_back({time, random.Uniform(-1, 1), random.Uniform(-3, 3),
                          random.Uniform(-3, 3), random.Uniform(0, 1),
                          random.Uniform(0, 1),
                          static_cast<int32_t>(random.Bits() % 4)});
    if (random.Bits() % 16 == 0) curve.keys.back().out_tangent = kInf;
    if (random.Bits() % 8 != 0) time += random.Uniform(0.01f, 1);
  }
  return curve;
}

// Times within and around the keys, at them, and one float beside them.
std::vector<float> RandomTimes(Random& random, const Curve& curve) {
  std::vector<float> times = {kNan, kInf, -kInf, kMax, -kMax, 0};
  const float first = curve.keys.empty() ? 0 : curve.keys.front().time;
  const float last = curve.keys.empty() ? 1 : curve.keys.back().time;
  for (int i = 0; i < 100; ++i) {
    times.push_back(random.Uniform(first - 3, last + 3));
  }
  for (const Keyframe& key : curve.keys) {
    times.push_back(key.time);
    times.push_back(std::nextafter(key.time, kInf));
    times.push_back(std::nextafter(key.time, -kInf));
  }
  return times;
}

bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

TEST(SampleCurve, FollowsTheSpecificationOverWholeCurves) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    for (const float time : RandomTimes(random, curve)) {
      const double expected = EvaluateCurve(curve.View(), time);
      const float sample = SampleCurve(curve.View(), time);
      if (std::isnan(time)) {
        EXPECT_TRUE(std::isnan(sample));
        continue;
      }
      ASSERT_NEAR(sample, expected, 1e-6) << time;
      ASSERT_EQ(SampleBoolean(curve.View(), time),
                EvaluateBoolean(curve.View(), time));
    }
  }
}

TEST(SampleCurve, ManyTimesGiveTheSameBitsAsOne) {
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    const CurveSampler sampler(curve.View());
    std::vector<float> times = RandomTimes(random, curve);
    std::vector<float> values(times.size());
    for (int order = 0; order < 3; ++order) {
      if (order == 1) std::sort(times.begin() + 1, times.end());
      if (order == 2) std::reverse(times.begin(), times.end());
      sampler.Sample(times, values);
      for (size_t k = 0; k < times.size(); ++k) {
        ASSERT_TRUE(SameBits(values[k], SampleCurve(curve.View(), times[k])))
            << times[k];
        ASSERT_TRUE(SameBits(values[k], sampler.Sample(times[k])));
      }
    }
  }
}

TEST(SampleCurve, LeavesOutTimesWithoutAPlace) {
  const std::array<float, 3> times = {0, 1, 2};
  std::array<float, 4> values = {7, 7, 7, 7};
  SampleCurve(CurveView(), times, std::span(values).first(2));
  EXPECT_EQ(values[1], 0);
  EXPECT_EQ(values[2], 7);
  SampleCurve(CurveView(), times, values);
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(values[3], 7);
}

TEST(SampleCurve, CompactKeysAreStraightLines) {
  const std::array<CompactKey, 3> keys = {{{0, 1}, {2, 5}, {4, -3}}};
  const CurveSampler sampler(CurveView(
      PackedSpan<CompactKey>{std::span<const CompactKey>(keys)}, 8, 8));
  EXPECT_EQ(sampler.Sample(-1), 1);
  EXPECT_EQ(sampler.Sample(0.5f), 2);
  EXPECT_EQ(sampler.Sample(2), 5);
  EXPECT_EQ(sampler.Sample(3.5f), -1);
  EXPECT_EQ(sampler.Sample(5), -3);
}

TEST(SampleCurve, OverflowIsInfinite) {
  Curve curve;
  curve.keys = {{.time = 0, .out_tangent = 1e38f, .out_weight = 1},
                {.time = 1000, .in_tangent = -1e38f, .in_weight = 1}};
  EXPECT_EQ(SampleCurve(curve.View(), 500), kInf);
  EXPECT_TRUE(std::isfinite(SampleCurveUnrounded(curve.View(), 500)));
}

TEST(SampleCurve, IsNeverNanForFiniteKeys) {
  Random random(7);
  for (int i = 0; i < 30000; ++i) {
    std::array<float, 3> times = {random.Finite(), random.Finite(),
                                  random.Finite()};
    std::sort(times.begin(), times.end());
    Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
    for (const float time : times) {
      Keyframe key{time,
                   random.Finite(),
                   random.Finite(),
                   random.Finite(),
                   random.Finite(),
                   random.Finite(),
                   static_cast<int32_t>(random.Bits() % 4)};
      // Mostly weights as they should be, sometimes anything.
      if (i % 4 != 0) {
        key.in_weight = random.Pick(kWeights);
        key.out_weight = random.Pick(kWeights);
      } else if (i % 8 == 0) {
        key.out_weight = -kInf;
        key.in_tangent = kInf;
      }
      curve.keys.push_back(key);
    }
    for (const float time :
         {random.Uniform(0, 1) * times[0] + times[1] / 2, random.Finite(),
          times[1], std::nextafter(times[1], kInf), kInf, -kInf}) {
      if (std::isnan(time)) continue;
      ASSERT_TRUE(std::isfinite(EvaluateCurve(curve.View(), time)));
      const double unrounded = SampleCurveUnrounded(curve.View(), time);
      ASSERT_LT(std::abs(unrounded), 1e120);
      ASSERT_FALSE(std::isnan(SampleCurve(curve.View(), time)));
    }
  }
}

TEST(SampleCurve, SurvivesKeysThatAreInvalid) {
  Random random(8);
  constexpr std::array kOdd = {0.0f, 1.0f,  -1.0f, kInf,   -kInf, kNan,
                               kMax, -kMax, 0.5f,  1e-45f, 2.0f,  3.0f};
  std::vector<float> values(kOdd.size());
  for (int i = 0; i < 20000; ++i) {
    Curve curve{static_cast<int32_t>(random.Bits() % 10),
                static_cast<int32_t>(random.Bits()),
                {}};
    for (size_t k = random.Bits() % 6; k > 0; --k) {
      curve.keys.push_back({random.Pick(kOdd), random.Pick(kOdd),
                            random.Pick(kOdd), random.Pick(kOdd),
                            random.Pick(kOdd), random.Pick(kOdd),
                            static_cast<int32_t>(random.Bits())});
    }
    SampleCurve(curve.View(), kOdd, values);
    SampleCurve(curve.View(), random.Pick(kOdd));
    SampleBoolean(curve.View(), random.Pick(kOdd));
  }
}

// The results of one fixed set of curves, bit by bit. A machine or compiler
// on which this fails breaks the promise of curve.h.
TEST(SampleCurve, HasTheSameBitsEverywhere) {
  Random random(9);
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (int i = 0; i < 200; ++i) {
    const Curve curve = RandomCurve(random, 20);
    for (const float time : RandomTimes(random, curve)) {
      if (std::isnan(time)) continue;
      const float value = SampleCurve(curve.View(), time);
      hash = (hash ^ std::bit_cast<uint32_t>(value)) * 0x100000001b3;
      // And all of the double's.
      const double unrounded = SampleCurveUnrounded(curve.View(), time);
      hash = (hash ^ std::bit_cast<uint64_t>(unrounded)) * 0x100000001b3;
    }
  }
  EXPECT_EQ(hash, 0xad00951fd2d5309c);
}

}  // namespace
}  // namespace clipguard::eval
