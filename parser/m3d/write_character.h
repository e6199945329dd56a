// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// WriteCharacter: a Character as canonical .m3d text of the D3D12 dialect:
//
//   - banners and line breaks as the D3D12 book's exporter writes them, LF,
//   - numbers as the shortest text that reads back as the same float32.
//
// Reading the text gives the same Character, and writing that gives the same
// text.
//
// Materials of the D3D11 dialects become D3D12 materials:
//
//   Name              material0, material1 ... : they have none
//   Fresnel0          Reflectivity, or 0.05 (a dielectric) where that is 0
//   Roughness         1 - SpecPower / 256, within [0, 1]: the D3D12 book's
//                     shader has (1 - Roughness) * 256 as the specular power
//   MaterialTypeName  Effect
//
// Ambient and Specular are lost. Diffuse, AlphaClip and the maps stay.

#ifndef CLIPGUARD_PARSER_M3D_WRITE_CHARACTER_H_
#define CLIPGUARD_PARSER_M3D_WRITE_CHARACTER_H_

#include <string>

#include "absl/status/statusor.h"
#include "parser/m3d/character.h"

namespace clipguard::m3d {

// InvalidArgument if the character cannot be written so that it could be read:
// a name that is empty, has white space in it, or is the label that follows it;
// a number that is not finite, arrays whose sizes do not fit each other,
// indices out of range, clips without bones. Everything that ReadCharacter()
// accepts can be written, unless a D3D11 normal map is called "Name:".
absl::StatusOr<std::string> WriteCharacter(const Character& character);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_WRITE_CHARACTER_H_
