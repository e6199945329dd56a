// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's clip, compiled for playing.
//
//   SkeletonClip clip(character, character.clips[0]);  // an m3d::Character
//   SkeletonSampler sampler(clip);  // one for each thread
//   std::vector<m3d::Matrix> transforms(clip.bones());
//   sampler.Sample(clip.LoopTime(seconds), transforms);
//
// Keys become records of one cache line each, with what two neighbouring keys
// have in common (their angle, above all) computed once. Bones whose keys have
// the same times, as exporters write them, share one search.
//
// What a clip *is* at a time, eval/skeleton/reference.h says rule by rule.

#ifndef CLIPGUARD_EVAL_SKELETON_SKELETON_CLIP_H_
#define CLIPGUARD_EVAL_SKELETON_SKELETON_CLIP_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "eval/skeleton/bone_key.h"
#include "eval/skeleton/skeleton_kernel.h"
#include "parser/m3d/character.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// Needs the character only while it is compiled. One block of memory: 68 bytes
// a key and some 310 a bone.
//
// Any number of threads may sample one clip at once; thread-compatible.
class SkeletonClip {
 public:
  // No bones.
  SkeletonClip() = default;

  // `clip` is one of the character's, or at least has its bones. REQUIRES:
  // IsSupported(kernel), and that ReadCharacter() found no errors. In other
  // characters, too, nothing is read that is not there: a parent that is not
  // an earlier bone counts as none, bones that the clip does not have stay at
  // the identity, and keys whose times descend or are NaN have unspecified
  // transforms.
  SkeletonClip(const m3d::Character& character, const m3d::Clip& clip,
               Kernel kernel = ActiveKernel()) {
    Compile(character, clip, kernel);
  }

  // Movable; a moved-from clip has no bones. A sampler of it stays valid: it
  // reads the memory, which the other clip then owns. Samplers of a clip that
  // is assigned to must not be used any more.
  SkeletonClip(SkeletonClip&& other) noexcept { *this = std::move(other); }
  SkeletonClip& operator=(SkeletonClip&& other) noexcept;

  // Makes it another clip, in the same memory if that suffices. Samplers of
  // the clip that it was must not be used any more.
  void Compile(const m3d::Character& character, const m3d::Clip& clip,
               Kernel kernel = ActiveKernel());

  size_t bones() const { return parts_.bones; }

  // The smallest first key time of its bones, and the largest last one; 0 if
  // there are no keys. Seconds. Outside, nothing moves.
  float start_time() const { return times_.start; }
  float end_time() const { return times_.end; }

  // `time` into the clip's times, as if they repeated for ever before the start
  // and after the end: at least start_time(), and less than end_time() but for
  // rounding. The start for NaN, infinities and clips without length.
  float LoopTime(double time) const;

  // Bytes that it occupies.
  size_t memory() const { return sizeof(*this) + capacity_; }

 private:
  friend class SkeletonSampler;

  // Times that one or more bones have in common. holds[s] is the last time of
  // interval s, which begins after the last time of the one before: the first
  // interval is all that is up to the first key, the last one all that is from
  // the last key on.
  struct Timeline {
    const float* holds;
    size_t intervals;
    // Whose these are.
    size_t first_key;
    size_t keys;
  };
  // A bone's record for interval s is keys[s], the next key keys[s + 1].
  struct Bone {
    const BoneKey* keys;
    size_t timeline;
  };

  struct Free {
    void operator()(std::byte* memory) const;
  };

  void Reserve(size_t bytes);
  size_t FindTimeline(const m3d::Clip& clip, const KeyRange& keys,
                      float** holds);

  // What a sampler needs. The pointers are parts of the block. Bones are
  // rounded up to whole blocks of a kernel; those that are not there stay at
  // the identity.
  struct Parts {
    const SkeletonKernel* kernel = nullptr;
    size_t bones = 0;
    bool affine = true;
    size_t timelines_size = 0;
    Timeline* timelines = nullptr;
    Bone* bone = nullptr;
    BoneMatrix* offsets = nullptr;
    int32_t* parents = nullptr;
  };

  Parts parts_;
  TimeRange times_;
  std::unique_ptr<std::byte, Free> memory_;
  size_t capacity_ = 0;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SKELETON_CLIP_H_
