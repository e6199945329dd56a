// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The inner loops of the batch evaluator, once for each instruction set.
//
// eval/curve/kernel/batch_kernel_scalar.inc says what they compute. All
// versions give the same bits: they use IEEE 754 additions, subtractions,
// multiplications and fused multiply-adds of floats, comparisons, conversions
// between float and int32, and arithmetic on the bits, in one and the same
// order, and nothing is fused but what is written as Fma.
//
// Each version is a file of its own, compiled with its own flags. They share
// no functions that a linker could merge: a function that two of them had in
// common might be kept in the version for the newer processor. So this header
// has no code, and the files use nothing but simd/vectors.h.

#ifndef CLIPGUARD_EVAL_CURVE_KERNEL_BATCH_KERNEL_H_
#define CLIPGUARD_EVAL_CURVE_KERNEL_BATCH_KERNEL_H_

#include <cstddef>
#include <cstdint>

#include "eval/curve/kernel/curve_record.h"

namespace clipguard::eval {

// A curve's records, and from which time on each holds.
struct RecordSpan {
  const CurveRecord* records;  // 32-byte aligned
  // `size` times, not descending, and two NaN.
  const float* starts;
  size_t size;  // at least 1
};

// Finds the record of a time: a table over `buckets` equal parts of the time
// from starts[1] to starts[size - 1] names a record at or before the first
// that the part has; from there it is at most `steps` records on.
struct BucketTable {
  const uint32_t* first;  // buckets + 1 of them
  float begin;
  float scale;  // buckets a second
  float buckets;
  uint32_t steps;
};

// The records of sixteen of a pose's channels, in two parts: what belongs to
// time, and what belongs to values. Channel c's are number c % 4 * 4 + c / 4:
// then vectors of any width load quarters, which they have to transpose only
// within.
struct alignas(64) PoseGroup {
  static constexpr size_t kChannels = 16;
  static constexpr size_t kPart = 4;  // floats

  float times[kChannels * kPart];   // of each: end, rate, w1, w2
  float values[kChannels * kPart];  // of each: left, right, rise, fall
};

// Loads and stores are of any alignment, but for the records'. Times may be
// anything, NaN included. The value is NaN where the record is exact, where the
// time is NaN, and, but for evaluate_ascending(), where the time since a
// constant record's start overflows. The caller has to put it right.
struct BatchKernel {
  // Which of the versions it is: "scalar", "neon", "sse2" ...
  const char* name;

  // index[i] = the last record with start <= times[i], or 0. The table's part
  // of a time is computed with the same operations as the kernels': see
  // BucketOf() in eval/curve/compiled_curve.cc.
  void (*find)(const BucketTable& table, const RecordSpan& curve,
               const float* times, uint32_t* index, size_t count);

  // values[i] = the value at times[i] of record index[i]. If `cubic_in_time`,
  // all of the curve's records are of that kind, and it is quicker.
  void (*evaluate)(const RecordSpan& curve, bool cubic_in_time,
                   const uint32_t* index, const float* times, float* values,
                   size_t count);

  // The value of one record that holds since `start`: kOne or kOneWithFma,
  // since a vector costs what many values do.
  using EvaluateOne = float (*)(const CurveRecord& record, float start,
                                float time);
  const EvaluateOne* evaluate_one;

  // evaluate() for times that ascend (and so are not NaN); finds the records
  // itself, from `first` on, which must not be past that of the first time.
  // Good where there are many times a record.
  void (*evaluate_ascending)(const RecordSpan& curve, size_t first,
                             const float* times, float* values, size_t count);

  // The same where there are few times a record; `cubic_in_time` as above.
  void (*evaluate_in_order)(const RecordSpan& curve, bool cubic_in_time,
                            size_t first, const float* times, float* values,
                            size_t count);

  // values[i] = the value at `time` of channel i, whose record is in `groups`
  // and holds since starts[i]: a pose. Reads groups and starts up to `count`
  // rounded up to a multiple of kPoseRoom, and writes no values beyond `count`.
  // Returns false only if no value is NaN.
  bool (*evaluate_pose)(const PoseGroup* groups, const float* starts,
                        bool cubic_in_time, float time, float* values,
                        size_t count);

  // values[i] = the value of record i at its time. Writes up to `count` rounded
  // up to a multiple of kPoseRoom. If `cubic_in_time`, all are of that kind.
  void (*evaluate_each)(const RecordColumns& records, bool cubic_in_time,
                        float* values, size_t count);

  // Whether each time is at most the next one; false if any is NaN.
  bool (*ascends)(const float* times, size_t count);

  // The first i from `from` on with a NaN for values[i], or `count`.
  size_t (*find_nan)(const float* values, size_t from, size_t count);

  // From so many times a record on, evaluate_ascending() is quicker than
  // evaluate_in_order(): the second number if `cubic_in_time`.
  size_t times_per_record[2];

  static const BatchKernel kScalar, kNeon, kSse2, kAvx2, kAvx512;
  static const EvaluateOne kOne;
  // Compiled for x86-64 processors that have fused multiply-add: without that,
  // a function is called for each. All of kFma is for benchmarks. REQUIRES:
  // IsSupported(Kernel::kAvx2).
  static const EvaluateOne kOneWithFma;
  static const BatchKernel kFma;
};

inline constexpr size_t kPoseRoom = 32;

// Times that callers hand over at once, if there are many: few enough for them
// and their values to stay in the first-level cache.
inline constexpr size_t kBatchBlock = 2048;

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_KERNEL_BATCH_KERNEL_H_
