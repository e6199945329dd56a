// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_sampler.h"

#include <algorithm>

#include "eval/skeleton/bone_key.h"
#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

constexpr unsigned kAllChannels = (1u << kKeyChannels) - 1;

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

constexpr float kIdentityKey[kKeyChannels][4] = {
    {0, 0, 0, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}};

// The two keys of a bone that matter at `time`, as lane i of a block.
class OneBone {
 public:
  // `guess` is where the second key may be among the bone's keys, and becomes
  // where it is: bones have it at the same place as their neighbours, mostly.
  void Find(const m3d::Clip& clip, const KeyRange& keys, float time,
            size_t& guess, size_t i, KeyPlaces* places) {
    places->start[i] = 0;
    places->end[i] = kForever;
    for (size_t c = 0; c < kKeyChannels; ++c) {
      places->key[c][0][i] = places->key[c][1][i] = kIdentityKey[c];
    }
    if (keys.empty()) return;
    const float* const times = clip.times.data();
    size_t pair[2] = {keys.begin, keys.begin};
    if (!(time > times[keys.begin])) {
      // Before the first one.
    } else if (!(time < times[keys.end - 1])) {
      pair[0] = pair[1] = keys.end - 1;
    } else {
      // Not the first, because the time is after that.
      size_t next = keys.begin + guess;
      if (guess == 0 || next >= keys.end || !(times[next - 1] < time) ||
          !(time <= times[next])) {
        next =
            static_cast<size_t>(std::lower_bound(times + keys.begin + 1,
                                                 times + keys.end - 1, time) -
                                times);
        guess = next - keys.begin;
      }
      pair[0] = next - 1;
      pair[1] = next;
      places->end[i] = times[next];
    }
    places->start[i] = times[pair[0]];
    for (size_t k = 0; k < 2; ++k) {
      places->key[kRotation][k][i] = &clip.rotations[pair[k]].x;
      const m3d::Float3& translation = clip.translations[pair[k]];
      const m3d::Float3& scale = clip.scales[pair[k]];
      // A fourth float can be read.
      float* const copy = copies_[k];
      const float values[] = {translation.x, translation.y, translation.z, 0,
                              scale.x,       scale.y,       scale.z,       0};
      std::copy_n(values, 8, copy);
      places->key[kTranslation][k][i] = copy;
      places->key[kScale][k][i] = copy + 4;
    }
  }

 private:
  float copies_[2][8];
};

}  // namespace

SkeletonSampler::SkeletonSampler(const SkeletonClip& clip)
    : clip_(clip.parts_) {
  const size_t blocks = (clip_.bones + kBonesPerBlock - 1) / kBonesPerBlock;
  places_ = std::make_unique<Place[]>(clip_.timelines_size);
  blocks_ = std::make_unique<KeyBlock[]>(blocks);
  to_root_ = std::make_unique<BoneMatrix[]>(clip_.bones + 1);
  to_root_[0] = kIdentity;
  for (size_t t = 0; t < clip_.timelines_size; ++t) {
    places_[t] = {0, {}, clip_.timelines[t].times[0], kForever, false};
  }
  for (size_t b = 0; b < blocks; ++b) Load(b, kAllChannels);
}

SkeletonSampler& SkeletonSampler::operator=(SkeletonSampler&& other) noexcept {
  clip_ = std::exchange(other.clip_, {});
  places_ = std::move(other.places_);
  blocks_ = std::move(other.blocks_);
  to_root_ = std::move(other.to_root_);
  return *this;
}

void SkeletonSampler::Load(size_t block, unsigned channels) {
  KeyPlaces places;
  places.has_arcs = clip_.has_arcs();
  const SkeletonClip::Bone* const bones = clip_.bone + block * kBonesPerBlock;
  for (size_t i = 0; i < kBonesPerBlock; ++i) {
    const Place& place = places_[bones[i].timeline];
    places.start[i] = place.start;
    places.end[i] = place.end;
  }
  for (size_t c = 0; c < kKeyChannels; ++c) {
    if (!(channels & 1u << c)) continue;
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      const SkeletonClip::Bone& bone = bones[i];
      const Place& place = places_[bone.timeline];
      for (size_t k = 0; k < 2; ++k) {
        places.key[c][k][i] =
            bone.first[c] + (bone.changing & 1u << c ? place.floats[c][k] : 0);
      }
    }
  }
  clip_.kernel->load(places, channels, &blocks_[block]);
}

