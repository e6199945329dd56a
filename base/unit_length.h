// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tolerance for unit length, in all formats. Nothing but constants: the
// kernels' headers may include it.

#ifndef CLIPGUARD_BASE_UNIT_LENGTH_H_
#define CLIPGUARD_BASE_UNIT_LENGTH_H_

namespace clipguard {

// A quaternion, normal or tangent whose length is further from 1 than this is
// not a unit vector. Exporters print seven digits; an MRTK recorder's own
// files, thinned out and rounded, stay within 0.0004 at their keys; half a
// percent cannot be seen.
inline constexpr float kUnitTolerance = 0.005f;

// The squares of the least and the largest length that is within.
inline constexpr float kLeastUnitSquare =
    (1 - kUnitTolerance) * (1 - kUnitTolerance);
inline constexpr float kMostUnitSquare =
    (1 + kUnitTolerance) * (1 + kUnitTolerance);

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_UNIT_LENGTH_H_
