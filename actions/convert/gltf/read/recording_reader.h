// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A .glb of a recording as a recording again: what a viewer would play of it,
// not the file that it may keep (original.h).
//
//   auto read = gltf::ReadRecording(glb, limits);
//   if (read.ok()) Look(read->curves.Curve(CurveSlot::Camera(kPositionX)));
//
// Nodes have the names that recording_scene.h gives them, in the first
// animation. Markers are those of the extras.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_RECORDING_READER_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_RECORDING_READER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/gltf/read/played_curves.h"
#include "parser/limits.h"

namespace clipguard::actions::gltf {

struct PlayedRecording {
  // A recording of version 1.1 with full keys, of which there are none: which
  // parts there are, and the markers.
  std::vector<uint8_t> frame;
  // They look into the .glb.
  PlayedCurves curves;
  // Seconds, as its extras say; 0 if they do not.
  float duration = 0;
};

// The bytes may be anybody's. InvalidArgument, with a reason for people, if
// they are no .glb, not of a recording, or not as clipguard writes them: nodes
// hang and stand as in recording_scene.h, only keyframes move them, and those
// are plain floats in the .glb itself;
// ResourceExhausted if the JSON has more than `json_bytes`, or if keyframes,
// and keys that are made between them, would be more bytes as a recording than
// `result_bytes` and 16 for each of the .glb's allow. That bounds what it takes
// to compare channels that share their keyframes. Memory is a small multiple of
// the JSON chunk; time is that of reading each channel's keyframes.
absl::StatusOr<PlayedRecording> ReadRecording(std::span<const uint8_t> glb,
                                              const Limits& limits = {});

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_RECORDING_READER_H_
