// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A curve compiled for sampling many times.
//
//   CompiledCurve curve(view.curve(CurveSlot::Camera(kPositionY)));
//   curve.Sample(times, values);                // values[i] at times[i]
//
// eval/curve/reference.h defines the value of a curve.
//
// - Accuracy: within 2e-6 * max(value range, largest |value|) of the segment
//   that the time falls into, for every curve and every time. Values are
//   computed in float32 (eval/curve/kernel/curve_record.h says how that can
//   be); what float32 cannot do is computed in double (eval/curve/reference.h)
//   and rounded: weights outside [0, 1], extreme numbers, times that a wrap
//   mode moves.
// - Same bits: a value does not depend on the machine, the compiler, the
//   kernel, or the other times that are asked for, in whatever order.
// - NaN: a NaN time gives the NaN 0x7fc00000. Nothing else gives NaN if the
//   keys are finite; infinity is the value beyond the range of float.
// - A value that is 0 at a key is +0 there, whatever sign the key has.
// - Bad keys (times out of order, NaN): some result, in bounded time; it may
//   depend on the kernel, and on what else is asked for.
//
// Times are seconds. Values have the curve's unit: metres, or components of a
// quaternion or a direction; a boolean curve gives 0 or 1.

#ifndef CLIPGUARD_EVAL_CURVE_COMPILED_CURVE_H_
#define CLIPGUARD_EVAL_CURVE_COMPILED_CURVE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "eval/curve/kernel/batch_kernel.h"
#include "eval/curve/kernel/curve_record.h"
#include "eval/curve/record_builder.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Looks into the bytes that the view lies in, and must not outlive them. If
// they change, values are unspecified, but nothing else is read or written. One
// allocation of 36 to 104 bytes a key, of which 64 a stretch between keys at
// most are records. Const methods may run concurrently.
class CompiledCurve {
 public:
  // An empty curve: 0 at all times. Allocates nothing, and has no records.
  CompiledCurve() = default;

  // REQUIRES: IsSupported(kernel).
  explicit CompiledCurve(const mrtk::CurveView& curve,
                         Kernel kernel = ActiveKernel()) {
    Compile(curve, kernel);
  }

  // A curve whose values are whether those of `curve` exceed 0.5, as 0 and 1.
  static CompiledCurve Boolean(const mrtk::CurveView& curve,
                               Kernel kernel = ActiveKernel());

  // A curve that was moved from is as one that was made of nothing.
  CompiledCurve(CompiledCurve&& other) noexcept { swap(other); }
  CompiledCurve& operator=(CompiledCurve&& other) noexcept {
    CompiledCurve taken(std::move(other));
    swap(taken);
    return *this;
  }
  void swap(CompiledCurve& other) noexcept;

  // Compiles another curve, in the memory of this one if that is enough.
  void Compile(const mrtk::CurveView& curve, Kernel kernel = ActiveKernel());

  // The value at one time. Four times or more are quicker together.
  float Sample(float time) const;

  // values[i] = the value at times[i]; times may be in any order, and are
  // quicker if they ascend. The two must be the same memory or not overlap.
  // False, and nothing is written, if values.size() < times.size(). Allocates
  // nothing.
  bool Sample(std::span<const float> times, std::span<float> values) const;

  // The records and from when on each holds: one before the first key, those
  // between the keys, one from the last key on.
  RecordSpan records() const { return {records_, starts_, size_}; }

  // Whether all records are cubics in time, which are quicker to evaluate.
  bool cubic_in_time() const { return cubic_in_time_; }

 private:
  // The records alone, for a clip, which finds them in another way.
  friend class CompiledClip;
  void CompileRecords(const mrtk::CurveView& curve, RecordBuilder& builder);
  void CompileBooleanRecords(const mrtk::CurveView& curve);
  void Reserve(size_t records);
  // More than were reserved are left out.
  void Add(float start, const CurveRecord& record);
  void AddStretches(RecordBuilder& builder);
  // Counts records that were written after the last one.
  void Take(const BuiltRecords& built);
  void MakeTable();
  // REQUIRES: 0 < times.size() <= kBatchBlock; not the same memory.
  void SampleBlock(std::span<const float> times, float* values) const;
  // The curve's value at `time` where the record gives NaN: for a NaN time, an
  // exact record, or an infinite time.
  float SampleExactly(float time) const;
  void MendNan(const float* times, float* values, size_t count) const;

  struct Free {
    void operator()(std::byte* memory) const;
  };

  mrtk::CurveView curve_;
  const BatchKernel* kernel_ = nullptr;
  bool boolean_ = false;
  bool cubic_in_time_ = true;
  bool has_exact_ = false;
  size_t size_ = 0;
  size_t capacity_ = 0;  // records
  std::unique_ptr<std::byte, Free> memory_;
  // In that memory:
  CurveRecord* records_ = nullptr;
  float* starts_ = nullptr;
  uint32_t* buckets_ = nullptr;
  BucketTable table_ = {};
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_COMPILED_CURVE_H_
