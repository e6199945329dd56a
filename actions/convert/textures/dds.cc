// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/textures/dds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/textures/texture.h"
#include "base/byte_cursor.h"
#include "squish.h"

namespace clipguard::actions::textures {
namespace {

constexpr uint32_t kMagic = 0x20534444;  // "DDS "

// Flags of the pixel format, and of the header.
constexpr uint32_t kAlphaPixels = 0x1;
constexpr uint32_t kAlphaOnly = 0x2;
constexpr uint32_t kFourLetters = 0x4;
constexpr uint32_t kYuv = 0x200;
constexpr uint32_t kLuminance = 0x20000;
// Channels with a sign: of some with light besides, of all.
constexpr uint32_t kSigned = 0x40000 | 0x80000;
constexpr uint32_t kCubeMap = 0x200;
constexpr uint32_t kVolume = 0x200000;

struct Header {
  uint32_t size;
  uint32_t flags;
  uint32_t height;
  uint32_t width;
  uint32_t pitch;
  uint32_t depth;
  uint32_t levels;
  std::array<uint32_t, 11> reserved;
  uint32_t format_size;
  uint32_t format_flags;
  uint32_t letters;
  uint32_t bits;
  std::array<uint32_t, 4> masks;  // red, green, blue, alpha
  uint32_t caps;
  uint32_t caps2;
  std::array<uint32_t, 3> more;
};
static_assert(sizeof(Header) == 124);

struct HeaderOfD3D10 {
  uint32_t format;
  uint32_t dimension;
  uint32_t misc;
  uint32_t array_size;
  uint32_t misc2;
};

constexpr uint32_t Letters(const char (&name)[5]) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<uint8_t>(name[i]);
  }
  return value;
}

enum class Kind : uint8_t { kBc1, kBc2, kBc3, kBc4, kBc5, kPixels, kUnknown };

// How a picture lies in the file.
struct Layout {
  Kind kind = Kind::kUnknown;
  uint32_t bits = 0;  // of a pixel
  std::array<uint32_t, 4> masks = {};
  bool gray = false;  // red is green and blue, too
};

Layout Pixels(uint32_t bits, uint32_t red, uint32_t green, uint32_t blue,
              uint32_t alpha) {
  return {
      .kind = Kind::kPixels, .bits = bits, .masks = {red, green, blue, alpha}};
}

// The layout of one of DXGI_FORMAT's numbers.
Layout LayoutOfNumber(uint32_t format) {
  const auto within = [format](uint32_t first, uint32_t last) {
    return format >= first && format <= last;
  };
  if (within(70, 72)) return {.kind = Kind::kBc1};
  if (within(73, 75)) return {.kind = Kind::kBc2};
  if (within(76, 78)) return {.kind = Kind::kBc3};
  if (within(79, 80)) return {.kind = Kind::kBc4};
  if (within(82, 83)) return {.kind = Kind::kBc5};
  if (within(27, 29)) return Pixels(32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000);
  if (within(23, 24)) {
    return Pixels(32, 0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000);
  }
  if (format == 49) return Pixels(16, 0xFF, 0xFF00, 0, 0);
  if (format == 61) return Pixels(8, 0xFF, 0, 0, 0);
  if (format == 65) return Pixels(8, 0, 0, 0, 0xFF);
  if (format == 85) return Pixels(16, 0xF800, 0x7E0, 0x1F, 0);
  if (format == 86) return Pixels(16, 0x7C00, 0x3E0, 0x1F, 0x8000);
  if (format == 87 || within(90, 91)) {
    return Pixels(32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000);
  }
  if (format == 88 || within(92, 93)) {
    return Pixels(32, 0xFF0000, 0xFF00, 0xFF, 0);
  }
  if (format == 115) return Pixels(16, 0xF00, 0xF0, 0xF, 0xF000);
  return {};
}

// The common name of a format that is not decoded.
std::string_view NameOfNumber(uint32_t format) {
  if (format == 81) return "BC4 with a sign";
  if (format == 84) return "BC5 with a sign";
  if (format >= 94 && format <= 96) return "BC6H";
  if (format >= 97 && format <= 99) return "BC7";
  return {};
}

Layout LayoutOfLetters(uint32_t letters) {
  if (letters == Letters("DXT1")) return {.kind = Kind::kBc1};
  // 2 and 4 say that colours are multiplied by alpha: they stay as they are.
  if (letters == Letters("DXT2") || letters == Letters("DXT3")) {
    return {.kind = Kind::kBc2};
  }
  if (letters == Letters("DXT4") || letters == Letters("DXT5")) {
    return {.kind = Kind::kBc3};
  }
  if (letters == Letters("ATI1") || letters == Letters("BC4U")) {
    return {.kind = Kind::kBc4};
  }
  if (letters == Letters("ATI2") || letters == Letters("BC5U")) {
    return {.kind = Kind::kBc5};
  }
  return {};
}

