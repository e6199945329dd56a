// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/motion_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "actions/motion/angle.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/rotation_trials.h"
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
using mrtk::WrapMode;

constexpr int32_t kLoop = static_cast<int32_t>(WrapMode::kLoop);

// A key of a curve that is a line between its keys.
Keyframe LineKey(float time, float value) {
  return {.time = time, .value = value};
}

Keyframe SmoothKey(float time, float value, float tangent) {
  return {.time = time,
          .value = value,
          .in_tangent = tangent,
          .out_tangent = tangent,
          .weighted_mode = 0};
}

Curve Of(std::vector<Keyframe> keys) {
  Curve curve;
  curve.keys = std::move(keys);
  return curve;
}

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  float In(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(engine_);
  }
  int Below(int n) { return static_cast<int>(engine_() % n); }

  // Lines, smooth and weighted pieces, steps and jumps.
  Curve AnyCurve(int most_keys, float size) {
    Curve curve;
    float time = In(0, 0.5F);
    const int keys = 1 + Below(most_keys);
    for (int i = 0; i < keys; ++i) {
      Keyframe key = LineKey(time, In(-size, size));
      switch (Below(5)) {
        case 0:
          key = SmoothKey(time, In(-size, size), In(-4, 4) * size);
          break;
        case 1:
        case 2:
          key.in_tangent = In(-4, 4) * size;
          key.out_tangent = In(-4, 4) * size;
          key.in_weight = Below(4) == 0 ? 1 : In(0, 1);
          key.out_weight = Below(4) == 0 ? 1 : In(0, 1);
          key.weighted_mode = Below(4);
          break;
        case 3:
          if (Below(3) == 0) {
            key.out_tangent = std::numeric_limits<float>::infinity();
          }
          break;
        default:
          break;
      }
      curve.keys.push_back(key);
      if (Below(8) != 0) time += In(0.01F, 1);
    }
    return curve;
  }

 private:
  std::mt19937 engine_;
};

TEST(CurveDifference, OfLinesIsThatAtTheKeys) {
  const Curve a = Of({LineKey(0, 0), LineKey(1, 1), LineKey(2, 0)});
  const Curve b = Of({LineKey(0, 0), LineKey(2, 0.25F)});
  const Largest difference = CompareCurves(a.View(), b.View());
  EXPECT_EQ(difference.found, 0.875);
  EXPECT_EQ(difference.time, 1);
}

TEST(CurveDifference, IsFoundBetweenTheKeys) {
  // Both are 0 at their keys; one is a hill of 0.25 in the middle.
  const Curve a = Of({SmoothKey(0, 0, 1), SmoothKey(1, 0, -1)});
  const Curve b = Of({LineKey(0, 0), LineKey(1, 0)});
  const Largest difference = CompareCurves(a.View(), b.View());
  EXPECT_NEAR(difference.found, 20 / 81.0, 1e-7);
  EXPECT_NEAR(difference.time, 4 / 9.0, 1e-7);
}

TEST(CurveDifference, JustBeforeAStep) {
  Keyframe step = LineKey(0, 3);
  step.out_tangent = std::numeric_limits<float>::infinity();
  const Curve a = Of({step, LineKey(1, 0)});
  const Curve b = Of({LineKey(0, 3), LineKey(1, 0)});
  const Largest difference = CompareCurves(a.View(), b.View());
  EXPECT_NEAR(difference.found, 3, 1e-6);
  EXPECT_EQ(difference.time, 1);
}

TEST(CurveDifference, WhatIsTheSameDiffersByNothing) {
  Keyframe odd = LineKey(0, 1);
  odd.out_weight = 7;
  odd.out_tangent = 2;
  const Curve a = Of({odd, LineKey(1, 2), LineKey(2, 2)});
  Curve b = a;
  EXPECT_EQ(CompareCurves(a.View(), b.View()).found, 0);
  b.keys[2].value = 2.5F;
  EXPECT_EQ(CompareCurves(a.View(), b.View()).found, 0.5);
}

