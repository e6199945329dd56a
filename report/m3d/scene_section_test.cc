// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/m3d/scene_section.h"

#include <cstdint>
#include <string>

#include "actions/convert/textures/dds_file.h"
#include "base/numbers.h"
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

TEST(SceneSection, SkinnedCharacter) {
  const m3d::Character arm = corpus::Arm();
  const WrittenSection section = SceneOf(arm);
  const auto& scene = section.json["scene"];
  EXPECT_STREQ(scene["kind"].GetString(), "character");
  EXPECT_EQ(scene["clips"].Size(), arm.clips.size());
  EXPECT_TRUE(scene["mesh"].HasMember("weights"));
  EXPECT_EQ(scene["mesh"]["materials"].Size(), arm.materials.size());
  EXPECT_TRUE(section.left_out.empty());
  EXPECT_LE(section.size, section.taken + 2);
}

TEST(SceneSection, StaticCharacterHasNoWeights) {
  const WrittenSection section = SceneOf(corpus::Crate());
  EXPECT_FALSE(section.json["scene"]["mesh"].HasMember("weights"));
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
  EXPECT_FALSE(SceneOf(arm, 200'000).json["scene"].HasMember("mesh"));
}

TEST(SceneSection, NormalsOfAnyLengthArePacked) {
  m3d::Character crate = corpus::Crate();
  crate.vertices.normals[0] = {kInfinity, -kInfinity, kNan};
  crate.vertices.normals[1] = {1e30F, -1e30F, 0};
  EXPECT_TRUE(SceneOf(crate).json["scene"].HasMember("mesh"));
}

TEST(SceneSection, LittleRoomIsSaid) {
  const m3d::Character biped = corpus::Biped();
  const WrittenSection all = SceneOf(biped);
  const WrittenSection less = SceneOf(biped, all.taken - 1);
  ASSERT_TRUE(less.json.HasMember("scene"));
  EXPECT_EQ(less.json["scene"]["clips"].Size(), biped.clips.size() - 1);
  EXPECT_EQ(less.left_out.size(), 1U);
  const WrittenSection none = SceneOf(biped, 100);
  EXPECT_FALSE(none.json.HasMember("scene"));
  EXPECT_EQ(none.left_out.size(), 1U);
}

}  // namespace
}  // namespace clipguard::report
