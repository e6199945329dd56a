// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/compiled_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include "base/byte_cursor.h"
#include "eval/curve/kernel/curve_record.h"
#include "eval/curve/reference.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "testing/allocation_counter.h"

namespace clipguard::eval {
namespace {

using mrtk::CompactKey;
using mrtk::Curve;
using mrtk::CurveView;
using mrtk::Keyframe;

// The promise of compiled_curve.h.
constexpr double kBound = 2e-6;

// The largest |sample - specification| / max(value range, largest |value|) of
// all segments and times added, and where it was.
class WorstError {
 public:
  // A curve of two keys.
  void Add(const Curve& segment, const std::vector<float>& times) {
    const CurveView view = segment.View();
    std::vector<double> expected;
    for (const float time : times) {
      expected.push_back(EvaluateCurve(view, time));
    }
    const double scale =
        std::max(ValueScale(segment.keys[0], segment.keys[1]), 1e-300);
    curve_.Compile(view);
    values_.resize(times.size());
    curve_.Sample(times, values_);
    for (size_t i = 0; i < times.size(); ++i) {
      ASSERT_FALSE(std::isnan(values_[i]));
      // Overflow: the double must overflow as well.
      if (std::isinf(values_[i])) {
        ASSERT_GE(std::abs(expected[i]), double{kMax} * (1 + 1e-9));
        continue;
      }
      // Below the smallest normal float the spacing of floats is what counts.
      const double error = (std::abs(values_[i] - expected[i]) - 1e-45) / scale;
      ++samples_;
      if (error <= error_) continue;
      error_ = error;
      time_ = times[i];
      keys_ = segment.keys;
    }
  }

  void Check(const char* title) const {
    std::printf("%s: worst error %.3g of %zu samples", title, error_, samples_);
    if (!keys_.empty()) {
      std::printf(
          ", weights %.9g %.9g, tangents %.9g %.9g, values %.9g %.9g, modes "
          "%d %d, times %.9g to %.9g, at %.9g",
          keys_[0].out_weight, keys_[1].in_weight, keys_[0].out_tangent,
          keys_[1].in_tangent, keys_[0].value, keys_[1].value,
          keys_[0].weighted_mode, keys_[1].weighted_mode, keys_[0].time,
          keys_[1].time, time_);
    }
    std::printf("\n");
    EXPECT_LE(error_, kBound);
  }

