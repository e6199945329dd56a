// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares a recording with a .glb of one: with the motion that a viewer plays,
// and with the file that the .glb keeps, if it keeps one.
//
// What is compared is said in notes. A .glb is other curves within a bound, so
// keys and layouts are not compared. Takes the memory of one pose at a time: up
// to 196 bytes for each of its keyframes, and 32 kB (played_curves.h).
// Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_RECORDING_GLB_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_RECORDING_GLB_H_

#include <cstdint>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "actions/diff/comparison.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions {

// Tolerances that suit a .glb as `clipguard convert` writes it unless told
// otherwise: 0.1 mm of each coordinate are up to 0.18 mm of a distance.
inline constexpr double kGlbUnits = 2e-4;
inline constexpr double kGlbDegrees = 0.02;

// A recording, or a .glb of one.
struct RecordingOrGlb {
  std::span<const uint8_t> bytes;
  // A forced key layout, of recordings.
  std::optional<mrtk::KeyLayout> layout = std::nullopt;
};

// REQUIRES: what is a recording has no errors. InvalidArgument or
// ResourceExhausted, with a reason for people, if a .glb cannot be read as a
// recording: gltf::ReadRecording() says when.
absl::StatusOr<Comparison> CompareWithGlb(const RecordingOrGlb& a,
                                          const RecordingOrGlb& b,
                                          const Limits& limits,
                                          const CompareOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_RECORDING_GLB_H_
