// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files of textures as images of glTF, DDS among them: with libpng.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_IMAGE_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_IMAGE_H_

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/textures/dds.h"

namespace clipguard::actions::textures {

// PNG and JPEG as PlainImageOf(), DDS as PNG. In a normal map that has only x
// and y, blue becomes z. An error of ReadDds(), or InvalidArgument if it is
// none of these; ResourceExhausted if the image takes more than `most_bytes`,
// or four times as many while it is made.
absl::StatusOr<TextureImage> ImageOf(std::span<const uint8_t> file,
                                     bool is_normal_map, uint64_t most_bytes);

// InvalidArgument, with libpng's reason, if it is no PNG or is damaged;
// ResourceExhausted, before it is decoded, if the picture takes more than
// `most_bytes`.
absl::StatusOr<Picture> ReadPng(std::span<const uint8_t> file,
                                uint64_t most_bytes);

// A picture as PNG. ResourceExhausted if that takes more than `most_bytes`.
absl::StatusOr<TextureImage> PngOf(const Picture& picture, uint64_t most_bytes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_DDS_IMAGE_H_
