// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/clip.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "eval/curve/curve.h"
#include "eval/curve/kernel/joint_kernel.h"
#include "eval/curve/reference.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::InputAnimationView;

template <size_t kSize>
std::array<float, kSize> Round(const std::array<double, kSize>& values) {
  std::array<float, kSize> rounded;
  for (size_t i = 0; i < kSize; ++i) {
    rounded[i] = static_cast<float>(values[i]);
  }
  return rounded;
}

// Divides by the Euclidean length. By the largest number first, so that the
// squares of the tiniest do not vanish: a curve's double can be far smaller
// than any float. `zero` is the answer for length zero.
template <size_t kSize>
std::array<float, kSize> Normalize(std::array<double, kSize> values,
                                   const std::array<float, kSize>& zero) {
  double largest = 0;
  for (const double value : values) {
    largest = std::max(largest, std::abs(value));
  }
  bool nan = false;
  for (const double value : values) nan = nan || std::isnan(value);
  if (largest == 0 && !nan) return zero;
  double square = 0;
  for (double& value : values) {
    value /= largest;
    square += value * value;
  }
  const double length = std::sqrt(square);
  for (double& value : values) value /= length;
  return Round(values);
}

// Times that are sampled at once: curve by curve, so that those which follow
// each other share what is prepared; few enough for the columns and the lines
// that a joint is written to to stay in the first-level cache.
constexpr size_t kClipBlock = 256;

// The row in double, and in digits where float32 could only say "infinite".
template <size_t kSize>
std::array<double, kSize> WithoutOverflow(const InputAnimationView& view,
                                          CurveSlot first,
                                          const std::array<float, kSize>& row,
                                          float time) {
  std::array<double, kSize> wide;
  for (size_t c = 0; c < kSize; ++c) {
    wide[c] =
        std::isinf(row[c])
            ? EvaluateCurve(view.curve(CurveSlot(first.index() + c)), time)
            : row[c];
  }
  return wide;
}

// values[i][c] = the value of curve first + c at times[i].
template <size_t kSize>
bool SampleColumns(const InputAnimationView& view, CurveSlot first,
                   std::span<const float> times,
                   std::span<std::array<float, kSize>> values, Kernel kernel) {
  std::array<float, kClipBlock> column;
  const size_t total = times.size();
  if (values.size() < total) return false;
  for (size_t done = 0; done < total; done += kClipBlock) {
    const size_t count = std::min(kClipBlock, total - done);
    for (size_t c = 0; c < kSize; ++c) {
      SampleCurve(view.curve(CurveSlot(first.index() + c)),
                  times.subspan(done, count), column, kernel);
      for (size_t i = 0; i < count; ++i) values[done + i][c] = column[i];
    }
  }
  return true;
}

// Samples the curves of joints, and makes rows of them.
class JointRows {
 public:
  JointRows(const InputAnimationView& view, Kernel kernel)
      : view_(view),
        kernel_(kernel),
        joints_(VersionFor<JointKernel>(kernel)) {}

  // Calls take(i, row) for each time: kJointCurves values, those of the curves
  // from `first` on. REQUIRES: times.size() <= kClipBlock.
  template <typename Take>
  void ForEach(CurveSlot first, std::span<const float> times,
               Rotations rotations, Take take) {
    for (size_t c = 0; c < kJointCurves; ++c) Sample(first, c, times);
    MakeRows(CurveSlot(first.index() + mrtk::kRotationX), times, rotations,
             take);
  }

  // The same for a rotation's curves alone: the first three values are any.
  template <typename Take>
  void ForEachRotation(CurveSlot rotation, std::span<const float> times,
                       Rotations rotations, Take take) {
    for (size_t c = 0; c < mrtk::kRotationX; ++c) {
      std::fill_n(columns_[c], times.size(), 0.0f);
    }
    const CurveSlot first(rotation.index() - mrtk::kRotationX);
    for (size_t c = mrtk::kRotationX; c < kJointCurves; ++c) {
      Sample(first, c, times);
    }
    MakeRows(rotation, times, rotations, take);
  }

 private:
  void Sample(CurveSlot first, size_t c, std::span<const float> times) {
    SampleCurve(view_.curve(CurveSlot(first.index() + c)), times,
                {columns_[c], times.size()}, kernel_);
  }