Layout LayoutOfMasks(const Header& header) {
  Layout layout{
      .kind = Kind::kPixels, .bits = header.bits, .masks = header.masks};
  const uint32_t flags = header.format_flags;
  if ((flags & (kAlphaPixels | kAlphaOnly)) == 0) layout.masks[3] = 0;
  if ((flags & kAlphaOnly) != 0) layout.masks[0] = 0;
  if ((flags & (kAlphaOnly | kLuminance)) != 0) {
    layout.masks[1] = layout.masks[2] = 0;
  }
  layout.gray = (flags & kLuminance) != 0;
  return layout;
}

bool IsReadable(const Layout& layout) {
  if (layout.kind != Kind::kPixels) return layout.kind != Kind::kUnknown;
  const uint32_t bits = layout.bits;
  if (bits != 8 && bits != 16 && bits != 24 && bits != 32) return false;
  bool any = false;
  for (const uint32_t mask : layout.masks) {
    if (mask == 0) continue;
    any = true;
    const uint32_t ones = mask >> std::countr_zero(mask);
    if ((ones & (ones + 1)) != 0 || mask >> (bits - 1) > 1) {
      return false;
    }
  }
  return any;
}

// A channel of a pixel, as 8 bits.
class Channel {
 public:
  Channel() = default;
  explicit Channel(uint32_t mask)
      : mask_(mask),
        shift_(mask == 0 ? 0 : std::countr_zero(mask)),
        most_(mask >> shift_) {}

  bool is_there() const { return mask_ != 0; }
  uint8_t Of(uint32_t pixel) const {
    const uint64_t value = (pixel & mask_) >> shift_;
    return static_cast<uint8_t>((value * 255 + most_ / 2) / most_);
  }

 private:
  uint32_t mask_ = 0;
  int shift_ = 0;
  uint32_t most_ = 0;
};

void ReadPixels(std::span<const uint8_t> data, const Layout& layout,
                Picture& picture) {
  std::array<Channel, 4> channels;
  for (size_t c = 0; c < 4; ++c) channels[c] = Channel(layout.masks[c]);
  const size_t bytes = layout.bits / 8;
  uint8_t* out = picture.rgba.data();
  for (size_t at = 0; at < data.size(); at += bytes, out += 4) {
    uint32_t pixel = 0;
    std::memcpy(&pixel, &data[at], bytes);
    for (size_t c = 0; c < 3; ++c) {
      const Channel& channel = channels[layout.gray ? 0 : c];
      out[c] = channel.is_there() ? channel.Of(pixel) : 0;
    }
    out[3] = channels[3].is_there() ? channels[3].Of(pixel) : 255;
  }
}

constexpr size_t kSide = 4;          // of a block, in pixels
constexpr size_t kChannelBytes = 8;  // of a block
using Block = std::array<uint8_t, kSide * kSide * 4>;

size_t BlockBytes(Kind kind) {
  return kind == Kind::kBc1 || kind == Kind::kBc4 ? kChannelBytes
                                                  : 2 * kChannelBytes;
}

// A channel of BC4 and BC5 is the alpha of a BC3 block.
void DecodeChannel(const uint8_t* data, size_t channel, Block& block) {
  std::array<uint8_t, 2 * kChannelBytes> bc3 = {};
  std::memcpy(bc3.data(), data, kChannelBytes);
  Block decoded;
  squish::Decompress(decoded.data(), bc3.data(), squish::kDxt5);
  for (size_t i = 0; i < block.size(); i += 4) {
    block[i + channel] = decoded[i + 3];
  }
}

void DecodeBlock(const uint8_t* data, Kind kind, Block& block) {
  if (kind == Kind::kBc4 || kind == Kind::kBc5) {
    for (size_t i = 0; i < block.size(); ++i) block[i] = i % 4 == 3 ? 255 : 0;
    DecodeChannel(data, 0, block);
    if (kind == Kind::kBc5) DecodeChannel(data + kChannelBytes, 1, block);
    return;
  }
  const int flag = kind == Kind::kBc1   ? squish::kDxt1
                   : kind == Kind::kBc2 ? squish::kDxt3
                                        : squish::kDxt5;
  squish::Decompress(block.data(), data, flag);
}

