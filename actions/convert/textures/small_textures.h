// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's textures, small enough for a page, whatever they are.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_SMALL_TEXTURES_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_SMALL_TEXTURES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "parser/m3d/character.h"

namespace clipguard::actions::textures {

// DDS and PNG are scaled down to this; JPEG is kept as it is, and PNG, too,
// where ReadPng() is Unimplemented.
inline constexpr uint32_t kSmallSide = 256;  // pixels
// The browser keeps them all.
inline constexpr size_t kMostPictures = 64;

struct SmallTextures {
  std::vector<TextureImage> pictures;
  // Diffuse maps of the materials, as numbers of pictures.
  std::vector<std::optional<size_t>> of_materials;
};

// Reads each file once; the pictures have at most `most_bytes`. Notes name
// textures that are damaged, or too large for a page.
SmallTextures ReadSmallTextures(const m3d::Character& character,
                                const NamedFiles& files, uint64_t most_bytes,
                                std::vector<std::string>& notes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_SMALL_TEXTURES_H_
