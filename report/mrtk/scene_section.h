// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "scene" of a recording: how camera, gaze and hands move, and how
// they would move after all safe repairs.
//
// report/page/scene/recording_scene.js reads it.

#ifndef CLIPGUARD_REPORT_MRTK_SCENE_SECTION_H_
#define CLIPGUARD_REPORT_MRTK_SCENE_SECTION_H_

#include "parser/mrtk/input_animation_view.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Writes the member "scene", or nothing if nothing moves: the .glb of `convert`
// without shapes. Takes at most half of what is left of the budget, and half of
// that for the repaired motion; where keys do not fit, samples at even
// distances stand for them, and the budget's notes say so. Curves with errors
// are samples, too. Files of more than 32 MiB are not repaired for this. Pure,
// but for its last two arguments.
void WriteScene(const mrtk::InputAnimationView& view,
                const SectionRequest& request, Budget& budget,
                DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_MRTK_SCENE_SECTION_H_