void ReadBlocks(std::span<const uint8_t> data, Kind kind, Picture& picture) {
  Block block;
  const uint8_t* next = data.data();
  for (size_t top = 0; top < picture.height; top += kSide) {
    for (size_t left = 0; left < picture.width; left += kSide) {
      DecodeBlock(next, kind, block);
      next += BlockBytes(kind);
      const size_t rows = std::min<size_t>(kSide, picture.height - top);
      const size_t columns = std::min<size_t>(kSide, picture.width - left);
      for (size_t row = 0; row < rows; ++row) {
        std::memcpy(&picture.rgba[4 * ((top + row) * picture.width + left)],
                    &block[4 * kSide * row], 4 * columns);
      }
    }
  }
}

absl::Status NotDecoded(std::string_view name) {
  return absl::UnimplementedError(
      absl::StrFormat("DDS of the format %s is not decoded", name));
}

// Four letters as they are typed, or a number.
absl::Status UnknownLetters(uint32_t letters) {
  std::array<char, 4> text;
  std::memcpy(text.data(), &letters, text.size());
  const bool typed =
      std::ranges::all_of(text, [](char c) { return c >= '0' && c <= 'z'; });
  return NotDecoded(typed ? std::string(text.data(), text.size())
                          : absl::StrFormat("%u", letters));
}

// Reads the format, up to where the picture begins.
absl::StatusOr<Layout> ReadLayout(const Header& header, ByteCursor& in) {
  Layout layout;
  if ((header.format_flags & kFourLetters) == 0) {
    if ((header.format_flags & kSigned) != 0) {
      return NotDecoded("pixels with a sign");
    }
    if ((header.format_flags & kYuv) != 0) return NotDecoded("YUV");
    layout = LayoutOfMasks(header);
    if (IsReadable(layout)) return layout;
    return absl::InvalidArgumentError(
        "its masks of bits are none of a picture's");
  }
  if (header.letters != Letters("DX10")) {
    layout = LayoutOfLetters(header.letters);
    if (IsReadable(layout)) return layout;
    return UnknownLetters(header.letters);
  }
  HeaderOfD3D10 d3d10;
  if (!in.Read(&d3d10)) return absl::InvalidArgumentError("its header is cut");
  constexpr uint32_t kTexture2D = 3;
  constexpr uint32_t kCube = 0x4;
  if (d3d10.dimension != kTexture2D || (d3d10.misc & kCube) != 0) {
    return absl::InvalidArgumentError("it is no flat picture");
  }
  layout = LayoutOfNumber(d3d10.format);
  if (IsReadable(layout)) return layout;
  const std::string_view name = NameOfNumber(d3d10.format);
  return NotDecoded(name.empty() ? absl::StrFormat("%u", d3d10.format)
                                 : std::string(name));
}

}  // namespace

bool IsDds(std::span<const uint8_t> bytes) {
  uint32_t magic = 0;
  return ByteCursor(bytes).Read(&magic) && magic == kMagic;
}

absl::StatusOr<Picture> ReadDds(std::span<const uint8_t> bytes,
                                uint64_t most_bytes) {
  ByteCursor in(bytes);
  uint32_t magic = 0;
  Header header;
  if (!in.Read(&magic) || magic != kMagic) {
    return absl::InvalidArgumentError("it is no DDS file");
  }
  if (!in.Read(&header)) return absl::InvalidArgumentError("its header is cut");
  if ((header.caps2 & (kCubeMap | kVolume)) != 0) {
    return absl::InvalidArgumentError("it is no flat picture");
  }
  Picture picture{.width = header.width, .height = header.height};
  if (header.width == 0 || header.height == 0 || header.width > kMostPixels ||
      header.height > kMostPixels) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "it says that it has %u x %u pixels", header.width, header.height));
  }
  const absl::StatusOr<Layout> layout = ReadLayout(header, in);
  if (!layout.ok()) return layout.status();
  const uint64_t pixels = uint64_t{header.width} * header.height;
  const auto blocks = [](uint64_t size) { return (size + kSide - 1) / kSide; };
  const uint64_t size = layout->kind == Kind::kPixels
                            ? pixels * (layout->bits / 8)
                            : blocks(header.width) * blocks(header.height) *
                                  BlockBytes(layout->kind);
  std::span<const uint8_t> data;
  if (!in.ReadBytes(size, &data)) {
    return absl::InvalidArgumentError("it ends before its picture does");
  }
  if (4 * pixels > most_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("it has %u x %u pixels", header.width, header.height));
  }
  picture.rgba.resize(static_cast<size_t>(4 * pixels));
  if (layout->kind == Kind::kPixels) {
    ReadPixels(data, *layout, picture);
  } else {
    ReadBlocks(data, layout->kind, picture);
  }
  picture.two_channels =
      layout->kind == Kind::kBc5 ||
      (layout->kind == Kind::kPixels && !layout->gray &&
       layout->masks[0] != 0 && layout->masks[1] != 0 && layout->masks[2] == 0);
  return picture;
}

}  // namespace clipguard::actions::textures
