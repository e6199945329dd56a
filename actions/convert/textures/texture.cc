// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/texture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/byte_cursor.h"
#include "base/text_of.h"

namespace clipguard::actions::textures {
namespace {

constexpr std::string_view kPng = "image/png";
constexpr std::string_view kJpeg = "image/jpeg";
constexpr std::array<uint8_t, 8> kPngBegin = {0x89, 'P',  'N',  'G',
                                              '\r', '\n', 0x1A, '\n'};
constexpr std::array<uint8_t, 3> kJpegBegin = {0xFF, 0xD8, 0xFF};

template <size_t kSize>
bool BeginsWith(std::span<const uint8_t> bytes,
                const std::array<uint8_t, kSize>& begin) {
  return bytes.size() >= kSize &&
         std::equal(begin.begin(), begin.end(), bytes.begin());
}

// The formats' numbers are big-endian.
bool ReadBig(ByteCursor& in, size_t size, uint32_t* value) {
  std::span<const uint8_t> bytes;
  if (!in.ReadBytes(size, &bytes)) return false;
  *value = 0;
  for (const uint8_t byte : bytes) *value = *value << 8 | byte;
  return true;
}

bool IsSize(uint32_t width, uint32_t height) {
  return width != 0 && height != 0 && width <= kMostPixels &&
         height <= kMostPixels;
}

// Chunks: length, four letters, data, checksum. The first has the size, the
// last nothing. 0: they are not in order.
uint64_t PixelsOfPng(std::span<const uint8_t> bytes) {
  constexpr uint32_t kHeader = 0x49484452;  // "IHDR"
  constexpr uint32_t kData = 0x49444154;    // "IDAT"
  constexpr uint32_t kEnd = 0x49454E44;     // "IEND"
  ByteCursor in(bytes, kPngBegin.size());
  bool has_data = false;
  uint64_t pixels = 0;
  for (bool first = true;; first = false) {
    uint32_t length = 0;
    uint32_t type = 0;
    if (!ReadBig(in, 4, &length) || !ReadBig(in, 4, &type)) return 0;
    if (first) {
      ByteCursor size(bytes, in.offset());
      uint32_t width = 0;
      uint32_t height = 0;
      if (type != kHeader || length != 13 || !ReadBig(size, 4, &width) ||
          !ReadBig(size, 4, &height) || !IsSize(width, height)) {
        return 0;
      }
      pixels = uint64_t{width} * height;
    }
    has_data = has_data || type == kData;
    if (!in.Skip(uint64_t{length} + 4)) return 0;
    if (type == kEnd) return has_data ? pixels : 0;
  }
}

// Whether a JPEG's end marker is there. No scan has these bytes.
bool Ends(std::span<const uint8_t> scans) {
  constexpr std::string_view kEnd = "\xFF\xD9";
  return TextOf(scans).find(kEnd) != std::string_view::npos;
}

// Segments: 0xFF, a marker, a length. One of the frames has the size, before
// the first scan; if there are more, the largest counts. 1 or 3 components:
// viewers know no inks.
uint64_t PixelsOfJpeg(std::span<const uint8_t> file) {
  ByteCursor in(file, 2);
  uint64_t pixels = 0;
  for (;;) {
    uint32_t marker = 0;
    do {
      if (!ReadBig(in, 1, &marker)) return 0;
    } while (marker == 0xFF);
    uint32_t length = 0;
    if (!ReadBig(in, 2, &length) || length < 2) return 0;
    if (marker == 0xDA) return Ends(file.subspan(in.offset())) ? pixels : 0;
    const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 &&
                          marker != 0xC8 && marker != 0xCC;
    if (is_frame) {
      ByteCursor frame(file, in.offset());
      uint32_t bits = 0;
      uint32_t height = 0;
      uint32_t width = 0;
      uint32_t components = 0;
      if (!ReadBig(frame, 1, &bits) || !ReadBig(frame, 2, &height) ||
          !ReadBig(frame, 2, &width) || !ReadBig(frame, 1, &components) ||
          !IsSize(width, height) || (components != 1 && components != 3)) {
        return 0;
      }
      pixels = std::max(pixels, uint64_t{width} * height);
    }
    if (!in.Skip(length - 2) || !ReadBig(in, 1, &marker) || marker != 0xFF) {
      return 0;
    }
  }
}

absl::StatusOr<TextureImage> AsItIs(std::span<const uint8_t> file,
                                    std::string_view mime_type, bool is_sound,
                                    uint64_t most_bytes) {
  if (!is_sound) {
    return absl::InvalidArgumentError(
        absl::StrCat("it begins as ", mime_type == kPng ? "PNG" : "JPEG",
                     ", and is cut, damaged, larger than ", kMostPixels,
                     " pixels or, as JPEG, neither gray nor of three colours"));
  }
  if (file.size() > most_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("it has ", file.size(), " bytes"));
  }
  return TextureImage{mime_type, {file.begin(), file.end()}};
}

}  // namespace

bool IsPlainImage(std::span<const uint8_t> file) {
  return BeginsWith(file, kPngBegin) || IsJpeg(file);
}

bool IsJpeg(std::span<const uint8_t> file) {
  return BeginsWith(file, kJpegBegin);
}

uint64_t PixelsOf(std::span<const uint8_t> file) {
  if (IsJpeg(file)) return PixelsOfJpeg(file);
  return IsPlainImage(file) ? PixelsOfPng(file) : 0;
}

absl::StatusOr<TextureImage> PlainImageOf(std::span<const uint8_t> file,
                                          bool /*is_normal_map*/,
                                          uint64_t most_bytes) {
  if (BeginsWith(file, kPngBegin)) {
    return AsItIs(file, kPng, PixelsOfPng(file) != 0, most_bytes);
  }
  if (IsJpeg(file)) {
    return AsItIs(file, kJpeg, PixelsOfJpeg(file) != 0, most_bytes);
  }
  return absl::UnimplementedError("it is neither PNG nor JPEG");
}

}  // namespace clipguard::actions::textures
