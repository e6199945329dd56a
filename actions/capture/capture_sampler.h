// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CaptureSampler: the hands and the head of an XR Hands capture at a time.
//
//   CaptureSampler sampler(capture, FrameTimes::kStamped);
//   const CapturedMoment now = sampler.At(1.5f);
//   if (now.Valid(0)) Use(now.Joint(0, 10).position);
//
// Between two frames positions are on a line and rotations on an arc, as
// Unity's player has them; of frames at one time the last counts from then on,
// and the motion before goes to the first. Before the first frame and after the
// last one, and where the next frame does not have the hand, a frame stays as
// it is. A frame without a hand has none: the player would bridge that gap. The
// head goes on to the next frame that has it, its position and its rotation
// each by itself. Values have the same bits on every machine.

#ifndef CLIPGUARD_ACTIONS_CAPTURE_CAPTURE_SAMPLER_H_
#define CLIPGUARD_ACTIONS_CAPTURE_CAPTURE_SAMPLER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "parser/xrhands/capture.h"

namespace clipguard::actions {

enum class FrameTimes {
  kStamped,  // as the file has them, and the player of version 2 takes them
  kTrue,     // when frames were recorded
};

// The pose that is that share of the way between two: not normalised.
xrhands::Pose Between(const xrhands::Pose& a, const xrhands::Pose& b, double u);

class CapturedMoment {
 public:
  bool Tracked(size_t hand) const { return from_.hands[hand].tracked; }
  bool Valid(size_t hand) const { return !from_.hands[hand].joints.empty(); }
  bool Shown(size_t hand) const { return from_.hands[hand].shown(); }
  // REQUIRES: Valid(hand).
  xrhands::Pose Joint(size_t hand, size_t joint) const;
  // Nothing where it was not recorded.
  const xrhands::HeadParts& Head() const { return head_; }
  std::optional<bool> Pinch(size_t hand) const;

 private:
  friend class CaptureSampler;

  const xrhands::CaptureView* capture_ = nullptr;
  xrhands::Frame from_;
  xrhands::Frame to_;  // the same where nothing moves
  double share_ = 0;
  xrhands::HeadParts head_;
};

// Whether the hand pinches, as far as the frame says so.
std::optional<bool> PinchOf(const xrhands::CaptureView& capture,
                            const xrhands::CapturedHand& hand);

// Thread-compatible. Looks into the view, which must outlive it. Frames whose
// times are not finite, or fall, are passed over.
class CaptureSampler {
 public:
  CaptureSampler(const xrhands::CaptureView& capture, FrameTimes times);

  // Nothing to show: a moment without hands.
  CapturedMoment At(float time) const;

  // The same of the head alone, also where the frame does not have it: between
  // those that do, and before the first and after the last as they are.
  xrhands::HeadParts HeadAt(float time) const;

  // Ascending, each once; the frame that counts at each, and the one that the
  // motion before goes to: another one where several have that time.
  const std::vector<float>& times() const { return times_; }
  size_t frame(size_t i) const { return frames_[i].last; }
  size_t arrival(size_t i) const { return frames_[i].first; }
  float first_time() const { return times_.empty() ? 0 : times_.front(); }
  float last_time() const { return times_.empty() ? 0 : times_.back(); }

 private:
  // Frames at one time.
  struct AtOnce {
    size_t first;
    size_t last;
  };
  struct HeadFrame {
    float time;
    size_t frame;
  };

  const xrhands::CaptureView& capture_;
  std::vector<float> times_;
  std::vector<AtOnce> frames_;
  // Frames that have the head's position, and its rotation.
  std::array<std::vector<HeadFrame>, 2> heads_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CAPTURE_CAPTURE_SAMPLER_H_
