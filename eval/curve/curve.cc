// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/numbers.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/kernel/batch_kernel.h"
#include "eval/curve/kernel/curve_record.h"
#include "eval/curve/record_builder.h"
#include "eval/curve/reference.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;

// Below it, a block of records is more than there is to do.
constexpr size_t kFewTimes = 8;

// With fewer keys a time, in no order, compiling costs less.
constexpr size_t kKeysPerTime = 2;

// Finds keys by time, in a curve of two or more; quickly if a time lies a
// little after the last one, or the keys are about equally far from each other.
class KeyFinder {
 public:
  explicit KeyFinder(const CurveView& curve) : curve_(curve) {}

  // The last key at or before `time`, but not the curve's last; some key, if
  // the time is not between the first and the last, or key times descend.
  size_t Find(float time) {
    if (!(time >= curve_.time(i_) && Step(time))) {
      i_ = Search(time);
    }
    return i_;
  }

  // The next time lies about there.
  void GoTo(size_t i) { i_ = i; }

 private:
  // Goes a few keys on; whether that was enough.
  bool Step(float time) {
    constexpr size_t kSteps = 8;
    const size_t last = curve_.size() - 1;
    for (size_t step = 0; step < kSteps && i_ < last; ++step) {
      if (time < curve_.time(i_ + 1)) return true;
      ++i_;
    }
    return false;
  }

  // Where the key would be if all were equally far from each other.
  size_t Guess(float time) const {
    const size_t last = curve_.size() - 1;
    const double first = curve_.time(0);
    const double share = (time - first) / (curve_.time(last) - first);
    // Not if it is NaN.
    if (!(share > 0 && share < 1)) return 0;
    return static_cast<size_t>(share * static_cast<double>(last));
  }

  // Goes away from the guess in steps of twice the length each, and halves what
  // is between the last two: fewer keys are touched than by halving the curve
  // if the guess is good, and at most twice as many.
  size_t Search(float time) const {
    const size_t last = curve_.size() - 1;
    size_t low = Guess(time);
    size_t high = low + 1;
    size_t step = 1;
    while (high < last && curve_.time(high) <= time) {
      low = high;
      step *= 2;
      high = std::min(last, high + step);
    }
    while (low > 0 && !(curve_.time(low) <= time)) {
      high = low;
      step *= 2;
      low -= std::min(low, step);
    }
    while (high - low > 1) {
      const size_t middle = low + (high - low) / 2;
      (curve_.time(middle) <= time ? low : high) = middle;
    }
    return low;
  }

  const CurveView& curve_;
  size_t i_ = 0;
};

// Finds the records of times one after the other, in a curve of two keys or
// more. Keeps the stretch between keys that the last time fell into.
class RecordFinder {
 public:
  explicit RecordFinder(const CurveView& curve) : curve_(curve), keys_(curve) {}

  // The record at `time`, and since when it holds: an exact record where
  // eval/curve/reference.h has to be asked.
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
    const size_t i = keys_.Find(time);
    if (!(curve_.time(i) <= time && time < curve_.time(i + 1))) return;
    begin_ = curve_.time(i);
    end_ = curve_.time(i + 1);
    built_count_ = BuildRecords(curve_.key(i), curve_.key(i + 1), built_);
  }

  const CurveView& curve_;
  KeyFinder keys_;
  float begin_ = std::numeric_limits<float>::infinity();
  float end_ = std::numeric_limits<float>::infinity();
  TimedRecord built_[kMaxRecords];
  size_t built_count_ = 0;
};

// Samples a curve at times that ascend: builds the records of the stretches
// that they fall into, a block at a time, and keeps none of them.
class Stream {
 public:
  explicit Stream(const CurveView& curve, Kernel kernel)
      : curve_(curve),
        kernel_(VersionFor<BatchKernel>(kernel)),
        builder_(kernel),
        keys_(curve) {}

  // The values at the first times; returns at how many. That is 0 where they do
  // not ascend, lie outside the keys, or skip most of them.
  size_t Sample(std::span<const float> times, float* values) {
    const Stretches block = Find(times);
    if (block.times == 0) return 0;
    builder_.Load(curve_, block.first, block.count());
    size_t count = IsForPicking(block) ? Pick(block, times, values) : 0;
    if (count == 0) count = SampleAll(block, times, values);
    if (count == block.times) keys_.GoTo(block.end - 1);
    return count;
  }

