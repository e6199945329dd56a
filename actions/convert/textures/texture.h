// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files of textures as images of glTF, which knows PNG and JPEG.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_TEXTURE_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_TEXTURE_H_

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"

namespace clipguard::actions::textures {

// The most that Direct3D takes, in each direction.
inline constexpr uint32_t kMostPixels = 16384;

// Whether it begins as PNG or JPEG.
bool IsPlainImage(std::span<const uint8_t> file);
bool IsJpeg(std::span<const uint8_t> file);

// Those that its header promises. 0: PlainImageOf() does not take it.
uint64_t PixelsOf(std::span<const uint8_t> file);

// PNG and JPEG as they are, if their first bytes and their size are in order,
// whatever else is in them: InvalidArgument if not. Unimplemented if it is none
// of these; ResourceExhausted if it has more than `most_bytes`.
absl::StatusOr<TextureImage> PlainImageOf(std::span<const uint8_t> file,
                                          bool is_normal_map,
                                          uint64_t most_bytes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_TEXTURE_H_
