// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings of motions that are made up: the same on every machine.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_TEST_RECORDINGS_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_TEST_RECORDINGS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {

struct MotionOptions {
  uint32_t seed = 1;
  size_t keys = 600;
  double rate = 60;     // keys a second; times tremble a little
  double noise = 2e-4;  // metres, and a tenth of a radian's thousandth or so
  // Tangents and weights, where the layout has them, as an animator sets them.
  bool tangents = false;
};

// A hand that reaches, waits and turns; camera and gaze as well. The layout
// must be able to hold it: gaze is left out of 1.0.
mrtk::InputAnimation MakeMotion(const MotionOptions& options, bool gaze);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_TEST_RECORDINGS_H_
