// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_clip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <utility>

#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

constexpr std::align_val_t kAlignment{64};

// Clips with more keys of rotations than these have no arcs: 256 kB of them are
// a fraction of the second-level caches of today.
constexpr size_t kMostArcs = 8192;

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

// Gives bones with the same times the same number, from 1 on.
class TimelineNumbers {
 public:
  explicit TimelineNumbers(const m3d::Clip& clip) : clip_(clip) {}

  // Compares with the latest ones only: neighbours are alike.
  size_t Of(const KeyRange& keys) {
    const float* const times = clip_.times.data();
    for (size_t back = 1; back <= std::min(kRemembered, size_ - 1); ++back) {
      const KeyRange& other = latest_[(size_ - back) % kRemembered];
      if (other.size() == keys.size() &&
          std::memcmp(times + other.begin, times + keys.begin,
                      keys.size() * sizeof(float)) == 0) {
        return size_ - back;
      }
    }
    latest_[size_ % kRemembered] = keys;
    return size_++;
  }

  size_t size() const { return size_; }

 private:
  static constexpr size_t kRemembered = 8;

  const m3d::Clip& clip_;
  KeyRange latest_[kRemembered];
  size_t size_ = 1;
};

const float* KeysIn(const m3d::Clip& clip, size_t channel) {
  static_assert(sizeof(m3d::Float4) == 16 && sizeof(m3d::Float3) == 12);
  switch (channel) {
    case kRotation:
      return reinterpret_cast<const float*>(clip.rotations.data());
    case kTranslation:
      return reinterpret_cast<const float*>(clip.translations.data());
    default:
      return reinterpret_cast<const float*>(clip.scales.data());
  }
}

// Whether any bit of a key differs from the key before.
bool Changes(const float* keys, size_t floats, const KeyRange& range) {
  const float* const first = keys + floats * range.begin;
  return std::memcmp(first, first + floats,
                     (range.size() - 1) * floats * sizeof(float)) != 0;
}

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

// The keys' times go to *times, which moves on.
void SkeletonClip::AddTimeline(const m3d::Clip& clip, const KeyRange& keys,
                               float** times) {
  const size_t size = keys.size();
  float* const copy = *times;
  std::copy_n(clip.times.data() + keys.begin, size, copy);
  float* const holds = copy + size;
  *times = holds + size + 1;
  // The last key's interval begins at its time, and not after it: unless all
  // keys have one time, which is the first key's.
  const float before_last = std::nextafter(copy[size - 1], -kForever);
  holds[0] = copy[0];
  for (size_t i = 1; i < size; ++i) {
    holds[i] = std::max(holds[i - 1], std::min(copy[i], before_last));
  }
  holds[size] = kForever;
  parts_.timelines[parts_.timelines_size++] = {copy, holds, size, {}, {}};
}

void SkeletonClip::CopyKeys(const m3d::Clip& clip, const KeyRange& keys,
                            const Bone& bone) {
  for (size_t c = 0; c < kKeyChannels; ++c) {
    const size_t floats = kChannelFloats[c];
    const size_t size = bone.changing & 1u << c ? keys.size() : 1;
    const size_t step = parts_.timelines[bone.timeline].step[c];
    const float* from = KeysIn(clip, c) + floats * keys.begin;
    float* to = bone.first[c];
    for (size_t i = 0; i < size; ++i) {
      std::copy_n(from, floats, to);
      if (c == kRotation && parts_.has_arcs()) {
        const float* const next = i + 1 < size ? from + floats : from;
        const KeyArc arc = ArcOf(KeyCosine(from, next), false);
        std::memcpy(to + floats, &arc, sizeof(arc));
      }
      from += floats;
      to += step;
    }
  }
}