  template <typename Take>
  void MakeRows(CurveSlot rotation, std::span<const float> times,
                Rotations rotations, Take take) {
    for (size_t done = 0; done < times.size(); done += kJointRows) {
      const size_t count = std::min(kJointRows, times.size() - done);
      const float* columns[kJointCurves];
      for (size_t c = 0; c < kJointCurves; ++c) columns[c] = columns_[c] + done;
      if (rotations == Rotations::kRaw) {
        joints_.raw(columns, count, rows_);
      } else if (joints_.unit(columns, count, rows_)) {
        Mend(rotation, columns, times.subspan(done, count));
      }
      for (size_t i = 0; i < count; ++i) take(done + i, rows_ + kJointRow * i);
    }
  }

  // Normalises with the values in double where they are not all finite.
  void Mend(CurveSlot rotation, const float* const (&columns)[kJointCurves],
            std::span<const float> times) {
    for (size_t i = 0; i < times.size(); ++i) {
      float* const unit = rows_ + kJointRow * i + mrtk::kRotationX;
      if (!std::isnan(unit[0])) continue;
      std::array<float, 4> raw;
      for (size_t c = 0; c < raw.size(); ++c) {
        raw[c] = columns[mrtk::kRotationX + c][i];
      }
      const std::array<float, 4> mended =
          NormalizeRotation(WithoutOverflow(view_, rotation, raw, times[i]));
      std::copy(mended.begin(), mended.end(), unit);
    }
  }

  const InputAnimationView& view_;
  Kernel kernel_;
  const JointKernel& joints_;
  // None is initialised: few times need little of them. Columns are not a power
  // of two apart, which would put them into the same places of the cache.
  float columns_[kJointCurves][kClipBlock + 16];
  alignas(64) float rows_[kJointRows * kJointRow];
};

static_assert(sizeof(Pose) == kJointCurves * sizeof(float));

// The seven curves from `first` on.
Pose PoseAt(const ClipSampler& clip, CurveSlot first, float time,
            Rotations rotations) {
  Pose pose;
  clip.SampleVectors(first, {&time, 1}, {&pose.position, 1});
  clip.SampleRotations(CurveSlot(first.index() + mrtk::kRotationX), {&time, 1},
                       rotations, {&pose.rotation, 1});
  return pose;
}

// REQUIRES of both: times.size() <= kClipBlock.
void SampleStates(const InputAnimationView& view, Handedness hand,
                  std::span<const float> times, std::span<ClipPose> poses) {
  const auto h = static_cast<size_t>(hand);
  std::array<float, kClipBlock> states;
  SampleBoolean(view.curve(CurveSlot::Tracked(hand)), times, states);
  for (size_t i = 0; i < times.size(); ++i) {
    poses[i].hands[h].tracked = states[i] > 0.5f;
  }
  SampleBoolean(view.curve(CurveSlot::Pinch(hand)), times, states);
  for (size_t i = 0; i < times.size(); ++i) {
    poses[i].hands[h].pinch = states[i] > 0.5f;
  }
}

void SampleGaze(const ClipSampler& clip, std::span<const float> times,
                Rotations rotations, std::span<ClipPose> poses) {
  std::array<std::array<float, 3>, kClipBlock> vectors;
  clip.SampleVectors(CurveSlot::Gaze(mrtk::kOriginX), times, vectors);
  for (size_t i = 0; i < times.size(); ++i) poses[i].gaze.origin = vectors[i];
  clip.SampleDirections(CurveSlot::Gaze(mrtk::kDirectionX), times, rotations,
                        vectors);
  for (size_t i = 0; i < times.size(); ++i) {
    poses[i].gaze.direction = vectors[i];
  }
}

}  // namespace

std::array<float, 4> NormalizeRotation(const std::array<double, 4>& rotation) {
  return Normalize(rotation, {0, 0, 0, 1});
}

std::array<float, 3> NormalizeDirection(
    const std::array<double, 3>& direction) {
  return Normalize(direction, {0, 0, 0});
}

bool ClipSampler::SampleVectors(CurveSlot first, std::span<const float> times,
                                std::span<std::array<float, 3>> values) const {
  return SampleColumns<3>(*view_, first, times, values, kernel_);
}

