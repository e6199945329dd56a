// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Poses from an MRTK recording: what camera, hands and gaze do at a time.
//
//   ClipSampler clip(*view);                    // an InputAnimationView
//   ClipPose pose = clip.Sample(1.5f);          // seconds
//   Pose tip = pose.hand(Handedness::kLeft).joints[11];  // IndexTip
//
// Positions and ray origins are metres in Unity's left-handed, y-up space.
//
// A recording interpolates the four numbers of a rotation one by one, so that
// they are a unit quaternion at the keys only. By default they are normalised,
// as is the gaze direction. The recorder's own player does not do so: it
// normalises a copy (docs/formats/mrtk-input-animation.md, "Evaluating").
// Rotations::kRaw gives what it plays.
//
// Normalising is done in double, with one rounding at the end; where a value is
// beyond the range of float, with the value in double. A quaternion of length
// zero becomes 0, 0, 0, 1; a direction of length zero stays zero. There is no
// threshold: however short, anything else comes out with length one.
//
// Values follow eval/curve/curve.h: the same bits on every machine, NaN only
// for a time that is NaN or for keys that are not finite. Raw values and
// positions may overflow to infinity; normalised ones cannot.
//
// This prepares nothing: for many poses of one recording, PoseSampler
// (eval/curve/compiled_clip.h) takes a fraction of the time.
//
// A part that a recording lacks, or a curve without keys, is sampled as
// positions 0, 0, 0; raw rotations and directions of all zeros; hands neither
// tracked nor pinching.
//
// Sampling allocates nothing.

#ifndef CLIPGUARD_EVAL_CURVE_CLIP_H_
#define CLIPGUARD_EVAL_CURVE_CLIP_H_

#include <array>
#include <cstddef>
#include <span>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

enum class Rotations {
  kNormalized,  // unit quaternions and unit directions
  kRaw,         // the curves' own values
};

struct Pose {
  std::array<float, 3> position{};  // x y z, metres
  std::array<float, 4> rotation{};  // quaternion x y z w
};

struct Ray {
  std::array<float, 3> origin{};     // x y z, metres
  std::array<float, 3> direction{};  // x y z
};

struct HandState {
  bool tracked = false;
  bool pinch = false;
  // In the order of mrtk::kJointNames. The first is a placeholder.
  std::array<Pose, mrtk::kJointCount> joints{};
};

// Everything at one time. The has_ members say which parts the recording has,
// if only with empty curves.
struct ClipPose {
  bool has_camera = false;
  bool has_hands = false;
  bool has_gaze = false;
  Pose camera;
  std::array<HandState, 2> hands;  // left, right
  Ray gaze;

  const HandState& hand(mrtk::Handedness which) const {
    return hands[static_cast<size_t>(which)];
  }
};

// Samples one recording. Looks into the view and its bytes, which must outlive
// it. Const methods may run concurrently.
class ClipSampler {
 public:
  // REQUIRES: IsSupported(kernel).
  explicit ClipSampler(const mrtk::InputAnimationView& view,
                       Kernel kernel = ActiveKernel())
      : view_(&view), kernel_(kernel) {}

  bool has_camera() const { return view_->has_camera(); }
  bool has_hands() const { return view_->has_hands(); }
  bool has_gaze() const { return view_->has_gaze(); }

  // All parts. `time` is in seconds; before and after each curve's keys its
  // wrap modes rule.
  ClipPose Sample(float time,
                  Rotations rotations = Rotations::kNormalized) const;

  // The same at many times, into the caller's memory; every member of poses[i]
  // is written for times[i]. False, and nothing is written, if poses.size() <
  // times.size(), as for all that follow.
  bool Sample(std::span<const float> times, Rotations rotations,
              std::span<ClipPose> poses) const;

  // Single parts.
  Pose Camera(float time, Rotations rotations = Rotations::kNormalized) const;
  HandState Hand(mrtk::Handedness hand, float time,
                 Rotations rotations = Rotations::kNormalized) const;
  // REQUIRES: joint < mrtk::kJointCount.
  Pose Joint(mrtk::Handedness hand, size_t joint, float time,
             Rotations rotations = Rotations::kNormalized) const;
  Ray Gaze(float time, Rotations rotations = Rotations::kNormalized) const;
  bool Tracked(mrtk::Handedness hand, float time) const;
  bool Pinch(mrtk::Handedness hand, float time) const;

  // Three curves from `first` on as they are; four that are a rotation; three
  // that are a direction.
  bool SampleVectors(mrtk::CurveSlot first, std::span<const float> times,
                     std::span<std::array<float, 3>> values) const;
  bool SampleRotations(mrtk::CurveSlot first, std::span<const float> times,
                       Rotations rotations,
                       std::span<std::array<float, 4>> values) const;
  bool SampleDirections(mrtk::CurveSlot first, std::span<const float> times,
                        Rotations rotations,
                        std::span<std::array<float, 3>> values) const;

 private:
  const mrtk::InputAnimationView* view_;
  Kernel kernel_;
};

// Scales four numbers to a unit quaternion, x y z w, as described above.
// Numbers up to 1e120 in size do not overflow.
std::array<float, 4> NormalizeRotation(const std::array<double, 4>& rotation);

// Scales three numbers to length one, or leaves zero.
std::array<float, 3> NormalizeDirection(const std::array<double, 3>& direction);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_CLIP_H_
