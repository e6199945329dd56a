// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

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
    EXPECT_EQ(ReadFile(path), "old");
    ASSERT_TRUE(file.Commit()) << file.problem();
  }
  EXPECT_EQ(ReadFile(path), "new");
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
  EXPECT_EQ(ReadFile(path), "old");
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
  EXPECT_EQ(ReadFile(path), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  struct stat there = {};
  ASSERT_EQ(stat(path.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0777, 0640u);
}

TEST(OutputFileTest, ALinkThatLeadsNowhereIsNotReplaced) {
  TempFolder folder;
  ASSERT_EQ(symlink((folder / "none").c_str(), (folder / "link").c_str()), 0);
  OutputFile file(folder / "link");
  EXPECT_FALSE(file.Open());
  EXPECT_EQ(file.problem(), "No such file or directory");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(OutputFileTest, OtherNamesOfAFileKeepWhatWasThere) {
  TempFolder folder;
  const std::string path = folder.Write("report", "old");
  ASSERT_EQ(link(path.c_str(), (folder / "other").c_str()), 0);
  OutputFile file(path);
  ASSERT_TRUE(file.Open());
  file.Write("new");
  ASSERT_TRUE(file.Commit());
  EXPECT_EQ(ReadFile(path), "new");
  EXPECT_EQ(ReadFile(folder / "other"), "old");
}

TEST(OutputFileTest, ReplacesTheFileThatItIsToldToAndNoOther) {
  TempFolder folder;
  const std::string path = folder.Write("report", "old");
  const std::string victim = folder.Write("victim", "victim");
  struct stat report = {};
  ASSERT_EQ(stat(path.c_str(), &report), 0);
  {
    OutputFile file(victim);
    file.set_replaces(report.st_dev, report.st_ino);
    EXPECT_FALSE(file.Open());
  }
  {
    OutputFile file(path);
    file.set_replaces(report.st_dev, report.st_ino);
    ASSERT_TRUE(file.Open());
    file.Write("new");
    // Somebody puts another file there, or a link to one.
    std::filesystem::rename(path, folder / "moved");
    std::filesystem::create_symlink(victim, path);
    EXPECT_FALSE(file.Commit());
    EXPECT_EQ(file.problem(), "another file has taken its place meanwhile");
  }
  EXPECT_EQ(ReadFile(victim), "victim");
  EXPECT_EQ(ReadFile(folder / "moved"), "old");
  EXPECT_EQ(FilesIn(folder), 3u);
}

TEST(OutputFileTest, FoldersThatAreExchangedLeadNowhereElse) {
  TempFolder folder;
  std::filesystem::create_directory(folder / "a");
  std::filesystem::create_directory(folder / "b");
  folder.Write("a/report", "old");
  folder.Write("b/report", "victim");
  OutputFile file(folder / "a/report");
  ASSERT_TRUE(file.Open());
  file.Write("new");
  std::filesystem::rename(folder / "a", folder / "c");
  std::filesystem::create_directory_symlink(folder / "b", folder / "a");
  ASSERT_TRUE(file.Commit());
  EXPECT_EQ(ReadFile(folder / "c/report"), "new");
  EXPECT_EQ(ReadFile(folder / "b/report"), "victim");
}

TEST(OutputFileTest, AFolderThatMayNotBeWrittenTo) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  TempFolder folder;
  std::filesystem::create_directory(folder / "a");
  folder.Write("a/report", "old");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0555), 0);
  OutputFile file(folder / "a/report");
  EXPECT_FALSE(file.Open());
  EXPECT_EQ(file.problem(), "Permission denied");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0755), 0);
  EXPECT_EQ(ReadFile(folder / "a/report"), "old");
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
