// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_clip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

constexpr std::align_val_t kAlignment{alignof(BoneKey)};

// Gives out parts of a block; without one, only counts.
class Layout {
 public:
  explicit Layout(std::byte* block) : block_(block) {}

  template <typename T>
  T* Take(size_t count) {
    size_ = (size_ + alignof(T) - 1) / alignof(T) * alignof(T);
    std::byte* const place = block_ == nullptr ? nullptr : block_ + size_;
    size_ += count * sizeof(T);
    return reinterpret_cast<T*>(place);
  }
  size_t size() const { return size_; }

 private:
  std::byte* block_;
  size_t size_ = 0;
};

// So many of the timelines are looked at, the latest first, for one that a
// bone has in common.
constexpr size_t kRemembered = 8;

}  // namespace

void SkeletonClip::Free::operator()(std::byte* memory) const {
  ::operator delete(memory, kAlignment);
}

SkeletonClip& SkeletonClip::operator=(SkeletonClip&& other) noexcept {
  if (this == &other) return *this;
  parts_ = std::exchange(other.parts_, {});
  times_ = std::exchange(other.times_, {});
  memory_ = std::move(other.memory_);
  capacity_ = std::exchange(other.capacity_, 0);
  return *this;
}

void SkeletonClip::Reserve(size_t bytes) {
  if (bytes <= capacity_) return;
  memory_.reset();
  capacity_ = 0;
  memory_.reset(static_cast<std::byte*>(::operator new(bytes, kAlignment)));
  capacity_ = bytes;
}

// Finds or makes the timeline of a bone's keys. New times go to *holds, which
// moves on.
size_t SkeletonClip::FindTimeline(const m3d::Clip& clip, const KeyRange& keys,
                                  float** holds) {
  const float* const times = clip.times.data() + keys.begin;
  const size_t size = keys.size();
  for (size_t back = 1; back <= std::min(kRemembered, parts_.timelines_size);
       ++back) {
    const Timeline& other = parts_.timelines[parts_.timelines_size - back];
    if (other.keys == size && std::memcmp(clip.times.data() + other.first_key,
                                          times, size * sizeof(float)) == 0) {
      return parts_.timelines_size - back;
    }
  }
  parts_.timelines[parts_.timelines_size] = {*holds, size + 1, keys.begin,
                                             size};
  // The last key's interval begins at its time, and not after it: unless all
  // keys have one time, which is the first key's.
  const float before_last =
      std::nextafter(times[size - 1], -std::numeric_limits<float>::infinity());
  float hold = times[0];
  *(*holds)++ = hold;
  for (size_t i = 1; i < size; ++i) {
    hold = std::max(hold, std::min(times[i], before_last));
    *(*holds)++ = hold;
  }
  *(*holds)++ = std::numeric_limits<float>::infinity();
  return parts_.timelines_size++;
}

void SkeletonClip::Compile(const m3d::Character& character,
                           const m3d::Clip& clip, Kernel kernel) {
  parts_ = {};
  times_ = TimesOf(character, clip);
  const size_t bones = character.bones();
  const size_t places =
      (bones + kBonesPerBlock - 1) / kBonesPerBlock * kBonesPerBlock;

  // A key before the first and one after the last, both like their neighbour;
  // and two for bones that stay at the identity.
  size_t records = 2;
  size_t holds_size = 1;
  for (size_t b = 0; b < bones; ++b) {
    const KeyRange keys = KeysOf(clip, b);
    if (keys.empty()) continue;
    records += keys.size() + 2;
    holds_size += keys.size() + 1;
  }
  BoneKey* record = nullptr;
  float* holds = nullptr;
  const auto lay_out = [&](std::byte* block) {
    Layout layout(block);
    record = layout.Take<BoneKey>(records);
    parts_.offsets = layout.Take<BoneMatrix>(bones);
    parts_.timelines = layout.Take<Timeline>(bones + 1);
    parts_.bone = layout.Take<Bone>(places);
    parts_.parents = layout.Take<int32_t>(bones);
    holds = layout.Take<float>(holds_size);
    return layout.size();
  };
  Reserve(lay_out(nullptr));
  lay_out(memory_.get());

  // What stays at the identity, and its time, which is always.
  const BoneKey* const identity = record;
  *record++ = IdentityKey();
  *record++ = IdentityKey();
  const size_t always = 0;
  parts_.timelines[parts_.timelines_size++] = {holds, 1, 0, 0};
  *holds++ = std::numeric_limits<float>::infinity();

  for (size_t b = 0; b < places; ++b) {
    parts_.bone[b] = {identity, always};
    if (b >= bones) continue;
    parts_.parents[b] = ParentOf(character, b);
    parts_.offsets[b] = OffsetOf(character, b);
    const KeyRange keys = KeysOf(clip, b);
    if (keys.empty()) continue;
    parts_.bone[b] = {record, FindTimeline(clip, keys, &holds)};
    *record++ = StillKey(clip, keys.begin);
    for (size_t key = keys.begin; key + 1 < keys.end; ++key) {
      *record++ = MovingKey(clip, key);
    }
    *record++ = StillKey(clip, keys.end - 1);
    *record++ = StillKey(clip, keys.end - 1);
  }
  parts_.kernel = &VersionFor<SkeletonKernel>(kernel);
  parts_.affine = HasAffineOffsets(character);
  parts_.bones = bones;
}

float SkeletonClip::LoopTime(double time) const {
  const double start = times_.start;
  const double length = times_.end - start;
  if (!(length > 0) || !std::isfinite(time)) return times_.start;
  double into = std::fmod(time - start, length);
  if (into < 0) into += length;
  return static_cast<float>(start + into);
}

}  // namespace clipguard::eval
