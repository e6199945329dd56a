// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which keys of a character's clip can go: how much of the tolerance each bone
// may use, and what bone_fit.h finds with it.
//
// What a bone is moved by, it moves all that hangs on it: the further, the
// longer the arm, and the more the bones above it lengthen. With the extents of
// skeleton_proof.h that is at most a known multiple of its own error. The
// bones of a way from the root share the tolerance: each gets what is left by
// those above it, divided by the number of bones below it on the longest way
// that have keys to lose. What is found is not trusted: ProveClip() judges it.
//
// Internal to actions/optimize.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CLIP_FIT_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CLIP_FIT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "actions/optimize/optimize.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

struct ClipFit {
  std::vector<uint8_t> stays;  // of each of the clip's keys: 0 or 1
  std::vector<KeptCurves> kept;
};

// `path` is the clip's, for `kept`. REQUIRES: the clip has the character's
// bones.
ClipFit FitClip(const m3d::Character& character, const m3d::Clip& clip,
                double reach, const OptimizeOptions& options,
                const std::string& path);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CLIP_FIT_H_
