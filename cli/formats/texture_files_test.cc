// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which file a character's name of a texture means, and that none leads out of
// the folders that are searched.

#include "cli/formats/texture_files.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "cli/io/given_files.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::unique_ptr<TextureFiles> Files(TextureFiles::Options options) {
  auto files = TextureFiles::Open(std::move(options));
  EXPECT_TRUE(files.ok()) << files.status();
  return *std::move(files);
}

// Returns the bytes read, or the error message.
std::string Read(TextureFiles& files, const std::string& character,
                 std::string_view name) {
  std::string content;
  const absl::Status status = files.Beside(character)->Read(
      name, [](std::string_view) { return std::nullopt; },
      [&](std::string_view, std::span<const uint8_t> bytes) {
        content.assign(bytes.begin(), bytes.end());
        return absl::OkStatus();
      });
  return status.ok() ? content : std::string(status.message());
}

using TextureFilesTest = TestInFolder;

TEST_F(TextureFilesTest, TheLastPartOfANameCounts) {
  folder.Write("Skin.DDS", "skin");
  folder.Write("hat.png", "hat");
  folder.Write("eye.v2.jpeg", "eye");
  const std::string character = folder.Write("a.m3d", "");
  const auto files = Files({});
  for (const std::string_view name :
       {"Skin.DDS", "skin.dds", "SKIN.dds", "skin", "skin.tga",
        "C:\\art\\skin.dds", "..\\..\\skin.dds", "../../skin.dds",
        "/etc/skin.dds", "textures/skin.dds"}) {
    EXPECT_EQ(Read(*files, character, name), "skin") << name;
  }
  EXPECT_EQ(Read(*files, character, "hat.dds"), "hat");
  EXPECT_EQ(Read(*files, character, "eye.v2"), "eye");
  for (const std::string_view name :
       {"coat.dds", "", "..", "/", "a.m3d", "skin.dds/", "\0"}) {
    EXPECT_THAT(Read(*files, character, name), HasSubstr("--textures=DIR"))
        << name;
  }
  EXPECT_EQ(Read(*files, character, "coat.dds"),
            " (.dds, .png or .jpg) in " + folder.path() +
                "; --textures=DIR says where to look");
  EXPECT_THAT(Read(*files, character, "coat.TGA"),
              HasSubstr(" (.dds, .png or .jpg, and no .tga) in "));
  // Nothing lies beside standard input.
  EXPECT_EQ(Read(*files, "-", "skin.dds"),
            " (.dds, .png or .jpg); --textures=DIR says where to look");
}

TEST_F(TextureFilesTest, AFolderIsSearchedFirstAndWhatIsBelow) {
  folder.Write("maps/old/Skin.dds", "old");
  folder.Write("maps/new/skin.dds", "new");
  folder.Write("maps/new/skin.png", "picture");
  folder.Write("skin.dds", "beside");
  folder.Write("coat.dds", "coat");
  folder.Write("deep/hat.dds", "not beside");
  const std::string character = folder / "a.m3d";
  const auto files = Files({.folder = folder / "maps"});
  EXPECT_EQ(Read(*files, character, "skin.dds"), "new");
  EXPECT_EQ(Read(*files, character, "OLD\\SKIN.dds"), "old");
  EXPECT_EQ(Read(*files, character, "Skin.dds"), "old");
  EXPECT_EQ(Read(*files, character, "skin.png"), "picture");
  EXPECT_EQ(Read(*files, character, "coat.dds"), "coat");
  EXPECT_THAT(
      Read(*files, character, "hat.dds"),
      HasSubstr("below " + folder / "maps" + ", nor in " + folder.path()));
  EXPECT_FALSE(TextureFiles::Open({.folder = folder / "none"}).ok());
  EXPECT_FALSE(TextureFiles::Open({.folder = folder / "coat.dds"}).ok());
}

