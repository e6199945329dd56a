// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/small_textures.h"

#include <png.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/textures/dds_file.h"
#include "actions/convert/textures/dds_image.h"
#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::actions::textures {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr uint64_t kLarge = 100 << 20;

// FilesOfNames by their names, in any case.
class FilesOfNames : public NamedFiles {
 public:
  explicit FilesOfNames(std::map<std::string, std::string> files)
      : files_(std::move(files)) {}

  absl::Status Read(std::string_view name, Known known,
                    Use use) const override {
    const auto file = files_.find(absl::AsciiStrToLower(std::string(name)));
    if (file == files_.end()) return absl::NotFoundError("");
    const auto with_place = [&](const absl::Status& status) {
      return status.ok()
                 ? status
                 : absl::Status(status.code(), absl::StrCat(file->first, ": ",
                                                            status.message()));
    };
    if (const auto before = known(file->first)) return with_place(*before);
    ++reads;
    return with_place(use(file->first, BytesOf(file->second)));
  }

  mutable int reads = 0;

 private:
  const std::map<std::string, std::string> files_;
};

struct Shown {
  explicit Shown(const FilesOfNames& files,
                 const std::vector<std::string>& names,
                 uint64_t most_bytes = kLarge) {
    m3d::Character character;
    for (const std::string& name : names) {
      character.materials.emplace_back().diffuse_map = name;
    }
    textures = ReadSmallTextures(character, files, most_bytes, notes);
  }

  SmallTextures textures;
  std::vector<std::string> notes;
};

// A picture of two halves, red and transparent green.
std::string Png(uint32_t width, uint32_t height) {
  Picture picture = {.width = width, .height = height};
  for (uint32_t i = 0; i < width * height; ++i) {
    const bool left = i % width < width / 2;
    for (const int value :
         {left ? 255 : 0, left ? 0 : 200, 0, left ? 255 : 0}) {
      picture.rgba.push_back(static_cast<uint8_t>(value));
    }
  }
  const auto png = PngOf(picture, kLarge);
  return {png->bytes.begin(), png->bytes.end()};
}

std::string Jpeg(std::string_view size) {
  return "\xFF\xD8\xFF\xC2\0\x0B\x08"s + std::string(size) +
         "\1\1\x11\0\xFF\xDA\0\2\xFF\xD9"s;
}

Picture Decoded(const TextureImage& image) {
  EXPECT_EQ(image.mime_type, "image/png");
  return ReadPng(image.bytes, kLarge).value_or(Picture{});
}

TEST(SmallTextures, PngAndDdsAreScaledDown) {
  const DdsFile dds = {.width = 2,
                       .height = 1,
                       .bits = 32,
                       .masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000},
                       .flags = 1};
  const FilesOfNames files({{"a.png", Png(1000, 4)},
                            {"b.dds", dds.With("\xFF\0\0\xFF\0\x80\0\xFF"s)}});
  const Shown read(files, {"a.png", "", "b.dds", "A.PNG"});
  EXPECT_THAT(read.notes, IsEmpty());
  EXPECT_EQ(files.reads, 2);
  EXPECT_THAT(read.textures.of_materials, ElementsAre(0, std::nullopt, 1, 0));
  ASSERT_THAT(read.textures.pictures, SizeIs(2));
  const Picture png = Decoded(read.textures.pictures[0]);
  EXPECT_EQ(png.width, kSmallSide);
  EXPECT_EQ(png.height, 4u);
  // Without alpha, as characters are drawn.
  EXPECT_THAT(std::vector(png.rgba.begin(), png.rgba.begin() + 4),
              ElementsAre(255, 0, 0, 255));
  EXPECT_THAT(std::vector(png.rgba.end() - 4, png.rgba.end()),
              ElementsAre(0, 200, 0, 255));
  EXPECT_THAT(Decoded(read.textures.pictures[1]).rgba,
              ElementsAre(255, 0, 0, 255, 0, 128, 0, 255));
}

