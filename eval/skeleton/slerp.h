// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where a slerp becomes a lerp: for the specification (reference.h) and for
// what is computed after it.

#ifndef CLIPGUARD_EVAL_SKELETON_SLERP_H_
#define CLIPGUARD_EVAL_SKELETON_SLERP_H_

namespace clipguard::eval {

// Quaternions whose dot product is above this are so near each other that the
// sine of the angle between them is too small to divide by. docs/formats/m3d.md
// has the rule.
inline constexpr double kSlerpThreshold = 1 - 1e-5;

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SLERP_H_
