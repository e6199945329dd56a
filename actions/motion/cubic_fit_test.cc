// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/cubic_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "actions/motion/random_keys.h"
#include "actions/motion/stretch.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::Curve;
using mrtk::CurveView;
using mrtk::Keyframe;

// As a viewer has it, in exact arithmetic.
double ValueAt(const CubicFit& fit, size_t curves, size_t c, float time) {
  const auto& times = fit.times;
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  const auto i = static_cast<size_t>(after - times.begin());
  const auto key = [&](size_t k) { return fit.keys[k * curves + c]; };
  if (i == 0) return key(0).value;
  if (i == times.size()) return key(i - 1).value;
  return TimeCubic{times[i - 1],           times[i],
                   key(i - 1).value,       key(i).value,
                   key(i - 1).out_tangent, key(i).in_tangent}
      .Value(time);
}

struct Fitted {
  std::vector<Curve> curves;
  absl::StatusOr<CubicFit> fit;
};

Fitted Fit(std::vector<std::vector<Keyframe>> keys,
           const CubicFitOptions& options = {}) {
  Fitted fitted;
  for (auto& k : keys) fitted.curves.push_back({.keys = std::move(k)});
  std::vector<CurveView> views;
  views.reserve(fitted.curves.size());
  for (const Curve& curve : fitted.curves) views.push_back(curve.View());
  fitted.fit = FitCubics(views, options);
  return fitted;
}

// At random float times, at the keys' and at those next to them.
void ExpectWithinBounds(const Fitted& fitted, RandomKeys& random) {
  const CubicFit& fit = *fitted.fit;
  const size_t curves = fitted.curves.size();
  ASSERT_EQ(fit.keys.size(), fit.times.size() * curves);
  ASSERT_TRUE(
      std::is_sorted(fit.times.begin(), fit.times.end(), std::less_equal<>()));
  std::vector<float> times;
  for (const float time : fit.times) {
    times.insert(times.end(), {time, std::nextafter(time, kInfinity),
                               std::nextafter(time, -kInfinity)});
  }
  for (int i = 0; i < 300; ++i) {
    times.push_back(static_cast<float>(
        random.Uniform(fit.times.front(), fit.times.back())));
  }
  for (size_t c = 0; c < curves; ++c) {
    const CurveView view = fitted.curves[c].View();
    for (const float time : times) {
      if (time < fit.times.front() || time > fit.times.back()) continue;
      const double value = eval::EvaluateCurve(view, time);
      ASSERT_LE(std::abs(ValueAt(fit, curves, c, time) - value),
                fit.bounds[c] + 1e-13 * eval::ValueScale(view, time))
          << "curve " << c << " at " << time;
    }
  }
}

TEST(CubicFit, RandomCurvesStayWithinTheTolerance) {
  RandomKeys random(5);
  size_t keys_before = 0;
  size_t times_after = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<std::vector<Keyframe>> keys(1 + random.Below(4));
    for (auto& curve : keys) {
      float time = static_cast<float>(random.Below(3));
      for (uint32_t k = random.Below(6); k > 0; --k) {
        curve.push_back(random.Key(time));
        time += static_cast<float>(random.Uniform(0.01, 1));
        // Steps, and two keys at one time.
        if (random.Below(10) == 0) curve.back().out_tangent = kInfinity;
        if (random.Below(10) == 0) time = curve.back().time;
      }
      keys_before += curve.size();
    }
    const double tolerance = random.Below(2) == 0 ? 1e-3 : 1e-4;
    const Fitted fitted = Fit(keys, {.tolerance = tolerance});
    ASSERT_TRUE(fitted.fit.ok()) << fitted.fit.status();
    ExpectWithinBounds(fitted, random);
    times_after += fitted.fit->times.size();
    for (const double bound : fitted.fit->bounds) {
      // Tangents of up to 100 a second make values of up to 100.
      EXPECT_LE(bound, std::max(tolerance, 400 * CubicFitOptions::kFinest));
    }
  }
  std::printf("%zu keys became %zu times\n", keys_before, times_after);
  EXPECT_LT(times_after, 40 * keys_before);
}

