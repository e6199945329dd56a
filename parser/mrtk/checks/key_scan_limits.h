// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the scans of key_scan.h compare with, shared by all kernels. Constants
// only: this header is compiled with every kernel's flags.

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_LIMITS_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_LIMITS_H_

#include <stdint.h>

#include "base/unit_length.h"

namespace clipguard::mrtk {

// Fields of a full key, as 32-bit words: time, value, in and out tangent, in
// and out weight, weighted mode. A word w of field f is ordinary when
// (w & kWordMask[f]) <= kWordLimit[f], compared without sign. Floats of either
// sign compare like integers once the sign bit is gone; weights and modes keep
// theirs, so that negative ones are large.
//
// With |time| <= 2^60 and |tangent| <= 2^60, a control point is within
// 2^125 + 1 * 2^60 * 2^61 < 2^126 of zero: no ordinary segment overflows.
inline constexpr int kWords = 7;
inline constexpr uint32_t kMagnitude = 0x7fffffff;
inline constexpr uint32_t kWordMask[kWords] = {
    kMagnitude, kMagnitude, kMagnitude, kMagnitude, ~0u, ~0u, ~0u};
inline constexpr uint32_t kWordLimit[kWords] = {
    (127 + 60) << 23,   // time
    (127 + 125) << 23,  // value
    (127 + 60) << 23,   // in tangent
    (127 + 60) << 23,   // out tangent
    127 << 23,          // in weight: 1
    127 << 23,          // out weight: 1
    3,                  // weighted mode
};

// Words of finite floats, signs removed, are below this one.
inline constexpr uint32_t kInfinityWord = 0x7f800000;
inline constexpr uint32_t kOneWord = 0x3f800000;

// A little tighter than (1 -+ kUnitTolerance) squared: rounding, which differs
// between kernels, must not make a scan laxer than the exact check.
inline constexpr float kMinSquaredLength = 0.9901f;
inline constexpr float kMaxSquaredLength = 1.0099f;
static_assert(kMinSquaredLength > kLeastUnitSquare + 7e-5f &&
              kMaxSquaredLength < kMostUnitSquare - 7e-5f);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_LIMITS_H_
