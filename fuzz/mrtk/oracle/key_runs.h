// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks that all kernels of parser/mrtk/checks/key_scan.h that the machine has
// say the same of a run of keys.

#ifndef CLIPGUARD_FUZZ_MRTK_ORACLE_KEY_RUNS_H_
#define CLIPGUARD_FUZZ_MRTK_ORACLE_KEY_RUNS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::fuzz {

// The bytes as keys of both layouts, as a rotation and as a pose; as many as
// fit, up to the last byte.
void CheckRawRuns(std::span<const uint8_t> bytes);

// A curve, its first and its last keys.
void CheckCurveRuns(const mrtk::CurveView& curve);

// The poses of the camera and of all joints.
void CheckPoseRuns(const mrtk::InputAnimationView& view);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_ORACLE_KEY_RUNS_H_
