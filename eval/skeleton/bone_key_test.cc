// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/bone_key.h"

#include <cmath>

#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"

namespace clipguard::eval {
namespace {

TEST(AngleOfCosine, IsTheArcCosine) {
  double worst = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double cosine = i / 200'000.0;
    const double angle = std::acos(cosine);
    worst = std::max(worst, std::abs(AngleOfCosine(cosine) / angle - 1));
  }
  EXPECT_LE(worst, 2e-13);
  EXPECT_EQ(AngleOfCosine(1), 0);
}

TEST(KeysOf, IsEmptyWhereArraysAreTooShort) {
  m3d::Clip clip;
  AddBone(clip, {{.time = 1}, {.time = 3}});
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
  character.bone_offsets = {
      {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}}};
  EXPECT_EQ(OffsetOf(character, 0)[9], 10);
  EXPECT_EQ(OffsetOf(character, 1), kIdentityMatrix);
}

TEST(HasAffineOffsets, LooksAtTheLastColumn) {
  m3d::Character character;
  EXPECT_TRUE(HasAffineOffsets(character));
  character.bone_offsets.assign(3, kIdentityMatrix);
  character.bone_offsets[1][12] = 7;
  EXPECT_TRUE(HasAffineOffsets(character));
  for (size_t row = 0; row < 4; ++row) {
    character.bone_offsets[2][4 * row + 3] += 1;
    EXPECT_FALSE(HasAffineOffsets(character));
    character.bone_offsets[2] = kIdentityMatrix;
  }
}

TEST(SearchTime, NanIsBeforeEverything) {
  EXPECT_EQ(SearchTime(kNan), -kInfinity);
  EXPECT_EQ(SearchTime(kInfinity), kInfinity);
  EXPECT_EQ(SearchTime(1), 1);
  EXPECT_EQ(KernelTime(-kInfinity), -kMax);
  EXPECT_EQ(KernelTime(kInfinity), kMax);
  EXPECT_EQ(KernelTime(1), 1);
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
  const TimeRange none = TimesOf(character, m3d::Clip{});
  EXPECT_EQ(none.start, 0);
  EXPECT_EQ(none.end, 0);
}

}  // namespace
}  // namespace clipguard::eval
