// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// All curves of a recording at even times, for those who need them once.
//
//   CompiledClip clip(view); Bake(clip, grid, values);   // the same, in a
//   BakeOnce(view, grid, values);                        // quarter of the time
//
// The values are those of eval/curve/compiled_clip.h, bit by bit, in the same
// places.

#ifndef CLIPGUARD_EVAL_CURVE_BAKE_ONCE_H_
#define CLIPGUARD_EVAL_CURVE_BAKE_ONCE_H_

#include <cstddef>
#include <span>

#include "eval/curve/compiled_clip.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// The columns of the matrix: how many curves the recording has.
size_t CountChannels(const mrtk::InputAnimationView& view);

// Writes a matrix of frames x channels, row by row: values[f * channels + c].
// Shared out among `threads` threads; the result does not depend on their
// number. Allocates 70 kB a thread. False, and nothing is written, if
// values.size() < grid.frames * CountChannels(view). REQUIRES:
// IsSupported(kernel).
bool BakeOnce(const mrtk::InputAnimationView& view, const BakeGrid& grid,
              std::span<float> values, size_t threads = 1,
              Kernel kernel = ActiveKernel());

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_BAKE_ONCE_H_