 private:
  CompiledCurve curve_;
  std::vector<float> values_;
  size_t samples_ = 0;
  double error_ = 0;
  float time_ = 0;
  std::vector<Keyframe> keys_;
};

// Two keys with these weights, and everything else at random.
Curve RandomSegment(Random& random, float w1, float w2) {
  const float t0 = random.Uniform(-10, 10);
  const float t1 = t0 + random.Uniform(0.01f, 2);
  return {8,
          8,
          {{.time = t0,
            .value = random.Uniform(-1, 1),
            .out_tangent = random.Uniform(-5, 5),
            .out_weight = w1},
           {.time = t1,
            .value = random.Uniform(-1, 1),
            .in_tangent = random.Uniform(-5, 5),
            .in_weight = w2}}};
}

// And the plain one: from 0, 0 to 1, 1 with level tangents.
Curve PlainSegment(float w1, float w2) {
  return {8,
          8,
          {{.time = 0, .value = 0, .out_weight = w1},
           {.time = 1, .value = 1, .in_weight = w2}}};
}

TEST(CompiledCurveAccuracy, CornersAndNearCorners) {
  Random random(1);
  WorstError worst;
  for (const float w1 : kWeights) {
    for (const float w2 : kWeights) {
      worst.Add(PlainSegment(w1, w2), Times(0, 1, 40));
      for (int i = 0; i < 4; ++i) {
        const Curve curve = RandomSegment(random, w1, w2);
        worst.Add(curve, TimesOf(curve, 40));
      }
    }
  }
  worst.Check("corners");
}

TEST(CompiledCurveAccuracy, GridOfWeights) {
  Random random(2);
  WorstError worst;
  constexpr int kSteps = 64;
  for (int i = 0; i <= kSteps; ++i) {
    for (int k = 0; k <= kSteps; ++k) {
      const Curve curve = RandomSegment(random, static_cast<float>(i) / kSteps,
                                        static_cast<float>(k) / kSteps);
      worst.Add(curve, TimesOf(curve, 40));
    }
  }
  worst.Check("grid");
}

TEST(CompiledCurveAccuracy, RandomSegments) {
  Random random(3);
  WorstError worst;
  for (int i = 0; i < 30000; ++i) {
    Curve curve =
        RandomSegment(random, random.Uniform(0, 1), random.Uniform(0, 1));
    curve.keys[0].weighted_mode = i % 4;
    curve.keys[1].weighted_mode = i / 4 % 4;
    worst.Add(curve, TimesOf(curve, 16));
  }
  worst.Check("random");
}

TEST(CompiledCurveAccuracy, ExtremeTimesValuesAndTangents) {
  constexpr std::array kDurations = {1e-45f, 1e-30f, 1e-3f, 1.0f, 1e30f, kMax};
  Random random(4);
  WorstError worst;
  for (int i = 0; i < 30000; ++i) {
    const Curve curve = ExtremeSegment(random, kDurations);
    worst.Add(curve, TimesOf(curve, 8));
  }
  worst.Check("extreme");
}

// Times far from 0, where few floats lie between the keys, and the keys'
// times themselves are all that decides where a curve may be cut.
TEST(CompiledCurveAccuracy, FewFloatsBetweenTheKeys) {
  Random random(5);
  WorstError worst;
  for (int i = 0; i < 20000; ++i) {
    Curve curve =
        RandomSegment(random, random.Pick(kWeights), random.Pick(kWeights));
    const float t0 = random.Uniform(1, 2);
    float t1 = t0;
    std::vector<float> times;
    for (uint32_t k = random.Bits() % 64 + 1; k > 0; --k) {
      times.push_back(t1);
      t1 = std::nextafter(t1, kInfinity);
    }
    curve.keys[0].time = t0;
    curve.keys[1].time = t1;
    for (Keyframe& key : curve.keys) {
      key.in_tangent *= 1e6f;
      key.out_tangent *= 1e6f;
    }
    worst.Add(curve, times);
  }
  worst.Check("few floats");
}

// Where a stretch is cut, x is flat: from one float to the next u takes its
// largest steps there.
TEST(CompiledCurveAccuracy, AroundTheInflection) {
  Random random(6);
  WorstError worst;
  size_t cuts = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto weight = [&random] {
      const float least =
          random.Pick(std::array{0.5f, 0.9f, 0.999f, 0.999999f});
      return random.Bits() % 8 == 0 ? 1.0f : random.Uniform(least, 1);
    };
    Curve curve = RandomSegment(random, weight(), weight());
    // Beside the time 0, and far from it.
    const float length = random.Uniform(0.5f, 2);
    const float t0 = random.Pick(
        std::array{0.0f, -length / 2, random.Uniform(-length, 0), 3.0f, 1e3f});
    curve.keys[0].time = t0;
    curve.keys[1].time = t0 + length;
    TimedRecord parts[kMaxRecords];
    if (BuildRecords(curve.keys[0], curve.keys[1], parts) != 2) continue;
    ++cuts;
    const float cut = parts[1].start;
    std::vector<float> times = {cut};
    float before = cut;
    float after = cut;
    for (int k = 0; k < 8; ++k) {
      times.push_back(before = std::nextafter(before, -kInfinity));
      times.push_back(after = std::nextafter(after, kInfinity));
      const float away = length * std::pow(10.0f, -static_cast<float>(k));
      times.push_back(std::max(t0, cut - 0.5f * away));
      times.push_back(std::min(curve.keys[1].time, cut + 0.5f * away));
    }
    worst.Add(curve, times);
  }
  EXPECT_GT(cuts, 15000u);
  worst.Check("inflection");
}

TEST(CompiledCurve, IsTheSpecificationForWeightsOutsideTheUnitInterval) {
  Random random(4);
  constexpr std::array kOdd = {-kInfinity, -kMax, -1e10f, -1.0f,
                               -1e-20f,    0.5f,  1.0f,   1.5f,
                               4.0f,       1e20f, kMax,   kInfinity};
  for (int i = 0; i < 2000; ++i) {
    Curve curve;
    curve.keys = {{.time = 0,
                   .value = 1,
                   .out_tangent = random.Uniform(-3, 3),
                   .out_weight = random.Pick(kOdd)},
                  {.time = 2,
                   .value = 3,
                   .in_tangent = random.Uniform(-3, 3),
                   .in_weight = random.Bits() % 2 ? 1.25f : -kInfinity}};
    const float time = random.Uniform(0, 2);
    EXPECT_EQ(CompiledCurve(curve.View()).Sample(time),
              static_cast<float>(EvaluateCurve(curve.View(), time)));
  }
}

TEST(CompiledCurve, FollowsTheSpecificationOverWholeCurves) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    const CompiledCurve compiled(curve.View());
    const CompiledCurve boolean = CompiledCurve::Boolean(curve.View());
    for (const float time : RandomTimes(random, curve)) {
      const double expected = EvaluateCurve(curve.View(), time);
      const float sample = compiled.Sample(time);
      if (std::isnan(time)) {
        EXPECT_TRUE(SameBits(sample, kNan));
        EXPECT_TRUE(SameBits(boolean.Sample(time), kNan));
        continue;
      }
      ASSERT_NEAR(sample, expected, 4e-6) << time;
      ASSERT_EQ(boolean.Sample(time),
                EvaluateBoolean(curve.View(), time) ? 1 : 0);
    }
  }
}

