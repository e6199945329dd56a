// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/small_textures.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/textures/dds.h"
#include "actions/convert/textures/dds_image.h"
#include "actions/convert/textures/texture.h"
#include "base/memory/work_counter.h"
#include "parser/m3d/checks/texture_check.h"

namespace clipguard::actions::textures {
namespace {

constexpr uint64_t kMostDdsBytes = uint64_t{256} << 20;  // 8192 * 8192
// A few kilobytes of PNG or JPEG may have as many pixels as they like, here and
// in the browser: all that a character has may have so many, and more for each
// byte. 4 of 2048 * 2048 of one colour.
constexpr uint64_t kMostPixelsInAll = uint64_t{16} << 20;
constexpr uint64_t kPixelsOfByte = 4;
// One PNG, decoded.
constexpr uint64_t kMostPngBytes = uint64_t{24} << 20;
constexpr uint64_t kPngBytesOfByte = 12;

// The means of a picture's squares, without alpha.
Picture Shrunk(const Picture& large) {
  Picture small;
  small.width = std::min(large.width, kSmallSide);
  small.height = std::min(large.height, kSmallSide);
  const size_t pixels = size_t{small.width} * small.height;
  std::vector<uint64_t> sums(3 * pixels);
  std::vector<uint64_t> counts(pixels);
  CountWork(uint64_t{large.width} * large.height);
  for (uint64_t y = 0; y < large.height; ++y) {
    for (uint64_t x = 0; x < large.width; ++x) {
      const uint64_t at = y * small.height / large.height * small.width +
                          x * small.width / large.width;
      ++counts[at];
      for (size_t c = 0; c < 3; ++c) {
        sums[3 * at + c] += large.rgba[4 * (y * large.width + x) + c];
      }
    }
  }
  small.rgba.assign(4 * pixels, 0xFF);
  for (size_t i = 0; i < sums.size(); ++i) {
    small.rgba[i / 3 * 4 + i % 3] =
        static_cast<uint8_t>(sums[i] / counts[i / 3]);
  }
  return small;
}

class PictureReader {
 public:
  PictureReader(const NamedFiles& files, uint64_t most_bytes,
                std::vector<std::string>& notes,
                std::vector<TextureImage>& pictures)
      : files_(files), left_(most_bytes), notes_(notes), pictures_(pictures) {}

  std::optional<size_t> Read(std::string_view name) {
    if (name.empty() || m3d::IsNoTexture(name)) return std::nullopt;
    const auto [entry, is_new] = by_name_.try_emplace(name);
    if (is_new) entry->second = ReadNew(name);
    return entry->second;
  }

 private:
  std::optional<size_t> ReadNew(std::string_view name) {
    std::string place;
    const absl::Status status = files_.Read(
        name,
        [&](std::string_view found) -> std::optional<absl::Status> {
          place = found;
          const auto known = by_place_.find(place);
          if (known == by_place_.end()) return std::nullopt;
          return known->second.status();
        },
        [&](std::string_view, std::span<const uint8_t> bytes) {
          return by_place_.emplace(place, Add(bytes)).first->second.status();
        });
    if (status.ok()) return *by_place_.at(place);
    if (!absl::IsNotFound(status)) {
      // The message begins with the place.
      notes_.push_back(
          absl::StrCat("the texture ", std::string(status.message())));
    }
    return std::nullopt;
  }

  // The number of the new picture.
  absl::StatusOr<size_t> Add(std::span<const uint8_t> file) {
    if (pictures_.size() == kMostPictures) {
      return absl::ResourceExhaustedError(
          absl::StrCat("a page has at most ", kMostPictures, " of them"));
    }
    auto picture = PictureOf(file);
    if (!picture.ok()) return picture.status();
    if (picture->bytes.size() > left_) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "there is no room for its ", picture->bytes.size(), " bytes"));
    }
    left_ -= picture->bytes.size();
    pictures_.push_back(*std::move(picture));
    return pictures_.size() - 1;
  }

  absl::StatusOr<TextureImage> PictureOf(std::span<const uint8_t> file) {
    if (!IsPlainImage(file)) {
      if (IsDds(file)) return Small(ReadDds(file, kMostDdsBytes));
      return absl::UnimplementedError("it is none of PNG, JPEG and DDS");
    }
    auto plain = PlainImageOf(file, /*is_normal_map=*/false, UINT64_MAX);
    if (!plain.ok()) return plain.status();
    const uint64_t pixels = PixelsOf(file);
    pixels_left_ += kPixelsOfByte * file.size();
    if (pixels > pixels_left_) {
      return absl::ResourceExhaustedError("it has too many pixels");
    }
    // Before they are decoded: what is damaged takes as long.
    pixels_left_ -= pixels;
    if (IsJpeg(file)) return plain;
    auto small =
        Small(ReadPng(file, kMostPngBytes + kPngBytesOfByte * file.size()));
    // The WebAssembly module leaves decoding to the browser.
    if (absl::IsUnimplemented(small.status())) return plain;
    return small;
  }

  static absl::StatusOr<TextureImage> Small(
      const absl::StatusOr<Picture>& large) {
    if (!large.ok()) return large.status();
    return PngOf(Shrunk(*large), UINT64_MAX);
  }

  const NamedFiles& files_;
  uint64_t left_;
  uint64_t pixels_left_ = kMostPixelsInAll;
  std::vector<std::string>& notes_;
  std::vector<TextureImage>& pictures_;
  std::map<std::string_view, std::optional<size_t>> by_name_;
  std::map<std::string, absl::StatusOr<size_t>> by_place_;
};

}  // namespace

SmallTextures ReadSmallTextures(const m3d::Character& character,
                                const NamedFiles& files, uint64_t most_bytes,
                                std::vector<std::string>& notes) {
  SmallTextures textures;
  PictureReader reader(files, most_bytes, notes, textures.pictures);
  for (const m3d::Material& material : character.materials) {
    textures.of_materials.push_back(reader.Read(material.diffuse_map));
  }
  return textures;
}

}  // namespace clipguard::actions::textures
