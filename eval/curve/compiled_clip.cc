// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/compiled_clip.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/numbers.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/record_builder.h"
#include "eval/curve/reference.h"
#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;

// An integer that grows as the number does. -0 counts as 0.
uint32_t Ascending(float number) {
  const auto bits = std::bit_cast<uint32_t>(number + 0.0f);
  return (bits & 0x80000000) != 0 ? ~bits : bits | 0x80000000;
}

// Sorts by the upper 32 bits, keeping the order of equal ones: radix sort, 11
// bits at a time. Events come as hundreds of sorted runs, which comparisons
// take several times as long to merge.
void SortByUpperHalf(std::vector<uint64_t>& items) {
  constexpr unsigned kBits = 11;
  constexpr size_t kDigits = size_t{1} << kBits;
  std::vector<uint64_t> other(items.size());
  for (unsigned shift = 32; shift < 64; shift += kBits) {
    size_t places[kDigits] = {};
    for (const uint64_t item : items) ++places[(item >> shift) % kDigits];
    size_t place = 0;
    for (size_t& digit : places) {
      const size_t count = digit;
      digit = place;
      place += count;
    }
    for (const uint64_t item : items) {
      other[places[(item >> shift) % kDigits]++] = item;
    }
    items.swap(other);
  }
}

// Records that are asked for before it is their turn: the stream is longer than
// the cache.
constexpr size_t kAhead = 32;

// Writes a record's two parts into a group, `place` bytes from the first one.
void PutRecord(std::byte* groups, uint32_t place, const CurveRecord& record) {
  constexpr size_t kPart = PoseGroup::kPart * sizeof(float);
  static_assert(2 * kPart == sizeof(record));
  const auto* const bytes = reinterpret_cast<const std::byte*>(&record);
  std::memcpy(groups + place, bytes, kPart);
  std::memcpy(groups + place + offsetof(PoseGroup, values), bytes + kPart,
              kPart);
}

}  // namespace

CompiledClip::CompiledClip(const mrtk::InputAnimationView& view,
                           Kernel kernel) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    channels_.push_back(
        {view.curve(slot), static_cast<uint16_t>(i), slot.is_boolean()});
  }
  Compile(kernel);
}

CompiledClip::CompiledClip(CompiledClip&& other) noexcept {
  *this = std::move(other);
}

CompiledClip& CompiledClip::operator=(CompiledClip&& other) noexcept {
  if (this == &other) return *this;
  kernel_ = other.kernel_;
  channels_ = std::exchange(other.channels_, {});
  duration_ = std::exchange(other.duration_, 0.0f);
  cubic_in_time_ = other.cubic_in_time_;
  first_ = std::exchange(other.first_, {});
  events_ = std::exchange(other.events_, {});
  records_ = std::exchange(other.records_, {});
  previous_ = std::exchange(other.previous_, {});
  interval_ = other.interval_;
  snapshots_ = std::exchange(other.snapshots_, {});
  return *this;
}

CompiledClip::CompiledClip(std::span<const CurveView> curves, Kernel kernel) {
  for (const CurveView& curve : curves) channels_.push_back({curve, 0, false});
  Compile(kernel);
}

