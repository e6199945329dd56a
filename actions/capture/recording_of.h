// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A capture of XR Hands as an MRTK recording, for all that works on recordings.
//
// Curves have a key at each frame that has the hand, or the head's pose, with
// true times; rotations that follow each other are on the same side of the
// sphere. A hand is tracked in frames that say so and have joints: what is lost
// stays where it was, and is not there. States change from one float32 time to
// the next, and have a key at the last frame, so that a recording is as long as
// its capture.

#ifndef CLIPGUARD_ACTIONS_CAPTURE_RECORDING_OF_H_
#define CLIPGUARD_ACTIONS_CAPTURE_RECORDING_OF_H_

#include <cstdint>
#include <vector>

#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/capture.h"

namespace clipguard::actions {

// Lines between keys that are cut so are no further from a capture's arcs;
// radians.
inline constexpr double kArcTolerance = 1e-5;

struct RecordingRequest {
  // Has keys between frames that are far apart, so that a recording's lines,
  // normalised, follow the capture's arcs within kArcTolerance; and a key just
  // before a frame that does not have the hand. Without: keys at frames only,
  // and at each frame.
  bool shown = true;
  // Has the capture's name as a marker at 0.
  bool named = false;
};

// The bytes of a recording of version 1.1 with compact keys. Takes memory in
// proportion to the capture.
std::vector<uint8_t> RecordingOf(const xrhands::CaptureView& capture,
                                 const RecordingRequest& request);

// The same, with its view, whose joints have their names of XR Hands.
class ShownCapture {
 public:
  explicit ShownCapture(const xrhands::CaptureView& capture,
                        const RecordingRequest& request = {});
  ShownCapture(const ShownCapture&) = delete;
  ShownCapture& operator=(const ShownCapture&) = delete;

  const mrtk::InputAnimationView& view() const { return view_; }

 private:
  const std::vector<uint8_t> bytes_;
  const mrtk::InputAnimationView view_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CAPTURE_RECORDING_OF_H_
