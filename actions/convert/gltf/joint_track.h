// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What is known of a track of keyframes that may be too long to be in memory.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_JOINT_TRACK_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_JOINT_TRACK_H_

#include <sodium.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::actions::gltf {

// Of keyframes' times, BLAKE2b: those of one digest are the same.
using TimesDigest = std::array<uint8_t, 32>;
TimesDigest DigestOf(std::span<const float> times);

struct KeptKeyframes {
  FloatList times;
  FloatList values;  // of each keyframe 3, or 4 of a rotation
};

// Keyframes from 0 to 1. Times ascend, none is there twice.
struct JointTrack {
  Interpolation interpolation = Interpolation::kLinear;
  size_t keyframes = 0;
  float first_time = 0;
  float last_time = 0;
  TimesDigest times_digest = {};
  // The value of all keyframes, if that is the same; of the last one, 0 unless
  // it is a rotation.
  std::optional<std::array<float, 4>> only_value = {};
  // Nothing if those are too many.
  std::optional<KeptKeyframes> kept = {};
};

// Makes a digest of times that come one by one. Thread-compatible.
class TimesHasher {
 public:
  TimesHasher();

  void Add(float time) {
    times_[count_++] = time;
    if (count_ == times_.size()) Flush();
  }
  // To be called once, at the end.
  TimesDigest Finish();

 private:
  void Flush();

  crypto_generichash_state state_;
  std::array<float, 256> times_;
  size_t count_ = 0;
};

// Takes note of what a track is, whose keyframes come one by one, and keeps
// them as long as they are no more than `most_kept` floats. What is kept is
// taken off that at the end. Both must outlive it. Thread-compatible.
class TrackNotes {
 public:
  TrackNotes(JointTrack& track, uint64_t& most_kept)
      : track_(track), most_kept_(most_kept) {
    track_.kept.emplace();
  }

  void Take(float time, std::span<const float> value);
  // To be called once, at the end.
  void Finish();

 private:
  JointTrack& track_;
  uint64_t& most_kept_;
  uint64_t floats_ = 0;
  TimesHasher hasher_;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_JOINT_TRACK_H_
