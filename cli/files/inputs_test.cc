// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/inputs.h"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The paths, relative to the folder.
std::vector<std::string> Names(const TempFolder& folder,
                               const std::vector<Input>& inputs) {
  std::vector<std::string> names;
  for (const Input& input : inputs) {
    names.push_back(input.path.starts_with(folder.path() + "/")
                        ? input.path.substr(folder.path().size() + 1)
                        : input.path);
  }
  return names;
}

InputList Expand(const std::vector<std::string>& paths) {
  return ExpandInputs(paths);
}

using InputsTest = TestInFolder;

TEST_F(InputsTest, FoldersInByteOrderOfPaths) {
  for (const char* name :
       {"b/x", "b.c", "a", "B", "b/y/z", ".hidden", "\xFF"}) {
    folder.Write(name, "");
  }
  const InputList list = Expand({folder.path()});
  EXPECT_THAT(Names(folder, list.inputs),
              ElementsAre(".hidden", "B", "a", "b.c", "b/x", "b/y/z", "\xFF"));
  EXPECT_THAT(list.notes, IsEmpty());
  EXPECT_EQ(Expand({folder.path() + "/"}).inputs[0].path, folder / ".hidden");
}

TEST_F(InputsTest, HiddenFoldersAreSkippedAndMentioned) {
  for (const char* name : {".g/a", ".b/x", "c/.d/x", ".e/x", "f/x"}) {
    folder.Write(name, "");
  }
  const InputList list = Expand({folder.path()});
  EXPECT_THAT(Names(folder, list.inputs), ElementsAre("f/x"));
  ASSERT_EQ(list.notes.size(), 1u);
  EXPECT_THAT(list.notes[0],
              HasSubstr("4 hidden folders skipped (--hidden searches them): "
                        ".b, .e, .g ..."));
  const std::vector<std::string> paths = {folder.path()};
  EXPECT_EQ(ExpandInputs(paths, {.hidden = true}).inputs.size(), 5u);
  // A hidden folder that is named is searched.
  EXPECT_THAT(Names(folder, Expand({folder / ".g"}).inputs),
              ElementsAre(".g/a"));
}

TEST_F(InputsTest, NothingIsSaidOfGitsFolder) {
  for (const char* name : {".git/config", "a", "module/.git/x"}) {
    folder.Write(name, "");
  }
  const std::vector<std::string> paths = {folder.path()};
  const InputList list = ExpandInputs(paths);
  EXPECT_THAT(Names(folder, list.inputs), ElementsAre("a"));
  EXPECT_THAT(list.notes, IsEmpty());
  EXPECT_EQ(ExpandInputs(paths, {.hidden = true}).inputs.size(), 3u);
  EXPECT_THAT(Names(folder, Expand({folder / ".git"}).inputs),
              ElementsAre(".git/config"));
}

TEST_F(InputsTest, WhatIsNotWantedIsLeftOut) {
  for (const char* name : {"a", "b", "no/a", "yes/a"}) folder.Write(name, "");
  const SearchOptions options = {
      .wanted = [&](const std::string& path, bool is_folder) {
        EXPECT_FALSE(path.ends_with("no/a"));
        return is_folder ? path.ends_with("yes") : path.ends_with("a");
      }};
  const std::vector<std::string> paths = {folder.path(), folder / "b"};
  EXPECT_THAT(Names(folder, ExpandInputs(paths, options).inputs),
              ElementsAre("a", "yes/a", "b"));
  // To want nothing is no problem.
  const InputList none =
      ExpandInputs(std::span(paths).first(1),
                   {.wanted = [](const std::string&, bool) { return false; }});
  EXPECT_THAT(none.inputs, IsEmpty());
}

TEST_F(InputsTest, ListedFilesAreAsFound) {
  const std::string a = folder.Write("a", "");
  const std::vector<std::string> listed = {a, "-", "none", folder.path()};
  const InputList list = ExpandInputs({}, {}, listed);
  EXPECT_THAT(Names(folder, list.inputs), ElementsAre("a", "-", "none", "a"));
  for (const Input& input : list.inputs) EXPECT_TRUE(input.from_folder);
  const InputList wanted = ExpandInputs(
      {},
      {.wanted = [](const std::string& path, bool) { return path == "none"; }},
      {a, "-", "none"});
  EXPECT_THAT(Names(folder, wanted.inputs), ElementsAre("none"));
}

