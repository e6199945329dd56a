// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/m3d/scene_section.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "actions/convert/textures/dds_file.h"
#include "corpus/m3d/figures.h"
#include "gtest/gtest.h"
#include "parser/m3d/character.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

WrittenSection SceneOf(const m3d::Character& character,
                       uint64_t room = kTestRoom,
                       const actions::NamedFiles* textures = nullptr) {
  return WriteSection(room, [&](Budget& budget, DetailWriter& json) {
    WriteScene(character, std::nullopt, textures, budget, json);
  });
}

// Parts of the .glb that are such numbers. All but the first are accessors:
// "u16" of triangles, "u8" of vertices' bones.
size_t PartsOf(const WrittenSection& section, const char* kind) {
  const auto& parts = section.json["scene"]["glb"].GetArray();
  return static_cast<size_t>(
      std::count_if(parts.begin(), parts.end(),
                    [&](const auto& part) { return part.HasMember(kind); }));
}

TEST(SceneSection, SkinnedCharacter) {
  const m3d::Character arm = corpus::Arm();
  const WrittenSection section = SceneOf(arm);
  const auto& scene = section.json["scene"];
  EXPECT_STREQ(scene["kind"].GetString(), "character");
  EXPECT_EQ(scene["clips"].Size(), arm.clips.size());
  EXPECT_EQ(scene["subsets"]["u32"][0].GetUint(), 2 * arm.subsets.size());
  EXPECT_EQ(PartsOf(section, "u16"), arm.subsets.size());
  EXPECT_EQ(PartsOf(section, "u8"), 2U);
  EXPECT_TRUE(section.left_out.empty());
  EXPECT_LE(section.size, section.taken + 2);
}

TEST(SceneSection, StaticCharacterHasNoBones) {
  const WrittenSection section = SceneOf(corpus::Crate());
  EXPECT_EQ(PartsOf(section, "u8"), 1U);
}

TEST(SceneSection, BonesWithoutClipsAreThere) {
  m3d::Character arm = corpus::Arm();
  arm.clips.clear();
  const WrittenSection section = SceneOf(arm);
  EXPECT_EQ(section.json["scene"]["clips"].Size(), 0U);
  EXPECT_EQ(PartsOf(section, "u8"), 2U);
  EXPECT_TRUE(section.left_out.empty());
  // Nothing says where they are but how they bind the mesh.
  arm.triangles.clear();
  EXPECT_FALSE(SceneOf(arm).json.HasMember("scene"));
  EXPECT_EQ(SceneOf(arm).left_out.size(), 1U);
}

TEST(SceneSection, ClipsThatAGlbCannotHoldAreLeftOut) {
  m3d::Character biped = corpus::Biped();
  biped.clips[0].times.back() = std::numeric_limits<float>::max();
  const WrittenSection section = SceneOf(biped);
  const auto& clips = section.json["scene"]["clips"];
  ASSERT_EQ(clips.Size(), 1U);
  EXPECT_EQ(clips[0]["name"].GetString(), biped.clips[1].name);
  EXPECT_EQ(section.left_out.size(), 1U);
}

// The same texture for every name; damaged for some.
class Files : public actions::NamedFiles {
 public:
  absl::Status Read(std::string_view name, Known, Use use) const override {
    const std::string dds =
        actions::textures::DdsFile{
            .width = 1,
            .height = 1,
            .bits = 32,
            .masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000},
            .flags = 1}
            .With("\x01\x02\x03\xFF");
    return use(name, {reinterpret_cast<const uint8_t*>(dds.data()),
                      name == "cut.dds" ? 9 : dds.size()});
  }
};

TEST(SceneSection, TexturesAreSmallPictures) {
  m3d::Character crate = corpus::Crate();
  const Files files;
  const WrittenSection section = SceneOf(crate, kTestRoom, &files);
  EXPECT_TRUE(section.left_out.empty());
  const auto& textures = section.json["scene"]["textures"];
  EXPECT_EQ(textures["places"]["f32"][0].GetUint(),
            crate.vertices.positions.size());
  EXPECT_EQ(textures["ofMaterials"]["u32"][0].GetUint(),
            crate.materials.size());
  ASSERT_EQ(textures["pictures"].Size(), 1u);
  EXPECT_STREQ(textures["pictures"][0]["type"].GetString(), "image/png");
  EXPECT_LE(section.size, section.taken + 2);
  // The clips and the mesh have the first right to what room there is.
  const uint64_t without = SceneOf(crate).taken;
  const WrittenSection less = SceneOf(crate, without + 100, &files);
  EXPECT_FALSE(less.json["scene"].HasMember("textures"));
  EXPECT_EQ(less.left_out.size(), 1u);
  for (auto& material : crate.materials) material.diffuse_map = "cut.dds";
  const WrittenSection none = SceneOf(crate, kTestRoom, &files);
  EXPECT_FALSE(none.json["scene"].HasMember("textures"));
  EXPECT_EQ(none.left_out.size(), 1u);
}

TEST(SceneSection, NothingToSee) {
  EXPECT_FALSE(SceneOf({}).json.HasMember("scene"));
  EXPECT_TRUE(SceneOf({}).left_out.empty());
}

TEST(SceneSection, SaysWhatAGlbCannotHold) {
  m3d::Character arm = corpus::Arm();
  arm.vertices.blend_weights[0] = {1.5F, 0, 0, 0};
  const WrittenSection section = SceneOf(arm);
  ASSERT_EQ(section.left_out.size(), 1U);
  EXPECT_NE(section.left_out[0].find("vertices[0].blendWeights"),
            std::string::npos);
}

TEST(SceneSection, NamesAreAnyBytes) {
  m3d::Character arm = corpus::Arm();
  arm.clips[0].name = "</script>\xff\"";
  arm.materials[0].name = std::string_view("\0\x01", 2);
  const WrittenSection section = SceneOf(arm);
  EXPECT_NE(std::string(section.json["scene"]["clips"][0]["name"].GetString())
                .find("</script>"),
            std::string::npos);
  EXPECT_LE(section.size, section.taken + 2);
}

TEST(SceneSection, NamesOfMaterialsAreCharged) {
  m3d::Character arm = corpus::Arm();
  const std::string name(60'000, '<');
  arm.materials[0].name = name;
  const WrittenSection section = SceneOf(arm);
  EXPECT_GT(section.size, name.size());
  EXPECT_LE(section.size, section.taken + 2);
  EXPECT_EQ(PartsOf(SceneOf(arm, 50'000), "u16"), 0U);
}

TEST(SceneSection, LittleRoomIsSaid) {
  const m3d::Character biped = corpus::Biped();
  const WrittenSection all = SceneOf(biped);
  const WrittenSection less = SceneOf(biped, all.taken - 1);
  ASSERT_TRUE(less.json.HasMember("scene"));
  EXPECT_EQ(less.json["scene"]["clips"].Size(), biped.clips.size() - 1);
  EXPECT_EQ(less.left_out.size(), 1U);
  EXPECT_LE(less.size, less.taken + 2);
  const WrittenSection none = SceneOf(biped, 100);
  EXPECT_FALSE(none.json.HasMember("scene"));
  EXPECT_EQ(none.left_out.size(), 1U);
  EXPECT_EQ(none.taken, 0U);
}

}  // namespace
}  // namespace clipguard::report