TEST(CurveDifference, OfRepeatingCurves) {
  Curve a = Of({LineKey(0, 0), LineKey(1, 1)});
  Curve b = Of({LineKey(0, 0), LineKey(1, 2)});
  a.pre_wrap = a.post_wrap = kLoop;
  // One repeats, the other holds its last value: 2 against all but 0.
  const Largest held = CompareCurves(a.View(), b.View());
  EXPECT_GT(held.found, 1.95);
  EXPECT_GT(held.time, 1);
  // A curve with one key is constant, on either side.
  const Curve one = Of({LineKey(0, 0)});
  EXPECT_NEAR(CompareCurves(a.View(), one.View()).found, 1, 1e-6);
  EXPECT_NEAR(CompareCurves(one.View(), a.View()).found, 1, 1e-6);
  b.pre_wrap = b.post_wrap = kLoop;
  EXPECT_NEAR(CompareCurves(a.View(), b.View()).found, 1, 1e-6);
  // One repeats from 1 s on, the other has a key more.
  Curve c = Of({LineKey(0, 0), LineKey(1, 1), LineKey(2, 1)});
  c.post_wrap = kLoop;
  EXPECT_GT(CompareCurves(a.View(), c.View()).found, 0.85);
}

TEST(CurveDifference, OfCurvesWithoutKeys) {
  const Curve none;
  const Curve one = Of({LineKey(5, -2)});
  EXPECT_EQ(CompareCurves(none.View(), none.View()).found, 0);
  const Largest difference = CompareCurves(none.View(), one.View());
  EXPECT_EQ(difference.found, 2);
}

// The difference that was found is there, both ways the same, and no key has
// more.
TEST(CurveDifference, AgreesWithTheSpecification) {
  Random random(1);
  for (int trial = 0; trial < 4000; ++trial) {
    const Curve a = random.AnyCurve(6, 2);
    Curve b = trial % 2 == 0 ? random.AnyCurve(6, 2) : a;
    if (trial % 2 == 1) {
      const int key = random.Below(static_cast<int>(b.keys.size()));
      b.keys[key].value += random.In(-0.1F, 0.1F);
    }
    const Largest found = CompareCurves(a.View(), b.View());
    const Largest back = CompareCurves(b.View(), a.View());
    ASSERT_EQ(found.found, back.found);
    ASSERT_EQ(found.time, back.time);
    const auto at = [&](double time) {
      return std::abs(eval::EvaluateCurve(a.View(), time) -
                      eval::EvaluateCurve(b.View(), time));
    };
    const auto before = [](double time) {
      return std::nextafter(static_cast<float>(time), -1e9F);
    };
    ASSERT_NEAR(std::max(at(found.time), at(before(found.time))), found.found,
                1e-5 * (1 + found.found))
        << trial;
    for (const Curve* curve : {&a, static_cast<const Curve*>(&b)}) {
      for (const Keyframe& key : curve->keys) {
        ASSERT_LE(at(key.time), found.found + 1e-5) << trial;
        ASSERT_LE(at(before(key.time)), found.found + 1e-5) << trial;
      }
    }
  }
}

struct PoseMotion {
  explicit PoseMotion(Random& random) {
    for (size_t i = 0; i < curves.size(); ++i) {
      curves[i] = random.AnyCurve(4, i < 3 ? 0.5F : 1);
    }
  }

  std::array<CurveView, mrtk::kPoseCurves> Views() const {
    std::array<CurveView, mrtk::kPoseCurves> views;
    for (size_t i = 0; i < curves.size(); ++i) views[i] = curves[i].View();
    return views;
  }

  Vector<3> Position(double time) const {
    Vector<3> v;
    for (size_t i = 0; i < 3; ++i) {
      v[i] = eval::EvaluateCurve(curves[i].View(), time);
    }
    return v;
  }
  Vector<4> Rotation(double time) const {
    Vector<4> v;
    for (size_t i = 0; i < 4; ++i) {
      v[i] = eval::EvaluateCurve(curves[3 + i].View(), time);
    }
    return v;
  }

  std::array<Curve, mrtk::kPoseCurves> curves;
};

Vector<3> Rotated(const Vector<4>& q, const Vector<3>& v) {
  const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double s = 2 / n;
  const auto [x, y, z, w] = q;
  return {(1 - s * (y * y + z * z)) * v[0] + s * (x * y - z * w) * v[1] +
              s * (x * z + y * w) * v[2],
          s * (x * y + z * w) * v[0] + (1 - s * (x * x + z * z)) * v[1] +
              s * (y * z - x * w) * v[2],
          s * (x * z - y * w) * v[0] + s * (y * z + x * w) * v[1] +
              (1 - s * (x * x + y * y)) * v[2]};
}

