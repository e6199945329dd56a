// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A .glb of a recording as a recording again: what a viewer would play of it,
// not the file that it may keep (original.h).
//
//   auto read = gltf::ReadRecording(glb, limits);
//   if (read.ok()) ReadInputAnimation(read->bytes, {}, findings);
//
// Nodes have the names that recording_scene.h gives them, in the first
// animation; z is mirrored back. LINEAR positions become keys that are joined
// by lines, CUBICSPLINE becomes keys with slopes and without weights, STEP keys
// with steps: the same curves. Markers are those of the extras.

#ifndef CLIPGUARD_RESCUE_GLTF_RECORDING_READER_H_
#define CLIPGUARD_RESCUE_GLTF_RECORDING_READER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/limits.h"

namespace clipguard::rescue::gltf {

struct PlayedRecording {
  // Version 1.1 with full keys. Values are not judged.
  std::vector<uint8_t> bytes;
  // Rotations that are LINEAR, which are arcs: here they are lines between
  // quaternions, which is the same way at another speed.
  size_t arcs = 0;
};

// The bytes may be anybody's. InvalidArgument, with a reason for people, if
// they are no .glb, not of a recording, or not as clipguard writes them: nodes
// hang and stand as in recording_scene.h, only keyframes move them, and those
// are plain floats in the .glb itself;
// ResourceExhausted if the JSON has more than `json_bytes`, or the recording
// would be larger than `result_bytes` of the limits allows. Memory is a small
// multiple of the JSON chunk, and the result.
absl::StatusOr<PlayedRecording> ReadRecording(std::span<const uint8_t> glb,
                                              const Limits& limits = {});

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_RESCUE_GLTF_RECORDING_READER_H_