void CompiledClip::Compile(Kernel kernel) {
  kernel_ = &VersionFor<BatchKernel>(kernel);
  size_t keys = 0;
  for (const Channel& channel : channels_) keys += channel.curve.size();
  std::vector<Event> events;
  std::vector<CurveRecord> records;
  std::vector<uint64_t> order;
  events.reserve(keys);
  records.reserve(keys);
  CompiledCurve compiled;
  RecordBuilder builder(kernel);
  for (size_t c = 0; c < channels_.size(); ++c) {
    const CurveView& curve = channels_[c].curve;
    if (!curve.empty()) {
      duration_ = std::max(duration_, curve.time(curve.size() - 1));
    }
    if (channels_[c].boolean) {
      compiled.CompileBooleanRecords(curve);
    } else {
      compiled.CompileRecords(curve, builder);
    }
    cubic_in_time_ = cubic_in_time_ && compiled.cubic_in_time();
    const RecordSpan span = compiled.records();
    first_.push_back({span.starts[0], span.records[0]});
    for (size_t i = 1; i < span.size; ++i) {
      events.push_back({span.starts[i], static_cast<uint32_t>(c)});
      records.push_back(span.records[i]);
    }
  }

  order.reserve(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    order.push_back(uint64_t{Ascending(events[i].start)} << 32 | i);
  }
  SortByUpperHalf(order);
  events_.reserve(events.size() + 1);
  records_.reserve(events.size());
  previous_.reserve(events.size());
  interval_ = std::max<size_t>(1024, 4 * channels_.size());
  std::vector<uint32_t> latest(channels_.size(), kFirst);
  for (const uint64_t item : order) {
    const auto i = static_cast<uint32_t>(item);
    if (events_.size() % interval_ == 0) {
      snapshots_.insert(snapshots_.end(), latest.begin(), latest.end());
    }
    uint32_t& before = latest[events[i].channel];
    previous_.push_back(before);
    before = static_cast<uint32_t>(events_.size());
    events_.push_back(events[i]);
    records_.push_back(records[i]);
  }
  events_.push_back({kNan, 0});
}

size_t CompiledClip::channel(CurveSlot slot) const {
  const auto found = std::lower_bound(
      channels_.begin(), channels_.end(), slot.index(),
      [](const Channel& channel, size_t i) { return channel.slot < i; });
  if (found == channels_.end() || found->slot != slot.index()) {
    return channels_.size();
  }
  return static_cast<size_t>(found - channels_.begin());
}

size_t CompiledClip::memory() const {
  return sizeof(*this) + channels_.capacity() * sizeof(Channel) +
         first_.capacity() * sizeof(TimedRecord) +
         events_.capacity() * sizeof(Event) +
         records_.capacity() * sizeof(CurveRecord) +
         previous_.capacity() * sizeof(uint32_t) +
         snapshots_.capacity() * sizeof(uint32_t);
}

float CompiledClip::SampleExactly(size_t channel, float time) const {
  const Channel& which = channels_[channel];
  return which.boolean ? RoundedState(which.curve, time)
                       : RoundedValue(which.curve, time);
}

PoseSampler::PoseSampler(const CompiledClip& clip) : clip_(&clip) {
  constexpr size_t kChannels = PoseGroup::kChannels;
  const size_t size = (clip.channels() + kPoseRoom - 1) / kPoseRoom * kPoseRoom;
  groups_.resize(size / kChannels);
  starts_.resize(size);
  places_.resize(size);
  latest_.resize(clip.channels());
  for (size_t c = 0; c < size; ++c) {
    const size_t place = c % 4 * 4 + c / 4 % 4;
    places_[c] =
        static_cast<uint32_t>(c / kChannels * sizeof(PoseGroup) +
                              place * PoseGroup::kPart * sizeof(float));
    if (c < clip.channels()) {
      Set(c, CompiledClip::kFirst);
    } else {
      Put(c, ConstantRecord(0), 0);
    }
  }
}

void PoseSampler::Put(size_t channel, const CurveRecord& record, float start) {
  PutRecord(reinterpret_cast<std::byte*>(groups_.data()), places_[channel],
            record);
  starts_[channel] = start;
}

void PoseSampler::Set(size_t channel, uint32_t latest) {
  if (latest == CompiledClip::kFirst) {
    const TimedRecord& first = clip_->first_[channel];
    Put(channel, first.record, first.start);
  } else {
    Put(channel, clip_->records_[latest], clip_->events_[latest].start);
  }
}

