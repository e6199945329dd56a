// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far values are from the specification (eval/curve/reference.h).
//
// Errors are relative to eval::ValueScale() of the segment that a time lies in.

#ifndef CLIPGUARD_BENCH_ACCURACY_H_
#define CLIPGUARD_BENCH_ACCURACY_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {

struct WorstError {
  double error = 0;  // infinite if a value is NaN
  size_t index = 0;  // which of the values
  float time = 0;
  float value = 0;
  double exact = 0;

  std::string Text() const;
};

// The exact values of a curve at some times. The specification takes about a
// microsecond for one, so these are kept.
class ExactValues {
 public:
  // Computes the values at every `step`-th time. `curve` must clamp on both
  // sides, and its key times must ascend.
  ExactValues(const mrtk::CurveView& curve, std::span<const float> times,
              size_t step = 1);

  // Compares values[i], the value at times[i].
  // REQUIRES: there are as many values as there were times.
  WorstError Worst(std::span<const float> values) const;

 private:
  struct Value {
    size_t index;
    float time;
    double exact;
    double scale;
  };
  std::vector<Value> exact_;
};

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_ACCURACY_H_
