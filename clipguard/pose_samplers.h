// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The samplers behind clipguard_sampler (sampling.h): they write poses of a
// recording or of a character's clip as floats, and allocate nothing for it.

#ifndef CLIPGUARD_POSE_SAMPLERS_H_
#define CLIPGUARD_POSE_SAMPLERS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "eval/curve/clip.h"
#include "eval/curve/compiled_clip.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "parser/m3d/character.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

struct clipguard_sampler {
  virtual ~clipguard_sampler() = default;
  // How many floats Sample() writes.
  virtual size_t floats() const = 0;
  virtual void Sample(float time, float* values) = 0;
};

namespace clipguard {

// Copies the matrices' elements.
template <typename Matrix>
void WriteMatrices(const std::vector<Matrix>& matrices, float* values) {
  if (matrices.empty()) return;
  std::memcpy(values, matrices.data(), matrices.size() * sizeof(Matrix));
}

// Gives the same bits as ClipSampler, faster.
class RecordingSampler : public clipguard_sampler {
 public:
  // Both must outlive it.
  RecordingSampler(const mrtk::InputAnimationView& view,
                   const eval::CompiledClip& clip)
      : view_(view), clip_(clip), sampler_(clip) {}

  size_t floats() const override { return clip_.channels(); }
  void Sample(float time, float* values) override {
    sampler_.Sample(time, {values, floats()});
    for (size_t i = 0; i < floats(); ++i) {
      const size_t slot = clip_.slot(i).index();
      if (slot == mrtk::CurveSlot::kGaze + mrtk::kDirectionX) {
        Normalize<3>(eval::NormalizeDirection,
                     &eval::ClipSampler::SampleDirections, slot, time,
                     values + i);
      } else if (IsRotation(slot)) {
        Normalize<4>(eval::NormalizeRotation,
                     &eval::ClipSampler::SampleRotations, slot, time,
                     values + i);
      }
    }
  }

 private:
  // True for the first curve of a rotation.
  static bool IsRotation(size_t slot) {
    const mrtk::CurveSlot curve(slot);
    if (curve.is_boolean() || curve.is_gaze()) return false;
    const size_t first =
        curve.is_camera() ? mrtk::CurveSlot::kCamera : mrtk::CurveSlot::kJoints;
    return (slot - first) % mrtk::kPoseCurves == mrtk::kRotationX;
  }

  // Values that overflow float need ClipSampler, which has them in double.
  template <size_t kSize, typename Normalizer, typename Exactly>
  void Normalize(Normalizer normalize, Exactly exactly, size_t slot, float time,
                 float* values) const {
    std::array<float, kSize> unit;
    std::array<double, kSize> wide;
    std::copy_n(values, kSize, wide.begin());
    if (std::ranges::all_of(wide, [](double v) { return std::isfinite(v); })) {
      unit = normalize(wide);
    } else {
      (eval::ClipSampler(view_).*exactly)(
          mrtk::CurveSlot(slot), std::span(&time, 1),
          eval::Rotations::kNormalized, std::span(&unit, 1));
    }
    std::ranges::copy(unit, values);
  }

  const mrtk::InputAnimationView& view_;
  const eval::CompiledClip& clip_;
  eval::PoseSampler sampler_;
};

class CharacterSampler : public clipguard_sampler {
 public:
  explicit CharacterSampler(const eval::SkeletonClip& clip)
      : sampler_(clip), transforms_(clip.bones()) {}

  size_t floats() const override { return 16 * transforms_.size(); }
  void Sample(float time, float* values) override {
    sampler_.Sample(time, transforms_);
    WriteMatrices(transforms_, values);
  }

 private:
  eval::SkeletonSampler sampler_;
  std::vector<m3d::Matrix> transforms_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_POSE_SAMPLERS_H_