void SkeletonClip::Compile(const m3d::Character& character,
                           const m3d::Clip& clip, Kernel kernel) {
  parts_ = {};
  times_ = TimesOf(character, clip);
  const size_t bones = character.bones();
  const size_t blocks = (bones + kBonesPerBlock - 1) / kBonesPerBlock;

  // The identity, and one key for each bone.
  const size_t constants = 1 + bones;
  size_t sizes[kKeyChannels] = {constants, constants, constants};
  size_t times_size = 3;
  TimelineNumbers counted(clip);
  for (size_t b = 0; b < bones; ++b) {
    const KeyRange keys = KeysOf(clip, b);
    if (keys.empty()) continue;
    const size_t before = counted.size();
    if (counted.Of(keys) == before) times_size += 2 * keys.size() + 1;
    for (size_t c = 0; c < kKeyChannels; ++c) {
      if (Changes(KeysIn(clip, c), kChannelFloats[c], keys)) {
        sizes[c] += keys.size();
      }
    }
  }
  std::copy_n(kChannelFloats, kKeyChannels, parts_.floats);
  if (sizes[kRotation] <= kMostArcs) parts_.floats[kRotation] += kArcFloats;
  float* times = nullptr;
  const auto lay_out = [&](std::byte* block) {
    Layout layout(block);
    parts_.keys[kRotation] =
        layout.Take<float>(parts_.floats[kRotation] * sizes[kRotation]);
    parts_.offsets = layout.Take<m3d::Matrix>(bones);
    parts_.timelines = layout.Take<Timeline>(counted.size());
    parts_.bone = layout.Take<Bone>(blocks * kBonesPerBlock);
    parts_.parents = layout.Take<int32_t>(bones);
    for (const size_t c : {kTranslation, kScale}) {
      // One more, since four are read.
      parts_.keys[c] = layout.Take<float>(3 * sizes[c] + 1);
    }
    times = layout.Take<float>(times_size);
    parts_.changing = layout.Take<uint8_t>(blocks);
    return layout.size();
  };
  Reserve(lay_out(nullptr));
  lay_out(memory_.get());

  // The identity, and its time, which is always.
  for (size_t c = 0; c < kKeyChannels; ++c) {
    std::fill_n(parts_.keys[c], kChannelFloats[c], c == kScale ? 1.0f : 0.0f);
  }
  parts_.keys[kRotation][3] = 1;
  times[0] = 0;
  times[1] = times[2] = kForever;
  parts_.timelines[parts_.timelines_size++] = {times, times + 1, 1, {}, {}};
  times += 3;

  TimelineNumbers numbers(clip);
  for (size_t b = 0; b < blocks * kBonesPerBlock; ++b) {
    Bone& bone = parts_.bone[b];
    bone = {};
    if (b >= bones) continue;
    parts_.parents[b] = ParentOf(character, b);
    parts_.offsets[b] = OffsetOf(character, b);
    const KeyRange keys = KeysOf(clip, b);
    if (keys.empty()) continue;
    const size_t timeline = numbers.Of(keys);
    if (timeline == parts_.timelines_size) AddTimeline(clip, keys, &times);
    bone.timeline = static_cast<uint32_t>(timeline);
    for (size_t c = 0; c < kKeyChannels; ++c) {
      if (!Changes(KeysIn(clip, c), kChannelFloats[c], keys)) continue;
      bone.changing |= 1u << c;
      parts_.timelines[timeline].step[c] += parts_.floats[c];
    }
  }
  for (size_t c = 0; c < kKeyChannels; ++c) {
    float* next = parts_.keys[c] + parts_.floats[c] * constants;
    for (size_t t = 0; t < parts_.timelines_size; ++t) {
      Timeline& timeline = parts_.timelines[t];
      timeline.next[c] = next;
      next += timeline.keys * timeline.step[c];
    }
  }
  // Arcs lie behind rotations, whose places are therefore always needed.
  constexpr uint8_t kAlways = 1u << kRotation;
  std::fill_n(parts_.changing, blocks,
              parts_.has_arcs() ? kAlways : uint8_t{0});
  for (size_t b = 0; b < blocks * kBonesPerBlock; ++b) {
    Bone& bone = parts_.bone[b];
    const bool has_keys = b < bones && !KeysOf(clip, b).empty();
    for (size_t c = 0; c < kKeyChannels; ++c) {
      float*& next = parts_.timelines[bone.timeline].next[c];
      if (bone.changing & 1u << c) {
        bone.first[c] = std::exchange(next, next + parts_.floats[c]);
      } else {
        bone.first[c] =
            parts_.keys[c] + (has_keys ? (1 + b) * parts_.floats[c] : 0);
      }
    }
    parts_.changing[b / kBonesPerBlock] |= static_cast<uint8_t>(bone.changing);
    if (has_keys) CopyKeys(clip, KeysOf(clip, b), bone);
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