TEST_F(TextureFilesTest, TriesTheNextOne) {
  folder.Write("skin.dds", "1");
  folder.Write("skin.png", "2");
  const auto files = Files({});
  std::vector<std::string> seen;
  const auto source = files->Beside(folder / "a.m3d");
  const absl::Status status = source->Read(
      "skin.dds", [](std::string_view) { return std::nullopt; },
      [&](std::string_view, std::span<const uint8_t> bytes) {
        seen.emplace_back(bytes.begin(), bytes.end());
        return absl::InvalidArgumentError("not " + seen.back());
      });
  EXPECT_THAT(seen, ElementsAre("1", "2"));
  EXPECT_EQ(status, absl::InvalidArgumentError("skin.dds: not 1"));
}

// However many there are of a name, eight are tried, and what is known of one
// is not read again.
TEST_F(TextureFilesTest, ReadsAFileOnce) {
  for (char c = 'a'; c <= 'z'; ++c) {
    folder.Write("maps/" + std::string(1, c) + "/x/skin.dds", "1");
  }
  const auto files = Files({.folder = folder / "maps"});
  const auto source = files->Beside("-");
  std::map<std::string, absl::Status, std::less<>> known;
  size_t reads = 0;
  const auto read = [&](std::string_view name) {
    return source->Read(
        name,
        [&](std::string_view place) -> std::optional<absl::Status> {
          const auto found = known.find(place);
          if (found == known.end()) return std::nullopt;
          return found->second;
        },
        [&](std::string_view place, std::span<const uint8_t>) {
          ++reads;
          return known[std::string(place)] = absl::InvalidArgumentError("no");
        });
  };
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(read("no\\x\\skin.dds"),
              absl::InvalidArgumentError("a/x/skin.dds: no"));
  }
  EXPECT_EQ(reads, 8u);
  EXPECT_EQ(read("Z\\x\\skin.dds"),
            absl::InvalidArgumentError("z/x/skin.dds: no"));
  EXPECT_EQ(reads, 9u);
}

TEST_F(TextureFilesTest, LinksThatLeadOutAreNotFollowed) {
  const std::string secret = folder.Write("secret.png", "secret");
  folder.Write("in/real.dds", "real");
  std::filesystem::create_symlink(secret, folder / "in/skin.png");
  std::filesystem::create_symlink("real.dds", folder / "in/alias.dds");
  std::filesystem::create_directory_symlink("..", folder / "in/up");
  const std::string character = folder / "in/a.m3d";
  const auto files = Files({.folder = folder / "in"});
  EXPECT_THAT(Read(*files, character, "skin.png"), HasSubstr("leads out"));
  EXPECT_EQ(Read(*files, character, "alias.dds"), "real");
  EXPECT_THAT(Read(*files, character, "up/secret.png"),
              HasSubstr("put it there"));
  const auto following = Files({.follow_symlinks = true});
  EXPECT_EQ(Read(*following, character, "skin.png"), "secret");
}

TEST_F(TextureFilesTest, ReadsNoMoreThanTheLimit) {
  folder.Write("skin.dds", "12345");
  const auto files = Files({.file_bytes = 4});
  EXPECT_THAT(Read(*files, folder / "a.m3d", "skin.dds"),
              HasSubstr("file-bytes"));
}

TEST_F(TextureFilesTest, FilesThatAreGiven) {
  const std::string bytes = "skin";
  const std::span<const uint8_t> given(
      reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  GivenFiles files("/nowhere");
  files.Add({.path = "skin.dds", .bytes = given, .size = given.size()});
  files.Add({.path = "in/b/coat.dds", .bytes = given, .size = given.size()});
  const GivenFiles::Use use(files);
  const auto textures = Files({.folder = "in"});
  EXPECT_EQ(Read(*textures, "a.m3d", "Skin"), "skin");
  EXPECT_EQ(Read(*textures, "a.m3d", "coat.dds"), "skin");
  EXPECT_THAT(Read(*textures, "in/a.m3d", "skin"), HasSubstr("put it there"));
}

}  // namespace
}  // namespace clipguard::cli
