// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// DDS files as Direct3D's programs write them, for tests.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_FILE_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_FILE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clipguard::actions::textures {

struct DdsFile {
  uint32_t width = 4;
  uint32_t height = 4;
  // Four letters; none: bits and masks.
  std::string_view letters = {};
  uint32_t bits = 0;
  std::array<uint32_t, 4> masks = {};
  uint32_t flags = 0;  // of the pixel format, besides
  uint32_t caps2 = 0;
  // DXGI_FORMAT's number, for a header of D3D10.
  std::optional<uint32_t> format = std::nullopt;

  std::string With(std::string_view data) const {
    std::string out = "DDS ";
    const auto put = [&out](uint32_t value) {
      for (int shift = 0; shift < 32; shift += 8) {
        out += static_cast<char>(value >> shift & 0xFF);
      }
    };
    for (const uint32_t value : {124u, 0x1007u, height, width, 0u, 0u, 1u}) {
      put(value);
    }
    for (int i = 0; i < 11; ++i) put(0);
    const std::string_view four = format ? "DX10" : letters;
    put(32);
    put(flags | (four.empty() ? 0x40 : 0x4));
    out += four.empty() ? std::string(4, '\0') : std::string(four);
    put(bits);
    for (const uint32_t mask : masks) put(mask);
    for (const uint32_t value : {0x1000u, caps2, 0u, 0u, 0u}) put(value);
    if (format) {
      for (const uint32_t value : {*format, 3u, 0u, 1u, 0u}) put(value);
    }
    return out + std::string(data);
  }
};

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_FILE_H_
