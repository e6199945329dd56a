// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/output_place.h"

#include <filesystem>
#include <string>
#include <vector>

#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;

TEST(OutputPlaceTest, AFolderKeepsPaths) {
  TempFolder folder;
  folder.Write("in/a.bin", "");
  folder.Write("in/x/y/b.bin", "");
  const std::string named = folder.Write("other/c.bin", "");
  const std::vector<Input> inputs =
      ExpandInputs(std::vector<std::string>{folder / "in", named}).inputs;
  const std::string out = folder / "out/";
  const std::vector<std::string> places = PlacesIn(out, inputs, "");
  EXPECT_THAT(places,
              ElementsAre(out + "a.bin", out + "x/y/b.bin", out + "c.bin"));
  EXPECT_THAT(PlacesIn(out, inputs, ".glb"),
              ElementsAre(out + "a.glb", out + "x/y/b.glb", out + "c.glb"));
  EXPECT_THAT(PlacesIn(out, inputs, "+.html")[0], out + "a.bin.html");
  ASSERT_TRUE(MakeFoldersOf(places[1]).ok());
  EXPECT_TRUE(std::filesystem::is_directory(folder / "out/x/y"));
}

TEST(OutputPlaceTest, AFolderThatIsAFile) {
  TempFolder folder;
  const std::string file = folder.Write("file", "");
  const std::string said = "'" + file + "' is a file, not a folder";
  EXPECT_EQ(MakeFoldersOf(file + "/a.bin").message(), said);
  EXPECT_EQ(MakeFoldersOf(file + "/b/c/a.bin").message(), said);
  OutputFile out(file + "/a.bin");
  EXPECT_FALSE(out.Open());
  EXPECT_EQ(out.problem(), said);
  // A name that nothing has, below a folder that takes no files.
  EXPECT_EQ(MakeFoldersOf("/proc/none/a.bin").message(),
            "No such file or directory");
}

}  // namespace
}  // namespace clipguard::cli
