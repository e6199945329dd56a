// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/compiled_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>

#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;

constexpr float kLargest = std::numeric_limits<float>::max();

// Finer tables make for fewer steps and more misses of the cache.
constexpr size_t kBucketsPerRecord = 8;
// Beyond this, halving the curve is quicker than taking steps.
constexpr uint32_t kMaxSteps = 8;

constexpr size_t kAlignment = 64;

// As the kernels do it, with the same operations. The comparisons send NaN to
// the first bucket.
uint32_t BucketOf(const BucketTable& table, float time) {
  float part = (time - table.begin) * table.scale;
  part = part > 0 ? part : 0;
  part = part < table.buckets ? part : table.buckets;
  return static_cast<uint32_t>(part);
}

// The record before the first key, or after the last. Loop and PingPong move
// the time in double, which is not for records. So it is for a range of no
// length, but there they clamp.
CurveRecord OutsideRecord(float value, int32_t wrap, bool has_length) {
  if ((has_length && mrtk::Repeats(wrap)) || !std::isfinite(value)) {
    return ExactRecord();
  }
  return ConstantRecord(value);
}

// Whether key times are finite and do not go back. If they do, no record would
// hold for the times that it is asked for, and what comes out could depend on
// the kernel: eval/curve/reference.h has to do all of such a curve.
bool HasOrderedTimes(const CurveView& curve) {
  if (curve.empty()) return true;
  if (!std::isfinite(curve.time(0)) ||
      !std::isfinite(curve.time(curve.size() - 1))) {
    return false;
  }
  bool ordered = true;
  for (size_t i = 1; i < curve.size(); ++i) {
    ordered &= curve.time(i - 1) <= curve.time(i);
  }
  return ordered;
}

// The last record with start <= time, by halving.
uint32_t Search(const RecordSpan& curve, float time) {
  uint32_t begin = 0;
  for (auto count = static_cast<uint32_t>(curve.size); count > 1;) {
    const uint32_t half = count / 2;
    begin += half * static_cast<uint32_t>(curve.starts[begin + half] <= time);
    count -= half;
  }
  return begin;
}

}  // namespace

void CompiledCurve::Free::operator()(std::byte* memory) const {
  ::operator delete(memory, std::align_val_t{kAlignment});
}

