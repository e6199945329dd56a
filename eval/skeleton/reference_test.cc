// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The specification beside cases worked out by hand.

#include "eval/skeleton/reference.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"

namespace clipguard::eval {
namespace {

constexpr double kHalfRoot2 = std::numbers::sqrt2 / 2;

void ExpectNear(const Matrix4d& got, const Matrix4d& want) {
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(got[i], want[i], 1e-14) << "element " << i;
  }
}

void ExpectNear(const Quaterniond& got, const Quaterniond& want) {
  EXPECT_NEAR(got.x, want.x, 1e-15);
  EXPECT_NEAR(got.y, want.y, 1e-15);
  EXPECT_NEAR(got.z, want.z, 1e-15);
  EXPECT_NEAR(got.w, want.w, 1e-15);
}

void ExpectInterval(const std::vector<float>& times, double time, size_t first,
                    size_t second, double u) {
  const KeyInterval found = FindKeys(times, time);
  EXPECT_EQ(found.first, first) << "at " << time;
  EXPECT_EQ(found.second, second) << "at " << time;
  EXPECT_EQ(found.u, u) << "at " << time;
}

TEST(FindKeys, ClampsAtBothEnds) {
  const std::vector<float> times = {1, 2, 4};
  ExpectInterval(times, -kInfinity, 0, 0, 0);
  ExpectInterval(times, 0, 0, 0, 0);
  ExpectInterval(times, 1, 0, 0, 0);
  ExpectInterval(times, 4, 2, 2, 0);
  ExpectInterval(times, 5, 2, 2, 0);
  ExpectInterval(times, kInfinity, 2, 2, 0);
  ExpectInterval(times, std::nan(""), 0, 0, 0);
}

TEST(FindKeys, TakesTheFirstIntervalThatHasTheTime) {
  const std::vector<float> times = {1, 2, 4};
  ExpectInterval(times, 1.25, 0, 1, 0.25);
  ExpectInterval(times, 2, 0, 1, 1);
  ExpectInterval(times, 2.5, 1, 2, 0.25);
  ExpectInterval({3}, 2, 0, 0, 0);
  ExpectInterval({3}, 4, 0, 0, 0);
}

TEST(FindKeys, NeverTakesAnIntervalWithoutLength) {
  const std::vector<float> inner = {0, 1, 1, 2};
  ExpectInterval(inner, 1, 0, 1, 1);
  ExpectInterval(inner, 1.5, 2, 3, 0.5);
  const std::vector<float> ends = {0, 0, 1, 1};
  ExpectInterval(ends, 0, 0, 0, 0);
  ExpectInterval(ends, 0.25, 1, 2, 0.25);
  ExpectInterval(ends, 1, 3, 3, 0);
  const std::vector<float> all = {1, 1, 1};
  ExpectInterval(all, 0, 0, 0, 0);
  ExpectInterval(all, 1, 0, 0, 0);
  ExpectInterval(all, 2, 2, 2, 0);
}

TEST(FindKeys, LongIntervals) { ExpectInterval({-kMax, kMax}, 0, 0, 1, 0.5); }

TEST(Slerp, AlongTheArc) {
  // A third of the way from the identity to a half turn about z.
  ExpectNear(Slerp({0, 0, 0, 1}, {0, 0, 1, 0}, 1 / 3.0),
             {0, 0, 0.5, std::sqrt(0.75)});
  // A quarter turn about x, half of it.
  ExpectNear(
      Slerp({0, 0, 0, 1}, {kHalfRoot2, 0, 0, kHalfRoot2}, 0.5),
      {std::sin(std::numbers::pi / 8), 0, 0, std::cos(std::numbers::pi / 8)});
}

TEST(Slerp, ShorterArc) {
  // The same rotations, one of them negated: the same way.
  ExpectNear(
      Slerp({0, 0, 0, 1}, {-kHalfRoot2, 0, 0, -kHalfRoot2}, 0.5),
      {std::sin(std::numbers::pi / 8), 0, 0, std::cos(std::numbers::pi / 8)});
  // Antipodal: one rotation throughout.
  ExpectNear(Slerp({0, 0.6, 0, 0.8}, {0, -0.6, 0, -0.8}, 0.3),
             {0, 0.6, 0, 0.8});
}

TEST(Slerp, LerpsBeyondTheThreshold) {
  // Longer than unit, so that the dot product is 1.2: no angle has this cosine.
  ExpectNear(Slerp({0, 0, 0, 1}, {0.5, 0, 0, 1.2}, 0.5), {0.25, 0, 0, 1.1});
  const double below = 1 - 1.1e-5;
  const double above = 1 - 0.9e-5;
  const auto length_at_half = [](double cosine) {
    const Quaterniond q = Slerp(
        {0, 0, 0, 1}, {std::sqrt(1 - cosine * cosine), 0, 0, cosine}, 0.5);
    return std::sqrt(q.x * q.x + q.w * q.w);
  };
  EXPECT_NEAR(length_at_half(below), 1, 1e-15);
  EXPECT_NEAR(length_at_half(above), 1 - 0.9e-5 / 4, 1e-10);
}

TEST(Slerp, TakesQuaternionsAsTheyAre) {
  // No length: halfway, sin(45 degrees) of the other.
  ExpectNear(Slerp({0, 0, 0, 0}, {0, 0, 0, 1}, 0.5), {0, 0, 0, kHalfRoot2});
  ExpectNear(Slerp({0, 0, 0, 0}, {0, 0, 0, 0}, 0.5), {0, 0, 0, 0});
  // Half as long as unit: the dot product is read as a cosine all the same.
  ExpectNear(Slerp({0, 0, 0, 0.5}, {0, 0, 0, 1}, 0.5),
             {0, 0, 0, 1.5 * 0.5 / std::cos(std::numbers::pi / 6)});
}

TEST(ToParent, ScalesThenRotatesThenTranslates) {
  // A quarter turn about z takes x to y, and y to -x.
  ExpectNear(ToParent({{5, 6, 7}, {2, 3, -4}, {0, 0, kHalfRoot2, kHalfRoot2}}),
             {{0, 2, 0, 0}, {-3, 0, 0, 0}, {0, 0, -4, 0}, {5, 6, 7, 1}});
  ExpectNear(ToParent({{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 0}}),
             {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
}

TEST(ToParent, RotatesAboutEachAxisTheSameWay) {
  // x to y to z to x.
  ExpectNear(ToParent({{}, {1, 1, 1}, {kHalfRoot2, 0, 0, kHalfRoot2}}),
             {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}, {0, 0, 0, 1}});
  ExpectNear(ToParent({{}, {1, 1, 1}, {0, kHalfRoot2, 0, kHalfRoot2}}),
             {{0, 0, -1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}});
}

TEST(EvaluateSkeleton, WalksUpTheHierarchy) {
  m3d::Character character;
  character.parents = {-1, 0, -1, 1};
  character.bone_offsets.assign(4, kIdentityMatrix);
  character.bone_offsets[3] = {
      {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {-1, -2, -3, 1}};
  m3d::Clip clip;
  const auto quarter = static_cast<float>(kHalfRoot2);
  AddBone(clip, {{.time = 0, .translation = {1, 0, 0}, .scale = {2, 2, 2}},
                 {.time = 2, .translation = {3, 0, 0}, .scale = {2, 2, 2}}});
  AddBone(clip, {{.time = 0,
                  .translation = {0, 1, 0},
                  .rotation = {0, 0, quarter, quarter}}});
  AddBone(clip, {{.time = 0, .translation = {0, 0, 9}}});
  AddBone(clip, {});
  const SkeletonPose pose = EvaluateSkeleton(character, clip, 1);
  // (2, 0, 0) after a scale of 2.
  const Matrix4d root = {
      {2, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 2, 0}, {2, 0, 0, 1}};
  const Matrix4d child = {
      {0, 2, 0, 0}, {-2, 0, 0, 0}, {0, 0, 2, 0}, {2, 2, 0, 1}};
  const auto expect_near = [](const Matrix4d& got, const Matrix4d& want) {
    for (size_t i = 0; i < 16; ++i) EXPECT_NEAR(got[i], want[i], 1e-6) << i;
  };
  expect_near(pose.to_root[0], root);
  expect_near(pose.to_root[1], child);
  expect_near(pose.to_root[2],
              {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 9, 1}});
  expect_near(pose.to_root[3], child);  // without keys: where its parent is
  // (-1, -2, -3) goes to (2 + 4, 2 - 2, -6).
  expect_near(pose.final_transforms[3],
              {{0, 2, 0, 0}, {-2, 0, 0, 0}, {0, 0, 2, 0}, {6, 0, -6, 1}});
}

TEST(SkinVertex, BlendsFourBones) {
  m3d::Vertices vertices;
  vertices.positions = {{1, 2, 3}};
  vertices.normals = {{0, 0, 1}};
  // The fourth weight is 0.25, whatever the file says.
  vertices.blend_weights = {{0.5f, 0.125f, 0.125f, 100}};
  vertices.blend_indices = {{0, 1, 1, 2}};
  Matrix4d moved = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {8, 0, 0, 1}};
  Matrix4d scaled = {{2, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, 1}};
  Matrix4d still = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  const std::array<Matrix4d, 3> transforms = {still, moved, scaled};
  const SkinnedVertex skinned = SkinVertex(vertices, 0, transforms);
  EXPECT_EQ(skinned.position.x, 0.5 * 1 + 0.25 * 9 + 0.25 * 2);
  EXPECT_EQ(skinned.position.y, 0.75 * 2 + 0.25 * 4);
  EXPECT_EQ(skinned.position.z, 0.75 * 3 + 0.25 * 6);
  EXPECT_EQ(skinned.normal.x, 0);
  EXPECT_EQ(skinned.normal.y, 0);
  EXPECT_EQ(skinned.normal.z, 1.25);  // not normalised
}

}  // namespace
}  // namespace clipguard::eval
