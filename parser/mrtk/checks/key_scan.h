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
//
// Each kernel is one .cc file, compiled with that instruction set's flags and
// including nothing that has inline functions, so that no code for a newer CPU
// can be linked into what an older one runs.

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_H_

#include <stddef.h>
#include <stdint.h>

namespace clipguard::mrtk {

struct KeyRun {
  const uint8_t* keys;
  size_t count;
};

// A full key is ordinary when |time| and both |tangents| are at most 2^60,
// |value| is at most 2^125, the weights are in [0, 1], and the weighted mode
// is in 0 ... 3: such keys cannot overflow (see key_scan_limits.h). A compact
// key, when time and value are finite. A boolean key, when its time is finite
// and its value is +0 or 1. A run is ordinary when all its keys are, and their
// times strictly increase.
//
// A run of quaternions, four curves of equal key counts, is ordinary when the
// four runs are, their times are the same bit for bit, and all squared lengths
// are within [kMinSquaredLength, kMaxSquaredLength], with a rounding error or
// two.
//
// A pose, three curves and a run of quaternions, is ordinary when all four are.
//
// `keys` points at `count` packed keys, at any alignment; count may be 0.
struct KeyScan {
  bool (*full)(const uint8_t* keys, size_t count);
  bool (*compact)(const uint8_t* keys, size_t count);
  bool (*boolean)(const uint8_t* keys, size_t count);
  // The keys of four curves: x y z w.
  bool (*quaternions_full)(const uint8_t* const curves[4], size_t count);
  bool (*quaternions_compact)(const uint8_t* const curves[4], size_t count);
  // The seven curves of a pose, of which the last four have equal counts: many
  // curves are short, and one call for all takes less than four.
  bool (*pose_full)(const KeyRun curves[7]);
  bool (*pose_compact)(const KeyRun curves[7]);

  static const KeyScan kScalar, kNeon, kAvx2, kAvx512;
  // A kernel without one has the next lower kernel's.
  static constexpr const KeyScan& kSse2 = kScalar;
};

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_KEY_SCAN_H_