// At keys, what the definitions give of points in random directions.
TEST(PoseDifferenceTest, IsWhatTheSpecificationGives) {
  Random random(2);
  for (int trial = 0; trial < 400; ++trial) {
    const PoseMotion a(random);
    PoseMotion b = a;
    if (trial % 3 == 0) b = PoseMotion(random);
    for (int i = 0; i < 3; ++i) {
      auto& keys = b.curves[random.Below(7)].keys;
      keys[random.Below(static_cast<int>(keys.size()))].value +=
          random.In(-0.05F, 0.05F);
    }
    const PoseDifference found = ComparePoses(a.Views(), b.Views(), 0.03);
    const PoseDifference back = ComparePoses(b.Views(), a.Views(), 0.03);
    ASSERT_EQ(found.joint.found, back.joint.found);
    ASSERT_EQ(found.rotation.found, back.rotation.found);
    for (const Curve& curve : b.curves) {
      const double time = curve.keys.back().time;
      const Vector<3> p = a.Position(time);
      const Vector<3> q = b.Position(time);
      const Vector<3> move = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
      ASSERT_LE(Length(move), found.position.found + 1e-5);
      const Vector<4> r = a.Rotation(time);
      const Vector<4> s = b.Rotation(time);
      if (Length(r) < 1e-2 || Length(s) < 1e-2) continue;
      ASSERT_LE(DegreesBetween(r, s), found.rotation.found + 0.1) << trial;
      // A point 3 cm off, in some direction.
      Vector<3> off = {random.In(-1, 1), random.In(-1, 1), random.In(-1, 1)};
      const double length = Length(off);
      for (double& x : off) x *= 0.03 / length;
      const Vector<3> of_a = Rotated(r, off);
      const Vector<3> of_b = Rotated(s, off);
      const Vector<3> moved = {of_a[0] + move[0] - of_b[0],
                               of_a[1] + move[1] - of_b[1],
                               of_a[2] + move[2] - of_b[2]};
      ASSERT_LE(Length(moved), found.joint.found + 1e-4);
      ASSERT_LE(Length(moved), JointDisplacement(move, r, s, 0.03) + 1e-11);
    }
  }
}

TEST(PoseDifferenceTest, AQuaternionsLengthAndSignMeanNothing) {
  std::array<Curve, mrtk::kPoseCurves> a;
  std::array<Curve, mrtk::kPoseCurves> b;
  const std::array<float, 4> from = {0, 0, 0, 1};
  const std::array<float, 4> to = {0, 0.6F, 0, 0.8F};
  for (size_t i = 0; i < 4; ++i) {
    a[3 + i] = Of({LineKey(0, from[i]), LineKey(1, to[i])});
    b[3 + i] = Of({LineKey(0, -2 * from[i]), LineKey(1, -2 * to[i])});
  }
  std::array<CurveView, mrtk::kPoseCurves> of_a;
  std::array<CurveView, mrtk::kPoseCurves> of_b;
  for (size_t i = 0; i < 7; ++i) {
    of_a[i] = a[i].View();
    of_b[i] = b[i].View();
  }
  const PoseDifference found = ComparePoses(of_a, of_b, 0.03);
  EXPECT_NEAR(found.curves[6].found, 3, 1e-6);
  EXPECT_LT(found.rotation.found, 1e-5);
  EXPECT_LT(found.joint.found, 1e-8);
}

TEST(PoseDifferenceTest, TheDisplacementIsThatOfAPointOnASphere) {
  // A quarter turn about y moves a point beside the axis by sqrt(2) r.
  const Vector<4> turned = {0, std::sqrt(0.5), 0, std::sqrt(0.5)};
  const Vector<4> still = {0, 0, 0, 1};
  EXPECT_NEAR(JointDisplacement({}, turned, still, 0.03), 0.03 * std::sqrt(2.0),
              1e-15);
  // Along the axis the two are at right angles, across it they add up.
  EXPECT_NEAR(JointDisplacement({0, 1, 0}, turned, still, 0.03),
              std::sqrt(1 + 2 * 0.0009), 1e-15);
  EXPECT_NEAR(JointDisplacement({1, 0, 0}, turned, still, 0.03),
              1 + 0.03 * std::sqrt(2.0), 1e-15);
}

