// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "cli/test_util.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

size_t FilesIn(const TempFolder& folder) {
  return static_cast<size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

TEST(OutputFileTest, IsThereAsAWhole) {
  TempFolder folder;
  const std::string path = folder.Write("report", "old");
  {
    OutputFile file(path);
    ASSERT_TRUE(file.Open());
    file.Write("new");
    file.Flush();
    EXPECT_EQ(Read(path), "old");
    ASSERT_TRUE(file.Commit()) << file.problem();
  }
  EXPECT_EQ(Read(path), "new");
  EXPECT_EQ(FilesIn(folder), 1u);
}

TEST(OutputFileTest, IsGoneIfNotCommitted) {
  TempFolder folder;
  const std::string path = folder / "report";
  {
    OutputFile file(path);
    ASSERT_TRUE(file.Open());
    file.Write("new");
  }
  EXPECT_EQ(FilesIn(folder), 0u);
}

TEST(OutputFileTest, ReplacesNothingUnlessOpen) {
  TempFolder folder;
  const std::string path = folder.Write("report", "old");
  OutputFile file(path);
  file.Write("new");
  EXPECT_FALSE(file.Commit());
  EXPECT_EQ(Read(path), "old");
}

TEST(OutputFileTest, SaysWhatIsWrong) {
  TempFolder folder;
  OutputFile in_no_folder(folder / "no/report");
  EXPECT_FALSE(in_no_folder.Open());
  EXPECT_EQ(in_no_folder.problem(), "No such file or directory");
  OutputFile a_folder(folder.path());
  EXPECT_FALSE(a_folder.Open());
  EXPECT_EQ(a_folder.problem(), "Is a directory");
  EXPECT_FALSE(a_folder.Commit());
}

TEST(OutputFileTest, FullDisk) {
  OutputFile file("/dev/full");
  ASSERT_TRUE(file.Open());
  file.Write("text");
  EXPECT_FALSE(file.Commit());
  EXPECT_EQ(file.problem(), "No space left on device");
}

TEST(OutputFileTest, FollowsLinksAndKeepsPermissions) {
  TempFolder folder;
  const std::string path = folder.Write("report", "old");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  ASSERT_EQ(symlink(path.c_str(), (folder / "link").c_str()), 0);
  OutputFile file(folder / "link");
  ASSERT_TRUE(file.Open());
  file.Write("new");
  ASSERT_TRUE(file.Commit());
  EXPECT_EQ(Read(path), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  struct stat there = {};
  ASSERT_EQ(stat(path.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777, 0640u);
}

TEST(OutputFileTest, ANewFileHasTheModeThatIsAskedFor) {
  TempFolder folder;
  OutputFile file(folder / "report");
  file.set_mode(0604);
  ASSERT_TRUE(file.Open());
  file.Write("new");
  ASSERT_TRUE(file.Commit());
  struct stat there = {};
  ASSERT_EQ(stat((folder / "report").c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777, 0604u);
}

}  // namespace
}  // namespace clipguard::cli
