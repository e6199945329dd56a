// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/format.h"

namespace clipguard::mrtk {
namespace {

constexpr std::array<std::string_view, 4> kHandStateNames = {
    "hands.left.tracked", "hands.right.tracked", "hands.left.pinch",
    "hands.right.pinch"};

}  // namespace

std::string_view KeyLayoutName(KeyLayout layout) {
  return layout == KeyLayout::kCompact ? "compact" : "full";
}

std::string_view WrapModeName(int32_t value) {
  switch (value) {
    case 0:
      return "Default";
    case 1:
      return "Once";
    case 2:
      return "Loop";
    case 4:
      return "PingPong";
    case 8:
      return "ClampForever";
    default:
      return "?";
  }
}

std::string_view HandName(Handedness hand) {
  return hand == Handedness::kLeft ? "left" : "right";
}

std::string CurveSlot::Path(JointNames joints) const {
  std::string path;
  if (is_camera()) {
    path = "camera.";
    path += kPoseComponentNames[index_ - kCamera];
  } else if (is_boolean()) {
    path = kHandStateNames[index_ - kHandStates];
  } else if (is_hand()) {
    const size_t pose = (index_ - kJoints) / kPoseCurves;
    path = "hands.";
    path += HandName(static_cast<Handedness>(pose / kJointCount));
    path += '.';
    path += joints[pose % kJointCount];
    path += '.';
    path += kPoseComponentNames[(index_ - kJoints) % kPoseCurves];
  } else {
    path = "gaze.";
    path += kRayComponentNames[index_ - kGaze];
  }
  return path;
}

}  // namespace clipguard::mrtk
