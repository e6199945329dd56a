// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// DDS, Direct3D's files of textures: the picture in them.
//
//   "DDS "                4 bytes
//   header              124   sizes, and a format: four letters, or bit masks
//   header of D3D10      20   if the letters are "DX10": a number of the format
//   the picture               its largest level first; others are passed over
//
// Formats: BC1 to BC5 (DXT1 to DXT5, ATI1, ATI2), and pixels of up to 32 bits.
// BC6H, BC7 and what has a sign are known by name, and not decoded.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

namespace clipguard::actions::textures {

struct Picture {
  uint32_t width = 0;
  uint32_t height = 0;
  // Red, green, blue, alpha, 8 bits each; row by row from the top.
  std::vector<uint8_t> rgba = {};
  // Red and green alone, as in a normal map of x and y; blue is 0.
  bool two_channels = false;
};

bool IsDds(std::span<const uint8_t> bytes);

// Takes at most 8 bytes of memory for each byte of the file: what is missing is
// noticed before. Unimplemented for a format that is not decoded, else
// InvalidArgument, with a reason for people; ResourceExhausted if the picture
// takes more than `most_bytes`.
absl::StatusOr<Picture> ReadDds(std::span<const uint8_t> bytes,
                                uint64_t most_bytes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_H_
