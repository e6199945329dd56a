// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The colours that textures give a character's vertices: small enough for a
// page, whatever the textures are.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEXTURES_VERTEX_COLORS_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEXTURES_VERTEX_COLORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "parser/m3d/character.h"

namespace clipguard::actions::textures {

// Red, green and blue of each vertex: its texture's, there. White where there
// is none, and nothing if no diffuse map is among the files. Only DDS is
// decoded; notes name other files, and those that are damaged.
std::vector<uint8_t> VertexColors(const m3d::Character& character,
                                  const NamedFiles& files,
                                  std::vector<std::string>& notes);

}  // namespace clipguard::actions::textures

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEXTURES_VERTEX_COLORS_H_
