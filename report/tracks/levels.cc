// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/levels.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory/work_counter.h"

namespace clipguard::report {

Levels::Levels(double from, double to, size_t bins)
    : from_(from),
      to_(to),
      per_second_(to > from ? static_cast<double>(bins) / (to - from) : 0),
      stretches_(bins) {
  assert(bins > 0);
  CountWork(bins);
}

double Levels::Edge(size_t i) const {
  if (i == bins()) return to_;
  return from_ +
         (to_ - from_) * (static_cast<double>(i) / static_cast<double>(bins()));
}

size_t Levels::StretchAt(double time) const {
  const double at = (time - from_) * per_second_;
  return std::min(static_cast<size_t>(std::max(at, 0.0)), bins() - 1);
}

void Levels::Add(double time, double value) {
  if (!(time >= from_ && time <= to_)) return;
  stretches_[StretchAt(time)].Add(value);
}

void Levels::Hold(double first, double last, double value) {
  first = std::max(first, from_);
  last = std::min(last, to_);
  if (!(first <= last)) return;
  const size_t end = StretchAt(last);
  const size_t begin = StretchAt(first);
  CountWork(end - begin + 1);
  for (size_t i = begin; i <= end; ++i) stretches_[i].Add(value);
}

std::vector<uint16_t> Levels::Quantized(const ValueRange& range) const {
  constexpr double kSteps = kNothing - 1;
  const double size = range.greatest - range.least;
  const auto share = [&](double value) {
    if (!(size > 0) || !std::isfinite(size)) return 0.0;
    return std::clamp((value - range.least) / size, 0.0, 1.0) * kSteps;
  };
  std::vector<uint16_t> all(2 * bins(), kNothing);
  for (size_t i = 0; i < bins(); ++i) {
    const ValueRange& stretch = stretches_[i];
    if (stretch.empty()) continue;
    all[i] = static_cast<uint16_t>(std::floor(share(stretch.least)));
    all[bins() + i] = static_cast<uint16_t>(std::ceil(share(stretch.greatest)));
  }
  return all;
}

}  // namespace clipguard::report
