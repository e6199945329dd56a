// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Finds the parts of a .m3d character: sections, clips, bones, materials,
// vertices, triangles, each bone's keys; at last, lines.
//
// Labels, braces and lines are all that is looked at, so that a character with
// errors has groups, too.

#ifndef CLIPGUARD_ACTIONS_REDUCE_CHARACTER_GROUPS_H_
#define CLIPGUARD_ACTIONS_REDUCE_CHARACTER_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "actions/reduce/group.h"

namespace clipguard::actions {

// See Structure::group.
std::optional<Group> CharacterGroup(std::span<const uint8_t> bytes,
                                    size_t index);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REDUCE_CHARACTER_GROUPS_H_
