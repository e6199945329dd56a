// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "scene" of an armature: its .glb (armature_glb.h), and its clips.
//
// report/page/scene/armature_scene.js reads it.

#ifndef CLIPGUARD_REPORT_FORGE_SCENE_SECTION_H_
#define CLIPGUARD_REPORT_FORGE_SCENE_SECTION_H_

#include "absl/status/statusor.h"
#include "actions/convert/boxes/block_model.h"
#include "parser/forge/armature.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Writes the member "scene", or nothing if there are neither joints nor clips,
// or if it does not fit. Broken clips are left out. The budget's notes say so.
// `model` is what the armature moves, or why that is not known; null: nobody
// looked for it.
void WriteScene(const forge::Armature& armature,
                const absl::StatusOr<actions::BlockModel>* model,
                const SectionRequest& request, Budget& budget,
                DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_SCENE_SECTION_H_