void SkeletonSampler::MoveTo(float time) {
  bool any = false;
  for (size_t t = 0; t < clip_.timelines_size; ++t) {
    const SkeletonClip::Timeline& timeline = clip_.timelines[t];
    Place& place = places_[t];
    const size_t interval =
        FindInterval(timeline.holds, timeline.keys + 1, time, place.interval);
    place.moved = interval != place.interval;
    if (!place.moved) continue;
    any = true;
    const bool is_between = interval != 0 && interval != timeline.keys;
    const size_t second = std::min(interval, timeline.keys - 1);
    const size_t first = is_between ? interval - 1 : second;
    place.interval = interval;
    place.start = timeline.times[first];
    place.end = is_between ? timeline.times[second] : kForever;
    for (size_t c = 0; c < kKeyChannels; ++c) {
      place.floats[c][0] = first * timeline.step[c];
      place.floats[c][1] = second * timeline.step[c];
    }
  }
  if (!any) return;
  for (size_t b = 0; b < clip_.bones; b += kBonesPerBlock) {
    bool stale = false;
    for (size_t i = b; i < b + kBonesPerBlock; ++i) {
      stale |= places_[clip_.bone[i].timeline].moved;
    }
    if (stale) Load(b / kBonesPerBlock, clip_.changing[b / kBonesPerBlock]);
  }
}

bool SkeletonSampler::Sample(float time, std::span<m3d::Matrix> transforms) {
  if (transforms.size() < clip_.bones) return false;
  SampleFirst(time, transforms);
  return true;
}

void SkeletonSampler::SampleFirst(float time,
                                  std::span<m3d::Matrix> transforms) {
  const size_t count = std::min(transforms.size(), clip_.bones);
  if (count == 0) return;
  const float search_time = SearchTime(time);
  MoveTo(search_time);
  clip_.kernel->evaluate(blocks_.get(), KernelTime(search_time),
                         {0, count, clip_.parents, clip_.offsets->data(),
                          clip_.affine, to_root_.get()},
                         transforms[0].data());
}

bool SampleSkeleton(const m3d::Character& character, const m3d::Clip& clip,
                    float time, std::span<m3d::Matrix> transforms,
                    Kernel kernel) {
  const size_t count = character.bones();
  if (transforms.size() < count) return false;
  const SkeletonKernel& functions = VersionFor<SkeletonKernel>(kernel);
  const float search_time = SearchTime(time);
  const bool affine = HasAffineOffsets(character);
  const auto to_root = std::make_unique_for_overwrite<BoneMatrix[]>(count + 1);
  to_root[0] = kIdentity;
  OneBone bone[kBonesPerBlock];
  KeyPlaces places;
  m3d::Matrix offsets[kBonesPerBlock];
  int32_t parents[kBonesPerBlock];
  size_t guess = 0;
  for (size_t first = 0; first < count; first += kBonesPerBlock) {
    const size_t size = std::min(kBonesPerBlock, count - first);
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      const KeyRange range =
          i < size ? KeysOf(clip, first + i) : KeyRange{0, 0};
      bone[i].Find(clip, range, search_time, guess, i, &places);
      if (i >= size) continue;
      parents[i] = ParentOf(character, first + i);
      offsets[i] = OffsetOf(character, first + i);
    }
    KeyBlock block;
    functions.load(places, kAllChannels, &block);
    functions.evaluate(
        &block, KernelTime(search_time),
        {first, size, parents, offsets[0].data(), affine, to_root.get()},
        transforms[first].data());
  }
  return true;
}

}  // namespace clipguard::eval
