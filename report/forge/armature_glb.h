// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The .glb of an armature, as `convert` writes it, for a page that plays it.
// report/page/stage/armature.js reads it.

#ifndef CLIPGUARD_REPORT_FORGE_ARMATURE_GLB_H_
#define CLIPGUARD_REPORT_FORGE_ARMATURE_GLB_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "parser/forge/armature.h"
#include "report/html/scene_glb.h"

namespace clipguard::report {

// Clips and joints of clips that are broken are left out. ResourceExhausted if
// it takes more than `most_bytes` in a page.
absl::StatusOr<SceneGlb> GlbOf(const forge::Armature& armature,
                               uint64_t most_bytes);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_ARMATURE_GLB_H_
