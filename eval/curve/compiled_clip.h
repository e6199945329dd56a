// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// All curves of a recording, compiled for playback.
//
//   CompiledClip clip(*view);                   // an InputAnimationView
//   PoseSampler sampler(clip);                  // one for each thread
//   std::vector<float> pose(clip.channels());
//   sampler.Sample(1.5f, pose);                 // the values of all curves
//
// A channel is a curve that the recording has, in the order of CurveSlot; its
// value is the one that eval/curve/compiled_curve.h promises, bit by bit.
// Boolean curves give 0 or 1. Rotations and directions are as the curves have
// them: eval/curve/clip.h normalises.
//
// A clip is one stream of all curves' records in order of time. A sampler
// keeps the record that each channel is in. To go on to a later time, it takes
// the records that have become due from the stream, which lie one after the
// other; to go back, it puts back what they had replaced; and to go far, it
// starts from the nearest of the places at which the clip has noted all
// channels' records, and copies one record a channel.

#ifndef CLIPGUARD_EVAL_CURVE_COMPILED_CLIP_H_
#define CLIPGUARD_EVAL_CURVE_COMPILED_CLIP_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "eval/curve/kernel/batch_kernel.h"
#include "eval/curve/kernel/curve_record.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Immutable: any number of threads may sample it at once. Looks into the bytes
// that the view lies in, and must not outlive them. About 45 bytes a record;
// there are one or two for each stretch between keys.
//
// A clip that was moved from has no channels, and its samplers sample nothing.
// Samplers of a clip that is assigned to must not be used any more.
class CompiledClip {
 public:
  // REQUIRES: IsSupported(kernel).
  explicit CompiledClip(const mrtk::InputAnimationView& view,
                        Kernel kernel = ActiveKernel());

  // Any curves, all of them float curves, in this order.
  explicit CompiledClip(std::span<const mrtk::CurveView> curves,
                        Kernel kernel = ActiveKernel());

  CompiledClip(const CompiledClip&) = default;
  CompiledClip& operator=(const CompiledClip&) = default;
  CompiledClip(CompiledClip&& other) noexcept;
  CompiledClip& operator=(CompiledClip&& other) noexcept;

  size_t channels() const { return channels_.size(); }

  // The curve of a channel, for a clip made from a recording. REQUIRES:
  // channel < channels().
  mrtk::CurveSlot slot(size_t channel) const {
    return mrtk::CurveSlot(channels_[channel].slot);
  }

  // The channel of a curve, or channels() if the recording does not have it.
  size_t channel(mrtk::CurveSlot slot) const;

  // The time of the last key, 0 if there are none. Seconds.
  float duration() const { return duration_; }

  // Bytes that it occupies.
  size_t memory() const;

 private:
  friend class PoseSampler;

  struct Channel {
    mrtk::CurveView curve;
    uint16_t slot = 0;
    bool boolean = false;
  };

  // A record that becomes due.
  struct Event {
    float start;
    uint32_t channel;
  };

  void Compile(Kernel kernel);
  float SampleExactly(size_t channel, float time) const;

  const BatchKernel* kernel_ = nullptr;
  std::vector<Channel> channels_;
  float duration_ = 0;
  bool cubic_in_time_ = true;
  // Each channel's record before its first event.
  std::vector<TimedRecord> first_;
  // The stream, in order of time, ended by an event at NaN.
  std::vector<Event> events_;
  std::vector<CurveRecord> records_;
  // The event before, of the same channel, or kFirst.
  std::vector<uint32_t> previous_;
  // Every `interval_` events: each channel's latest event before them.
  size_t interval_ = 1;
  std::vector<uint32_t> snapshots_;

  static constexpr uint32_t kFirst = 0xffffffff;
};

// Samples all channels at one time after the other. Frames that follow each
// other, forwards or backwards, cost least; seeking, some microseconds more.
//
// Not for two threads at once; each may have one of its own. The clip must
// outlive it. Values do not depend on what was sampled before.
class PoseSampler {
 public:
  explicit PoseSampler(const CompiledClip& clip);

  // values[c] = the value of channel c at `time`. False, and nothing is
  // written, if values.size() < clip.channels(). No allocation.
  bool Sample(float time, std::span<float> values);

 private:
  // Takes the events that `time` asks for, or puts them back. REQUIRES: `time`
  // is not NaN.
  void MoveTo(float time);
  // Whether seeking is quicker than taking one event after the other.
  bool IsFarAhead(float time);
  void MoveOn(float time);
  void MoveBack(float time);
  void Seek(float time);
  // Gives a channel its latest event's record, or that before all events.
  void Set(size_t channel, uint32_t latest);
  void Put(size_t channel, const CurveRecord& record, float start);

  const CompiledClip* clip_;
  size_t position_ = 0;  // events before it have been taken
  // Times before it are not far ahead; NaN if that is to be found. Events far
  // ahead in the stream are not in a cache.
  float not_far_before_ = std::numeric_limits<float>::quiet_NaN();
  // One record per channel, and padding for the channels that a kernel reads at
  // once.
  std::vector<PoseGroup> groups_;
  std::vector<float> starts_;
  // Where a channel's record is: bytes from the beginning of the groups.
  std::vector<uint32_t> places_;
  // One key index per channel; used while seeking.
  std::vector<uint32_t> latest_;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_COMPILED_CLIP_H_
