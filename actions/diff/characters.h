// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares two characters of any dialects: materials, subsets, vertices
// and their weights, triangles, bones, clips.
//
// Materials are known by their names, or, where they have none, by their
// numbers; bones and vertices by their numbers, clips by their names. Weights
// of a vertex are compared bone by bone, in whatever order it lists them, the
// fourth as 1 minus the others.
//
// In a clip, each bone's translation, scale and rotation are compared at all
// keys of the two and at eight places between each two (bone_motion.h). And for
// what is seen, of each bone the displacement of three points near it, by the
// poses of the whole skeleton, at key times: at no more of them than there are
// keys for each bone, so that the work stays in proportion to the files. Where
// a bone is near, in the unit of a file that does not say which one it is, is a
// sixtieth of the mesh's size: 3 cm of a person.
//
// Time is linear in the sizes, but for names, which are sorted. Memory is that
// of the result and some 200 bytes a key of one clip. Reentrant: no state, no
// I/O. REQUIRES: both come from ReadAndValidate() without errors.

#ifndef CLIPGUARD_ACTIONS_DIFF_CHARACTERS_H_
#define CLIPGUARD_ACTIONS_DIFF_CHARACTERS_H_

#include "actions/diff/comparison.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

Comparison CompareCharacters(const m3d::Character& a, const m3d::Character& b,
                             const CompareOptions& options = {});

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_CHARACTERS_H_