 private:
  static constexpr size_t kMost = 1024;
  // With fewer times a stretch, finding and building each alone costs less.
  static constexpr size_t kStretchesPerTime = 4;

  // The stretches from key `first` to key `end`, and the first times, which
  // fall into them.
  struct Stretches {
    size_t first = 0;
    size_t end = 0;
    size_t times = 0;

    size_t count() const { return end - first; }
  };

  Stretches Find(std::span<const float> times) {
    const size_t last = curve_.size() - 1;
    const float* const time = times.data();
    if (!(time[0] >= curve_.time(0) && time[0] < curve_.time(last)) ||
        !kernel_.ascends(time, std::min(kFewTimes, times.size()))) {
      return {};
    }
    const size_t first = keys_.Find(time[0]);
    const size_t most = std::min(last, first + kStretchBlock);
    // Times beyond the block need hardly be looked at.
    const size_t all = std::min(kMost, times.size());
    size_t count = std::min(kStretchBlock, all);
    while (count < all && time[count - 1] < curve_.time(most)) {
      count = std::min(2 * count, all);
    }
    size_t end = time[count - 1] >= curve_.time(most) ? most : first + 1;
    while (end < most && curve_.time(end) <= time[count - 1]) ++end;
    if (!(time[count - 1] < curve_.time(end))) {
      count = static_cast<size_t>(
          std::lower_bound(time, time + count, curve_.time(end)) - time);
    }
    if (!kernel_.ascends(time, count)) return {};
    if (end - first > kStretchesPerTime * count) return {};
    return {first, end, count};
  }

  // With about one time a stretch, the records of all stretches are more than
  // is needed.
  bool IsForPicking(const Stretches& block) const {
    return block.times <= block.count() + block.count() / 2;
  }

  size_t Pick(const Stretches& block, std::span<const float> times,
              float* values) {
    const size_t count = std::min(block.times, RecordColumns::kTimes);
    const BuiltRecords built = builder_.Pick(times.first(count), picked_);
    if (built.count == 0) return 0;
    kernel_.evaluate_each(picked_, built.cubic_in_time, picked_values_,
                          built.count);
    for (size_t i = 0; i < count; ++i) {
      values[picked_.place[i]] = picked_values_[i];
    }
    if (built.has_exact || !std::isfinite(builder_.Duration())) {
      Mend(times, values, count);
    }
    return count;
  }

  // Where a record is exact, or a constant began too long ago, the value is
  // NaN.
  void Mend(std::span<const float> times, float* values, size_t count) {
    for (size_t i = kernel_.find_nan(values, 0, count); i < count;
         i = kernel_.find_nan(values, i + 1, count)) {
      values[i] = RoundedValue(curve_, times[i]);
    }
  }

  size_t SampleAll(const Stretches& block, std::span<const float> times,
                   float* values) {
    const size_t count = block.times;
    const BuiltRecords built = builder_.Build(records(), starts_);
    // Not if key times descend.
    if (built.count == 0 || !(starts_[0] <= times[0])) return 0;
    Close(built, curve_.time(block.end));
    const RecordSpan span = {records(), starts_, size_};
    if (count >=
        kernel_.times_per_record[built.cubic_in_time ? 1 : 0] * size_) {
      kernel_.evaluate_ascending(span, 0, times.data(), values, count);
    } else {
      kernel_.evaluate_in_order(span, built.cubic_in_time, 0, times.data(),
                                values, count);
    }
    // Where key times descend, a record may hold before it starts.
    if (built.has_exact || !std::isfinite(starts_[built.count] - starts_[0]) ||
        !kernel_.ascends(starts_, built.count)) {
      Mend(times, values, count);
    }
    return count;
  }

  // Kernels take the last record for a constant, and two NaN for the end.
  void Close(const BuiltRecords& built, float end) {
    size_ = built.count + 1;
    records()[built.count] = ConstantRecord(0);
    starts_[built.count] = end;
    starts_[size_] = kNan;
    starts_[size_ + 1] = kNan;
  }

  const CurveView& curve_;
  const BatchKernel& kernel_;
  RecordBuilder builder_;
  KeyFinder keys_;
  size_t size_ = 0;
  static constexpr size_t kRoom = kMaxRecords * kStretchBlock + 1;
  CurveRecord* records() { return reinterpret_cast<CurveRecord*>(records_); }

