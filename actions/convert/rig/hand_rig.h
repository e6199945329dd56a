// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recorded hand as a skeleton: which joints it has, which hangs below which,
// and how they move.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_HAND_RIG_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_HAND_RIG_H_

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/rig/rig_chain.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

struct RigJoint {
  size_t joint = 0;                   // of mrtk::kJointNames
  std::optional<size_t> parent = {};  // among the hand's, before this one
  RigTrack track = {};
  // Where the skin is bound: when all joints have begun. In the world, and as
  // glTF's numbers below the parent.
  Pose rest = {};
  std::array<float, 3> place = {};
  std::array<float, 4> turn = {};
};

struct HandRig {
  std::vector<RigJoint> joints;
  // Curves that are left out: no bound can be proven of them, or they are
  // rotations without positions.
  struct Left {
    mrtk::CurveSlot first;
    absl::Status reason;
  };
  std::vector<Left> left;
};

// The name of a joint's node: "hand_left_IndexTip", which is unique, or WebXR's
// own "index-finger-tip", which both hands have.
std::string JointName(mrtk::Handedness hand, size_t joint, bool webxr_names);

// All joints whose position was recorded, but for None; each below the nearest
// one of those that it hangs from. ResourceExhausted if there are more than
// `most_times` keyframes; `at` is then where. `off`: as FromZero() has it.
absl::StatusOr<HandRig> FitHand(const mrtk::InputAnimationView& view,
                                mrtk::Handedness hand,
                                const ConversionOptions& options,
                                const RigRequest& request, size_t most_times,
                                mrtk::CurveSlot& at,
                                std::span<const double> off = {});

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_HAND_RIG_H_
