// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Finds the parts of an MRTK recording: parts, curves' keys, markers.
//
// A recording of which not even the curves can be told apart has none. The
// groups are: parts (1.1 only); markers; curves, of which all keys go; each
// curve's keys.

#ifndef CLIPGUARD_ACTIONS_REDUCE_RECORDING_GROUPS_H_
#define CLIPGUARD_ACTIONS_REDUCE_RECORDING_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "actions/reduce/group.h"

namespace clipguard::actions {

// See Structure::group.
std::optional<Group> RecordingGroup(std::span<const uint8_t> bytes,
                                    size_t index);
// The frames of a capture.
std::optional<Group> CaptureGroup(std::span<const uint8_t> bytes, size_t index);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REDUCE_RECORDING_GROUPS_H_
