// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What is asked of a smaller file, and what is said of it.
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

// The unit of lengths.
enum class LengthUnit : uint8_t {
  kMetre,  // of recordings
  kOwn,    // of characters: the file does not say which one it is
  kBlock,  // of armatures
};

struct OptimizeOptions {
  // In the file's unit; with 0 nothing changes that can be seen. How far a
  // position may be from where it was, and, of hands and characters, any point
  // that is off a joint by Optimized::reach.
  double tolerance = 1e-4;
  // Degrees; 0 to 180. How far a rotation or direction may be turned. Joints
  // turn less if `tolerance` asks for it.
  double angle_tolerance = 0.1;
};

// At any time, in the file's unit and degrees. Of recordings what a player
// shows that takes rotations and directions to unit length.
struct PoseErrors {
  double distance = 0;
  double angle = 0;
  double shell = 0;  // off joints by Optimized::reach, if the part has some
};

// What gets smaller by itself: camera, a hand, the gaze; a clip.
struct OptimizedPart {
  std::string name;  // "camera", "hands.left", "hands.right", "gaze"; a path
  bool has_shell = false;
  uint64_t keys_before = 0;
  uint64_t keys_after = 0;
  uint64_t bytes_before = 0;  // of its curves
  uint64_t bytes_after = 0;
  PoseErrors proven;  // no error is larger (actions/optimize/recording/proof.h)
  // The largest that was met, in float32, whose own rounding is not part of
  // what is proven. If it was not looked for, 0.
  PoseErrors measured;
  bool is_measured = true;
};

// Curves that stay as they are though there is more than they need, and why.
struct KeptCurves {
  std::string path;  // of the first one
  std::string reason;
};

struct Optimized {
  // The smaller file. Empty unless changed().
  std::vector<uint8_t> bytes;
  LengthUnit unit = LengthUnit::kMetre;
  double reach = kShellDistance;     // how far off their joints points are
  std::vector<OptimizedPart> parts;  // those that the file has
  std::vector<KeptCurves> kept;

  bool changed() const { return !bytes.empty(); }
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_OPTIMIZE_H_
