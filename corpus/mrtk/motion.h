// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes recordings that look like people: a head that sways, eyes that jump
// from point to point, two hands of rigid bones that wave, curl and pinch,
// sampled with jitter and thinned out as the recorder does it.
//
// The same bits come out on any machine and compiler: the only operations are
// + - * / sqrt and rounding on doubles, and an integer random generator.

#ifndef CLIPGUARD_CORPUS_MRTK_MOTION_H_
#define CLIPGUARD_CORPUS_MRTK_MOTION_H_

#include <cstdint>

#include "corpus/mrtk/recording.h"

namespace clipguard::corpus {

// SplitMix64: small, fast, and the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next();
  // In [0, 1), a multiple of 2^-53.
  double Unit();
  // In [low, high).
  double Between(double low, double high) {
    return low + Unit() * (high - low);
  }

 private:
  uint64_t state_;
};

// sin(x) to about 1e-13, the same everywhere. For |x| < 1e6.
double Sine(double x);

struct MotionOptions {
  uint64_t seed = 1;
  double start = 0;    // seconds, of the first frame
  double seconds = 2;  // from the first frame to the last
  double rate = 60;    // frames a second
  // A frame is dropped where a straight line stays within this of it: metres,
  // and quaternion components. 0 keeps every frame.
  double position_tolerance = 0.002;
  double rotation_tolerance = 0.01;
  // Hermite tangents through the keys instead of compact ones.
  bool smooth = false;
  // The right hand comes into view this long after the start.
  double right_hand_delay = 0.3;
  // The left hand is lost this long before the end.
  double left_hand_lost = 0;
  // Joints that a device does not track stay without keys.
  bool fingers_only_tips = false;
};

// Fills in the curves of the parts that the recording has.
void AddMotion(const MotionOptions& options, Recording& recording);

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_MRTK_MOTION_H_
