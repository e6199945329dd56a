// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// DDS files of each format, against pictures worked out by hand.

#include "actions/convert/textures/dds.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/textures/dds_file.h"
#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::actions::textures {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kEnough = 1 << 20;
using Pixel = std::array<int, 4>;

absl::StatusOr<Picture> Read(std::string_view file) {
  return ReadDds(BytesOf(file), kEnough);
}

Pixel At(const absl::StatusOr<Picture>& picture, size_t x, size_t y) {
  EXPECT_TRUE(picture.ok()) << picture.status();
  if (!picture.ok()) return {};
  const size_t at = 4 * (y * picture->width + x);
  const std::vector<uint8_t>& rgba = picture->rgba;
  return {rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]};
}

using namespace std::string_view_literals;

// Red and blue, and the two colours between them; the first row has all four.
constexpr std::string_view kRedToBlue = "\x00\xF8\x1F\x00\xE4\x00\x00\x00"sv;

TEST(DdsTest, Bc1) {
  const auto picture = Read(DdsFile{.letters = "DXT1"}.With(kRedToBlue));
  EXPECT_EQ(At(picture, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(At(picture, 1, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(At(picture, 2, 0), (Pixel{170, 0, 85, 255}));
  EXPECT_EQ(At(picture, 3, 0), (Pixel{85, 0, 170, 255}));
  EXPECT_EQ(At(picture, 3, 3), (Pixel{255, 0, 0, 255}));
  // The smaller one first: the fourth is transparent.
  const auto clear =
      Read(DdsFile{.letters = "DXT1"}.With("\x1F\0\0\xF8\xE4\0\0\0"sv));
  EXPECT_EQ(At(clear, 3, 0)[3], 0);
  EXPECT_EQ(At(clear, 2, 0), (Pixel{127, 0, 127, 255}));
}

TEST(DdsTest, Bc2AndBc3HaveAlphaOfTheirOwn) {
  const std::string bc2 =
      std::string("\x5F\0\0\0\0\0\0\0", 8) + std::string(kRedToBlue);
  EXPECT_EQ(At(Read(DdsFile{.letters = "DXT3"}.With(bc2)), 0, 0),
            (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(At(Read(DdsFile{.letters = "DXT2"}.With(bc2)), 1, 0),
            (Pixel{0, 0, 255, 0x55}));
  // From 255 to 0 in steps of a seventh: codes 0, 1, 2, 3.
  const std::string bc3 =
      std::string("\xFF\0\x88\x06\0\0\0\0", 8) + std::string(kRedToBlue);
  const auto picture = Read(DdsFile{.letters = "DXT5"}.With(bc3));
  EXPECT_EQ(At(picture, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(At(picture, 1, 0), (Pixel{0, 0, 255, 0}));
  EXPECT_EQ(At(picture, 2, 0), (Pixel{170, 0, 85, 6 * 255 / 7}));
  EXPECT_EQ(At(picture, 3, 0), (Pixel{85, 0, 170, 5 * 255 / 7}));
}

TEST(DdsTest, Bc4AndBc5AreRedAndGreen) {
  const std::string red("\xFF\0\x88\x06\0\0\0\0", 8);
  const std::string green("\x40\x40\0\0\0\0\0\0", 8);
  const auto one = Read(DdsFile{.letters = "ATI1"}.With(red));
  EXPECT_EQ(At(one, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(At(one, 1, 0), (Pixel{0, 0, 0, 255}));
  EXPECT_FALSE(one->two_channels);
  for (const DdsFile& file :
       {DdsFile{.letters = "ATI2"}, DdsFile{.letters = "BC5U"},
        DdsFile{.format = 83}}) {
    const auto two = Read(file.With(red + green));
    EXPECT_EQ(At(two, 0, 0), (Pixel{255, 0x40, 0, 255}));
    EXPECT_EQ(At(two, 2, 0), (Pixel{6 * 255 / 7, 0x40, 0, 255}));
    EXPECT_TRUE(two->two_channels);
  }
}

TEST(DdsTest, PixelsByTheirMasks) {
  const DdsFile bgra{.width = 1,
                     .height = 1,
                     .bits = 32,
                     .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000},
                     .flags = 1};
  EXPECT_EQ(At(Read(bgra.With("\1\2\3\4")), 0, 0), (Pixel{3, 2, 1, 4}));
  DdsFile bgrx = bgra;
  bgrx.flags = 0;  // no alpha, whatever its mask is
  EXPECT_EQ(At(Read(bgrx.With("\1\2\3\4")), 0, 0), (Pixel{3, 2, 1, 255}));
  const DdsFile bgr{.width = 2,
                    .height = 1,
                    .bits = 24,
                    .masks = {0xFF0000, 0xFF00, 0xFF, 0}};
  EXPECT_EQ(At(Read(bgr.With("\1\2\3\4\5\6")), 1, 0), (Pixel{6, 5, 4, 255}));
  const DdsFile rgb565{
      .width = 1, .height = 1, .bits = 16, .masks = {0xF800, 0x7E0, 0x1F, 0}};
  EXPECT_EQ(At(Read(rgb565.With("\x10\x84")), 0, 0),
            (Pixel{132, 130, 132, 255}));
  const DdsFile gray{.width = 1,
                     .height = 1,
                     .bits = 8,
                     .masks = {0xFF, 0, 0, 0},
                     .flags = 0x20000};
  EXPECT_EQ(At(Read(gray.With("\x33")), 0, 0), (Pixel{51, 51, 51, 255}));
  const DdsFile alpha{.width = 1,
                      .height = 1,
                      .bits = 8,
                      .masks = {0, 0, 0, 0xFF},
                      .flags = 0x2};
  EXPECT_EQ(At(Read(alpha.With("\x33")), 0, 0), (Pixel{0, 0, 0, 51}));
}

TEST(DdsTest, FormatsOfD3D10) {
  const DdsFile rgba{.width = 1, .height = 1, .format = 28};
  EXPECT_EQ(At(Read(rgba.With("\1\2\3\4")), 0, 0), (Pixel{1, 2, 3, 4}));
  const DdsFile bgra{.width = 1, .height = 1, .format = 91};
  EXPECT_EQ(At(Read(bgra.With("\1\2\3\4")), 0, 0), (Pixel{3, 2, 1, 4}));
  const DdsFile ten_bits{.width = 1, .height = 1, .format = 24};
  EXPECT_EQ(At(Read(ten_bits.With("\xFF\x03\0\xC0"sv)), 0, 0),
            (Pixel{255, 0, 0, 255}));
  const DdsFile two{.width = 1, .height = 1, .format = 49};
  EXPECT_TRUE(Read(two.With("\1\2"))->two_channels);
  EXPECT_EQ(At(Read(DdsFile{.format = 72}.With(kRedToBlue)), 2, 0),
            (Pixel{170, 0, 85, 255}));
}

TEST(DdsTest, ABlockAtTheEdgeIsCut) {
  const std::string two = std::string(kRedToBlue) + std::string(kRedToBlue);
  const auto picture =
      Read(DdsFile{.width = 5, .height = 1, .letters = "DXT1"}.With(two));
  ASSERT_TRUE(picture.ok()) << picture.status();
  EXPECT_EQ(picture->rgba.size(), 20u);
  EXPECT_EQ(At(picture, 3, 0), (Pixel{85, 0, 170, 255}));
  EXPECT_EQ(At(picture, 4, 0), (Pixel{255, 0, 0, 255}));
}

TEST(DdsTest, SaysWhatIsNotDecoded) {
  for (const auto& [file, name] :
       {std::pair(DdsFile{.format = 98}, "BC7"),
        std::pair(DdsFile{.format = 95}, "BC6H"),
        std::pair(DdsFile{.format = 84}, "sign"),
        std::pair(DdsFile{.bits = 16, .masks = {255, 0xFF00}, .flags = 0x80000},
                  "sign"),
        std::pair(DdsFile{.bits = 32, .masks = {255}, .flags = 0x200}, "YUV"),
        std::pair(DdsFile{.format = 2}, " 2 "),
        std::pair(DdsFile{.letters = "PTC4"}, "PTC4"),
        std::pair(DdsFile{.letters = "q\1\1\1"}, "16843121")}) {
    const absl::Status status = Read(file.With(std::string(64, 0))).status();
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(name));
  }
}

TEST(DdsTest, RefusesWhatIsNoPicture) {
  const std::string sound = DdsFile{.letters = "DXT1"}.With(kRedToBlue);
  for (size_t size = 0; size < sound.size(); ++size) {
    EXPECT_TRUE(absl::IsInvalidArgument(Read(sound.substr(0, size)).status()))
        << size;
  }
  const std::vector<DdsFile> files = {
      {.width = 0, .letters = "DXT1"},
      {.height = 0, .letters = "DXT1"},
      {.width = 16385, .letters = "DXT1"},
      {.width = 0xFFFFFFFF, .height = 0xFFFFFFFF, .letters = "DXT1"},
      // As large as it may be, without the bytes.
      {.width = 16384, .height = 16384, .letters = "DXT1"},
      {.letters = "DXT1", .caps2 = 0x200},
      {.letters = "DXT1", .caps2 = 0x200000},
      {.bits = 12, .masks = {0xF, 0, 0, 0}},
      {.bits = 8, .masks = {0xF00, 0, 0, 0}},
      {.bits = 32, .masks = {0x5, 0, 0, 0}},
      {.bits = 32}};
  for (const DdsFile& file : files) {
    EXPECT_TRUE(
        absl::IsInvalidArgument(Read(file.With(std::string(256, 0))).status()));
  }
  const DdsFile large{.width = 64, .height = 64, .letters = "DXT1"};
  const std::string bytes = large.With(std::string(2048, 0));
  EXPECT_TRUE(ReadDds(BytesOf(bytes), 64 * 64 * 4).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(
      ReadDds(BytesOf(bytes), 64 * 64 * 4 - 1).status()));
}

}  // namespace
}  // namespace clipguard::actions::textures