bool ClipSampler::SampleRotations(
    CurveSlot first, std::span<const float> times, Rotations rotations,
    std::span<std::array<float, 4>> values) const {
  const size_t total = times.size();
  if (values.size() < total) return false;
  JointRows rows(*view_, kernel_);
  for (size_t done = 0; done < total; done += kClipBlock) {
    const size_t count = std::min(kClipBlock, total - done);
    rows.ForEachRotation(first, times.subspan(done, count), rotations,
                         [&](size_t i, const float* row) {
                           std::copy_n(row + mrtk::kRotationX, 4,
                                       values[done + i].begin());
                         });
  }
  return true;
}

bool ClipSampler::SampleDirections(
    CurveSlot first, std::span<const float> times, Rotations rotations,
    std::span<std::array<float, 3>> values) const {
  if (!SampleVectors(first, times, values)) return false;
  if (rotations == Rotations::kRaw) return true;
  for (size_t i = 0; i < times.size(); ++i) {
    values[i] =
        NormalizeDirection(WithoutOverflow(*view_, first, values[i], times[i]));
  }
  return true;
}

Pose ClipSampler::Joint(Handedness hand, size_t joint, float time,
                        Rotations rotations) const {
  return PoseAt(*this, CurveSlot::Joint(hand, joint, mrtk::kPositionX), time,
                rotations);
}

Pose ClipSampler::Camera(float time, Rotations rotations) const {
  return PoseAt(*this, CurveSlot::Camera(mrtk::kPositionX), time, rotations);
}

bool ClipSampler::Tracked(Handedness hand, float time) const {
  return SampleBoolean(view_->curve(CurveSlot::Tracked(hand)), time);
}

bool ClipSampler::Pinch(Handedness hand, float time) const {
  return SampleBoolean(view_->curve(CurveSlot::Pinch(hand)), time);
}

HandState ClipSampler::Hand(Handedness hand, float time,
                            Rotations rotations) const {
  HandState state;
  state.tracked = Tracked(hand, time);
  state.pinch = Pinch(hand, time);
  for (size_t joint = 0; joint < state.joints.size(); ++joint) {
    state.joints[joint] = Joint(hand, joint, time, rotations);
  }
  return state;
}

Ray ClipSampler::Gaze(float time, Rotations rotations) const {
  Ray ray;
  SampleVectors(CurveSlot::Gaze(mrtk::kOriginX), {&time, 1}, {&ray.origin, 1});
  SampleDirections(CurveSlot::Gaze(mrtk::kDirectionX), {&time, 1}, rotations,
                   {&ray.direction, 1});
  return ray;
}

ClipPose ClipSampler::Sample(float time, Rotations rotations) const {
  ClipPose pose;
  Sample({&time, 1}, rotations, {&pose, 1});
  return pose;
}

bool ClipSampler::Sample(std::span<const float> times, Rotations rotations,
                         std::span<ClipPose> poses) const {
  const size_t total = times.size();
  if (poses.size() < total) return false;
  JointRows rows(*view_, kernel_);
  for (size_t done = 0; done < total; done += kClipBlock) {
    const size_t count = std::min(kClipBlock, total - done);
    const std::span<const float> at = times.subspan(done, count);
    const std::span<ClipPose> out = poses.subspan(done, count);
    const auto sample_pose = [&](CurveSlot first, auto pose_of) {
      rows.ForEach(first, at, rotations, [&](size_t i, const float* row) {
        std::memcpy(static_cast<void*>(&pose_of(out[i])), row, sizeof(Pose));
      });
    };
    for (ClipPose& pose : out) {
      pose.has_camera = has_camera();
      pose.has_hands = has_hands();
      pose.has_gaze = has_gaze();
    }
    sample_pose(CurveSlot::Camera(mrtk::kPositionX),
                [](ClipPose& pose) -> Pose& { return pose.camera; });
    for (const Handedness hand : mrtk::kHands) {
      const auto h = static_cast<size_t>(hand);
      SampleStates(*view_, hand, at, out);
      for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
        sample_pose(CurveSlot::Joint(hand, joint, mrtk::kPositionX),
                    [&](ClipPose& pose) -> Pose& {
                      return pose.hands[h].joints[joint];
                    });
      }
    }
    SampleGaze(*this, at, rotations, out);
  }
  return true;
}

}  // namespace clipguard::eval
