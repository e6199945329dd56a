// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// All curves of a recording at even times, as a matrix.
//
//   const absl::StatusOr<BakeGrid> grid = WholeClip(view, /*fps=*/60);
//   if (!grid.ok()) return;                     // absurdly long
//   std::vector<float> frames(grid->frames * CountChannels(view));
//   Bake(view, *grid, frames);                  // a row for each frame
//
// The columns are the channels of eval/curve/compiled_clip.h, with its values,
// bit by bit; nothing is compiled.

#ifndef CLIPGUARD_EVAL_CURVE_BAKE_H_
#define CLIPGUARD_EVAL_CURVE_BAKE_H_

#include <cstddef>
#include <span>

#include "absl/status/statusor.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Frames at even distances: frame i is at from + i / fps, computed in double
// and rounded to float.
struct BakeGrid {
  double from = 0;  // seconds
  double fps = 60;
  size_t frames = 0;

  float time(size_t frame) const;
};

// The columns of the matrix: how many curves the recording has.
size_t CountChannels(const mrtk::InputAnimationView& view);

// Default limit of WholeClip(): 256 MiB of values, or 48 minutes of all 389
// curves at 60 frames a second.
inline constexpr size_t kMostBakedValues = size_t{1} << 26;

// The frames from 0 to the recording's last key, inclusive. How many these are,
// the file says, and a file of two keys may say 1e40: ResourceExhausted if
// frames times channels (at least one) are more than `most_values`.
// InvalidArgument unless fps is finite and above 0.
absl::StatusOr<BakeGrid> WholeClip(const mrtk::InputAnimationView& view,
                                   double fps,
                                   size_t most_values = kMostBakedValues);

// Writes a matrix of frames x channels, row by row: values[f * channels + c].
// Shared out among `threads` threads; the result does not depend on their
// number. Allocates 70 kB a thread. False, and nothing is written, if
// values.size() < grid.frames * CountChannels(view). REQUIRES:
// IsSupported(kernel).
bool Bake(const mrtk::InputAnimationView& view, const BakeGrid& grid,
          std::span<float> values, size_t threads = 1,
          Kernel kernel = ActiveKernel());

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_BAKE_H_
