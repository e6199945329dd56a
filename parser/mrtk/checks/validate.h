// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate: every verdict of docs/formats/mrtk-input-animation.md that needs a
// look at the keys, the values or the markers. Structure is the reader's part
// (input_animation_view.h).
//
//   FindingList findings;
//   auto view = mrtk::ReadAndValidate(bytes, {}, findings);
//   if (view) ...  // the file is sound
//
// A file without errors, and without the warning CURVE_OVERFLOWS, evaluates to
// finite values at every time but NaN.

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_VALIDATE_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_VALIDATE_H_

#include <cstdint>
#include <optional>
#include <span>

#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::mrtk {

// A camera or a hand may stop this many seconds before the recording, or the
// tracking of the hand, does: a frame, at eight frames a second. Curves of one
// pose end at exactly the same time.
inline constexpr float kTailTolerance = 0.125f;

// Seconds. From here on, neighbouring floats are 1/64 s apart, a frame at 60
// frames a second. It is 36 hours; recordings are minutes long.
inline constexpr float kFarthestTime = 0x1p17f;

// Looks at everything that the view shows; whether there is no error. Time is
// linear in the size of the file; nothing is allocated on a file without
// findings. Findings are the same with every kernel. REQUIRES:
// IsSupported(kernel).
bool Validate(const InputAnimationView& view, FindingSink& sink,
              Kernel kernel = ActiveKernel());

// Both: reads, and validates what can be read. A view if and only if there was
// no error in either.
std::optional<InputAnimationView> ReadAndValidate(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink);

// The same for callers that use what they can of a file with errors:
// ReadDamagedInputAnimation(), and Validate() for its view, whose keys may be
// wrong in every way.
std::optional<InputAnimationView> ReadDamagedAndValidate(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink);

// How many of a recording's curves have keys.
struct KeyedCurves {
  size_t all = 0;
  size_t with_keys = 0;
  size_t last = 0;  // index of the last that has some
};
KeyedCurves CountKeyedCurves(const InputAnimationView& view);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_VALIDATE_H_