TEST(SmallTextures, JpegIsKept) {
  const std::string jpeg = Jpeg("\0\x10\0\x20"s);
  const Shown read(FilesOfNames({{"a.jpg", jpeg}}), {"a.jpg"});
  ASSERT_THAT(read.textures.pictures, SizeIs(1));
  EXPECT_EQ(read.textures.pictures[0].mime_type, "image/jpeg");
  EXPECT_EQ(TextOf(read.textures.pictures[0].bytes), jpeg);
}

TEST(SmallTextures, WhatIsDamagedIsNamed) {
  std::string cut = Png(300, 300);
  cut.resize(cut.size() / 2);
  const FilesOfNames files(
      {{"a.png", cut}, {"b.jpg", "\xFF\xD8\xFF"}, {"c.bmp", "BM"}});
  const Shown read(files, {"a.png", "b.jpg", "c.bmp", "missing.png", "B.jpg"});
  EXPECT_THAT(read.textures.pictures, IsEmpty());
  EXPECT_THAT(read.notes, SizeIs(4));
  EXPECT_EQ(files.reads, 3);
}

// A small file may have as many pixels as it likes.
TEST(SmallTextures, PixelsAreCountedBeforeTheyAreDecoded) {
  std::map<std::string, std::string> files;
  std::vector<std::string> names;
  for (int i = 0; i < 3; ++i) {
    names.push_back(absl::StrCat(i, ".jpg"));
    files[names.back()] = Jpeg("\x10\0\x10\0"s);  // 4096 * 4096
  }
  EXPECT_THAT(Shown(FilesOfNames(files), names).notes,
              ElementsAre("the texture 1.jpg: it has too many pixels",
                          "the texture 2.jpg: it has too many pixels"));
  // 36 MB of pixels of one colour.
  EXPECT_THAT(
      Shown(FilesOfNames({{"a.png", Png(3000, 3000)}}), {"a.png"}).notes,
      ElementsAre("the texture a.png: it has too many pixels"));
  std::string png = Png(8, 8);
  png[16] = '\x3F';  // half of 2 to the power of 31 wide
  EXPECT_THAT(
      Shown(FilesOfNames({{"a.png", png}}), {"a.png"}).textures.pictures,
      IsEmpty());
}

// A damaged picture takes as long to decode as a sound one.
TEST(SmallTextures, PixelsOfDamagedPicturesCount) {
  std::string damaged = Png(2048, 2048);
  damaged[damaged.size() / 2] ^= 1;
  std::map<std::string, std::string> files;
  std::vector<std::string> names;
  for (int i = 0; i < 8; ++i) {
    names.push_back(absl::StrCat(i, ".png"));
    files[names.back()] = damaged;
  }
  const std::vector<std::string> notes =
      Shown(FilesOfNames(files), names).notes;
  ASSERT_THAT(notes, SizeIs(8));
  EXPECT_THAT(notes.front(), HasSubstr("libpng"));
  EXPECT_EQ(notes.back(), "the texture 7.png: it has too many pixels");
}

TEST(SmallTextures, NoMoreThanAPageTakes) {
  std::map<std::string, std::string> files;
  std::vector<std::string> names;
  for (size_t i = 0; i <= kMostPictures; ++i) {
    names.push_back(absl::StrCat(i, ".jpg"));
    files[names.back()] = Jpeg("\0\x10\0\x20"s);
  }
  const Shown read(FilesOfNames(files), names);
  EXPECT_THAT(read.textures.pictures, SizeIs(kMostPictures));
  EXPECT_THAT(read.notes,
              ElementsAre("the texture 64.jpg: a page has at most 64 of them"));
  const uint64_t size = read.textures.pictures[0].bytes.size();
  EXPECT_THAT(Shown(FilesOfNames(files), names, 2 * size).textures.pictures,
              SizeIs(2));
}

}  // namespace
}  // namespace clipguard::actions::textures
