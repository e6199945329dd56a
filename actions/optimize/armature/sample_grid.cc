// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/armature/sample_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "actions/optimize/half_turn.h"
#include "base/memory/work_counter.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

// What computing in double adds, as a share of the values.
constexpr double kRounding = 0x1p-44;
// Divisors are tried until this many samples have been looked at for each.
constexpr size_t kStepsForSample = 64;

// From one angle to another, in degrees, -180 to 180.
double ShortWay(double from, double to) {
  return std::fmod(std::fmod(to - from, 360.0) + 540, 360.0) - 180;
}

double Sample(const SampleGrid& grid, size_t i) {
  return grid.samples[i < grid.samples.size() ? i : 0];
}

// Of the samples from `begin` to `begin` + k, of which the first and the last
// stay; `size` becomes that of the largest number that takes part. Nothing if
// some sample is not a finite number, which it is kept for.
std::optional<double> ErrorOfLine(const SampleGrid& grid, size_t begin,
                                  size_t k, double& size) {
  const double from = Sample(grid, begin);
  const double to = Sample(grid, begin + k);
  if (!std::isfinite(from) || !std::isfinite(to)) return std::nullopt;
  size = std::max({size, std::abs(from), std::abs(to)});
  double worst = 0;
  for (size_t i = 1; i < k; ++i) {
    const double p = static_cast<double>(i) / static_cast<double>(k);
    const double sample = Sample(grid, begin + i);
    if (!std::isfinite(sample)) return std::nullopt;
    size = std::max(size, std::abs(sample));
    worst = std::max(worst, std::abs(from * (1 - p) + to * p - sample));
  }
  return worst;
}

std::optional<double> ErrorOfTurns(const SampleGrid& grid, size_t begin,
                                   size_t k, double& size) {
  const double turn = ShortWay(Sample(grid, begin), Sample(grid, begin + k));
  if (!(std::abs(turn) <= kMostTurn)) return std::nullopt;
  double worst = 0;
  double turned = 0;
  for (size_t i = 1; i <= k; ++i) {
    const double to = Sample(grid, begin + i);
    const double step = ShortWay(Sample(grid, begin + i - 1), to);
    if (!(std::abs(step) <= kMostTurn)) return std::nullopt;
    turned += step;
    size = std::max({size, std::abs(to), std::abs(turned)});
    const double p = static_cast<double>(i) / static_cast<double>(k);
    worst = std::max(worst, std::abs(turn * p - turned));
  }
  return worst;
}

// `steps`: how many samples were looked at.
std::optional<double> ErrorOf(const SampleGrid& grid, size_t k, double most,
                              size_t& steps) {
  double worst = 0;
  double size = 0;
  for (size_t begin = 0; begin < grid.stretches(); begin += k) {
    steps += k;
    CountWork(k);
    const std::optional<double> error = grid.is_angle
                                            ? ErrorOfTurns(grid, begin, k, size)
                                            : ErrorOfLine(grid, begin, k, size);
    if (!error) return std::nullopt;
    worst = std::max(worst, *error);
    if (!(worst + kRounding * size <= most)) return std::nullopt;
  }
  return worst + kRounding * size;
}

bool IsConstant(const SampleGrid& grid) {
  CountWork(grid.samples.size());
  const float first = grid.samples[0];
  return std::isfinite(first) &&
         std::ranges::all_of(grid.samples,
                             [&](float sample) { return sample == first; });
}

}  // namespace

std::optional<double> ErrorOfThinning(const SampleGrid& grid, size_t k,
                                      double most) {
  if (k <= 1 || IsConstant(grid)) return 0;
  if (grid.interpolation == forge::Interpolation::kNearest) return std::nullopt;
  size_t steps = 0;
  return ErrorOf(grid, k, most, steps);
}

size_t Thinning(const SampleGrid& grid, double tolerance) {
  const size_t stretches = grid.stretches();
  if (stretches < 2) return 1;
  if (IsConstant(grid)) return stretches;
  if (grid.interpolation == forge::Interpolation::kNearest) return 1;
  size_t steps = 0;
  for (size_t left = 1; left <= stretches / 2; ++left) {
    CountWork();
    if (stretches % left != 0) continue;
    const size_t k = stretches / left;
    if (ErrorOf(grid, k, tolerance, steps)) return k;
    if (steps > kStepsForSample * stretches) return 1;
  }
  return 1;
}

}  // namespace clipguard::actions
