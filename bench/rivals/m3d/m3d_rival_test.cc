// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rivals that misread a file would be no measure: all of them must read the
// same, and what the file says.

#include "bench/rivals/m3d/m3d_rival.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "base/text_of.h"
#include "bench/workloads/character_text.h"
#include "gtest/gtest.h"

namespace clipguard::bench {
namespace {

constexpr CharacterShape kSmall = {
    .materials = 2, .vertices = 40, .triangles = 30, .bones = 5, .keys = 33};

TEST(M3dRivalTest, AllReadTheSame) {
  const std::string text = MakeCharacterText(kSmall);
  for (const M3dRival& rival : M3dRivals()) {
    SCOPED_TRACE(rival.name);
    M3dRivalCharacter character;
    ASSERT_TRUE(rival.read(BytesOf(text), character));
    M3dRivalCharacter expected;
    ASSERT_TRUE(kM3dStream.read(BytesOf(text), expected));
    ASSERT_EQ(character.vertices.size(), 40u);
    EXPECT_TRUE(
        std::ranges::equal(std::as_bytes(std::span(character.vertices)),
                           std::as_bytes(std::span(expected.vertices))));
    EXPECT_EQ(character.indices, expected.indices);
    EXPECT_EQ(character.bone_offsets, expected.bone_offsets);
    EXPECT_EQ(character.parents, expected.parents);
    ASSERT_EQ(character.clips.size(), 1u);
    EXPECT_EQ(character.clips[0].first, "Take1");
    ASSERT_EQ(character.clips[0].second.size(), 5u);
    size_t keys = 0;
    for (const auto& bone : character.clips[0].second) keys += bone.size();
    EXPECT_EQ(keys, 33u);
  }
}

TEST(M3dRivalTest, NoticesTheEnd) {
  const std::string text = MakeCharacterText(kSmall);
  for (const M3dRival& rival : M3dRivals()) {
    M3dRivalCharacter character;
    EXPECT_FALSE(rival.read(BytesOf(text).first(text.size() / 2), character));
  }
}

TEST(CharacterTextTest, IsAboutAsLargeAsTheRealOne) {
  const size_t size = MakeCharacterText({}).size();
  EXPECT_GT(size, 3'700'000u);
  EXPECT_LT(size, 4'300'000u);
}

}  // namespace
}  // namespace clipguard::bench
