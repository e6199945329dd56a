// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The groups of each kind of file: see Structure::group.

#ifndef CLIPGUARD_ACTIONS_REDUCE_GROUPS_H_
#define CLIPGUARD_ACTIONS_REDUCE_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "actions/reduce/group.h"

namespace clipguard::actions {

// Finds the parts of JSON: each array's elements, each object's members.
//
// Brackets, commas, strings and comments are all that is looked at, so that
// text which is not JSON has groups, too. They come in the order of the text.
std::optional<Group> JsonGroup(std::span<const uint8_t> bytes, size_t index);

// Finds the parts of a .m3d character: sections, clips, bones, materials,
// vertices, triangles, each bone's keys; at last, lines.
//
// Labels, braces and lines are all that is looked at, so that a character with
// errors has groups, too.
std::optional<Group> CharacterGroup(std::span<const uint8_t> bytes,
                                    size_t index);

// Finds the parts of an MRTK recording: parts, curves' keys, markers.
//
// A recording of which not even the curves can be told apart has none. The
// groups are: parts (1.1 only); markers; curves, of which all keys go; each
// curve's keys.
std::optional<Group> RecordingGroup(std::span<const uint8_t> bytes,
                                    size_t index);
// The frames of a capture.
std::optional<Group> CaptureGroup(std::span<const uint8_t> bytes, size_t index);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REDUCE_GROUPS_H_
