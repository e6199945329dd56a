// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether the texture files that materials name are there.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_TEXTURE_CHECK_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_TEXTURE_CHECK_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"

namespace clipguard::m3d {

// Looks up a texture's file by name: nullopt if it exists, else the end of the
// message: "; did you mean \"skin.dds\"?", or "". `suggest` is true for the
// first few names that are not found in a file.
using WhyMissing = absl::FunctionRef<std::optional<std::string>(
    std::string_view name, bool suggest)>;

// Whether it says that there is no texture: "none" or "null", in any case.
bool IsNoTexture(std::string_view name);

// Reports diffuse and normal maps that are missing. REQUIRES: ReadCharacter()
// of the same bytes gave character and places.
void CheckTextures(std::span<const uint8_t> bytes, const Character& character,
                   const CharacterPlaces& places, WhyMissing why_missing,
                   FindingSink& sink);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_TEXTURE_CHECK_H_
