// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/m3d/curves_section.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/m3d/character.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

using testing::HasSubstr;
using testing::Not;

m3d::Character OneBone() {
  m3d::Character character;
  character.parents = {-1};
  character.bone_offsets.resize(1, m3d::Matrix::Identity());
  return character;
}

// A bone that turns by 90 degrees about z in two seconds, from 1 s on.
m3d::Clip Turn() {
  m3d::Clip clip;
  clip.name = "turn";
  clip.first_key = {0, 2};
  clip.times = {1, 3};
  clip.translations = {{0, 1, 2}, {0, 1, 4}};
  clip.scales = {{1, 1, 1}, {1, 1, 1}};
  const float half = std::sqrt(0.5F);
  // Antipodal: the same rotation.
  clip.rotations = {{0, 0, 0, 1}, {0, 0, -half, -half}};
  return clip;
}

WrittenSection Write(const m3d::Character& character) {
  return WriteSection(kTestRoom, [&](Budget& budget, DetailWriter& json) {
    WriteCurves(character, budget, json);
  });
}

TEST(CharacterCurvesTest, NothingWithoutClipsOrBones) {
  EXPECT_EQ(Write({}).text, "{}");
  EXPECT_EQ(Write(OneBone()).text, "{}");
}

TEST(CharacterCurvesTest, AnglesAreThoseFromTheFirstKeyframe) {
  m3d::Character character = OneBone();
  character.clips = {Turn()};
  const std::string json = Write(character).text;
  EXPECT_THAT(json, HasSubstr(R"({"name":"turn","duration":2,"loop":true})"));
  EXPECT_THAT(json, HasSubstr(R"("path":"clips.turn.bones[0].rotation",)"
                              R"("group":["bone 0"])"));
  EXPECT_THAT(json,
              HasSubstr(R"("min":0,"max":90,"fine":0.01,"t":{"f32":[2,0]})"));
  EXPECT_THAT(json, HasSubstr(R"("label":"translation.z")"));
  EXPECT_THAT(json, Not(HasSubstr("scale")));
  character.clips[0].scales[1].y = 2;
  EXPECT_THAT(Write(character).text, HasSubstr(R"("label":"scale.y")"));
}

TEST(CharacterCurvesTest, AnyNumbers) {
  m3d::Character character = OneBone();
  m3d::Clip clip = Turn();
  constexpr float kMax = std::numeric_limits<float>::max();
  clip.times = {kNan, 3};
  clip.rotations = {{0, 0, 0, 0}, {kMax, kMax, kMax, kMax}};
  clip.translations[0].x = std::numeric_limits<float>::infinity();
  m3d::Clip empty;
  empty.name = "empty";
  empty.first_key = {0, 0};
  character.clips = {clip, empty};
  EXPECT_THAT(Write(character).text, HasSubstr(R"("name":"empty")"));
}

TEST(CharacterCurvesTest, CostsAsMuchAsThereIs) {
  m3d::Character character = OneBone();
  m3d::Clip clip;
  constexpr size_t kKeys = 10000;
  clip.first_key = {0, kKeys};
  for (size_t i = 0; i < kKeys; ++i) {
    clip.times.push_back(static_cast<float>(i));
    clip.translations.push_back({});
    clip.scales.push_back({1, 1, 1});
    clip.rotations.push_back({0, 0, 0, 1});
  }
  character.clips = {clip};
  EXPECT_LE(Write(character).work, 10 * kKeys);
}

}  // namespace
}  // namespace clipguard::report
