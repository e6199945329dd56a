// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording as a scene: camera, hands and gaze as nodes that move.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_SCENE_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_SCENE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

// Where a recording comes from, if it is not MRTK's own.
struct RecordingOrigin {
  std::string_view source = "mrtk";
  std::string version = {};
  // From None on; empty: MRTK's.
  std::span<const std::string_view> joints = {};
  // Hands have no size while they are not tracked.
  bool hides_lost_hands = false;
  // Above 0, the recording may have errors: so many times a second there are
  // samples of curves that have no track. Numbers that are not finite stay in
  // them, and in the node's own place.
  double damaged_fps = 0;
  // Where its curves lie, if they were moved. Null: there.
  const mrtk::InputAnimationView* places = nullptr;
  // How far each curve is from the source's: FromZero(). Empty: nowhere.
  std::span<const double> off = {};

  // The same of the curves from that one on.
  std::span<const double> OffFrom(mrtk::CurveSlot first) const {
    return off.empty() ? off : off.subspan(first.index());
  }
};

// The scene has a root "recording" and below it
//
//   camera                 looks along -z, as cameras of glTF and Unity's +z do
//   hand_left, hand_right  without motion of their own; below them all joints
//                          side by side, because a recording has their poses in
//                          one space: "hand_left_IndexTip"
//   hand_left_tracked, _pinch x is 1 while it is so, otherwise 0
//   gaze                   at the origin of the gaze
//   gaze_direction         below it, one direction's length away
//
// and markers in its extras. A part without keys has no motion. Recordings are
// left-handed: z is mirrored.
//
// REQUIRES: Validate() has no error to report of it, or damaged_fps.
// Losses are reported; `facts` gets the bounds. InvalidArgument and
// ResourceExhausted as PositionTrack().
absl::StatusOr<Scene> SceneOfRecording(const mrtk::InputAnimationView& view,
                                       const ConversionOptions& options,
                                       FindingSink& losses,
                                       std::vector<ConversionFact>& facts,
                                       ResultBudget budget,
                                       const RecordingOrigin& origin = {});

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_SCENE_H_
