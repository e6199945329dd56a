// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "eval/curve/batch_kernel.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/curve_record.h"
#include "eval/curve/exact.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;

// Finds the records of times one after the other, in a curve of two keys or
// more. Keeps the stretch between keys that the last time fell into.
class RecordFinder {
 public:
  explicit RecordFinder(const CurveView& curve) : curve_(curve) {}

  // The record at `time`, and since when it holds: an exact record where
  // eval/curve/exact.h has to be asked.
  TimedRecord Find(float time) {
    if (!(time >= begin_ && time < end_)) Move(time);
    return built_count_ == 2 && time >= built_[1].start ? built_[1] : built_[0];
  }

 private:
  void Move(float time) {
    const size_t last = curve_.size() - 1;
    built_[0] = {time, ExactRecord()};
    built_count_ = 0;
    begin_ = end_ = std::numeric_limits<float>::infinity();
    // Outside the keys, and where they are not as they should be, it is not a
    // matter of speed.
    if (!(time >= curve_.time(0) && time < curve_.time(last))) return;
    if (!(i_ < last && time >= curve_.time(i_) && Step(time))) {
      // Not the last one, but in a mapped file that changes.
      i_ = std::min(LastKeyAtOrBefore(curve_, time), last - 1);
    }
    if (!(curve_.time(i_) <= time && time < curve_.time(i_ + 1))) return;
    begin_ = curve_.time(i_);
    end_ = curve_.time(i_ + 1);
    built_count_ = BuildRecords(curve_.key(i_), curve_.key(i_ + 1), built_);
  }

  // Goes a few keys on; whether that was enough.
  bool Step(float time) {
    constexpr size_t kSteps = 8;
    const size_t last = curve_.size() - 1;
    for (size_t step = 0; step < kSteps; ++step) {
      if (i_ == last) return false;
      if (time < curve_.time(i_ + 1)) return true;
      ++i_;
    }
    return false;
  }

  const CurveView& curve_;
  size_t i_ = 0;
  float begin_ = std::numeric_limits<float>::infinity();
  float end_ = std::numeric_limits<float>::infinity();
  TimedRecord built_[kMaxRecords];
  size_t built_count_ = 0;
};

}  // namespace

void SampleCurve(const CurveView& curve, std::span<const float> times,
                 std::span<float> values) {
  const size_t count = std::min(times.size(), values.size());
  if (curve.size() < 2) {
    for (size_t k = 0; k < count; ++k) {
      values[k] = SampleExactlyRounded(curve, times[k]);
    }
    return;
  }
  const BatchKernel& kernel = VersionFor<BatchKernel>(ActiveKernel());
  RecordFinder finder(curve);
  constexpr size_t kBlock = 64;
  std::array<CurveRecord, kBlock> records;
  std::array<float, kBlock> starts;
  std::array<uint32_t, kBlock> index;
  std::array<float, kBlock> block;
  for (size_t done = 0; done < count; done += kBlock) {
    const size_t n = std::min(kBlock, count - done);
    size_t size = 0;
    bool cubic_in_time = true;
    for (size_t i = 0; i < n; ++i) {
      block[i] = times[done + i];
      const TimedRecord found = finder.Find(block[i]);
      if (size == 0 || starts[size - 1] != found.start) {
        records[size] = found.record;
        starts[size] = found.start;
        cubic_in_time = cubic_in_time && found.record.w1 < 0;
        ++size;
      }
      index[i] = static_cast<uint32_t>(size - 1);
    }
    const RecordSpan span = {records.data(), starts.data(), size};
    kernel.evaluate(span, cubic_in_time, index.data(), block.data(),
                    &values[done], n);
    for (size_t i = 0; i < n; ++i) {
      float& value = values[done + i];
      if (std::isnan(value)) value = SampleExactlyRounded(curve, block[i]);
    }
  }
}

float SampleCurve(const CurveView& curve, float time) {
  float value;
  SampleCurve(curve, {&time, 1}, {&value, 1});
  return value;
}

bool SampleBoolean(const CurveView& curve, float time) {
  return SampleBooleanExactly(curve, time);
}

}  // namespace clipguard::eval
