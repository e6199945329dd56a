// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where a character's bones are at a time: their final transforms, which take
// a vertex from the bind pose to the clip's pose.
//
//   SkeletonSampler sampler(clip);         // a SkeletonClip; one a thread
//   sampler.Sample(seconds, transforms);   // a std::vector<m3d::Matrix>
//
// or, for a single time, without compiling:
//
//   SampleSkeleton(character, character.clips[0], seconds, transforms);
//
// These rules hold for both:
//
// - Times are seconds. Each bone stands still before its first key and after
//   its last one. NaN is before all first keys.
// - transforms[b] is bone b's offset times its transform to the root's parent:
//   row-major, for row vectors, translation in elements 12 to 14. (The original
//   stores it transposed.)
// - They are what eval/skeleton/reference.h says, computed in double and then
//   rounded: nearly always the float nearest to the specification's value.
//   Errors before rounding are less than 1e-12 of what is multiplied and added
//   up on the way to the root (tests found 6e-15). Infinite where a float does
//   not suffice; never NaN unless doubles overflow.
// - Quaternions are used as they are. Antipodal ones are the same rotation; of
//   two that are perpendicular, the file's own signs choose the arc; (0, 0, 0,
//   0) rotates by nothing.
// - The same bits for the same time: with every kernel, compiler and machine,
//   with either function, and whatever was sampled before.
// - False, and nothing is written, if transforms.size() is less than the number
//   of bones. It must not overlap anything else that is handed over.

#ifndef CLIPGUARD_EVAL_SKELETON_SKELETON_SAMPLER_H_
#define CLIPGUARD_EVAL_SKELETON_SKELETON_SAMPLER_H_

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_kernel.h"
#include "parser/m3d/character.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Samples one time after the other. Times that lie near the one before,
// forwards or backwards, are found at once, others by binary search; as long as
// no bone passes a key, nothing is searched or loaded.
//
// Not for two threads at once; each may have one of its own. The clip must
// outlive it, or the one that it was moved to. A sampler that was moved from
// has no bones.
class SkeletonSampler {
 public:
  explicit SkeletonSampler(const SkeletonClip& clip);
  SkeletonSampler(SkeletonSampler&& other) noexcept {
    *this = std::move(other);
  }
  SkeletonSampler& operator=(SkeletonSampler&& other) noexcept;

  // No allocation.
  bool Sample(float time, std::span<m3d::Matrix> transforms);
  // The same of as many bones as `transforms` has room for, from the first on.
  void SampleFirst(float time, std::span<m3d::Matrix> transforms);

 private:
  // Where a timeline is: the interval, and its two keys.
  struct Place {
    size_t interval;
    // From a bone's first key of a channel that changes to each of the two.
    size_t floats[kKeyChannels][2];
    float start;
    float end;
    bool moved;
  };

  void MoveTo(float time);
  void Load(size_t block, unsigned channels);

  SkeletonClip::Parts clip_;
  std::unique_ptr<Place[]> places_;  // of each timeline
  std::unique_ptr<KeyBlock[]> blocks_;
  std::unique_ptr<BoneMatrix[]> to_root_;
};

// Allocates once. REQUIRES: IsSupported(kernel), and of the character what
// SkeletonClip requires. Pure; thread-safe.
bool SampleSkeleton(const m3d::Character& character, const m3d::Clip& clip,
                    float time, std::span<m3d::Matrix> transforms,
                    Kernel kernel = ActiveKernel());

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SKELETON_SAMPLER_H_