TEST(CubicFit, CubicsStayAsTheyAre) {
  const std::vector<Keyframe> keys = {
      {.time = 0, .value = 1, .out_tangent = 0.1f, .weighted_mode = 0},
      {.time = 1.5f,
       .value = 3,
       .in_tangent = -7,
       .out_tangent = 2,
       .weighted_mode = 0},
      {.time = 4, .value = -1, .in_tangent = 3, .weighted_mode = 0}};
  const Fitted fitted = Fit({keys}, {.tolerance = 0});
  ASSERT_TRUE(fitted.fit.ok()) << fitted.fit.status();
  EXPECT_EQ(fitted.fit->times, (std::vector<float>{0, 1.5f, 4}));
  EXPECT_EQ(fitted.fit->bounds, std::vector<double>{0});
  for (size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(fitted.fit->keys[i].value, keys[i].value);
    EXPECT_EQ(fitted.fit->keys[i].in_tangent, i == 0 ? 0 : keys[i].in_tangent);
    EXPECT_EQ(fitted.fit->keys[i].out_tangent,
              i == 2 ? 0 : keys[i].out_tangent);
  }
}

// Compact keys are lines: no more times than keys.
TEST(CubicFit, Lines) {
  std::vector<Keyframe> keys;
  for (int i = 0; i < 20; ++i) {
    keys.push_back({.time = static_cast<float>(i) / 60,
                    .value = static_cast<float>(i % 3)});
  }
  const Fitted fitted = Fit({keys});
  ASSERT_TRUE(fitted.fit.ok()) << fitted.fit.status();
  EXPECT_EQ(fitted.fit->times.size(), keys.size());
  EXPECT_FLOAT_EQ(fitted.fit->keys[0].out_tangent, 60);
  EXPECT_LE(fitted.fit->bounds[0], 1e-6);
}

TEST(CubicFit, JumpsTakePlaceBetweenNeighbouringFloats) {
  RandomKeys random(6);
  const Fitted fitted =
      Fit({{{.time = 1, .value = 5, .out_tangent = kInfinity},
            {.time = 2, .value = 9},
            {.time = 3, .value = 9},
            {.time = 3, .value = -4},
            {.time = 4, .value = -4}},
           {{.time = 2, .value = 1}, {.time = 2, .value = 8}}});
  ASSERT_TRUE(fitted.fit.ok()) << fitted.fit.status();
  const std::vector<float> times = {
      1, std::nextafter(2.f, 0.f), 2, std::nextafter(3.f, 0.f), 3, 4};
  EXPECT_EQ(fitted.fit->times, times);
  ExpectWithinBounds(fitted, random);
  EXPECT_EQ(ValueAt(*fitted.fit, 2, 0, times[1]), 5);
  EXPECT_EQ(ValueAt(*fitted.fit, 2, 0, 2), 9);
  EXPECT_EQ(ValueAt(*fitted.fit, 2, 0, 3), -4);
  EXPECT_EQ(ValueAt(*fitted.fit, 2, 1, times[1]), 1);
  EXPECT_EQ(ValueAt(*fitted.fit, 2, 1, 2), 8);
}

// Weights of 1 and 1 make the curve vertical in the middle of the stretch, late
// in a recording, where floats are coarse.
TEST(CubicFit, VerticalTangents) {
  RandomKeys random(7);
  for (const float begin : {0.f, 1000.f}) {
    for (const auto& [w1, w2] : {std::pair{1.f, 1.f}, {0.f, 1.f}, {1.f, 0.f}}) {
      const Fitted fitted = Fit(
          {{{begin, 0, 0, 0.5f, w1, w1, 3}, {begin + 1, 4, 2, 0, w2, w2, 3}}},
          {.tolerance = 1e-4});
      ASSERT_TRUE(fitted.fit.ok()) << fitted.fit.status();
      EXPECT_LE(fitted.fit->bounds[0], 1e-4);
      EXPECT_LT(fitted.fit->times.size(), 200u);
      ExpectWithinBounds(fitted, random);
    }
  }
}

