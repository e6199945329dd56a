// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/handedness.h"

#include <optional>
#include <utility>

#include "corpus/m3d/figures.h"
#include "gtest/gtest.h"
#include "parser/m3d/character.h"

namespace clipguard::m3d {
namespace {

TEST(HandednessTest, TheWindingTells) {
  Character crate = corpus::Crate();
  EXPECT_EQ(WindingOf(crate).with, 12U);
  EXPECT_EQ(WindingOf(crate).against, 0U);
  EXPECT_EQ(WindingOf(crate).Tells(), Handedness::kLeft);
  const Character before = crate;
  MirrorZ(crate);
  EXPECT_EQ(WindingOf(crate).against, 12U);
  EXPECT_EQ(HandednessOf(crate), Handedness::kRight);
  MirrorZ(crate);
  EXPECT_EQ(crate, before);
}

// A bone that moves along z, or turns about x, does so the other way.
TEST(HandednessTest, AMirrorTurnsMotions) {
  Character arm;
  Clip& clip = arm.clips.emplace_back();
  clip.translations = {{1, 2, 3}};
  clip.rotations = {{0.1F, 0.2F, 0.3F, 0.9F}};
  MirrorZ(arm);
  EXPECT_EQ(arm.clips[0].translations[0], (Float3{1, 2, -3}));
  EXPECT_EQ(arm.clips[0].rotations[0], (Float4{-0.1F, -0.2F, 0.3F, 0.9F}));
}

TEST(HandednessTest, NineOfTenAreNearlyAll) {
  EXPECT_EQ((Winding{.with = 9, .against = 1}.Tells()), Handedness::kLeft);
  EXPECT_EQ((Winding{.with = 1, .against = 9}.Tells()), Handedness::kRight);
  EXPECT_EQ((Winding{.with = 1, .against = 0}.Tells()), Handedness::kLeft);
  EXPECT_EQ((Winding{.with = 0, .against = 1}.Tells()), Handedness::kRight);
  EXPECT_TRUE((Winding{.with = 8, .against = 1}.IsMixed()));
  EXPECT_TRUE((Winding{.with = 1, .against = 1}.IsMixed()));
  EXPECT_FALSE(Winding().IsMixed());
  EXPECT_EQ(Winding().Tells(), std::nullopt);
}

// Indices out of range are not looked up; characters that were read with errors
// have them.
TEST(HandednessTest, TrianglesWithoutVerticesDoNotCount) {
  Character crate = corpus::Crate();
  crate.triangles[3][1] = 8;
  crate.triangles[4][2] = 0xffffffff;
  EXPECT_EQ(WindingOf(crate).all(), 10U);
  crate.vertices.normals.clear();
  EXPECT_EQ(WindingOf(crate).all(), 0U);
  EXPECT_EQ(HandednessOf(crate), Handedness::kLeft);
}

}  // namespace
}  // namespace clipguard::m3d
