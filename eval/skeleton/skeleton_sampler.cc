// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_sampler.h"

#include <algorithm>

#include "eval/skeleton/bone_key.h"
#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

constexpr BoneMatrix kIdentity = {
    {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

// The first of the intervals that holds until `time` or later. `near` is a
// guess. The last one holds for ever.
size_t FindInterval(const float* holds, size_t intervals, float time,
                    size_t near) {
  if (time > holds[near]) {
    if (near + 1 < intervals && time <= holds[near + 1]) return near + 1;
  } else {
    if (near == 0 || time > holds[near - 1]) return near;
    if (near == 1 || time > holds[near - 2]) return near - 1;
  }
  return static_cast<size_t>(
      std::lower_bound(holds, holds + intervals - 1, time) - holds);
}

// The two keys of a bone that matter at `time`. `guess` is where the second one
// may be among the bone's keys, and becomes where it is: bones have it at the
// same place as their neighbours, mostly.
void MakeKeys(const m3d::Clip& clip, const KeyRange& keys, float time,
              size_t& guess, BoneKey* pair) {
  const float* const times = clip.times.data();
  if (keys.empty()) {
    pair[0] = pair[1] = IdentityKey();
  } else if (!(time > times[keys.begin])) {
    pair[0] = pair[1] = StillKey(clip, keys.begin);
  } else if (!(time < times[keys.end - 1])) {
    pair[0] = pair[1] = StillKey(clip, keys.end - 1);
  } else {
    // Not the first, because the time is after that.
    size_t next = keys.begin + guess;
    if (guess == 0 || next >= keys.end || !(times[next - 1] < time) ||
        !(time <= times[next])) {
      next = static_cast<size_t>(
          std::lower_bound(times + keys.begin + 1, times + keys.end - 1, time) -
          times);
      guess = next - keys.begin;
    }
    pair[0] = MovingKey(clip, next - 1);
    pair[1] = StillKey(clip, next);
  }
}

}  // namespace

SkeletonSampler::SkeletonSampler(const SkeletonClip& clip)
    : clip_(clip.parts_) {
  const size_t blocks = (clip_.bones + kBonesPerBlock - 1) / kBonesPerBlock;
  intervals_ = std::make_unique<size_t[]>(clip_.timelines_size);
  keys_ = std::make_unique<const BoneKey*[]>(blocks * kBonesPerBlock);
  blocks_ = std::make_unique<KeyBlock[]>(blocks);
  to_root_ = std::make_unique<BoneMatrix[]>(clip_.bones + 1);
  to_root_[0] = kIdentity;
  for (size_t b = 0; b < blocks; ++b) {
    const BoneKey** const keys = &keys_[b * kBonesPerBlock];
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      keys[i] = clip_.bone[b * kBonesPerBlock + i].keys;
    }
    clip_.kernel->load(keys, &blocks_[b]);
  }
}

SkeletonSampler& SkeletonSampler::operator=(SkeletonSampler&& other) noexcept {
  clip_ = std::exchange(other.clip_, {});
  intervals_ = std::move(other.intervals_);
  keys_ = std::move(other.keys_);
  blocks_ = std::move(other.blocks_);
  to_root_ = std::move(other.to_root_);
  return *this;
}

void SkeletonSampler::MoveTo(float time) {
  bool moved = false;
  for (size_t i = 0; i < clip_.timelines_size; ++i) {
    const SkeletonClip::Timeline& timeline = clip_.timelines[i];
    const size_t interval =
        FindInterval(timeline.holds, timeline.intervals, time, intervals_[i]);
    moved |= interval != intervals_[i];
    intervals_[i] = interval;
  }
  if (!moved) return;
  for (size_t b = 0; b < clip_.bones; b += kBonesPerBlock) {
    bool stale = false;
    for (size_t i = b; i < b + kBonesPerBlock; ++i) {
      const SkeletonClip::Bone& bone = clip_.bone[i];
      const BoneKey* const key = bone.keys + intervals_[bone.timeline];
      stale |= key != keys_[i];
      keys_[i] = key;
    }
    if (stale) clip_.kernel->load(&keys_[b], &blocks_[b / kBonesPerBlock]);
  }
}

void SkeletonSampler::Sample(float time, std::span<m3d::Matrix> transforms) {
  const size_t count = std::min(transforms.size(), clip_.bones);
  if (count == 0) return;
  const float search_time = SearchTime(time);
  MoveTo(search_time);
  clip_.kernel->evaluate(
      blocks_.get(), KernelTime(search_time),
      {0, count, clip_.parents, clip_.offsets, clip_.affine, to_root_.get()},
      transforms[0].data());
}

void SampleSkeleton(const m3d::Character& character, const m3d::Clip& clip,
                    float time, std::span<m3d::Matrix> transforms,
                    Kernel kernel) {
  const size_t count = std::min(transforms.size(), character.bones());
  const SkeletonKernel& functions = VersionFor<SkeletonKernel>(kernel);
  const float search_time = SearchTime(time);
  const bool affine = HasAffineOffsets(character);
  const auto to_root = std::make_unique_for_overwrite<BoneMatrix[]>(count + 1);
  to_root[0] = kIdentity;
  BoneKey pairs[kBonesPerBlock][2];
  const BoneKey* keys[kBonesPerBlock];
  BoneMatrix offsets[kBonesPerBlock];
  int32_t parents[kBonesPerBlock];
  size_t guess = 0;
  for (size_t i = 0; i < kBonesPerBlock; ++i) keys[i] = pairs[i];
  for (size_t first = 0; first < count; first += kBonesPerBlock) {
    const size_t size = std::min(kBonesPerBlock, count - first);
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      const KeyRange range =
          i < size ? KeysOf(clip, first + i) : KeyRange{0, 0};
      MakeKeys(clip, range, search_time, guess, pairs[i]);
      if (i >= size) continue;
      parents[i] = ParentOf(character, first + i);
      offsets[i] = OffsetOf(character, first + i);
    }
    KeyBlock block;
    functions.load(keys, &block);
    functions.evaluate(&block, KernelTime(search_time),
                       {first, size, parents, offsets, affine, to_root.get()},
                       transforms[first].data());
  }
}

}  // namespace clipguard::eval
