// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Scans over keys that answer one question fast: is there anything in this
// run of keys worth a closer look?
//
// A scan says yes or no for the whole run; it neither knows nor reports where
// or what. Validate() looks again, key by key, at the runs that are not
// ordinary. So a scan may be stricter than the rules (a key that is merely
// rare is looked at and found good), and must never be laxer; and findings do
// not depend on the kernel.

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_H_

#include <stddef.h>
#include <stdint.h>

namespace clipguard::mrtk {

// `keys` points at `count` packed keys, at any alignment; count may be 0.
struct KeyRun {
  const uint8_t* keys;
  size_t count;
};

// A full key is ordinary when |time| and both |tangents| are at most 2^60,
// |value| is at most 2^125, the weights are in [0, 1], and the weighted mode
// is in 0 ... 3: such keys cannot overflow (see key_scan_limits.h). A compact
// key, when time and value are finite. A run is ordinary when all its keys are,
// and their times strictly increase.
//
// A pose, the three curves of a position and the four of a rotation, is
// ordinary when all seven are; when the four have the same times, bit for bit;
// when their squared lengths are at most kFarthestFromOne from 1; and when the
// product of each quaternion and the next is at least kLeastProduct. Both, with
// a rounding error or two. REQUIRES: the last four have equal counts.
struct LayoutScan {
  bool (*curve)(const KeyRun& curve);
  bool (*pose)(const KeyRun curves[7]);
};

struct KeyScan {
  LayoutScan full;
  LayoutScan compact;

  static const KeyScan kScalar, kNeon, kSse2, kAvx2, kAvx512;
};

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_H_
