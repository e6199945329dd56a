// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The least and the greatest value of a curve in each of many equally long
// stretches of time: what a picture shows of a curve with more keys than it has
// columns, without losing a single peak.
//
//   Levels levels(0, 60, 512);
//   levels.Add(1.5, 0.25);              // the curve is 0.25 at 1.5 s
//   levels.Hold(2, 30, 0.5);            // and 0.5 all the way from 2 to 30 s
//   levels.Quantized(range);            // for a report
//
// Times are seconds. Thread-compatible.

#ifndef CLIPGUARD_REPORT_TRACKS_LEVELS_H_
#define CLIPGUARD_REPORT_TRACKS_LEVELS_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace clipguard::report {

// The least and the greatest of some finite numbers.
struct ValueRange {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  bool empty() const { return !(least <= greatest); }
  // Numbers that are not finite are left out.
  void Add(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
};

class Levels {
 public:
  // In Quantized(): nothing is known of a stretch.
  static constexpr uint16_t kNothing = 65535;

  // REQUIRES: from <= to, both finite, and bins > 0.
  Levels(double from, double to, size_t bins);

  size_t bins() const { return stretches_.size(); }
  // Where stretch i begins, and the one before it ends. REQUIRES: i <= bins().
  double Edge(size_t i) const;
  const ValueRange& stretch(size_t i) const { return stretches_[i]; }

  // A value that the curve has. Times outside, and values that are not finite,
  // are left out.
  void Add(double time, double value);
  // The same of a value in stretch i. REQUIRES: i < bins().
  void AddTo(size_t i, double value) { stretches_[i].Add(value); }
  // A value that the curve has all the way from `first` to `last`. Takes as
  // long as there are stretches between the two.
  void Hold(double first, double last, double value);

  // For each stretch its least value, then for each its greatest: 0 stands for
  // range.least, 65534 for range.greatest, rounded so that they enclose the
  // values. A stretch without values has kNothing twice. REQUIRES: the range
  // contains all values.
  std::vector<uint16_t> Quantized(const ValueRange& range) const;

 private:
  size_t StretchAt(double time) const;

  double from_;
  double to_;
  double per_second_;
  std::vector<ValueRange> stretches_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_TRACKS_LEVELS_H_
