// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From a curve's keyframes to records, a block of stretches at a time.

#ifndef CLIPGUARD_EVAL_CURVE_RECORD_BUILDER_H_
#define CLIPGUARD_EVAL_CURVE_RECORD_BUILDER_H_

#include <cstddef>

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Large (5 kB), and good for any number of curves. Not thread-safe.
class RecordBuilder {
 public:
  // REQUIRES: IsSupported(kernel).
  explicit RecordBuilder(Kernel kernel);

  // The records of the stretches from key `first` to key `first + count`, one
  // after the other, and from when on each holds; there is room for kMaxRecords
  // times `count`. Reads each key once. Allocates nothing.
  // REQUIRES: count <= kStretchBlock, and curve.size() > first + count.
  BuiltRecords Build(const mrtk::CurveView& curve, size_t first, size_t count,
                     CurveRecord* records, float* starts);

 private:
  const RecordKernel* kernel_;
  KeyColumns keys_;  // not initialised: each call fills what it needs
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_RECORD_BUILDER_H_
