// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Options and result of making a file smaller.
//
// Value types. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_OPTIMIZE_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_OPTIMIZE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace clipguard::actions {

// A joint is more than its place: what it turns moves, too. Errors of hands
// are measured at points this far off their joints, in metres, as ACL does.
inline constexpr double kShellDistance = 0.03;

struct OptimizeOptions {
  // Metres; with 0 nothing changes that can be seen. How far a position may be
  // from where it was, and, in hands, any point kShellDistance off a joint.
  double tolerance = 1e-4;
  // Degrees; 0 to 180. How far a rotation or direction may be turned. Joints
  // turn less if `tolerance` asks for it.
  double angle_tolerance = 0.1;
};

// At any time, in metres and degrees, in a player that takes rotations and
// directions to unit length.
struct PoseErrors {
  double distance = 0;
  double angle = 0;
  double shell = 0;  // kShellDistance off joints, if the part has some
};

// A part that gets smaller by itself: camera, a hand, the gaze.
struct OptimizedPart {
  std::string name;  // "camera", "hands.left", "hands.right", "gaze"
  bool has_shell = false;
  uint64_t keys_before = 0;
  uint64_t keys_after = 0;
  uint64_t bytes_before = 0;  // of its curves
  uint64_t bytes_after = 0;
  PoseErrors proven;  // no error is larger (actions/optimize/recording/proof.h)
  // The largest that was met, in float32, whose own rounding is not part of
  // what is proven.
  PoseErrors measured;
};

// Curves that stay as they are though there is more than they need, and why.
struct KeptCurves {
  std::string path;  // of the first one
  std::string reason;
};

struct Optimized {
  // The smaller file. Empty unless changed().
  std::vector<uint8_t> bytes;
  std::vector<OptimizedPart> parts;  // those that the file has
  std::vector<KeptCurves> kept;

  bool changed() const { return !bytes.empty(); }
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_OPTIMIZE_H_
