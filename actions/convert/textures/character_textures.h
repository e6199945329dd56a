// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's textures: the files that its materials name, as images.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_CHARACTER_TEXTURES_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_CHARACTER_TEXTURES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"

namespace clipguard::actions::textures {

struct CharacterTextures {
  struct OfMaterial {
    std::optional<size_t> diffuse;  // images
    std::optional<size_t> normal;
  };

  struct Image {
    std::string name;  // of the file
    TextureImage image;
  };
  std::vector<Image> images;
  std::vector<OfMaterial> materials;
};

// Diffuse and normal maps, each file once. A file that is missing, is no
// picture, is of a format that is not decoded, or is too large for the result,
// is a note. REQUIRES: the character was read from the file, and there are
// textures.
CharacterTextures ReadTextures(const m3d::Character& character,
                               const ParsedFile& file,
                               const ConversionOptions& options,
                               FindingSink& notes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_CHARACTER_TEXTURES_H_
