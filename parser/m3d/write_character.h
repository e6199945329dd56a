// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// WriteCharacter: a Character as canonical .m3d text of a dialect:
//
//   - banners and line breaks as the D3D12 book's exporter writes them, LF; of
//     the dashed dialect the banners of its files, and their short labels
//     everywhere,
//   - numbers as the shortest text that reads back as the same float32.
//
// Reading the text gives the same Character, and writing that gives the same
// text. Between the D3D11 and the dashed dialect nothing is lost.
//
// Materials of these two become D3D12 materials:
//
//   Name              material0, material1 ... : they have none
//   Fresnel0          Reflectivity, or 0.05 (a dielectric) where that is 0
//   Roughness         1 - SpecPower / 256, within [0, 1]: the D3D12 book's
//                     shader has (1 - Roughness) * 256 as the specular power
//   MaterialTypeName  Effect
//
// Ambient and Specular are lost. Diffuse, AlphaClip and the maps stay.
//
// D3D12 materials become those of the other two:
//
//   Ambient           Diffuse, by which the D3D12 book's shader multiplies
//                     ambient light
//   Specular          Fresnel0
//   SpecPower         (1 - Roughness) * 256
//   Reflectivity      Fresnel0, or 0 where that is 0.05: a dielectric
//   Effect            MaterialTypeName
//
// Name is lost, and whether a file says Shininess.
//
// D3D10 materials become white ones of D3D11, with Ambient 1, Specular 0,
// SpecPower 1, their Reflectivity and the Effect "none"; those of D3D12 as
// above. Specular maps are lost. D3D10 text is not written.

#ifndef CLIPGUARD_PARSER_M3D_WRITE_CHARACTER_H_
#define CLIPGUARD_PARSER_M3D_WRITE_CHARACTER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"

namespace clipguard::m3d {

// InvalidArgument if the character cannot be written so that it could be read:
// a name that is empty, has white space in it, or is the label that follows it;
// a number that is not finite, arrays whose sizes do not fit each other,
// indices out of range, clips without bones. Everything that ReadCharacter()
// accepts can be written, unless a name is a label of another dialect. As
// D3D10 only what was read of such a file, or could have been.
absl::StatusOr<std::string> WriteCharacter(const Character& character,
                                           Dialect dialect = Dialect::kD3D12);

// Whether it can be written: OK, or what WriteCharacter() would return.
absl::Status CheckWritable(const Character& character,
                           Dialect dialect = Dialect::kD3D12);

// The same text in pieces, so that it never is in memory as a whole. REQUIRES:
// CheckWritable().
void WriteCharacter(const Character& character, Dialect dialect,
                    PieceWriter& out);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_WRITE_CHARACTER_H_
