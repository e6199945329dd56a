// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/format_set.h"

#include "gtest/gtest.h"

namespace clipguard {
namespace {

using enum Format;

TEST(FormatSetTest, HoldsWhatWasPutIn) {
  constexpr FormatSet kSet = kMrtk | kForgeAsm;
  EXPECT_TRUE(kSet.Contains(kMrtk));
  EXPECT_TRUE(kSet.Contains(kForgeAsm));
  EXPECT_FALSE(kSet.Contains(kM3d));
  EXPECT_FALSE(kSet.Contains(kForgeFormats));
  EXPECT_TRUE(FormatSet::All().Contains(kSet));
  EXPECT_FALSE(kSet.Contains(FormatSet::All()));
  EXPECT_FALSE(kSet.empty());
  EXPECT_TRUE(FormatSet().empty());
  EXPECT_TRUE(kSet.Contains(FormatSet()));
  EXPECT_EQ(kSet, kForgeAsm | kMrtk);
}

TEST(FormatSetTest, EveryFormatHasAName) {
  for (unsigned i = 0; i < kFormatCount; ++i) {
    EXPECT_FALSE(FormatName(static_cast<Format>(i)).empty()) << i;
  }
}

TEST(FormatSetTest, NamesAreStable) {
  EXPECT_EQ(FormatName(kMrtk), "mrtk");
  EXPECT_EQ(FormatName(kM3d), "m3d");
  EXPECT_EQ(FormatName(kForgeAsm), "forge-asm");
  EXPECT_EQ(FormatName(kForgeArmature), "forge-armature");
}

}  // namespace
}  // namespace clipguard
