// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "scene" of a character: its mesh, skeleton and clips, as the .glb
// that `convert` makes of it.
//
// report/page/scene/character_scene.js reads it. Textures are small
// pictures, which the browser decodes.

#ifndef CLIPGUARD_REPORT_M3D_SCENE_SECTION_H_
#define CLIPGUARD_REPORT_M3D_SCENE_SECTION_H_

#include <optional>

#include "actions/convert/conversion.h"
#include "parser/m3d/character.h"
#include "parser/m3d/handedness.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Writes the member "scene", or nothing if there is nothing to see. Parts that
// do not fit are left out, and listed in the budget's notes: first textures,
// then clips, then the mesh. Normals are rounded to 1/512. Without a
// handedness, it is derived from the triangles; without textures, there are
// none. REQUIRES: Validate() has no error to report of the character.
void WriteScene(const m3d::Character& character,
                std::optional<m3d::Handedness> handedness,
                const actions::NamedFiles* textures, Budget& budget,
                DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_M3D_SCENE_SECTION_H_
