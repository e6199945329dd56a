// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The data on which the evaluators are measured. The same keys and times on
// every machine and with every compiler.
//
//   W1  one curve of 1,000 keys, random weights on all, 1 M ascending times
//   W2  the same curve, the same times in random order
//   W3  the same curve without weights (Hermite), ascending times
//   W4  a pose: all curves of a recording, 300 weighted keys each, at one
//       time that advances at 60 Hz; a clip of 10 s and one of 60 s
//   W5  from keys to values, once: one curve of 1,500 keys at 1, 4, 12 and 100
//       ascending times a key, with weights on all keys and without
//   W6  the same for the 198 curves of a hand and a camera, 28 compact keys a
//       second each, at 60 Hz for 20 s: what recorders write
//
// Keys are 0.25 to 1.75 mean distances apart, values are in [-1, 1], tangents
// normal with the range over the mean distance as deviation, weights in
// [0, 1]. A pose has the 391 float curves that a recording with camera, hands
// and gaze has; its four boolean curves have two keys each.

#ifndef CLIPGUARD_BENCH_WORKLOADS_WORKLOADS_H_
#define CLIPGUARD_BENCH_WORKLOADS_WORKLOADS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {

// Random numbers of our own, because the standard library's distributions
// differ from library to library.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits();
  // In [0, 1), a multiple of 2^-53.
  double Unit();
  // Nearly normal, of mean 0 and deviation 1: a sum of twelve Unit(), which
  // needs no function whose last bit differs from library to library.
  double Normal();

 private:
  uint64_t state_;
};

struct CurveShape {
  size_t keys = 1000;
  double seconds = 100;  // the first key is at 0, the last one here
  bool weighted = true;
};

inline constexpr CurveShape kWeightedCurve;  // W1, W2
inline constexpr CurveShape kHermiteCurve = {.weighted = false};
inline constexpr size_t kTimes = 1'000'000;
inline constexpr size_t kOnceKeys = 1'500;
inline constexpr size_t kRecordedCurves = 198;
inline constexpr double kRecordedSeconds = 20;
inline constexpr double kRecordedKeyRate = 28;  // Hz
inline constexpr size_t kPoseKeys = 300;
inline constexpr size_t kPoseCurves =
    mrtk::CurveSlot::kCount - 2 * mrtk::kHands.size();
inline constexpr double kPoseRate = 60;  // Hz

mrtk::Curve MakeCurve(const CurveShape& shape, uint64_t seed);

enum class Order { kAscending, kRandom };

// Times within the keys of the shape. The same numbers in either order.
std::vector<float> MakeTimes(const CurveShape& shape, size_t count,
                             Order order);

// A recording in memory, and the view of it.
class Clip {
 public:
  // Writes it as version 1.1 with a marker list. Ends the program if that is
  // impossible.
  Clip(const mrtk::InputAnimation& animation, mrtk::KeyLayout layout);
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;

  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const mrtk::InputAnimationView& view() const { return view_; }

  // The float curves that the recording has, in file order.
  std::vector<mrtk::CurveView> FloatCurves() const;

 private:
  std::vector<uint8_t> bytes_;
  mrtk::InputAnimationView view_;
};

// A recording that has only camera.position.x, full keys.
Clip MakeCurveClip(const CurveShape& shape);

// W4, or something like it: every curve has the shape.
Clip MakePoseClip(const CurveShape& shape, mrtk::KeyLayout layout);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_WORKLOADS_H_
