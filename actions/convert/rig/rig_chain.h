// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Joints that hang below each other, as their keyframes play them.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_RIG_CHAIN_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_RIG_CHAIN_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/rig/recorded.h"
#include "actions/motion/slerp_arc.h"
#include "base/numbers.h"

namespace clipguard::actions {

// Keyframes from time 0 on. Times ascend, none is there twice.
struct RigTrack {
  std::vector<float> times = {};
  std::vector<float> places = {};  // three each; none: it stays at `place`
  std::vector<float> turns = {};   // four each; none: it turns with its parent
  std::array<float, 3> place = {};
  float begin = 0;  // where the first curve begins, at least 0
  // At no float32 time is it further off in the world: metres (Euclid's
  // distance), and degrees.
  double bound = 0;
  double degrees = 0;
  // Stretches of which nothing is proven, and where the first begins. A
  // rotation is all but 0 there, or turns too fast for keyframes.
  size_t unproven = 0;
  float first_unproven = 0;
  // Why its rotation is not there, although it has keys.
  absl::Status turn_problem = {};
};

// The angle of a rotation whose unit quaternions are this far apart, at most;
// the distance is up to sqrt(2). And that distance.
inline double AngleOfChord(double x) { return 2 * x * (1 + 0.143 * x * x); }
double ChordBetween(const Turn& a, const Turn& b);

// How far a joint is from the one that it hangs from, at most; metres.
double ReachOf(const RigTrack& track);

// How far lines between keyframes move a joint in the world, at most, the lines
// of its ancestors included: metres and degrees.
struct RigBound {
  double distance = 0;
  double degrees = 0;

  // The same for a joint below it.
  RigBound Below(const RigTrack& track) const {
    return {distance + degrees / kDegrees * ReachOf(track), degrees};
  }
};

// Where it plays at a time, below its parent.
Pose PlayedAt(const RigTrack& track, float time);

// The keyframes of a joint, as time goes by. Thread-compatible.
class RigLink {
 public:
  explicit RigLink(const RigTrack& track) : track_(&track) { Load(); }

  float first() const {
    return track_->times.empty() ? kNever : track_->times[0];
  }
  // REQUIRES: times do not descend from call to call.
  void MoveTo(float time);
  float next() const {
    return reached_ < track_->times.size() ? track_->times[reached_] : kNever;
  }

  // REQUIRES: the time is between those of the current keyframes.
  Pose At(float time) const;

  // Between the current keyframes: radians a second; metres a second; how far
  // it is from its parent.
  double spin() const { return spin_; }
  double speed() const { return speed_; }
  double reach() const { return reach_; }

 private:
  Pose KeyAt(size_t key) const;
  void Load();

  const RigTrack* track_;
  size_t reached_ = 0;  // so many keyframes are at or before the time
  bool is_inside_ = false;
  float begin_ = 0;
  float end_ = 0;
  Pose from_;
  Pose to_;
  SlerpArc arc_{kNoTurn, kNoTurn};
  double spin_ = 0;
  double speed_ = 0;
  double reach_ = 0;
};

// Bounds of the parent's motion in the world, between the current keyframes of
// all its ancestors.
struct Spin {
  double speed = 0;   // radians a second
  double change = 0;  // of that
  double pull = 0;    // of its position's second derivative
  double reach = 0;   // how far all links reach together
};

// A joint's ancestors.
class RigChain {
 public:
  explicit RigChain(std::span<const RigTrack* const> ancestors) {
    for (const RigTrack* track : ancestors) links_.emplace_back(*track);
  }

  size_t size() const { return links_.size(); }
  float first() const;
  void MoveTo(float time);
  float next() const;

  // Where the last one is in the world.
  Pose At(float time) const;

  Spin Now() const;

 private:
  std::vector<RigLink> links_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_RIG_CHAIN_H_