TEST(CompiledCurve, StatesAreTrueAboveOneHalf) {
  const Curve curve = {.keys = {{.time = 0, .value = 0.5f},
                                {.time = 1, .value = std::nextafter(0.5f, 1.f)},
                                {.time = 2, .value = 0.5f}}};
  const CompiledCurve boolean = CompiledCurve::Boolean(curve.View());
  for (const float time : {-1.f, 0.f, 0.5f, 1.f, 1.5f, 2.f, 3.f}) {
    EXPECT_EQ(boolean.Sample(time), time >= 1 && time < 2 ? 1 : 0) << time;
  }
}

TEST(CompiledCurve, ManyTimesGiveTheSameBitsAsOne) {
  Random random(6);
  CompiledCurve compiled;
  for (int i = 0; i < 300; ++i) {
    const Curve curve = RandomCurve(random, random.Bits() % 40);
    compiled.Compile(curve.View());
    std::vector<float> times = RandomTimes(random, curve);
    // Sometimes enough times for each record to be worth a run.
    for (int k = 0; i % 4 == 0 && k < 3000; ++k) {
      times.push_back(random.Uniform(times[6] - 1, times[6] + 4));
    }
    std::vector<float> one(times.size());
    for (int order = 0; order < 4; ++order) {
      if (order == 1) times.erase(times.begin());  // the NaN
      if (order == 2) std::sort(times.begin(), times.end());
      if (order == 3) std::reverse(times.begin(), times.end());
      std::vector<float> values(times.size());
      compiled.Sample(times, values);
      for (size_t k = 0; k < times.size(); ++k) {
        ASSERT_TRUE(SameBits(values[k], compiled.Sample(times[k])))
            << times[k] << " " << values[k] << " " << compiled.Sample(times[k]);
      }
    }
  }
}