// A player's time may lie between two neighbouring floats.
TEST(CubicFit, TheBoundHoldsBetweenNeighbouringFloats) {
  constexpr float kBegin = 0x1p23f;  // floats are 1 s apart
  const Fitted fitted = Fit(
      {{{kBegin, 0, 0, 9, 1, 0.9f, 3}, {kBegin + 3, 4, -7, 0, 0.9f, 1, 3}}});
  ASSERT_TRUE(fitted.fit.ok()) << fitted.fit.status();
  EXPECT_EQ(fitted.fit->times.size(), 4u);
  const Keyframe left = fitted.curves[0].keys[0];
  const std::optional<Stretch> stretch =
      Stretch::Of(left, fitted.curves[0].keys[1]);
  ASSERT_TRUE(stretch);
  double most = 0;
  for (size_t i = 0; i + 1 < fitted.fit->times.size(); ++i) {
    const CubicKey& a = fitted.fit->keys[i];
    const CubicKey& b = fitted.fit->keys[i + 1];
    const TimeCubic cubic = {fitted.fit->times[i],
                             fitted.fit->times[i + 1],
                             a.value,
                             b.value,
                             a.out_tangent,
                             b.in_tangent};
    for (double p = 0; p <= 1; p += 1.0 / 64) {
      const double time = double{cubic.begin} + p;
      most = std::max(most, std::abs(cubic.Value(time) - stretch->Value(time)));
    }
  }
  EXPECT_GT(most, 0.01);
  EXPECT_LE(most, fitted.fit->bounds[0]);
}

TEST(CubicFit, FewKeysOrNone) {
  const Fitted none = Fit({{}, {}});
  ASSERT_TRUE(none.fit.ok());
  EXPECT_EQ(none.fit->times, std::vector<float>{0});
  EXPECT_EQ(none.fit->keys.size(), 2u);
  const Fitted one = Fit({{{.time = 3, .value = 2}}, {}});
  ASSERT_TRUE(one.fit.ok());
  EXPECT_EQ(one.fit->times, std::vector<float>{3});
  EXPECT_EQ(one.fit->keys[0].value, 2);
  EXPECT_EQ(one.fit->bounds, (std::vector<double>{0, 0}));
  EXPECT_TRUE(FitCubics({})->keys.empty());
}

TEST(CubicFit, WhatCannotBeFitted) {
  EXPECT_EQ(Fit({{{.time = 2}, {.time = 1}}}).fit.status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(
      Fit({{{.time = 1}, {.time = 2, .in_weight = 2}}}).fit.status().code(),
      absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Fit({{{.time = NAN}}}).fit.status().code(),
            absl::StatusCode::kInvalidArgument);
  // A value of 1e38 * 100.
  EXPECT_EQ(Fit({{{0, 0, 0, 1e38f, 0, 1, 3}, {100, 0, 0, 0, 0.5f, 0, 3}}})
                .fit.status()
                .code(),
            absl::StatusCode::kInvalidArgument);
  const std::vector<Keyframe> bent = {{0, 0, 0, 5, 0, 0.9f, 3},
                                      {1, 1, 5, 0, 0.2f, 0, 3}};
  EXPECT_EQ(
      Fit({bent}, {.tolerance = 1e-6, .most_times = 5}).fit.status().code(),
      absl::StatusCode::kResourceExhausted);
  Curve loop = {.post_wrap = 2, .keys = {{.time = 0}, {.time = 1}}};
  Curve longer = {.keys = {{.time = 0}, {.time = 2}}};
  const std::vector<CurveView> both = {loop.View(), longer.View()};
  EXPECT_EQ(FitCubics(both).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(FitCubics(std::span(both).first(1)).ok());
}

}  // namespace
}  // namespace clipguard::actions
