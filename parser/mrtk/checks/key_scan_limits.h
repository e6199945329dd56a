// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Limits that the scans of key_scan.h compare with, shared by all kernels.
// Constants only: this header is compiled with every kernel's flags.

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_LIMITS_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_LIMITS_H_

#include <stddef.h>
#include <stdint.h>

#include "base/unit_length.h"
#include "parser/mrtk/checks/key_scan.h"

namespace clipguard::mrtk {

inline constexpr uint32_t kMagnitude = 0x7fffffff;

// A 32-bit word w of field f is ordinary when (w & kMask[f]) <= kLimit[f],
// compared without sign. Floats of either sign compare like integers once the
// sign bit is gone; weights and modes keep theirs, so that negative ones are
// large.
//
// With |time| <= 2^60 and |tangent| <= 2^60, a control point is within
// 2^125 + 1 * 2^60 * 2^61 < 2^126 of zero: no ordinary segment overflows.
struct FullKeys {
  static constexpr LayoutScan KeyScan::* kScans = &KeyScan::full;
  static constexpr size_t kFields = 7;
  static constexpr uint32_t kMask[] = {
      kMagnitude, kMagnitude, kMagnitude, kMagnitude, ~0u, ~0u, ~0u};
  static constexpr uint32_t kLimit[] = {
      (127 + 60) << 23,   // time
      (127 + 125) << 23,  // value
      (127 + 60) << 23,   // in tangent
      (127 + 60) << 23,   // out tangent
      127 << 23,          // in weight: 1
      127 << 23,          // out weight: 1
      3,                  // weighted mode
  };
};

// Time and value: finite.
struct CompactKeys {
  static constexpr LayoutScan KeyScan::* kScans = &KeyScan::compact;
  static constexpr size_t kFields = 2;
  static constexpr uint32_t kMask[] = {kMagnitude, kMagnitude};
  static constexpr uint32_t kLimit[] = {0x7f7fffff, 0x7f7fffff};
};

// The least product of a quaternion and the next one, which no rounding turns
// negative.
inline constexpr float kLeastProduct = 1e-4f;

// Two that have a larger product with a third one are less than 90 degrees
// apart, so that theirs is larger than kLeastProduct, whatever their lengths.
inline constexpr float kNearProduct = 0.72f;

// A little less than kUnitTolerance allows: rounding must not make a scan laxer
// than the exact check.
inline constexpr float kFarthestFromOne = 0.0099f;
static_assert(1 - kFarthestFromOne > kLeastUnitSquare + 7e-5f &&
              1 + kFarthestFromOne < kMostUnitSquare - 7e-5f);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_LIMITS_H_
