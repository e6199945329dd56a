// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/bone_key.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clipguard::eval {

KeyRange KeysOf(const m3d::Clip& clip, size_t bone) {
  if (clip.first_key.size() < bone + 2) return {};
  const uint64_t keys = std::min({clip.times.size(), clip.translations.size(),
                                  clip.scales.size(), clip.rotations.size()});
  const uint64_t begin = clip.first_key[bone];
  const uint64_t end = clip.first_key[bone + 1];
  if (begin >= end || end > keys) return {};
  return {static_cast<size_t>(begin), static_cast<size_t>(end)};
}

int32_t ParentOf(const m3d::Character& character, size_t bone) {
  const int32_t parent = character.parents[bone];
  if (parent < 0 || static_cast<size_t>(parent) >= bone) return -1;
  return parent;
}

m3d::Matrix OffsetOf(const m3d::Character& character, size_t bone) {
  if (bone < character.bone_offsets.size()) return character.bone_offsets[bone];
  return {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
}

bool HasAffineOffsets(const m3d::Character& character) {
  return std::all_of(character.bone_offsets.begin(),
                     character.bone_offsets.end(), [](const m3d::Matrix& m) {
                       return m[3] == 0 && m[7] == 0 && m[11] == 0 &&
                              m[15] == 1;
                     });
}

TimeRange TimesOf(const m3d::Character& character, const m3d::Clip& clip) {
  TimeRange range = {kForever, -kForever};
  for (size_t bone = 0; bone < character.bones(); ++bone) {
    const KeyRange keys = KeysOf(clip, bone);
    if (keys.empty()) continue;
    range.start = std::min(range.start, clip.times[keys.begin]);
    range.end = std::max(range.end, clip.times[keys.end - 1]);
  }
  if (!(range.start <= range.end)) return {};
  return range;
}

float SearchTime(float time) { return std::isnan(time) ? -kForever : time; }

float KernelTime(float search_time) {
  constexpr float kMost = std::numeric_limits<float>::max();
  return std::clamp(search_time, -kMost, kMost);
}

double AngleOfCosine(double cosine) { return KeyAngle(cosine); }

}  // namespace clipguard::eval