void PoseSampler::Seek(float time) {
  const auto& events = clip_->events_;
  // The sentinel is not before any time.
  const auto due = std::partition_point(
      events.begin(), events.end() - 1,
      [time](const auto& event) { return event.start <= time; });
  const auto target = static_cast<size_t>(due - events.begin());
  const size_t interval = clip_->interval_;
  const size_t snapshot = std::min((target + interval / 2) / interval,
                                   (events.size() - 2) / interval);
  const size_t channels = clip_->channels();
  std::copy_n(
      clip_->snapshots_.begin() + static_cast<ptrdiff_t>(snapshot * channels),
      channels, latest_.begin());
  size_t position = snapshot * interval;
  for (; position < target; ++position) {
    latest_[events[position].channel] = static_cast<uint32_t>(position);
  }
  while (position > target) {
    --position;
    latest_[events[position].channel] = clip_->previous_[position];
  }
  position_ = target;
  not_far_before_ = kNan;
  // Each record is somewhere else: all of them are asked for before any is
  // copied.
  for (const uint32_t event : latest_) {
    if (event == CompiledClip::kFirst) continue;
    __builtin_prefetch(&clip_->records_[event]);
    __builtin_prefetch(&events[event]);
  }
  for (size_t c = 0; c < channels; ++c) Set(c, latest_[c]);
}

void PoseSampler::MoveTo(float time) {
  const CompiledClip::Event* const event = clip_->events_.data();
  if (event[position_].start <= time) {
    MoveOn(time);
  } else if (position_ > 0 && event[position_ - 1].start > time) {
    MoveBack(time);
  }
}

bool PoseSampler::IsFarAhead(float time) {
  if (time < not_far_before_) return false;
  const auto& events = clip_->events_;
  const size_t far = position_ + clip_->interval_;
  const bool ends_before = far >= events.size() - 1;
  not_far_before_ = ends_before ? kInfinity : events[far].start;
  return !ends_before && not_far_before_ <= time;
}

void PoseSampler::MoveOn(float time) {
  if (IsFarAhead(time)) {
    Seek(time);
    return;
  }
  const CompiledClip::Event* const event = clip_->events_.data();
  // Copies: for all that a compiler knows, each write might change the members.
  const CurveRecord* const from = clip_->records_.data();
  auto* const groups = reinterpret_cast<std::byte*>(groups_.data());
  const uint32_t* const places = places_.data();
  float* const starts = starts_.data();
  size_t position = position_;
  for (; event[position].start <= time; ++position) {
    __builtin_prefetch(&from[position] + kAhead);
    const CompiledClip::Event due = event[position];
    PutRecord(groups, places[due.channel], from[position]);
    starts[due.channel] = due.start;
  }
  position_ = position;
}

void PoseSampler::MoveBack(float time) {
  const CompiledClip::Event* const event = clip_->events_.data();
  not_far_before_ = kNan;
  const size_t far = clip_->interval_;
  if (position_ > far && event[position_ - far].start > time) {
    Seek(time);
    return;
  }
  size_t position = position_;
  while (position > 0 && event[position - 1].start > time) {
    --position;
    Set(event[position].channel, clip_->previous_[position]);
  }
  position_ = position;
}

bool PoseSampler::Sample(float time, std::span<float> values) {
  const size_t count = clip_->channels();
  if (values.size() < count) return false;
  if (count == 0) return true;
  if (std::isnan(time)) {
    std::fill_n(values.begin(), count, kNan);
    return true;
  }
  MoveTo(time);
  const BatchKernel& kernel = *clip_->kernel_;
  if (!kernel.evaluate_pose(groups_.data(), starts_.data(),
                            clip_->cubic_in_time_, time, values.data(),
                            count)) {
    return true;
  }
  for (size_t c = kernel.find_nan(values.data(), 0, count); c < count;
       c = kernel.find_nan(values.data(), c + 1, count)) {
    values[c] = clip_->SampleExactly(c, time);
  }
  return true;
}

}  // namespace clipguard::eval
