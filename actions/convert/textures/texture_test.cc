// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files of textures as images: what stays as it is, and what becomes PNG.

#include "actions/convert/textures/texture.h"

#include <png.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/textures/dds.h"
#include "actions/convert/textures/dds_file.h"
#include "actions/convert/textures/dds_image.h"
#include "base/text_of.h"
#include "gtest/gtest.h"

namespace clipguard::actions::textures {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr uint64_t kImageBytes = 1 << 20;

absl::StatusOr<TextureImage> Image(std::string_view file,
                                   bool is_normal_map = false) {
  return ImageOf(BytesOf(file), is_normal_map, kImageBytes);
}

// The pixels that libpng reads; empty if the bytes are no PNG.
std::vector<uint8_t> Shown(const std::vector<uint8_t>& png) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) {
    return {};
  }
  image.format = PNG_FORMAT_RGBA;
  std::vector<uint8_t> rgba(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) == 0) {
    return {};
  }
  return rgba;
}

std::string Random(size_t size) {
  std::mt19937 random(1);
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random());
  return bytes;
}

TEST(TextureTest, DdsBecomesPngWithTheSamePixels) {
  for (const DdsFile& file :
       {DdsFile{.width = 37, .height = 22, .letters = "DXT1"},
        DdsFile{.width = 64, .height = 16, .letters = "DXT5"},
        DdsFile{.width = 31, .height = 1, .format = 28}}) {
    const std::string dds = file.With(Random(64 * 64));
    const auto picture = ReadDds(BytesOf(dds), kImageBytes);
    const auto image = Image(dds);
    ASSERT_TRUE(image.ok() && picture.ok()) << image.status();
    EXPECT_EQ(image->mime_type, "image/png");
    EXPECT_EQ(Shown(image->bytes), picture->rgba);
    // The same bytes each time; and a PNG is taken as it is.
    EXPECT_EQ(Image(dds)->bytes, image->bytes);
    const auto again = ImageOf(image->bytes, false, kImageBytes);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->bytes, image->bytes);
  }
}

TEST(TextureTest, NormalsOfTwoChannelsGetTheirZ) {
  const DdsFile file{.width = 3, .height = 1, .format = 49};
  // Straight up, along x, and longer than 1.
  const std::string dds = file.With("\x80\x80\xFF\x80\xFF\xFF"sv);
  const auto plain = Shown(Image(dds)->bytes);
  const auto normals = Shown(Image(dds, /*is_normal_map=*/true)->bytes);
  ASSERT_EQ(normals.size(), 12u);
  EXPECT_EQ(plain[2], 0);
  EXPECT_EQ(normals[2], 255);
  EXPECT_EQ(normals[6], 128);
  EXPECT_EQ(normals[10], 128);
  EXPECT_EQ(normals[0], 0x80);
  // With three channels they stay.
  const DdsFile three{.width = 1, .height = 1, .format = 28};
  EXPECT_EQ(Shown(Image(three.With("\1\2\3\4"), true)->bytes),
            (std::vector<uint8_t>{1, 2, 3, 4}));
}

TEST(TextureTest, JpegIsTakenAsItIs) {
  const auto jpeg = [](std::string_view frame) {
    return "\xFF\xD8\xFF\xE0\0\4ab\xFF"s + std::string(frame) +
           "\xFF\xDA\0\2 scans \xFF\0\xFF\xD9 and an end"s;
  };
  const std::string sound = jpeg("\xC2\0\x0B\x08\0\x10\0\x20\1\1\x11\0"sv);
  const auto image = Image(sound);
  ASSERT_TRUE(image.ok()) << image.status();
  EXPECT_EQ(image->mime_type, "image/jpeg");
  EXPECT_EQ(std::string(image->bytes.begin(), image->bytes.end()), sound);
  EXPECT_FALSE(Image(sound.substr(0, 22)).ok());
  EXPECT_FALSE(Image(sound.substr(0, sound.find("\xFF\xD9") + 1)).ok());
  EXPECT_FALSE(Image(jpeg("\xC2\0\x0B\x08\0\0\0\x20\1\1\x11\0"sv)).ok());
  EXPECT_FALSE(Image(jpeg("\xC2\0\x0B\x08\0\x10\0\x20\4\1\x11\0"sv)).ok());
  EXPECT_FALSE(Image(jpeg("\xFE\0\1"sv)).ok());
  EXPECT_FALSE(Image("\xFF\xD8\xFF\xDA\0\2"sv).ok());  // no frame
}

TEST(TextureTest, RefusesWhatOnlyBeginsAsAPicture) {
  const std::string dds = DdsFile{.letters = "DXT1"}.With(std::string(8, 0));
  const auto image = Image(dds);
  ASSERT_TRUE(image.ok());
  const std::string png(image->bytes.begin(), image->bytes.end());
  for (size_t size = 0; size < png.size(); ++size) {
    EXPECT_FALSE(Image(png.substr(0, size)).ok()) << size;
  }
  std::string huge = png;
  huge[18] = '\x41';  // 16640 pixels wide
  EXPECT_FALSE(Image(huge).ok());
  EXPECT_FALSE(Image("BM").ok());
  EXPECT_FALSE(Image("").ok());
}

TEST(TextureTest, WithoutADecoderPngAndJpegAreTaken) {
  const std::string dds = DdsFile{.letters = "DXT1"}.With(std::string(8, 0));
  const auto png = Image(dds);
  ASSERT_TRUE(png.ok());
  const auto plain = PlainImageOf(png->bytes, false, kImageBytes);
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(plain->bytes, png->bytes);
  EXPECT_EQ(plain->mime_type, "image/png");
  for (const std::string_view other : {std::string_view(dds), ""sv, "BM"sv}) {
    EXPECT_FALSE(IsPlainImage(BytesOf(other)));
    EXPECT_TRUE(absl::IsUnimplemented(
        PlainImageOf(BytesOf(other), false, kImageBytes).status()));
  }
}

TEST(TextureTest, NoLargerThanIsAsked) {
  const DdsFile file{.width = 64, .height = 64, .format = 28};
  const std::string dds = file.With(Random(64 * 64 * 4));
  const auto image = Image(dds);
  ASSERT_TRUE(image.ok());
  const uint64_t size = image->bytes.size();
  EXPECT_TRUE(ImageOf(BytesOf(dds), false, size).ok());
  for (const uint64_t most : {uint64_t{0}, uint64_t{100}, size - 1}) {
    EXPECT_TRUE(
        absl::IsResourceExhausted(ImageOf(BytesOf(dds), false, most).status()));
    EXPECT_TRUE(
        absl::IsResourceExhausted(ImageOf(image->bytes, false, most).status()));
  }
}

}  // namespace
}  // namespace clipguard::actions::textures