  // None is initialised: most curves need little of them.
  alignas(CurveRecord) std::byte records_[kRoom * sizeof(CurveRecord)];
  float starts_[kRoom + 2];
  RecordColumns picked_;
  float picked_values_[RecordColumns::kRoom];
};

// Samples a curve at times in any order, and anywhere: finds the stretch of
// each, and builds its records.
class Lookup {
 public:
  Lookup(const CurveView& curve, Kernel kernel)
      : curve_(curve),
        kernel_(VersionFor<BatchKernel>(kernel)),
        finder_(curve) {}

  static constexpr size_t kMost = 64;

  // REQUIRES: times.size() <= kMost.
  void Sample(std::span<const float> times, float* values) {
    size_t size = 0;
    bool cubic_in_time = true;
    for (size_t i = 0; i < times.size(); ++i) {
      const TimedRecord found = finder_.Find(times[i]);
      if (size == 0 || starts_[size - 1] != found.start) {
        records()[size] = found.record;
        starts_[size] = found.start;
        cubic_in_time = cubic_in_time && found.record.w1 < 0;
        ++size;
      }
      index_[i] = static_cast<uint32_t>(size - 1);
      times_[i] = times[i];
    }
    const RecordSpan span = {records(), starts_, size};
    kernel_.evaluate(span, cubic_in_time, index_, times_, values, times.size());
    for (size_t i = 0; i < times.size(); ++i) {
      if (std::isnan(values[i])) {
        values[i] = RoundedValue(curve_, times_[i]);
      }
    }
  }

 private:
  const CurveView& curve_;
  const BatchKernel& kernel_;
  RecordFinder finder_;
  CurveRecord* records() { return reinterpret_cast<CurveRecord*>(records_); }

  // None is initialised: most calls need little of them.
  alignas(CurveRecord) std::byte records_[kMost * sizeof(CurveRecord)];
  float starts_[kMost];
  uint32_t index_[kMost];
  float times_[kMost];
};

}  // namespace

bool SampleCurve(const CurveView& curve, std::span<const float> times,
                 std::span<float> values, Kernel kernel) {
  const size_t count = times.size();
  if (values.size() < count) return false;
  if (curve.size() < 2) {
    for (size_t k = 0; k < count; ++k) {
      values[k] = RoundedValue(curve, times[k]);
    }
    return true;
  }
  Lookup lookup(curve, kernel);
  const bool in_place = times.data() == values.data();
  if (in_place || count < kFewTimes) {
    for (size_t done = 0; done < count; done += Lookup::kMost) {
      const size_t n = std::min(Lookup::kMost, count - done);
      lookup.Sample(times.subspan(done, n), &values[done]);
    }
    return true;
  }
  Stream stream(curve, kernel);
  for (size_t done = 0; done < count;) {
    const std::span<const float> left = times.subspan(done);
    size_t n = stream.Sample(left, &values[done]);
    if (n == 0 && left.size() > curve.size() / kKeysPerTime) {
      return CompiledCurve(curve, kernel).Sample(left, values.subspan(done));
    }
    if (n == 0) {
      n = std::min(Lookup::kMost, count - done);
      lookup.Sample(times.subspan(done, n), &values[done]);
    }
    done += n;
  }
  return true;
}

float SampleCurve(const CurveView& curve, float time) {
  if (curve.size() < 2) return RoundedValue(curve, time);
  const TimedRecord found = RecordFinder(curve).Find(time);
  const BatchKernel& kernel = VersionFor<BatchKernel>(ActiveKernel());
  const float value = (*kernel.evaluate_one)(found.record, found.start, time);
  return std::isnan(value) ? RoundedValue(curve, time) : value;
}

bool SampleBoolean(const CurveView& curve, float time) {
  return EvaluateBoolean(curve, time);
}

bool SampleBoolean(const CurveView& curve, std::span<const float> times,
                   std::span<float> values) {
  if (values.size() < times.size()) return false;
  KeyFinder keys(curve);
  for (size_t i = 0; i < times.size(); ++i) {
    const float time = times[i];
    if (curve.size() >= 2 && time >= curve.time(0) &&
        time < curve.time(curve.size() - 1)) {
      values[i] = curve.value(keys.Find(time)) > 0.5f ? 1 : 0;
    } else {
      values[i] = RoundedState(curve, time);
    }
  }
  return true;
}

}  // namespace clipguard::eval
