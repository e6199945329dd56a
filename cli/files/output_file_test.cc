// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "cli/files/input_file.h"
#include "cli/files/run_files.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

size_t FilesIn(const TempFolder& folder) {
  return static_cast<size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

using OutputFileTest = TestInFolder;

TEST_F(OutputFileTest, IsThereAsAWhole) {
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

TEST_F(OutputFileTest, IsGoneIfNotCommitted) {
  const std::string path = folder / "report";
  {
    OutputFile file(path);
    ASSERT_TRUE(file.Open());
    file.Write("new");
  }
  EXPECT_EQ(FilesIn(folder), 0u);
}

TEST_F(OutputFileTest, ReplacesNothingUnlessOpen) {
  const std::string path = folder.Write("report", "old");
  OutputFile file(path);
  file.Write("new");
  EXPECT_FALSE(file.Commit());
  EXPECT_EQ(ReadFile(path), "old");
}

TEST_F(OutputFileTest, SaysWhatIsWrong) {
  OutputFile in_no_folder(folder / "no/report");
  EXPECT_FALSE(in_no_folder.Open());
  EXPECT_EQ(in_no_folder.problem(), "No such file or directory");
  OutputFile a_folder(folder.path());
  EXPECT_FALSE(a_folder.Open());
  EXPECT_EQ(a_folder.problem(), "Is a directory");
  EXPECT_FALSE(a_folder.Commit());
}

TEST_F(OutputFileTest, FullDisk) {
  OutputFile file("/dev/full");
  ASSERT_TRUE(file.Open());
  file.Write("text");
  EXPECT_FALSE(file.Commit());
  EXPECT_EQ(file.problem(), "No space left on device");
}

TEST_F(OutputFileTest, FollowsLinksAndKeepsPermissions) {
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

// As /dev/stdout leads to one: nothing of its name is there.
TEST_F(OutputFileTest, WritesToAPipeOverALinkOfTheSystem) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  OutputFile file(absl::StrCat("/dev/fd/", ends[1]));
  ASSERT_TRUE(file.Open()) << file.problem();
  file.Write("new");
  ASSERT_TRUE(file.Commit());
  char text[8];
  EXPECT_EQ(read(ends[0], text, sizeof(text)), 3);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(OutputFileTest, ALinkThatLeadsNowhereIsNotReplaced) {
  ASSERT_EQ(symlink((folder / "none").c_str(), (folder / "link").c_str()), 0);
  OutputFile file(folder / "link");
  EXPECT_FALSE(file.Open());
  EXPECT_EQ(file.problem(), "it is a link that leads nowhere");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST_F(OutputFileTest, OtherNamesOfAFileKeepWhatWasThere) {
  const std::string path = folder.Write("report", "old");
  ASSERT_EQ(link(path.c_str(), (folder / "other").c_str()), 0);
  OutputFile file(path);
  ASSERT_TRUE(file.Open());
  file.Write("new");
  ASSERT_TRUE(file.Commit());
  EXPECT_EQ(ReadFile(path), "new");
  EXPECT_EQ(ReadFile(folder / "other"), "old");
}

TEST_F(OutputFileTest, ReplacesTheFileThatItIsToldToAndNoOther) {
  const std::string path = folder.Write("report", "old");
  const std::string victim = folder.Write("victim", "victim");
  struct stat report = {};
  ASSERT_EQ(stat(path.c_str(), &report), 0);
  for (const std::string& other : {victim, std::string("/dev/null")}) {
    OutputFile file(other);
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

TEST_F(OutputFileTest, FoldersThatAreExchangedLeadNowhereElse) {
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

TEST_F(OutputFileTest, AFolderThatMayNotBeWrittenTo) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  std::filesystem::create_directory(folder / "a");
  folder.Write("a/report", "old");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0555), 0);
  OutputFile file(folder / "a/report");
  EXPECT_FALSE(file.Open());
  EXPECT_EQ(file.problem(), "Permission denied");
  ASSERT_EQ(chmod((folder / "a").c_str(), 0755), 0);
  EXPECT_EQ(ReadFile(folder / "a/report"), "old");
}

TEST_F(OutputFileTest, NamesMayBeAsLongAsTheSystemAllows) {
  for (const size_t length : {240u, 254u, 255u}) {
    const std::string path = folder / std::string(length, 'n');
    OutputFile file(path);
    ASSERT_TRUE(file.Open()) << file.problem();
    file.Write("new");
    ASSERT_TRUE(file.Commit()) << file.problem();
    EXPECT_EQ(ReadFile(path), "new");
  }
  EXPECT_EQ(FilesIn(folder), 3u);
}

// ---- Files that the run reads -----------------------------------------------

class RunFilesTest : public ::testing::Test {
 protected:
  void ReadByRun(const std::string& path) {
    InputFile file({});
    ASSERT_EQ(file.Open(path), InputFile::Result::kRead);
  }

  TempFolder folder_;
  RunFiles run_;
  const RunFiles::Use use_{&run_};
};

TEST_F(RunFilesTest, WhatIsReadIsNotWrittenWhateverItIsCalled) {
  const std::string path = folder_.Write("a", "read");
  std::filesystem::create_symlink(path, folder_ / "link");
  std::filesystem::create_hard_link(path, folder_ / "other");
  OutputFile early(path);
  ASSERT_TRUE(early.Open());
  ReadByRun(path);
  for (const std::string name : {"a", "link", "other", "./a"}) {
    OutputFile file(folder_ / name);
    EXPECT_FALSE(file.Open()) << name;
    EXPECT_EQ(file.problem(),
              "it is to be read: name another place for the result");
  }
  EXPECT_TRUE(run_.refused());
  early.Write("written");
  EXPECT_FALSE(early.Commit());
  EXPECT_EQ(ReadFile(path), "read");
  // It says so itself.
  struct stat about = {};
  ASSERT_EQ(stat(path.c_str(), &about), 0);
  OutputFile in_place(path);
  in_place.set_replaces(about.st_dev, about.st_ino);
  ASSERT_TRUE(in_place.Open());
  in_place.Write("written");
  ASSERT_TRUE(in_place.Commit());
  EXPECT_EQ(ReadFile(path), "written");
}

TEST_F(RunFilesTest, WhatIsOnlyLookedAtMayBeWritten) {
  const std::string path = folder_.Write("a", "");
  InputFile looked_at({.registered = false});
  ASSERT_EQ(looked_at.Open(path), InputFile::Result::kRead);
  OutputFile file(path);
  EXPECT_TRUE(file.Open());
}

TEST_F(RunFilesTest, NoPlaceIsTakenTwice) {
  std::filesystem::create_directory(folder_ / "d");
  std::filesystem::create_directory_symlink("d", folder_ / "link");
  OutputFile first(folder_ / "d/a");
  ASSERT_TRUE(first.Open());
  for (const std::string name : {"d/a", "d/../d/./a", "link/a"}) {
    OutputFile file(folder_ / name);
    EXPECT_FALSE(file.Open()) << name;
  }
  EXPECT_TRUE(run_.refused());
  OutputFile null("/dev/null");
  EXPECT_TRUE(null.Open());
  OutputFile null_again("/dev/null");
  EXPECT_TRUE(null_again.Open());
}

TEST_F(OutputFileTest, ANewFileHasTheModeThatIsAskedFor) {
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
