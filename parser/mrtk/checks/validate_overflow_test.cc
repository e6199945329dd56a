// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate(): CURVE_OVERFLOWS.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/mrtk/camera_file.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

constexpr float kLargest = std::numeric_limits<float>::max();

// Two keys of camera.position.x, a second apart.
CameraFile TwoKeys(const Keyframe& a, const Keyframe& b) {
  CameraFile file(KeyLayout::kFull, 2);
  Put(file.bytes(), file.Key(0, 0), a);
  Put(file.bytes(), file.Key(0, 1), b);
  for (uint64_t curve = 1; curve < 7; ++curve) {
    file.Set(curve, 0, kTime, a.time).Set(curve, 1, kTime, b.time);
  }
  return file;
}

TEST(ValidateOverflowTest, AControlPointBeyondFloatIsAWarning) {
  const Keyframe flat0{.time = 0, .weighted_mode = 0};
  const Keyframe flat1{.time = 1, .weighted_mode = 0};
  Keyframe out = flat0;
  out.value = kLargest;
  out.out_tangent = 1e38f;  // a third of it counts
  CameraFile file = TwoKeys(out, flat1);
  EXPECT_EQ(AllFindings(file.bytes()),
            List{file.At(kCurveOverflows, 0, 0, kOutTangent)});
  Keyframe in = flat1;
  in.value = -kLargest;
  in.in_tangent = 1e38f;
  file = TwoKeys(flat0, in);
  EXPECT_EQ(AllFindings(file.bytes()),
            List{file.At(kCurveOverflows, 0, 1, kInTangent)});
  // Towards zero is harmless.
  out.out_tangent = -1e38f;
  in.in_tangent = -1e38f;
  EXPECT_EQ(AllFindings(TwoKeys(out, in).bytes()), List{});
}

TEST(ValidateOverflowTest, WeightsCountOnlyWhereTheyAreUsed) {
  Keyframe a{.time = 0, .out_tangent = 2e38f, .out_weight = 1};
  Keyframe b{.time = 4};
  // 2e38 * 4 / 3 fits; with the weight of 1 it does not.
  for (int32_t mode : {0, 1, 2, 3}) {
    a.weighted_mode = mode;
    const CameraFile file = TwoKeys(a, b);
    List expected;
    if (mode >= 2) expected = {file.At(kCurveOverflows, 0, 0, kOutTangent)};
    EXPECT_EQ(AllFindings(file.bytes()), expected) << mode;
  }
  a.out_tangent = 0;
  b.in_tangent = 2e38f;
  b.in_weight = 1;
  for (int32_t mode : {0, 1, 2, 3}) {
    b.weighted_mode = mode;
    const CameraFile file = TwoKeys(a, b);
    List expected;
    if (mode % 2 == 1) expected = {file.At(kCurveOverflows, 0, 1, kInTangent)};
    EXPECT_EQ(AllFindings(file.bytes()), expected) << mode;
  }
}

TEST(ValidateOverflowTest, StepsDoNotOverflow) {
  for (float infinite : {kInfinity, -kInfinity}) {
    Keyframe a{
        .time = 0, .value = kLargest, .out_tangent = infinite, .out_weight = 1};
    Keyframe b{.time = 1, .in_tangent = 3e38f, .in_weight = 1};
    EXPECT_EQ(AllFindings(TwoKeys(a, b).bytes()), List{});
    a.out_tangent = 3e38f;
    b.in_tangent = infinite;
    EXPECT_EQ(AllFindings(TwoKeys(a, b).bytes()), List{});
  }
}

TEST(ValidateOverflowTest, IsFoundAcrossBlocks) {
  const CameraFile sound(KeyLayout::kFull, kManyKeys);
  for (uint64_t key : kPlaces) {
    CameraFile file = sound;
    // The segment from key - 1 to `key`, by either of its ends.
    file.Set(0, key - 1, kOutTangent, 3e38f)
        .Set(0, key - 1, kOutWeight, 1.0f)
        .Set(0, key - 1, kValue, kLargest);
    EXPECT_EQ(AllFindings(file.bytes()),
              List{file.At(kCurveOverflows, 0, key - 1, kOutTangent)})
        << key;
    file = sound;
    file.Set(0, key, kInTangent, -3e38f)
        .Set(0, key, kInWeight, 1.0f)
        .Set(0, key, kValue, kLargest);
    EXPECT_EQ(AllFindings(file.bytes()),
              List{file.At(kCurveOverflows, 0, key, kInTangent)})
        << key;
  }
}

// The value of the segment's Bezier curve at parameter u, in double.
double BezierValue(const Keyframe& a, const Keyframe& b, double u) {
  const double dt = double{b.time} - double{a.time};
  const double w1 = a.out_weight_used() ? a.out_weight : 1.0 / 3;
  const double w2 = b.in_weight_used() ? b.in_weight : 1.0 / 3;
  const double p1 = a.value + w1 * a.out_tangent * dt;
  const double p2 = b.value - w2 * b.in_tangent * dt;
  const double v = 1 - u;
  return v * v * v * a.value + 3 * u * v * v * p1 + 3 * u * u * v * p2 +
         u * u * u * b.value;
}

TEST(ValidateOverflowTest, WithoutTheWarningEverySegmentIsFinite) {
  std::mt19937 generator(11);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  // A random number of any magnitude, most of them large.
  const auto number = [&] {
    const float f = std::ldexp(1 + static_cast<float>(random() % 1000) / 1000,
                               static_cast<int>(random() % 130) - 3);
    return std::clamp(random() % 2 ? f : -f, -kLargest, kLargest);
  };
  size_t warned = 0, silent = 0;
  for (int round = 0; round < 20'000; ++round) {
    Keyframe a{.time = 0}, b{.time = std::abs(number())};
    for (Keyframe* key : {&a, &b}) {
      key->value = number();
      key->in_tangent = number();
      key->out_tangent = number();
      key->in_weight = static_cast<float>(random() % 5) / 4;
      key->out_weight = static_cast<float>(random() % 5) / 4;
      key->weighted_mode = static_cast<int32_t>(random() % 4);
    }
    List seen = AllFindings(TwoKeys(a, b).bytes());
    std::erase_if(seen, [](const Seen& s) { return s.code == kKeyTimeTooFar; });
    for (const Seen& s : seen) ASSERT_EQ(s.code, kCurveOverflows) << s;
    ++(seen.empty() ? silent : warned);
    if (!seen.empty()) continue;
    for (int i = 0; i <= 64; ++i) {
      ASSERT_LE(std::abs(BezierValue(a, b, i / 64.0)), double{kLargest});
    }
  }
  EXPECT_GT(warned, 1000u);
  EXPECT_GT(silent, 1000u);
}

}  // namespace
}  // namespace clipguard::mrtk
