// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tolerances of the checks: docs/formats/m3d.md, "Tolerances".

#ifndef CLIPGUARD_PARSER_M3D_TOLERANCES_H_
#define CLIPGUARD_PARSER_M3D_TOLERANCES_H_

namespace clipguard::m3d {

// Four blend weights whose sum is further from 1 than this do not sum to 1. A
// weight of a thousandth moves a vertex by a thousandth of a bone's way.
inline constexpr float kWeightTolerance = 0.001f;

// A scale that is further from 1 than this scales.
inline constexpr float kScaleTolerance = 0.005f;

// Keyframes that begin or end within this many seconds of each other begin or
// end together: exporters print times with six or seven digits.
inline constexpr float kTimeTolerance = 0.001f;

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_TOLERANCES_H_