void CompiledCurve::swap(CompiledCurve& other) noexcept {
  std::swap(curve_, other.curve_);
  std::swap(kernel_, other.kernel_);
  std::swap(boolean_, other.boolean_);
  std::swap(cubic_in_time_, other.cubic_in_time_);
  std::swap(has_exact_, other.has_exact_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  std::swap(memory_, other.memory_);
  std::swap(records_, other.records_);
  std::swap(starts_, other.starts_);
  std::swap(buckets_, other.buckets_);
  std::swap(table_, other.table_);
}

void CompiledCurve::Reserve(size_t records) {
  size_ = 0;
  cubic_in_time_ = true;
  has_exact_ = false;
  if (records > capacity_) {
    // Records, starts with two NaN after, table.
    const size_t starts = records * sizeof(CurveRecord);
    const size_t table = starts + (records + 2) * sizeof(float);
    const size_t bytes =
        table + (records * kBucketsPerRecord + 2) * sizeof(uint32_t);
    memory_.reset();
    capacity_ = 0;
    memory_.reset(static_cast<std::byte*>(
        ::operator new(bytes, std::align_val_t{kAlignment})));
    capacity_ = records;
    records_ = reinterpret_cast<CurveRecord*>(memory_.get());
    starts_ = reinterpret_cast<float*>(memory_.get() + starts);
    buckets_ = reinterpret_cast<uint32_t*>(memory_.get() + table);
  }
}

void CompiledCurve::Add(float start, const CurveRecord& record) {
  if (size_ == capacity_) return;
  records_[size_] = record;
  starts_[size_] = start;
  cubic_in_time_ = cubic_in_time_ && record.w1 < 0;
  has_exact_ = has_exact_ || IsExact(record);
  ++size_;
}

CompiledCurve CompiledCurve::Boolean(const CurveView& curve, Kernel kernel) {
  CompiledCurve compiled;
  compiled.CompileBooleanRecords(curve);
  compiled.kernel_ = &VersionFor<BatchKernel>(kernel);
  compiled.MakeTable();
  return compiled;
}

void CompiledCurve::CompileBooleanRecords(const CurveView& curve) {
  curve_ = curve;
  boolean_ = true;
  Reserve(curve.size() + 1);
  const auto state = [&](size_t i) -> float { return curve.value(i) > 0.5f; };
  if (curve.empty()) {
    Add(-kLargest, ConstantRecord(0));
  } else if (!HasOrderedTimes(curve)) {
    Add(-kLargest, ExactRecord());
  } else {
    const size_t last = curve.size() - 1;
    const bool has_length = curve.time(last) > curve.time(0);
    Add(-kLargest, OutsideRecord(state(0), curve.pre_wrap(), has_length));
    for (size_t i = 0; i < last; ++i) {
      if (curve.time(i + 1) > curve.time(i)) {
        Add(curve.time(i), ConstantRecord(state(i)));
      }
    }
    Add(curve.time(last),
        OutsideRecord(state(last), curve.post_wrap(), has_length));
  }
}

void CompiledCurve::Compile(const CurveView& curve, Kernel kernel) {
  RecordBuilder builder(kernel);
  CompileRecords(curve, builder);
  kernel_ = &VersionFor<BatchKernel>(kernel);
  MakeTable();
}

void CompiledCurve::CompileRecords(const CurveView& curve,
                                   RecordBuilder& builder) {
  curve_ = curve;
  boolean_ = false;
  if (!HasOrderedTimes(curve)) {
    Reserve(1);
    Add(-kLargest, ExactRecord());
    return;
  }
  if (curve.size() < 2) {
    Reserve(1);
    const float value = curve.empty() ? 0 : curve.value(0);
    Add(-kLargest,
        std::isfinite(value) ? ConstantRecord(value) : ExactRecord());
    return;
  }

  const size_t last = curve.size() - 1;
  size_t most = last + 2;
  if (curve.layout() == mrtk::KeyLayout::kFull) {
    for (size_t i = 0; i < last; ++i) {
      most += MaxRecords(curve.key(i), curve.key(i + 1)) - 1;
    }
  }
  Reserve(most);
  const bool has_length = curve.time(last) > curve.time(0);
  Add(-kLargest, OutsideRecord(curve.value(0), curve.pre_wrap(), has_length));
  AddStretches(builder);
  Add(curve.time(last),
      OutsideRecord(curve.value(last), curve.post_wrap(), has_length));
}

void CompiledCurve::AddStretches(RecordBuilder& builder) {
  const size_t stretches = curve_.size() - 1;
  for (size_t first = 0; first < stretches; first += kStretchBlock) {
    const size_t count = std::min(kStretchBlock, stretches - first);
    const size_t most = kMaxRecords * count;
    builder.Load(curve_, first, count);
    if (capacity_ - size_ >= most) {
      Take(builder.Build(records_ + size_, starts_ + size_));
      continue;
    }
    // There is room for those that there are, not for all there could be.
    std::array<CurveRecord, kMaxRecords * kStretchBlock> records;
    std::array<float, kMaxRecords * kStretchBlock> starts;
    BuiltRecords built = builder.Build(records.data(), starts.data());
    built.count = std::min(built.count, capacity_ - size_);
    std::copy_n(records.begin(), built.count, records_ + size_);
    std::copy_n(starts.begin(), built.count, starts_ + size_);
    Take(built);
  }
}

void CompiledCurve::Take(const BuiltRecords& built) {
  size_ += built.count;
  cubic_in_time_ = cubic_in_time_ && built.cubic_in_time;
  has_exact_ = has_exact_ || built.has_exact;
}

void CompiledCurve::MakeTable() {
  starts_[size_] = kNan;
  starts_[size_ + 1] = kNan;
  table_ = {};
  table_.first = buckets_;
  if (size_ < 3) {
    // Before and after one time: a bucket, and a step at most.
    table_.steps = 1;
    buckets_[0] = 0;
    return;
  }
  const size_t buckets = (size_ - 2) * kBucketsPerRecord;
  const double length = double{starts_[size_ - 1]} - double{starts_[1]};
  table_.begin = starts_[1];
  table_.buckets = static_cast<float>(buckets);
  table_.scale = static_cast<float>(static_cast<double>(buckets) / length);
  if (!(buckets < (1u << 24) && std::isnormal(table_.scale))) {
    table_.steps = kMaxSteps + 1;
    return;
  }
  // For each bucket the last record that starts before it; and how many start
  // in one.
  size_t bucket = 0;
  uint32_t in_bucket = 0;
  for (size_t k = 1; k < size_; ++k) {
    const size_t start = BucketOf(table_, starts_[k]);
    if (start >= bucket) in_bucket = 0;
    for (; bucket <= start; ++bucket) {
      buckets_[bucket] = static_cast<uint32_t>(k - 1);
    }
    table_.steps = std::max(table_.steps, ++in_bucket);
  }
  for (; bucket <= buckets; ++bucket) {
    buckets_[bucket] = static_cast<uint32_t>(size_ - 1);
  }
}

float CompiledCurve::SampleExactly(float time) const {
  return boolean_ ? RoundedState(curve_, time) : RoundedValue(curve_, time);
}

void CompiledCurve::MendNan(const float* times, float* values,
                            size_t count) const {
  for (size_t i = kernel_->find_nan(values, 0, count); i < count;
       i = kernel_->find_nan(values, i + 1, count)) {
    values[i] = SampleExactly(times[i]);
  }
}

float CompiledCurve::Sample(float time) const {
  if (size_ == 0) return RoundedValue(CurveView(), time);
  const RecordSpan curve = records();
  uint32_t index = 0;
  if (table_.steps <= kMaxSteps) {
    index = table_.first[BucketOf(table_, time)];
    while (time >= curve.starts[index + 1]) ++index;
  } else {
    index = Search(curve, time);
  }
  const float value =
      (*kernel_->evaluate_one)(curve.records[index], curve.starts[index], time);
  return std::isnan(value) ? SampleExactly(time) : value;
}

bool CompiledCurve::Sample(std::span<const float> all_times,
                           std::span<float> all_values) const {
  constexpr size_t kBlock = kBatchBlock;
  const size_t total = all_times.size();
  if (all_values.size() < total) return false;
  if (size_ == 0) {
    for (size_t i = 0; i < total; ++i) {
      all_values[i] = RoundedValue(CurveView(), all_times[i]);
    }
    return true;
  }
  std::array<float, kBlock> copy;
  for (size_t done = 0; done < total; done += kBlock) {
    const float* times = all_times.data() + done;
    float* const values = all_values.data() + done;
    const size_t count = std::min(kBlock, total - done);
    if (times == values) {
      std::copy_n(times, count, copy.begin());
      times = copy.data();
    }
    SampleBlock({times, count}, values);
  }
  return true;
}

void CompiledCurve::SampleBlock(std::span<const float> times,
                                float* values) const {
  constexpr size_t kFewTimes = 16;
  // With fewer times a record, the table is quicker than going past them all.
  constexpr size_t kRecordsPerTime = 4;
  const RecordSpan curve = records();
  const size_t count = times.size();
  const float last = times.back();
  // Most times that do not ascend show it soon.
  if (count >= kFewTimes && last < kInfinity && times[0] > -kInfinity &&
      kernel_->ascends(times.data(), kFewTimes) &&
      kernel_->ascends(times.data(), count)) {
    const size_t first = Search(curve, times[0]);
    const auto reaches = [&](size_t records) {
      return first + records + 1 < size_ &&
             last >= starts_[first + records + 1];
    };
    if (!reaches(count / kernel_->times_per_record[cubic_in_time_ ? 1 : 0])) {
      kernel_->evaluate_ascending(curve, first, times.data(), values, count);
      if (has_exact_) MendNan(times.data(), values, count);
      return;
    }
    if (!reaches(count * kRecordsPerTime)) {
      kernel_->evaluate_in_order(curve, cubic_in_time_, first, times.data(),
                                 values, count);
      MendNan(times.data(), values, count);
      return;
    }
  }
  constexpr size_t kPart = 256;
  std::array<uint32_t, kPart> index;
  for (size_t part = 0; part < count; part += kPart) {
    const size_t n = std::min(kPart, count - part);
    const float* const from = times.data() + part;
    if (table_.steps <= kMaxSteps) {
      kernel_->find(table_, curve, from, index.data(), n);
    } else {
      for (size_t i = 0; i < n; ++i) index[i] = Search(curve, from[i]);
    }
    kernel_->evaluate(curve, cubic_in_time_, index.data(), from, values + part,
                      n);
    MendNan(from, values + part, n);
  }
}

}  // namespace clipguard::eval