TEST_F(InputsTest, FilesAsNamedAndAsOften) {
  const std::string a = folder.Write("a", "");
  EXPECT_THAT(Names(folder, Expand({a, "-", "none", a}).inputs),
              ElementsAre("a", "-", "none", "a"));
}

TEST_F(InputsTest, LinksAndWhatIsNoFile) {
  folder.Write("in/file", "");
  folder.Write("outside/file", "");
  std::filesystem::create_symlink("file", folder / "in/link");
  std::filesystem::create_symlink("gone", folder / "in/broken");
  std::filesystem::create_symlink("../outside", folder / "in/folderlink");
  std::filesystem::create_symlink(".", folder / "in/loop");
  ASSERT_EQ(mkfifo((folder / "in/pipe").c_str(), 0600), 0);
  const InputList list = Expand({folder / "in"});
  EXPECT_THAT(Names(folder, list.inputs), ElementsAre("in/file", "in/link"));
  EXPECT_EQ(list.inputs[0].problem, "");
  EXPECT_THAT(
      list.notes,
      ElementsAre(HasSubstr("in/broken: skipped, a link that leads nowhere"),
                  HasSubstr("in/folderlink: skipped, a link to a folder"),
                  HasSubstr("in/loop: skipped"),
                  HasSubstr("in/pipe: skipped, neither a file nor a folder")));
  // A link that is named is followed.
  EXPECT_THAT(Names(folder, Expand({folder / "in/folderlink"}).inputs),
              ElementsAre("in/folderlink/file"));
}

TEST_F(InputsTest, LinksOutOfTheFolderAreCounted) {
  folder.Write("in/file", "");
  folder.Write("in/sub/file", "");
  folder.Write("outside/a", "");
  std::filesystem::create_symlink("../outside/a", folder / "in/one");
  std::filesystem::create_symlink(folder / "outside/a", folder / "in/sub/two");
  std::filesystem::create_symlink("../file", folder / "in/sub/up");
  std::filesystem::create_symlink(folder / "in/file", folder / "in/whole");
  const InputList list = Expand({folder / "in"});
  EXPECT_THAT(Names(folder, list.inputs),
              ElementsAre("in/file", "in/sub/file", "in/sub/up", "in/whole"));
  EXPECT_EQ(list.inputs[2].inside(), "sub/up");
  EXPECT_THAT(list.notes,
              ElementsAre(folder / "in" + ": 2 links out of the folder skipped "
                                          "(--follow-symlinks reads them)"));
  const std::vector<std::string> paths = {folder / "in"};
  const InputList all = ExpandInputs(paths, {.follow_symlinks = true});
  EXPECT_EQ(all.inputs.size(), 6u);
  EXPECT_THAT(all.notes, IsEmpty());
  EXPECT_EQ(all.inputs[0].root, nullptr);
}

TEST_F(InputsTest, EmptyFolder) {
  std::filesystem::create_directories(folder / "a/b");
  const InputList list = Expand({folder.path()});
  EXPECT_EQ(list.inputs.size(), 0u);
  EXPECT_THAT(list.notes,
              ElementsAre(folder.path() + ": the folder contains no file"));
}

TEST_F(InputsTest, Shards) {
  const auto shard = [](size_t i, size_t n, size_t inputs) {
    std::vector<Input> list;
    for (size_t k = 0; k < inputs; ++k) {
      list.push_back({std::to_string(k), false, {}});
    }
    KeepShard(i, n, list);
    std::string names;
    for (const Input& input : list) names += input.path + " ";
    return names;
  };
  EXPECT_EQ(shard(0, 1, 4), "0 1 2 3 ");
  EXPECT_EQ(shard(0, 3, 7), "0 3 6 ");
  EXPECT_EQ(shard(2, 3, 7), "2 5 ");
  EXPECT_EQ(shard(5, 9, 4), "");
  EXPECT_EQ(shard(1, SIZE_MAX, 4), "1 ");
  EXPECT_EQ(shard(0, 2, 0), "");
}

}  // namespace
}  // namespace clipguard::cli
