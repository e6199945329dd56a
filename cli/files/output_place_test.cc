// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_place.h"

#include <filesystem>
#include <string>
#include <vector>

#include "cli/files/inputs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Input> Found(const std::vector<std::string>& paths) {
  return ExpandInputs(paths).inputs;
}

TEST(OutputPlaceTest, AFile) {
  TempFolder folder;
  const std::string in = folder.Write("a.bin", "");
  const auto places = OutputPlaces(Found({in}), folder / "b.bin");
  ASSERT_TRUE(places.ok());
  EXPECT_THAT(*places, ElementsAre(folder / "b.bin"));
}

TEST(OutputPlaceTest, AFolderKeepsPaths) {
  TempFolder folder;
  folder.Write("in/a.bin", "");
  folder.Write("in/x/y/b.bin", "");
  const std::string named = folder.Write("other/c.bin", "");
  const auto places =
      OutputPlaces(Found({folder / "in", named}), folder / "out/");
  ASSERT_TRUE(places.ok()) << places.status();
  EXPECT_THAT(*places,
              ElementsAre(folder / "out/a.bin", folder / "out/x/y/b.bin",
                          folder / "out/c.bin"));
  ASSERT_TRUE(MakeFoldersOf((*places)[1]).ok());
  EXPECT_TRUE(std::filesystem::is_directory(folder / "out/x/y"));
}

TEST(OutputPlaceTest, NeverTwoInOneNorAnInput) {
  TempFolder folder;
  const std::string a = folder.Write("a/f.bin", "");
  const std::string b = folder.Write("b/f.bin", "");
  EXPECT_THAT(OutputPlaces(Found({a, b}), folder / "c.bin").status().message(),
              HasSubstr("need a folder"));
  EXPECT_THAT(OutputPlaces(Found({a, b}), folder / "c/").status().message(),
              HasSubstr("two files"));
  EXPECT_THAT(OutputPlaces(Found({a}), folder / "a").status().message(),
              HasSubstr("is to be read"));
  std::filesystem::create_symlink(b, folder / "link");
  EXPECT_THAT(OutputPlaces(Found({a, b}), folder / "b/").status().message(),
              HasSubstr("is to be read"));
  EXPECT_THAT(OutputPlaces(Found({b}), folder / "link").status().message(),
              HasSubstr("is to be read"));
}

TEST(OutputPlaceTest, AFolderThatIsAFile) {
  TempFolder folder;
  const std::string file = folder.Write("file", "");
  EXPECT_FALSE(MakeFoldersOf(file + "/a.bin").ok());
}

}  // namespace
}  // namespace clipguard::cli
