// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of a recording's curve that a report needs in order to draw it,
// sound or damaged.
//
// Keys may be anything at all: NaN, infinite, out of order, 10,000 years apart.
// Everything takes time in proportion to the keys, and to the stretches of the
// levels. Pure functions; thread-safe.

#ifndef CLIPGUARD_REPORT_MRTK_CURVE_LEVELS_H_
#define CLIPGUARD_REPORT_MRTK_CURVE_LEVELS_H_

#include <cstdint>

#include "parser/mrtk/input_animation_view.h"
#include "report/tracks/levels.h"

namespace clipguard::report {

// Beyond this, a key's time is a KEY_TIME_TOO_FAR, seconds.
inline constexpr double kFarthestTime = 131072;

struct CurveFacts {
  // The range of the curve, also between its keys. With weights outside [0, 1]
  // it may be larger than necessary.
  ValueRange values;
  ValueRange times;          // of its keys
  ValueRange near_times;     // of those no farther from 0 than kFarthestTime
  uint64_t broken_keys = 0;  // whose time or value is not finite
  bool in_order = true;      // no key's time is before the last one's, or NaN
};

// `boolean`: the values are 0 or 1, and hold up to the next key.
CurveFacts FactsOf(const mrtk::CurveView& curve, bool boolean);

// Adds the curve's values between its first and last key. For a curve out of
// order, whose values are undefined, adds only its keys.
void FillLevels(const mrtk::CurveView& curve, bool boolean,
                const CurveFacts& facts, Levels& levels);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_MRTK_CURVE_LEVELS_H_
