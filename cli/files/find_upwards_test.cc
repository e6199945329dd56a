// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/find_upwards.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kName = "settings.of.this.test";

class FindUpwardsTest : public ::testing::Test {
 protected:
  FindUpwardsTest() {
    std::filesystem::create_directories(folder_ / "a/b");
    std::filesystem::current_path(folder_ / "a/b");
  }
  ~FindUpwardsTest() override { std::filesystem::current_path(before_); }

  const std::filesystem::path before_ = std::filesystem::current_path();
  TempFolder folder_;
};

TEST_F(FindUpwardsTest, TheNearestIsFound) {
  EXPECT_EQ(FindUpwards(kName).path, "");
  const std::string far = folder_.Write(kName, "");
  EXPECT_TRUE(std::filesystem::equivalent(FindUpwards(kName).path, far));
  folder_.Write("a/b/c/" + std::string(kName), "");
  EXPECT_TRUE(std::filesystem::equivalent(FindUpwards(kName).path, far));
  folder_.Write("a/b/" + std::string(kName), "");
  EXPECT_EQ(FindUpwards(kName).path, kName);
  EXPECT_FALSE(FindUpwards(kName).of_stranger);
}

TEST_F(FindUpwardsTest, WhatIsNoFileIsFoundWithAProblem) {
  const std::string name(kName);
  EXPECT_EQ(FindUpwards(kName).problem, "");
  std::filesystem::create_symlink("/dev/zero", folder_ / "a/" + name);
  EXPECT_EQ(FindUpwards(kName).problem, "it is a pipe or a device, not a file");
  std::filesystem::create_directory(name);
  EXPECT_EQ(FindUpwards(kName).path, kName);
  EXPECT_EQ(FindUpwards(kName).problem, "it is a folder, not a file");
  std::filesystem::remove(name);
  std::filesystem::create_symlink("nowhere", name);
  EXPECT_EQ(FindUpwards(kName).problem,
            "it is a link that leads nowhere: No such file or directory");
  std::filesystem::remove(name);
  ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
  EXPECT_EQ(FindUpwards(kName).problem, "it is a pipe or a device, not a file");
}

TEST_F(FindUpwardsTest, AStrangersIsTold) {
  constexpr uid_t kStranger = 54'321;
  const std::string file = folder_.Write(kName, "");
  if (chown(file.c_str(), kStranger, static_cast<gid_t>(-1)) != 0) {
    GTEST_SKIP() << "files cannot be given away here";
  }
  EXPECT_TRUE(FindUpwards(kName).of_stranger);
  // In a container the whole working directory may be somebody else's.
  ASSERT_EQ(chown(".", kStranger, static_cast<gid_t>(-1)), 0);
  EXPECT_FALSE(FindUpwards(kName).of_stranger);
}

}  // namespace
}  // namespace clipguard::cli
