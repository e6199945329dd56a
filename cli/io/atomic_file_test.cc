// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/atomic_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Files in a folder.
ptrdiff_t FilesIn(const std::string& path) {
  return std::distance(std::filesystem::directory_iterator(path), {});
}

TEST(AtomicFileTest, ReplacesAFile) {
  TempFolder folder;
  const std::string file = folder / "f";
  EXPECT_TRUE(WriteAtomically(file, "one").ok());
  EXPECT_EQ(Read(file), "one");
  ASSERT_EQ(chmod(file.c_str(), 0640), 0);
  EXPECT_TRUE(WriteAtomically(file, "").ok());
  EXPECT_EQ(Read(file), "");
  struct stat info = {};
  ASSERT_EQ(stat(file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777u, 0640u);
  EXPECT_EQ(FilesIn(folder.path()), 1);
}

TEST(AtomicFileTest, ALinkStaysOne) {
  TempFolder folder;
  const std::string file = folder.Write("f", "old");
  std::filesystem::create_symlink("f", folder / "link");
  EXPECT_TRUE(WriteAtomically(folder / "link", "new").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(Read(file), "new");
}

TEST(AtomicFileTest, WhatFailsChangesNothing) {
  TempFolder folder;
  std::filesystem::create_directory(folder / "sub");
  EXPECT_THAT(std::string(WriteAtomically(folder / "sub", "x").message()),
              HasSubstr("sub: cannot be written"));
  EXPECT_THAT(std::string(WriteAtomically(folder / "no/f", "x").message()),
              HasSubstr("No such file"));
  EXPECT_EQ(FilesIn(folder.path()), 1);
}

}  // namespace
}  // namespace clipguard::cli
