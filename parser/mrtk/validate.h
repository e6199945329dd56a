// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate: every verdict of docs/formats/mrtk-input-animation.md that needs a
// look at the keys, the values or the markers. Structure is Parse()'s part.
//
//   FindingList findings;
//   ParseAndValidate(bytes, {}, findings);
//   if (findings.errors() == 0) ...  // the file is sound
//
// A file without errors, and without the warning CURVE_OVERFLOWS, evaluates to
// finite values at every time but NaN.

#ifndef CLIPGUARD_PARSER_MRTK_VALIDATE_H_
#define CLIPGUARD_PARSER_MRTK_VALIDATE_H_

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

// Looks at everything that the view shows. Time is linear in the size of the
// file; nothing is allocated on a file without findings. Findings are the same
// with every kernel. REQUIRES: IsSupported(kernel).
void Validate(const InputAnimationView& view, FindingSink& sink,
              Kernel kernel = ActiveKernel());

// Parse() and, if there is a view, Validate().
std::optional<InputAnimationView> ParseAndValidate(
    std::span<const uint8_t> bytes, const ParseOptions& options,
    FindingSink& sink);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_VALIDATE_H_