TEST(CompiledCurve, TakesTimesAndValuesInOneMemory) {
  Random random(7);
  const Curve curve = RandomCurve(random, 20);
  const CompiledCurve compiled(curve.View());
  const std::vector<float> times = RandomTimes(random, curve);
  std::vector<float> values(times.size());
  compiled.Sample(times, values);
  std::vector<float> both = times;
  compiled.Sample(both, both);
  for (size_t i = 0; i < times.size(); ++i) {
    EXPECT_TRUE(SameBits(both[i], values[i]));
  }
}

TEST(CompiledCurve, IsEmptyAfterAMove) {
  const Curve line = {.keys = {{.time = 0, .value = 1},
                               {.time = 1, .value = 3},
                               {.time = 2, .value = 7}}};
  CompiledCurve first(line.View());
  CompiledCurve& left = first;
  const CompiledCurve& emptied = first;
  CompiledCurve second = std::move(first);
  EXPECT_EQ(second.Sample(1), 3);
  EXPECT_EQ(left.Sample(1), 0);
  EXPECT_TRUE(std::isnan(left.Sample(std::nanf(""))));
  EXPECT_EQ(left.records().size, 0u);

  // If both still shared the first one's memory, compiling into it would change
  // the second.
  const Curve other = {
      .keys = {{.time = 0, .value = 50}, {.time = 2, .value = 60}}};
  left.Compile(other.View());
  EXPECT_EQ(left.Sample(2), 60);
  EXPECT_EQ(second.Sample(1), 3);

  second = std::move(left);
  EXPECT_EQ(second.Sample(2), 60);
  EXPECT_EQ(emptied.Sample(2), 0);
  CompiledCurve& same = second;
  second = std::move(same);
  EXPECT_EQ(second.Sample(2), 60);
}

// Each compiles into memory of its own, its table for finding records too.
TEST(CompiledCurve, MayBeCompiledAgainAfterAMove) {
  Curve even;
  Curve uneven;
  for (int i = 0; i < 40; ++i) {
    const auto number = static_cast<float>(i);
    even.keys.push_back({.time = number, .value = number});
    uneven.keys.push_back({.time = number * number, .value = number});
  }
  CompiledCurve first(even.View());
  CompiledCurve moved(uneven.View());
  CompiledCurve& second = moved;
  first = std::move(moved);
  first.Compile(even.View());
  second.Compile(uneven.View());
  for (int i = 0; i < 40; ++i) {
    const auto number = static_cast<float>(i);
    EXPECT_EQ(first.Sample(number), number);
    EXPECT_EQ(second.Sample(number * number), number);
  }
}

// Compiling into what was swapped writes nothing that another curve owns.
TEST(CompiledCurve, OwnsItsTableAfterASwap) {
  Curve even;
  Curve uneven;
  Curve longer;
  for (int i = 0; i < 80; ++i) {
    const auto number = static_cast<float>(i);
    if (i < 40) {
      even.keys.push_back({.time = number, .value = number});
      uneven.keys.push_back({.time = number * number, .value = number});
    }
    longer.keys.push_back({.time = number, .value = number});
  }
  CompiledCurve first(even.View());
  CompiledCurve second(uneven.View());
  first.swap(second);
  first.Compile(even.View());
  // Frees the memory that it got from `first`, and others write there.
  second.Compile(longer.View());
  std::vector<std::vector<uint32_t>> others;
  for (int i = 0; i < 1000; ++i) others.emplace_back(128, 0);
  for (int i = 0; i < 40; ++i) {
    const auto number = static_cast<float>(i);
    EXPECT_EQ(first.Sample(number), number);
  }
}

TEST(CompiledCurve, IsMadeOfNothingWithoutMemory) {
  const uint64_t before = AllocationCount();
  CompiledCurve empty;
  const CompiledCurve moved = std::move(empty);
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(moved.Sample(5), 0);
}

