// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "scene" of an armature: its joints, the samples of its clips, and
// the boxes that it moves (page_boxes.h). The page evaluates these by the rules
// of eval/machine/pose.h, report/page/scene/armature_pose.js.
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

// Writes the member "scene", or nothing if there are neither joints nor clips.
// Joints are those that are listed, and then those that only clips name. What
// is broken is left out; clips that do not fit are, too, and the budget's notes
// say so. `model` is what the armature moves, or why that is not known;
// null: nobody looked for it.
void WriteScene(const forge::Armature& armature,
                const absl::StatusOr<actions::BlockModel>* model,
                Budget& budget, DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_SCENE_SECTION_H_
