// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's clip, compiled for playing.
//
//   SkeletonClip clip(character, character.clips[0]);  // an m3d::Character
//   SkeletonSampler sampler(clip);  // one for each thread
//   std::vector<m3d::Matrix> transforms(clip.bones());
//   sampler.Sample(clip.LoopTime(seconds), transforms);
//
// Bones whose keys have the same times, as exporters write them, share one
// timeline. Their keys lie side by side, time after time: what a pose reads is
// in one place. A translation, rotation or scale that never changes is kept
// once. Clips that fit a cache keep the arc between two rotations, too; in
// longer ones it takes less time to compute than to read.
//
// eval/skeleton/reference.h defines the pose of a clip at a time, rule by rule.

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

// Needs the character only while it is compiled. One block of memory: 16 bytes
// for each key of a rotation that changes (32 in clips of up to 8,192 such
// keys), 12 for one of a translation or a
// scale, some 150 a bone, and 8 for each time of each timeline.
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
  // the last key on. So there is one more than keys.
  struct Timeline {
    const float* times;
    const float* holds;
    size_t keys;
    // How far apart two keys of one bone are, in each channel that changes.
    size_t step[kKeyChannels];
    // While the clip is compiled: the first key of the next bone.
    float* next[kKeyChannels];
  };
  struct Bone {
    // Its first key in each channel: its only one in a channel whose bit, 1 <<
    // channel, is not set in `changing`.
    float* first[kKeyChannels];
    uint32_t timeline;
    uint32_t changing;
  };
  // The floats of a key, without its arc.
  static constexpr size_t kChannelFloats[kKeyChannels] = {4, 3, 3};
  static constexpr size_t kArcFloats = sizeof(KeyArc) / sizeof(float);

  struct Free {
    void operator()(std::byte* memory) const;
  };

  void Reserve(size_t bytes);
  void AddTimeline(const m3d::Clip& clip, const KeyRange& keys, float** times);
  void CopyKeys(const m3d::Clip& clip, const KeyRange& keys, const Bone& bone);

  // Data that a sampler needs. The pointers are parts of the block. Bones are
  // rounded up to whole blocks of a kernel; those that are not there stay at
  // the identity, which is the first key of each channel, and timeline 0.
  struct Parts {
    const SkeletonKernel* kernel = nullptr;
    size_t bones = 0;
    bool affine = true;
    size_t timelines_size = 0;
    Timeline* timelines = nullptr;
    Bone* bone = nullptr;
    // The channels in which any bone of each block changes, as bits, and with
    // arcs that of rotations.
    uint8_t* changing = nullptr;
    m3d::Matrix* offsets = nullptr;
    int32_t* parents = nullptr;
    float* keys[kKeyChannels] = {};
    // So far apart are two of them.
    size_t floats[kKeyChannels] = {};
    // Whether the KeyArc to its bone's next key follows each rotation.
    bool has_arcs() const {
      return floats[kRotation] != kChannelFloats[kRotation];
    }
  };

  Parts parts_;
  TimeRange times_;
  std::unique_ptr<std::byte, Free> memory_;
  size_t capacity_ = 0;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SKELETON_CLIP_H_
