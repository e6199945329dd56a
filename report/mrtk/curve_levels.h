// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a report has to know of a recording's curve before it draws it, sound or
// damaged.
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
  // Of the curve, between its keys, too. With weights outside [0, 1] it may be
  // larger than that.
  ValueRange values;
  ValueRange times;          // of its keys
  ValueRange near_times;     // of those no farther from 0 than kFarthestTime
  uint64_t broken_keys = 0;  // whose time or value is not finite
  bool in_order = true;      // no key's time is before the last one's, or NaN
};

// `boolean`: the values are 0 or 1, and hold up to the next key.
CurveFacts FactsOf(const mrtk::CurveView& curve, bool boolean);

// Adds what the curve's values are between its first and last key. Of a curve
// out of order, whose values nobody knows, only its keys.
void FillLevels(const mrtk::CurveView& curve, bool boolean,
                const CurveFacts& facts, Levels& levels);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_MRTK_CURVE_LEVELS_H_