TEST(RayDifferenceTest, DirectionsHaveASign) {
  std::array<Curve, mrtk::kRayCurves> a;
  std::array<Curve, mrtk::kRayCurves> b;
  a[5] = Of({LineKey(0, 1), LineKey(1, 2)});
  b[5] = Of({LineKey(0, -1), LineKey(1, -2)});
  std::array<CurveView, mrtk::kRayCurves> of_a;
  std::array<CurveView, mrtk::kRayCurves> of_b;
  for (size_t i = 0; i < 6; ++i) {
    of_a[i] = a[i].View();
    of_b[i] = b[i].View();
  }
  const RayDifference found = CompareRays(of_a, of_b);
  EXPECT_EQ(found.direction.found, 180);
  EXPECT_EQ(found.origin.found, 0);
}

TEST(StateDifferenceTest, SaysWhenAndHowLong) {
  const Curve a = Of({LineKey(0, 0), LineKey(1, 1), LineKey(3, 0)});
  const Curve b = Of({LineKey(0, 0), LineKey(1.5F, 1), LineKey(3, 0)});
  const StateDifference found = CompareStates(a.View(), b.View());
  EXPECT_TRUE(found.differs);
  EXPECT_EQ(found.first, 1);
  EXPECT_EQ(found.seconds, 0.5);
  EXPECT_FALSE(CompareStates(a.View(), a.View()).differs);
  const Curve none;
  EXPECT_TRUE(CompareStates(a.View(), none.View()).differs);
}

TEST(StateDifferenceTest, OfStatesThatRepeat) {
  Curve a = Of({LineKey(0, 0), LineKey(1, 1), LineKey(2, 1)});
  Curve b = Of({LineKey(0, 0), LineKey(1, 1), LineKey(4, 1)});
  EXPECT_FALSE(CompareStates(a.View(), b.View()).differs);
  a.post_wrap = b.post_wrap = kLoop;
  const StateDifference found = CompareStates(a.View(), b.View());
  EXPECT_TRUE(found.differs);
  EXPECT_FALSE(found.is_exact);
  EXPECT_GE(found.first, 2);
  EXPECT_LE(found.first, 3);
  // They repeat together.
  b.keys[2].time = 2;
  b.keys[1].time = 1.5F;
  EXPECT_TRUE(CompareStates(a.View(), b.View()).is_exact);
  EXPECT_EQ(CompareStates(a.View(), b.View()).seconds, 0.5);
}

// Whatever repeats: what is met at some time was found, or may be there.
TEST(StateDifferenceTest, AgreesWithTheSpecification) {
  constexpr std::array<WrapMode, 3> kModes = {
      WrapMode::kClampForever, WrapMode::kLoop, WrapMode::kPingPong};
  Random random(5);
  int differ = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::array<Curve, 2> states;
    for (Curve& state : states) {
      float time = random.In(0, 2);
      for (int i = random.Below(5); i >= 0; --i) {
        state.keys.push_back(
            LineKey(time, static_cast<float>(random.Below(2))));
        if (random.Below(4) != 0) time += random.In(0, 2);
      }
      state.pre_wrap = static_cast<int32_t>(kModes[random.Below(3)]);
      state.post_wrap = static_cast<int32_t>(kModes[random.Below(3)]);
    }
    const StateDifference found =
        CompareStates(states[0].View(), states[1].View());
    const auto differ_at = [&](double time) {
      return eval::EvaluateBoolean(states[0].View(), time) !=
             eval::EvaluateBoolean(states[1].View(), time);
    };
    if (found.differs) {
      ++differ;
      ASSERT_TRUE(differ_at(found.first)) << trial;
    }
    for (double time = -1; time < 12; time += 0.0625) {
      if (differ_at(time)) {
        ASSERT_TRUE(found.differs || !found.is_exact) << trial << " " << time;
      }
    }
  }
  EXPECT_GT(differ, 1000);
}

TEST(DegreesOfSineTest, IsTheArcsine) {
  for (int i = 0; i <= 1000; ++i) {
    const double sine = i / 1000.0;
    const double degrees = std::asin(sine) * 180 / std::acos(-1.0);
    EXPECT_NEAR(DegreesOfSine(sine), degrees, i > 990 ? 2e-6 : 1e-12);
    if (i > 0) {
      EXPECT_GE(DegreesOfSine(sine), DegreesOfSine((i - 1) / 1000.0));
    }
  }
  EXPECT_EQ(DegreesOfSine(std::numeric_limits<double>::quiet_NaN()), 0);
}

}  // namespace
}  // namespace clipguard::actions
