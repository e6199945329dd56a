// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From a curve's keyframes to records, a block of stretches at a time.

#ifndef CLIPGUARD_EVAL_CURVE_RECORD_BUILDER_H_
#define CLIPGUARD_EVAL_CURVE_RECORD_BUILDER_H_

#include <cstddef>
#include <span>

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Large (5 kB), and good for any number of curves. Not thread-safe.
class RecordBuilder {
 public:
  // REQUIRES: IsSupported(kernel).
  explicit RecordBuilder(Kernel kernel);

  // Reads the keys from `first` to `first + count`, each once, for the two
  // below. REQUIRES: count <= kStretchBlock, and curve.size() > first + count.
  void Load(const mrtk::CurveView& curve, size_t first, size_t count);

  // The records of the stretches between those keys, one after the other, and
  // from when on each holds; there is room for kMaxRecords times their number.
  // Allocates nothing.
  BuiltRecords Build(CurveRecord* records, float* starts) const;

  // The records of ascending times, from that of the first of those keys to
  // before that of the last, in columns (RecordKernel::pick). None where
  // Build() is as quick, where the keys do not ascend, or the times are not
  // within them. Allocates nothing. REQUIRES: 0 < times.size() <=
  // RecordColumns::kTimes.
  BuiltRecords Pick(std::span<const float> times, RecordColumns& picked);

  // From the first key that is loaded to the last, in seconds.
  float Duration() const { return keys_.time[count_] - keys_.time[0]; }

 private:
  const RecordKernel* kernel_;
  bool (*ascends_)(const float* times, size_t count);
  size_t count_ = 0;
  bool lines_ = false;
  KeyColumns keys_;  // not initialised: each call fills what it needs
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_RECORD_BUILDER_H_
