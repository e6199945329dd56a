// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/pose.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"

namespace clipguard::eval {
namespace {

using Vector = std::array<double, 3>;

// A turn about an axis of any length, then a scale along the turned axes:
// Rodrigues' formula, with the library's sine and cosine.
Matrix Turned(Vector axis, double degrees, Vector scale = {1, 1, 1}) {
  const double length =
      std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (double& part : axis) part /= length;
  const auto [x, y, z] = axis;
  const double s = std::sin(degrees * kPi / 180);
  const double c = std::cos(degrees * kPi / 180);
  const double d = 1 - c;
  const double rotation[3][3] = {
      {c + x * x * d, x * y * d - z * s, x * z * d + y * s},
      {x * y * d + z * s, c + y * y * d, y * z * d - x * s},
      {x * z * d - y * s, y * z * d + x * s, c + z * z * d}};
  Matrix m = kIdentityMatrix;
  for (size_t row = 0; row < 3; ++row) {
    for (size_t column = 0; column < 3; ++column) {
      m[4 * row + column] =
          static_cast<float>(rotation[row][column] * scale[column]);
    }
  }
  return m;
}

void ExpectNear(const Matrix& expected, const Matrix& got,
                const std::string& what) {
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(expected[i], got[i], 2e-6) << what << ", entry " << i;
  }
}

const std::vector<Vector>& Axes() {
  static const auto* axes = new std::vector<Vector>{
      {1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {-1, 0, 0}, {3, 2, 1},
      {1, 3, -2}, {2, -1, 3}, {-3, 1, 1}, {1, -2, 3}, {-1, 4, 1}};
  return *axes;
}

TEST(SlerpTest, TurnsAtTheSameSpeedAboutTheSameAxis) {
  for (const Vector& axis : Axes()) {
    for (const double to : {1e-5, 20.0, 90.0, 130.0, 179.0}) {
      for (const float progress : {0.0f, 0.25f, 0.5f, 0.875f, 1.0f}) {
        const std::string what = std::to_string(axis[0]) + ", to " +
                                 std::to_string(to) + " at " +
                                 std::to_string(progress);
        ExpectNear(Turned(axis, to * double{progress}),
                   Slerp(Turned(axis, 0), Turned(axis, to), progress), what);
        // The same from the other side, where the turn is above a half one.
        ExpectNear(Turned(axis, 150 + to * double{progress}),
                   Slerp(Turned(axis, 150), Turned(axis, 150 + to), progress),
                   what + ", from 150");
      }
    }
  }
}

TEST(SlerpTest, TakesTheShorterWay) {
  ExpectNear(Turned({1, 2, 3}, -15),
             Slerp(Turned({1, 2, 3}, 0), Turned({1, 2, 3}, 300), 0.25f),
             "back from 0 to -60");
}

TEST(SlerpTest, ScalesAndMovesInAStraightLine) {
  Matrix from = Turned({1, 2, 3}, 0, {2, 1, 0.5});
  from[3] = 1;
  from[7] = -2;
  from[11] = 8;
  Matrix to = Turned({1, 2, 3}, 100, {4, 1, -1.5});
  to[3] = 3;
  to[7] = -2;
  to[11] = 0;
  Matrix expected = Turned({1, 2, 3}, 25, {2.5, 1, 0});
  expected[3] = 1.5;
  expected[7] = -2;
  expected[11] = 6;
  ExpectNear(expected, Slerp(from, to, 0.25f), "a quarter");
}

TEST(SlerpTest, HasNoProgressBeforeOrAfter) {
  const Matrix from = Turned({1, 2, 3}, 10);
  const Matrix to = Turned({1, 2, 3}, 70);
  ExpectNear(from, Slerp(from, to, -3), "before");
  ExpectNear(to, Slerp(from, to, 3), "after");
}

// Slerp() keeps the directions that scales of 0 leave of a rotation; it makes
// up the others, of length one and perpendicular to those, and multiplies them
// by 0 again.
TEST(SlerpTest, KeepsWhatAScaleOfZeroLeaves) {
  std::vector<Vector> directions = Axes();
  directions.push_back({0, -1, 0});
  directions.push_back({0, 0, -1});
  for (const Vector& axis : directions) {
    for (const double degrees : {0.0, 90.0, 120.0, 180.0, 270.0}) {
      for (int left = 0; left < 8; ++left) {
        const Matrix m =
            Turned(axis, degrees,
                   {(left & 1) != 0 ? 2.0 : 0.0, (left & 2) != 0 ? 0.5 : 0.0,
                    (left & 4) != 0 ? 3.0 : 0.0});
        for (const float progress : {0.0f, 0.5f, 1.0f}) {
          ExpectNear(m, Slerp(m, m, progress),
                     "scales left: " + std::to_string(left) + ", turned by " +
                         std::to_string(degrees));
        }
      }
    }
  }
}

// The directions that are made up are a rotation's: a scale that grows from 0
// meets no mirror image, and gives lengths as they should be.
TEST(SlerpTest, CompletesToARotation) {
  const std::vector<Vector> scales = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                      {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
  for (const Vector& scale : scales) {
    for (const Vector& axis : Axes()) {
      // Half of the way from the flat matrix to a rotation.
      const Matrix m = Slerp(Turned(axis, 40, scale), Turned(axis, 40), 0.5f);
      for (size_t c = 0; c < 3; ++c) {
        double length = 0;
        for (size_t row = 0; row < 3; ++row) {
          length += double{m[4 * row + c]} * double{m[4 * row + c]};
        }
        EXPECT_NEAR(scale[c] == 0 ? 0.5 : 1, std::sqrt(length), 2e-6);
      }
    }
  }
  // Where one direction alone is missing, the rotation is known.
  for (size_t missing = 0; missing < 3; ++missing) {
    Vector flat = {1, 1, 1};
    flat[missing] = 0;
    Vector half = {1, 1, 1};
    half[missing] = 0.5;
    for (const Vector& axis : Axes()) {
      ExpectNear(Turned(axis, 40, half),
                 Slerp(Turned(axis, 40, flat), Turned(axis, 40), 0.5f),
                 "missing " + std::to_string(missing));
    }
  }
}

TEST(SineCosineTest, AreExactAtQuarters) {
  const double sines[] = {0, 1, 0, -1};
  for (int quarter = -9; quarter <= 9; ++quarter) {
    const SineCosine at = SineCosineOfDegrees(90.0 * quarter);
    EXPECT_EQ(sines[(quarter + 12) % 4], at.sine) << quarter;
    EXPECT_EQ(sines[(quarter + 13) % 4], at.cosine) << quarter;
  }
}

TEST(SineCosineTest, AreNearTheLibrarys) {
  for (int i = -7200; i <= 7200; ++i) {
    const double degrees = 0.125 * i;
    const SineCosine at = SineCosineOfDegrees(degrees);
    EXPECT_NEAR(std::sin(degrees * kPi / 180), at.sine, 1e-14) << degrees;
    EXPECT_NEAR(std::cos(degrees * kPi / 180), at.cosine, 1e-14) << degrees;
  }
}

}  // namespace
}  // namespace clipguard::eval
