// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/character_digest.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/test_files.h"

namespace clipguard::actions {
namespace {

using m3d::Character;

TEST(CharacterDigestTest, EachNumberCounts) {
  const std::string text = m3d::Arm();
  FindingList findings;
  const auto arm = m3d::ReadAndValidate(
      {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, {},
      findings);
  ASSERT_TRUE(arm);
  EXPECT_EQ(DigestOfShape(*arm), DigestOfShape(Character(*arm)));
  EXPECT_EQ(DigestOfKeys(arm->clips[0]),
            DigestOfKeys(Character(*arm).clips[0]));
  const std::vector<std::function<void(Character&)>> changes = {
      [](Character& c) { c.vertices.positions.back().z += 1; },
      [](Character& c) { c.vertices.tangents.back().w += 1; },
      [](Character& c) { c.vertices.normals.back().x += 1; },
      [](Character& c) { c.vertices.tex_coords.back().y += 1; },
      [](Character& c) { c.vertices.blend_weights.back().w += 1; },
      [](Character& c) { c.vertices.blend_indices.back()[3] ^= 1; },
      [](Character& c) { c.triangles.back()[2] ^= 1; },
      [](Character& c) { c.bone_offsets.back()[15] += 1; },
      [](Character& c) { c.bone_offsets.pop_back(); },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    Character changed = *arm;
    changes[i](changed);
    EXPECT_NE(DigestOfShape(changed), DigestOfShape(*arm)) << i;
    EXPECT_EQ(DigestOfKeys(changed.clips[0]), DigestOfKeys(arm->clips[0]));
  }
  const std::vector<std::function<void(m3d::Clip&)>> key_changes = {
      [](m3d::Clip& c) { c.times.back() += 1; },
      [](m3d::Clip& c) { c.translations.back().z += 1; },
      [](m3d::Clip& c) { c.scales.back().z += 1; },
      [](m3d::Clip& c) { c.rotations.back().w += 1; },
      [](m3d::Clip& c) { --c.first_key[1]; },
  };
  for (size_t i = 0; i < key_changes.size(); ++i) {
    m3d::Clip changed = arm->clips[0];
    key_changes[i](changed);
    EXPECT_NE(DigestOfKeys(changed), DigestOfKeys(arm->clips[0])) << i;
  }
}

}  // namespace
}  // namespace clipguard::actions
