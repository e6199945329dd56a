// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "eval/curve/compiled_curve.h"
#include "eval/curve/reference.h"
#include "eval/curve/test_curves.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::Curve;
using mrtk::CurveView;
using ::testing::Each;
using ::testing::Truly;

// Expects the bits of the compiled curve, for all times at once and alone.
void ExpectAsCompiled(const Curve& curve, std::span<const float> times) {
  std::vector<float> expected(times.size());
  CompiledCurve(curve.View()).Sample(times, expected);
  std::vector<float> values(times.size());
  SampleCurve(curve.View(), times, values);
  for (size_t i = 0; i < times.size(); ++i) {
    ASSERT_TRUE(SameBits(values[i], expected[i]))
        << times[i] << " " << values[i] << " " << expected[i];
    ASSERT_TRUE(SameBits(SampleCurve(curve.View(), times[i]), expected[i]));
  }
}

TEST(SampleCurve, GivesTheBitsOfTheCompiledCurve) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    std::vector<float> times = RandomTimes(random, curve);
    ExpectAsCompiled(curve, times);
    times.erase(times.begin());  // the NaN
    std::sort(times.begin(), times.end());
    ExpectAsCompiled(curve, times);
    std::reverse(times.begin(), times.end());
    ExpectAsCompiled(curve, times);
  }
}

TEST(SampleCurve, GivesTheBitsOfTheCompiledCurveForExtremeKeys) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
    std::array<float, 4> times = {random.Finite(), random.Finite(),
                                  random.Finite(), -0.0f};
    std::sort(times.begin(), times.end());
    for (const float time : times) {
      curve.keys.push_back({time, random.Bits() % 2 ? random.Finite() : -0.0f,
                            random.Finite(), random.Finite(),
                            random.Pick(kWeights), random.Pick(kWeights),
                            static_cast<int32_t>(random.Bits() % 4)});
    }
    ExpectAsCompiled(curve, RandomTimes(random, curve));
  }
}

// A step holds its value, also where the time since its start is infinite.
TEST(SampleCurve, GivesTheBitsOfTheCompiledCurveForLongSteps) {
  for (const float tangent : {kInfinity, 0.0f}) {
    Curve curve;
    for (const float time : {-3.1e38f, -3e38f, 3e38f, 3.1e38f}) {
      curve.keys.push_back({.time = time,
                            .value = time / 1e38f,
                            .in_tangent = tangent,
                            .out_tangent = tangent});
    }
    std::vector<float> times;
    for (int i = 0; i < 40; ++i) {
      times.push_back(static_cast<float>(-3.05e38 + 1.4e37 * i));
    }
    ExpectAsCompiled(curve, times);
  }
}

// Keys are looked for where they would be if they were spread evenly.
TEST(SampleCurve, FindsKeysHoweverUnevenlyTheyAreSpread) {
  Random random(6);
  for (const double growth : {0.5, 0.9, 0.999, 1.001, 1.1, 2.0}) {
    Curve curve;
    double time = -3;
    double step = 1;
    for (int i = 0; i < 100; ++i) {
      curve.keys.push_back(
          {.time = static_cast<float>(time), .value = random.Uniform(-1, 1)});
      time += step *= growth;
    }
    std::vector<float> times;
    for (const mrtk::Keyframe& key : curve.keys) {
      times.insert(times.end(), {key.time, std::nextafter(key.time, -kInfinity),
                                 std::nextafter(key.time, kInfinity)});
    }
    ExpectAsCompiled(curve, times);
  }
}

// Times that ascend, few or many a key: in blocks, one by one, compiled, and
// compiled in another order; with every kernel.
TEST(SampleCurve, GivesTheSameBitsHoweverDenseTheTimesAre) {
  Random random(5);
  for (const float times_per_key : {0.02f, 0.3f, 1.0f, 3.0f, 20.0f, 150.0f}) {
    for (const int mode : {0, 3}) {
      Curve curve{8, 1, {}};
      float time = -7;
      for (int i = 0; i < 400; ++i) {
        curve.keys.push_back({time, random.Uniform(-1, 1),
                              random.Uniform(-20, 20), random.Uniform(-20, 20),
                              random.Uniform(0, 1), random.Uniform(0, 1),
                              mode});
        // Some keys at one time.
        if (random.Bits() % 9 != 0) time += random.Uniform(0.1f, 2);
      }
      std::vector<float> times(static_cast<size_t>(400 * times_per_key) + 20);
      for (float& at : times) at = random.Uniform(-8, time + 1);
      const CompiledCurve compiled(curve.View(), Kernel::kScalar);
      std::vector<float> expected(times.size());
      std::sort(times.begin(), times.end(), std::greater<>());
      compiled.Sample(times, expected);
      std::reverse(times.begin(), times.end());
      std::reverse(expected.begin(), expected.end());
      for (const Kernel kernel : SupportedKernels()) {
        std::vector<float> values(times.size());
        CompiledCurve(curve.View(), kernel).Sample(times, values);
        for (size_t i = 0; i < times.size(); ++i) {
          ASSERT_TRUE(SameBits(values[i], expected[i])) << KernelName(kernel);
        }
        SampleCurve(curve.View(), times, values, kernel);
        for (size_t i = 0; i < times.size(); ++i) {
          ASSERT_TRUE(SameBits(values[i], expected[i]))
              << KernelName(kernel) << " at " << times[i];
        }
      }
    }
  }
}

