// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Samples of a variable of a Forge clip, which are spread evenly over its time:
// each k-th of them, and how far what is between those is from all.
//
// Of lines the difference is largest at a sample. Angles go the short way round
// from sample to sample, so that of the turns made so far the difference is
// largest at a sample, too; a turn of nearly half a circle has no short way,
// and stays. Where samples are not joined but shown in turn (nearest), each is
// a step, and steps stay: those are thinned only if all are the same. Where
// some sample is not a finite number, all stay.
//
// Internal to actions/optimize. Pure; thread-safe.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_SAMPLE_GRID_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_SAMPLE_GRID_H_

#include <cstddef>
#include <optional>
#include <span>

#include "parser/forge/armature.h"

namespace clipguard::actions {

struct SampleGrid {
  std::span<const float> samples;
  bool loop = false;
  forge::Interpolation interpolation = forge::Interpolation::kLinear;
  bool is_angle = false;

  // Between samples: one more of a loop, whose last leads to the first. 0 if
  // there is nothing to thin.
  size_t stretches() const {
    return samples.size() < 2 ? 0 : samples.size() - (loop ? 0 : 1);
  }
};

// At no time is the variable further off, in its unit or in degrees, if only
// each k-th sample stays; as the rules have it, without what a game adds that
// computes in float32. Nothing if it is more than `most` or cannot be said.
// REQUIRES: k is a divisor of grid.stretches().
std::optional<double> ErrorOfThinning(const SampleGrid& grid, size_t k,
                                      double most);

// The largest k that keeps the tolerance; 1 if no sample can go. Takes some 64
// steps a sample at most.
size_t Thinning(const SampleGrid& grid, double tolerance);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_SAMPLE_GRID_H_