TEST(CompiledCurve, WritesNothingWhereThereIsTooLittleRoom) {
  const std::array<float, 3> times = {0, 1, 2};
  std::array<float, 4> values = {7, 7, 7, 7};
  const CompiledCurve empty;
  EXPECT_FALSE(empty.Sample(times, std::span(values).first(2)));
  EXPECT_EQ(values[0], 7);
  EXPECT_TRUE(empty.Sample(times, values));
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(values[3], 7);
}

TEST(CompiledCurve, CompactKeysAreStraightLines) {
  const std::array<CompactKey, 3> keys = {{{0, 1}, {2, 5}, {4, -3}}};
  const CompiledCurve curve(CurveView(
      PackedSpan<CompactKey>{std::span<const CompactKey>(keys)}, 8, 8));
  EXPECT_TRUE(curve.cubic_in_time());
  EXPECT_EQ(curve.Sample(-1), 1);
  EXPECT_EQ(curve.Sample(0.5f), 2);
  EXPECT_EQ(curve.Sample(2), 5);
  EXPECT_EQ(curve.Sample(3.5f), -1);
  EXPECT_EQ(curve.Sample(5), -3);
}

TEST(CompiledCurve, OverflowIsInfinite) {
  Curve curve;
  curve.keys = {{.time = 0, .out_tangent = 1e38f, .out_weight = 1},
                {.time = 1000, .in_tangent = -1e38f, .in_weight = 1}};
  EXPECT_EQ(CompiledCurve(curve.View()).Sample(500), kInfinity);
}

// Keys so unevenly spread that a table of times is no help.
TEST(CompiledCurve, FindsRecordsAmongUnevenKeys) {
  Random random(8);
  Curve curve;
  for (int i = 0; i < 400; ++i) {
    curve.keys.push_back(
        {.time = std::ldexp(1.0f, i / 2 - 100) * (i % 2 == 0 ? 1.0f : 1.3f),
         .value = static_cast<float>(i)});
  }
  const CompiledCurve compiled(curve.View());
  std::vector<float> times;
  for (const Keyframe& key : curve.keys) times.push_back(key.time);
  std::vector<float> values(times.size());
  compiled.Sample(times, values);
  for (size_t i = 0; i < times.size(); ++i) EXPECT_EQ(values[i], i);
  std::reverse(times.begin(), times.end());
  compiled.Sample(times, values);
  for (size_t i = 0; i < times.size(); ++i) EXPECT_EQ(values[i], 399 - i);
}

TEST(CompiledCurve, IsNeverNanForFiniteKeys) {
  Random random(7);
  CompiledCurve compiled;
  for (int i = 0; i < 30000; ++i) {
    const Curve curve = FiniteCurve(random, i);
    compiled.Compile(curve.View());
    for (const float time : SomeTimes(random, curve)) {
      const float value = compiled.Sample(time);
      ASSERT_FALSE(std::isnan(value));
      if (std::isinf(value)) {
        ASSERT_GE(std::abs(EvaluateCurve(curve.View(), time)),
                  double{kMax} * (1 - 1e-6));
      }
    }
  }
}

TEST(CompiledCurve, SurvivesKeysThatAreInvalid) {
  Random random(8);
  std::vector<float> times;
  for (int i = 0; i < 50; ++i) {
    times.insert(times.end(), kOddNumbers.begin(), kOddNumbers.end());
  }
  std::vector<float> sorted = {0.0f};
  for (int i = 0; i < 300; ++i) sorted.push_back(sorted.back() + 0.01f);
  std::vector<float> values(times.size());
  CompiledCurve compiled;
  for (int i = 0; i < 2000; ++i) {
    const Curve curve = InvalidCurve(random);
    compiled.Compile(curve.View());
    compiled.Sample(times, values);
    compiled.Sample(sorted, values);
    CompiledCurve::Boolean(curve.View()).Sample(times, values);
  }
}

}  // namespace
}  // namespace clipguard::eval