// Times that ascend at first: as far as blocks of them are looked at, or not.
TEST(SampleCurve, GivesTheBitsOfTheCompiledCurveWhereTimesStopAscending) {
  Random random(7);
  const Curve curve = RandomCurve(random, 400);
  const float first = curve.keys.front().time;
  const float last = curve.keys.back().time;
  for (const size_t size : {300u, 1500u}) {
    for (const size_t at : {1u, 7u, 8u, 9u, 127u, 128u, 129u, 255u, 256u}) {
      for (const float odd : {kNan, first - 1, first, last + 1}) {
        std::vector<float> times(size);
        for (float& time : times) time = random.Uniform(first, last);
        std::sort(times.begin(), times.end());
        times[at] = odd;
        ExpectAsCompiled(curve, times);
      }
    }
  }
}

TEST(SampleCurve, TakesTimesAndValuesInOneMemory) {
  Random random(3);
  const Curve curve = RandomCurve(random, 20);
  const std::vector<float> times = RandomTimes(random, curve);
  std::vector<float> values(times.size());
  SampleCurve(curve.View(), times, values);
  std::vector<float> both = times;
  SampleCurve(curve.View(), both, both);
  for (size_t i = 0; i < times.size(); ++i) {
    EXPECT_TRUE(SameBits(both[i], values[i]));
  }
}

TEST(SampleCurve, WritesNothingWhereThereIsTooLittleRoom) {
  const std::array<float, 3> times = {0, 1, 2};
  std::array<float, 4> values = {7, 7, 7, 7};
  EXPECT_FALSE(SampleCurve(CurveView(), times, std::span(values).first(2)));
  EXPECT_FALSE(SampleBoolean(CurveView(), times, std::span(values).first(2)));
  EXPECT_EQ(values[0], 7);
  EXPECT_TRUE(SampleCurve(CurveView(), times, values));
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(values[3], 7);
}

TEST(SampleCurve, SurvivesKeysThatAreInvalid) {
  Random random(4);
  std::vector<float> values(kOddNumbers.size());
  std::vector<float> ascending(kOddNumbers.begin(), kOddNumbers.end());
  std::erase_if(ascending, [](float time) { return std::isnan(time); });
  std::sort(ascending.begin(), ascending.end());
  for (int i = 0; i < 20000; ++i) {
    const Curve curve = InvalidCurve(random);
    SampleCurve(curve.View(), kOddNumbers, values);
    SampleCurve(curve.View(), ascending, values);
    SampleBoolean(curve.View(), random.Pick(kOddNumbers));
  }
}

// A step that lies before the key it follows: the time since its start is
// infinite, though that from the first key to the last is not.
TEST(SampleCurve, GivesNumbersWhereKeyTimesDescend) {
  Curve curve;
  for (const float time : {0.0f, 1.0f, -3e38f, 3e38f}) {
    curve.keys.push_back({.time = time,
                          .value = 2,
                          .out_tangent = kInfinity,
                          .weighted_mode = 0});
  }
  std::vector<float> times;
  for (int i = 0; i < 8; ++i) times.push_back(4e37f * static_cast<float>(i));
  std::vector<float> values(times.size());
  for (const Kernel kernel : SupportedKernels()) {
    SampleCurve(curve.View(), times, values, kernel);
    EXPECT_THAT(values, Each(Truly([](float v) { return std::isfinite(v); })))
        << KernelName(kernel);
  }
}

TEST(SampleBoolean, FollowsTheSpecification) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 20);
    for (const float time : RandomTimes(random, curve)) {
      ASSERT_EQ(SampleBoolean(curve.View(), time),
                EvaluateBoolean(curve.View(), time));
    }
  }
}

TEST(SampleBoolean, GivesTheSameForManyTimesAsForOne) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    std::vector<float> times = RandomTimes(random, curve);
    std::vector<float> values(times.size());
    for (int order = 0; order < 3; ++order) {
      SampleBoolean(curve.View(), times, values);
      for (size_t k = 0; k < times.size(); ++k) {
        if (std::isnan(times[k])) {
          EXPECT_TRUE(std::isnan(values[k]));
        } else {
          ASSERT_EQ(values[k], SampleBoolean(curve.View(), times[k]) ? 1 : 0)
              << times[k];
        }
      }
      if (order == 0) times.erase(times.begin());  // the NaN
      values.resize(times.size());
      std::sort(times.begin(), times.end());
      if (order == 1) std::reverse(times.begin(), times.end());
    }
  }
}

}  // namespace
}  // namespace clipguard::eval
