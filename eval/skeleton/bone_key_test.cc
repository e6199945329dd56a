// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/bone_key.h"

#include <cmath>
#include <numbers>

#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"

namespace clipguard::eval {
namespace {

double Joined(const float (&parts)[2]) { return double{parts[0]} + parts[1]; }

m3d::Clip TwoKeys(const m3d::Float4& a, const m3d::Float4& b) {
  m3d::Clip clip;
  AddBone(clip, {{.time = 1, .rotation = a}, {.time = 3, .rotation = b}});
  return clip;
}

TEST(AngleOfCosine, IsTheArcCosine) {
  double worst = 0;
  for (int i = 0; i <= 200'000; ++i) {
    const double cosine = i / 200'000.0;
    worst = std::max(worst,
                     std::abs(AngleOfCosine(cosine) - std::acos(cosine)));
  }
  EXPECT_LE(worst, 1e-15);
  EXPECT_EQ(AngleOfCosine(1), 0);
  EXPECT_NEAR(AngleOfCosine(0), std::numbers::pi / 2, 1e-15);
}

TEST(LinkKeys, SetsTimesAngleAndSine) {
  const m3d::Clip clip = TwoKeys({0, 0, 0, 1}, {0.6f, 0, 0, 0.8f});
  BoneKey from = StillKey(clip, 0);
  BoneKey next = StillKey(clip, 1);
  EXPECT_EQ(from.end, kInf);
  LinkKeys(clip, 0, 1, &from, &next);
  EXPECT_EQ(from.start, 1);
  EXPECT_EQ(from.end, 3);
  const double angle = std::acos(double{0.8f});
  EXPECT_NEAR(Joined(from.angle), angle, 1e-14);
  EXPECT_NEAR(Joined(from.inverse_sine), 1 / std::sin(angle), 1e-12);
  EXPECT_EQ(next.rotation[0], 0.6f);
  EXPECT_EQ(next.end, kInf);
}

TEST(LinkKeys, LerpsBeyondTheThreshold) {
  const m3d::Clip clip = TwoKeys({0, 0, 0, 1}, {0.001f, 0, 0, 1});
  BoneKey from = StillKey(clip, 0);
  BoneKey next = StillKey(clip, 1);
  LinkKeys(clip, 0, 1, &from, &next);
  EXPECT_EQ(Joined(from.angle), kLerpAngle);
  EXPECT_EQ(Joined(from.inverse_sine), 1 / kLerpAngle);
}

TEST(LinkKeys, NegatesForTheShorterArc) {
  const m3d::Clip clip = TwoKeys({0, 0, 0, 1}, {0.6f, 0, 0, -0.8f});
  BoneKey from = StillKey(clip, 0);
  BoneKey next = StillKey(clip, 1);
  LinkKeys(clip, 0, 1, &from, &next);
  EXPECT_EQ(next.rotation[0], -0.6f);
  EXPECT_EQ(next.rotation[3], 0.8f);
  EXPECT_NEAR(Joined(from.angle), std::acos(double{0.8f}), 1e-14);
}

// Where the first key had to be negated, the second is, to keep the arc that
// the file's own signs say.
TEST(LinkKeys, KeepsTheArcAfterANegatedKey) {
  for (const m3d::Float4& b : {m3d::Float4{0.6f, 0, 0, 0.8f},
                               m3d::Float4{1, 0, 0, 0},
                               m3d::Float4{-1, 0, 0, -0.0f}}) {
    const m3d::Clip clip = TwoKeys({0, 0, 0, 1}, b);
    BoneKey from = StillKey(clip, 0);
    for (float& element : from.rotation) element = -element;
    BoneKey next = StillKey(clip, 1);
    LinkKeys(clip, 0, 1, &from, &next);
    EXPECT_EQ(next.rotation[0], -b.x);
    EXPECT_EQ(next.rotation[3], -b.w);
  }
}

TEST(KeysOf, IsEmptyWhereArraysAreTooShort) {
  m3d::Clip clip = TwoKeys({0, 0, 0, 1}, {0, 0, 0, 1});
  EXPECT_EQ(KeysOf(clip, 0).size(), 2u);
  EXPECT_TRUE(KeysOf(clip, 1).empty());
  EXPECT_TRUE(KeysOf(m3d::Clip{}, 0).empty());
  clip.first_key = {1, 0};
  EXPECT_TRUE(KeysOf(clip, 0).empty());
  clip.first_key = {0, ~uint64_t{0}};
  EXPECT_TRUE(KeysOf(clip, 0).empty());
  clip.first_key = {0, 2};
  clip.scales.pop_back();
  EXPECT_TRUE(KeysOf(clip, 0).empty());
}

TEST(ParentOf, IsAnEarlierBoneOrNone) {
  m3d::Character character;
  character.parents = {-1, 0, 2, 7, -2, 2};
  const int32_t want[] = {-1, 0, -1, -1, -1, 2};
  for (size_t b = 0; b < 6; ++b) EXPECT_EQ(ParentOf(character, b), want[b]);
}

TEST(OffsetOf, IsTheIdentityWhereThereIsNone) {
  m3d::Character character;
  character.parents = {-1, 0};
  character.bone_offsets = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                             16}};
  EXPECT_EQ(OffsetOf(character, 0).row[2][1], 10);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(OffsetOf(character, 1).row[i / 4][i % 4], kIdentityMatrix[i]);
  }
}

TEST(TimesOf, IsFromTheSmallestFirstToTheLargestLast) {
  m3d::Character character;
  character.parents = {-1, 0, 1};
  m3d::Clip clip;
  AddBone(clip, {{.time = 0}, {.time = 5}});
  AddBone(clip, {});
  AddBone(clip, {{.time = -2}, {.time = 3}});
  const TimeRange range = TimesOf(character, clip);
  EXPECT_EQ(range.start, -2);
  EXPECT_EQ(range.end, 5);
  EXPECT_EQ(range.Clamp(-3), -2);
  EXPECT_EQ(range.Clamp(kInf), 5);
  EXPECT_EQ(range.Clamp(kNan), -2);
  EXPECT_EQ(range.Clamp(1), 1);
  const TimeRange none = TimesOf(character, m3d::Clip{});
  EXPECT_EQ(none.start, 0);
  EXPECT_EQ(none.end, 0);
}

}  // namespace
}  // namespace clipguard::eval
