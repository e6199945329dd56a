// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/capture/capture_sampler.h"

#include <algorithm>
#include <cmath>

#include "actions/motion/slerp_arc.h"
#include "base/byte_cursor.h"

namespace clipguard::actions {
namespace {

using xrhands::CapturedHand;
using xrhands::CaptureView;
using xrhands::HeadParts;
using xrhands::Pose;

// So near to a frame, seconds, the player shows it as it is.
constexpr double kNear = 1e-5;

Vector<4> Wide(const std::array<float, 4>& q) {
  return {q[0], q[1], q[2], q[3]};
}

// The share of the way between two frames that is behind at a time.
double ShareOf(float time, float from, float to) {
  const double past = double{time} - from;
  const double gap = double{to} - from;
  return past <= kNear || gap < kNear ? 0 : past / gap;
}

}  // namespace

Pose Between(const Pose& a, const Pose& b, double u) {
  if (u == 0) return a;
  Pose pose;
  for (size_t c = 0; c < 3; ++c) {
    pose.position[c] = static_cast<float>(
        a.position[c] + (double{b.position[c]} - a.position[c]) * u);
  }
  const Vector<4> turn = SlerpArc(Wide(a.rotation), Wide(b.rotation)).At(u);
  for (size_t c = 0; c < 4; ++c) {
    pose.rotation[c] = static_cast<float>(turn[c]);
  }
  return pose;
}

std::optional<bool> PinchOf(const CaptureView& capture,
                            const CapturedHand& hand) {
  if (hand.aim.present) {
    return (hand.aim.flags.value & xrhands::kIndexPressed) != 0;
  }
  const uint64_t offset = hand.gestures.offsets[xrhands::kPinchTouched];
  ByteCursor in(capture.bytes(), offset);
  uint8_t touched;
  if (offset == 0 || !in.Read(&touched)) return std::nullopt;
  return touched != 0;
}

Pose CapturedMoment::Joint(size_t hand, size_t joint) const {
  const Pose from = from_.hands[hand].joints[joint];
  const auto& to = to_.hands[hand].joints;
  return to.empty() ? from : Between(from, to[joint], share_);
}

std::optional<bool> CapturedMoment::Pinch(size_t hand) const {
  return PinchOf(*capture_, from_.hands[hand]);
}

CaptureSampler::CaptureSampler(const CaptureView& capture, FrameTimes times)
    : capture_(capture) {
  times_.reserve(capture.frames());
  frames_.reserve(capture.frames());
  for (size_t i = 0; i < capture.frames(); ++i) {
    const float time =
        times == FrameTimes::kTrue ? capture.true_time(i) : capture.stamp(i);
    if (!std::isfinite(time) || (!times_.empty() && time < times_.back())) {
      continue;
    }
    if (!times_.empty() && time == times_.back()) {
      frames_.back().last = i;
    } else {
      times_.push_back(time);
      frames_.push_back({i, i});
    }
    const HeadParts head = capture.frame(i).tracked_head();
    if (head.position) heads_[0].push_back({time, i});
    if (head.rotation) heads_[1].push_back({time, i});
  }
}

HeadParts CaptureSampler::HeadAt(float time) const {
  HeadParts head;
  for (size_t half = 0; half < heads_.size(); ++half) {
    const std::vector<HeadFrame>& at = heads_[half];
    if (at.empty()) continue;
    const auto after = std::ranges::upper_bound(at, time, {}, &HeadFrame::time);
    const HeadFrame from = after == at.begin() ? at.front() : *(after - 1);
    const HeadFrame to = after == at.end() ? at.back() : *after;
    const auto pose_of = [&](const HeadFrame& of) {
      return capture_.frame(of.frame).head->value;
    };
    Pose pose = pose_of(from);
    const double share = ShareOf(time, from.time, to.time);
    if (share > 0) pose = Between(pose, pose_of(to), share);
    if (half == 0) {
      head.position = pose.position;
    } else {
      head.rotation = pose.rotation;
    }
  }
  return head;
}

CapturedMoment CaptureSampler::At(float time) const {
  CapturedMoment moment;
  moment.capture_ = &capture_;
  if (times_.empty()) return moment;
  const auto after = std::ranges::upper_bound(times_, time);
  const auto next = static_cast<size_t>(after - times_.begin());
  const size_t i = next == 0 ? 0 : next - 1;
  moment.from_ = moment.to_ = capture_.frame(next == 0 ? arrival(0) : frame(i));
  const HeadParts head = moment.from_.tracked_head();
  if (head.position || head.rotation) moment.head_ = HeadAt(time);
  if (!head.position) moment.head_.position.reset();
  if (!head.rotation) moment.head_.rotation.reset();
  if (next == 0 || next == times_.size()) return moment;
  moment.share_ = ShareOf(time, times_[i], times_[next]);
  if (moment.share_ > 0) moment.to_ = capture_.frame(arrival(next));
  return moment;
}

}  // namespace clipguard::actions
