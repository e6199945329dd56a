// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Curves and times for the tests of evaluators, at random and not.

#ifndef CLIPGUARD_EVAL_CURVE_TEST_CURVES_H_
#define CLIPGUARD_EVAL_CURVE_TEST_CURVES_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "testing/random.h"  // IWYU pragma: export

namespace clipguard::eval {

inline constexpr float kMax = std::numeric_limits<float>::max();
inline constexpr std::array<int32_t, 5> kWraps = {0, 1, 2, 4, 8};

// `count` times from end to end, and the floats next to the ends and the
// middle.
inline std::vector<float> Times(float t0, float t1, int count) {
  std::vector<float> times;
  for (int i = 0; i <= count; ++i) {
    const double s = static_cast<double>(i) / count;
    times.push_back(static_cast<float>(t0 * (1 - s) + t1 * s));
  }
  for (const float around : {t0, 0.5f * t0 + 0.5f * t1, t1}) {
    float below = around;
    float above = around;
    for (int i = 0; i < 4; ++i) {
      times.push_back(below = std::nextafter(below, -kInfinity));
      times.push_back(above = std::nextafter(above, kInfinity));
    }
  }
  return times;
}

// Corners, and what is next to them on every scale.
inline constexpr std::array kWeights = {
    0.0f,      1e-45f,    1e-38f,    1e-30f,    1e-20f,       1e-10f,
    1e-7f,     1e-5f,     1e-3f,     0.01f,     0.05f,        0.1f,
    0.2f,      0.3f,      1 / 3.f,   0.4f,      0.5f,         0.6f,
    2 / 3.f,   0.7f,      0.8f,      0.85f,     0.9f,         0.933f,
    0.9333f,   0.95f,     0.99f,     0.999f,    0.9999f,      0.99999f,
    0.999999f, 1 - 1e-6f, 1 - 5e-7f, 1 - 2e-7f, 1 - 0x1p-23f, 1 - 0x1p-24f,
    1.0f,
};

// A curve as they come: keys at uneven times, some of them at one time.
inline mrtk::Curve RandomCurve(Random& random, size_t size) {
  mrtk::Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
  float time = random.Uniform(-5, 5);
  for (size_t i = 0; i < size; ++i) {
    curve.keys.push_back({time, random.Uniform(-1, 1), random.Uniform(-3, 3),
                          random.Uniform(-3, 3), random.Uniform(0, 1),
                          random.Uniform(0, 1),
                          static_cast<int32_t>(random.Bits() % 4)});
    if (random.Bits() % 16 == 0) curve.keys.back().out_tangent = kInfinity;
    if (random.Bits() % 8 != 0) time += random.Uniform(0.01f, 1);
  }
  return curve;
}

// Two keys of a duration out of `durations`, with numbers as large and as small
// as floats go.
template <typename Durations>
mrtk::Curve ExtremeSegment(Random& random, const Durations& durations) {
  constexpr std::array kNumbers = {0.0f,  1.0f,   -1.0f,  1e-30f, -1e-30f,
                                   1e30f, -1e30f, 1e-45f, kMax,   -kMax};
  constexpr std::array kSomeWeights = {0.0f, 1e-30f, 0.3f, 0.97f, 1.0f};
  const float t1 = random.Pick(durations);
  const float t0 = random.Bits() % 2 ? 0 : -t1;
  mrtk::Curve curve;
  curve.keys = {
      {t0, random.Pick(kNumbers), 0, random.Pick(kNumbers), 0,
       random.Pick(kSomeWeights), static_cast<int32_t>(random.Bits() % 4)},
      {t1, random.Pick(kNumbers), random.Pick(kNumbers), 0,
       random.Pick(kSomeWeights), 0, static_cast<int32_t>(random.Bits() % 4)}};
  return curve;
}

// Three keys, the times in order, with any finite numbers; mostly with weights
// as they should be. `i` counts the curves.
inline mrtk::Curve FiniteCurve(Random& random, int i) {
  std::array<float, 3> times = {random.Finite(), random.Finite(),
                                random.Finite()};
  std::sort(times.begin(), times.end());
  mrtk::Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
  for (const float time : times) {
    mrtk::Keyframe key{time,
                       random.Finite(),
                       random.Finite(),
                       random.Finite(),
                       random.Finite(),
                       random.Finite(),
                       static_cast<int32_t>(random.Bits() % 4)};
    if (i % 4 != 0) {
      key.in_weight = random.Pick(kWeights);
      key.out_weight = random.Pick(kWeights);
    } else if (i % 8 == 0) {
      key.out_weight = -kInfinity;
      key.in_tangent = kInfinity;
    }
    curve.keys.push_back(key);
  }
  return curve;
}

// Times within it, at a key and beside it, and far off; none is NaN.
inline std::vector<float> SomeTimes(Random& random, const mrtk::Curve& curve) {
  const float first = curve.keys[0].time;
  const float second = curve.keys[1].time;
  std::vector<float> times = {
      random.Uniform(0, 1) * first + second / 2, random.Finite(), second,
      std::nextafter(second, kInfinity),         kInfinity,       -kInfinity};
  std::erase_if(times, [](float time) { return std::isnan(time); });
  return times;
}

inline constexpr std::array kOddNumbers = {0.0f,       1.0f,   -1.0f, kInfinity,
                                           -kInfinity, kNan,   kMax,  -kMax,
                                           0.5f,       1e-45f, 2.0f,  3.0f};

// Up to five keys that no file should have.
inline mrtk::Curve InvalidCurve(Random& random) {
  mrtk::Curve curve{static_cast<int32_t>(random.Bits() % 10),
                    static_cast<int32_t>(random.Bits()),
                    {}};
  for (size_t k = random.Bits() % 6; k > 0; --k) {
    curve.keys.push_back({random.Pick(kOddNumbers), random.Pick(kOddNumbers),
                          random.Pick(kOddNumbers), random.Pick(kOddNumbers),
                          random.Pick(kOddNumbers), random.Pick(kOddNumbers),
                          static_cast<int32_t>(random.Bits())});
  }
  return curve;
}

// `count` times from the first key to the last, as Times() has them.
inline std::vector<float> TimesOf(const mrtk::Curve& curve, int count) {
  return Times(curve.keys.front().time, curve.keys.back().time, count);
}

// Times within and around the keys, at them, and one float beside them.
inline std::vector<float> RandomTimes(Random& random,
                                      const mrtk::Curve& curve) {
  std::vector<float> times = {kNan, kInfinity, -kInfinity, kMax, -kMax, 0};
  const float first = curve.keys.empty() ? 0 : curve.keys.front().time;
  const float last = curve.keys.empty() ? 1 : curve.keys.back().time;
  for (int i = 0; i < 100; ++i) {
    times.push_back(random.Uniform(first - 3, last + 3));
  }
  for (const mrtk::Keyframe& key : curve.keys) {
    times.push_back(key.time);
    times.push_back(std::nextafter(key.time, kInfinity));
    times.push_back(std::nextafter(key.time, -kInfinity));
  }
  return times;
}

inline bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_TEST_CURVES_H_
