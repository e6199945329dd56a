// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files of textures as images of glTF, which knows PNG and JPEG.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_TEXTURE_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_TEXTURE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace clipguard::actions::textures {

struct TextureImage {
  std::string_view mime_type;
  std::vector<uint8_t> bytes;
};

// PNG and JPEG as they are, if their first bytes and their size are in order,
// whatever else is in them; DDS as PNG. In a normal map that has only x and y,
// blue becomes z. An error of ReadDds(), or InvalidArgument if it is none of
// these; ResourceExhausted if the image takes more than `most_bytes`, or four
// times as many while it is made.
absl::StatusOr<TextureImage> ImageOf(std::span<const uint8_t> file,
                                     bool is_normal_map, uint64_t most_bytes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_TEXTURE_H_
