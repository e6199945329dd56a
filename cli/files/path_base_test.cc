// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/path_base.h"

#include <filesystem>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

TEST(PathBaseTest, BelowAFolder) {
  const PathBase base("/w/assets/");
  EXPECT_EQ(base.Below("/w/assets/a.bin"), "a.bin");
  EXPECT_EQ(base.Below("/w/assets/x/./y//a.bin"), "x/y/a.bin");
  EXPECT_EQ(base.Below("/w/a.bin"), "../a.bin");
  EXPECT_EQ(base.Below("/w/assets/../a.bin"), "../a.bin");
  EXPECT_EQ(base.Below("/w/assets/"), ".");
  EXPECT_EQ(base.Below("/a"), "../../a");
  EXPECT_EQ(base.Below("-"), "-");
  EXPECT_EQ(base.Under("x/a.bin"), "/w/assets/x/a.bin");
  EXPECT_EQ(base.Under("/x"), "/x");
  EXPECT_EQ(base.Below("/w/assets/\xFF"), "\xFF");
}

TEST(PathBaseTest, OfTheWorkingDirectory) {
  const PathBase here;
  EXPECT_EQ(here.Below("a/b"), "a/b");
  EXPECT_EQ(here.Below("./a/../b"), "b");
  EXPECT_EQ(here.Below(std::filesystem::current_path().string() + "/x"), "x");
  EXPECT_EQ(PathBase("a").Below("a/b"), "b");
  EXPECT_EQ(PathBase(".").Below("a/b"), "a/b");
}

}  // namespace
}  // namespace clipguard::cli
