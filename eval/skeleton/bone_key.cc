// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/bone_key.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "eval/skeleton/slerp.h"

namespace clipguard::eval {
namespace {

constexpr float kForever = std::numeric_limits<float>::infinity();

// What a float leaves of a number, in a second float: 48 bits together.
void Split(double value, float (&parts)[2]) {
  parts[0] = static_cast<float>(value);
  parts[1] = static_cast<float>(value - parts[0]);
}

double Joined(const float (&parts)[2]) {
  return static_cast<double>(parts[0]) + static_cast<double>(parts[1]);
}

void StandStill(BoneKey* key, float time) {
  key->start = time;
  key->end = kForever;
  Split(kLerpAngle, key->angle);
  Split(1.0 / kLerpAngle, key->inverse_sine);
}

}  // namespace

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

BoneMatrix OffsetOf(const m3d::Character& character, size_t bone) {
  BoneMatrix offset;
  for (size_t i = 0; i < 16; ++i) {
    offset.row[i / 4][i % 4] = bone < character.bone_offsets.size()
                                   ? character.bone_offsets[bone][i]
                                   : (i % 5 == 0 ? 1 : 0);
  }
  return offset;
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

BoneKey StillKey(const m3d::Clip& clip, size_t key) {
  const auto& [rx, ry, rz, rw] = clip.rotations[key];
  const auto& [tx, ty, tz] = clip.translations[key];
  const auto& [sx, sy, sz] = clip.scales[key];
  BoneKey result = {{rx, ry, rz, rw}, {tx, ty, tz}, {sx, sy, sz}, 0, 0, {}, {}};
  StandStill(&result, clip.times[key]);
  return result;
}

BoneKey IdentityKey() {
  BoneKey result = {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}, 0, 0, {}, {}};
  StandStill(&result, 0);
  return result;
}

BoneKey MovingKey(const m3d::Clip& clip, size_t key) {
  BoneKey result = StillKey(clip, key);
  result.end = clip.times[key + 1];
  const m3d::Float4& a = clip.rotations[key];
  const m3d::Float4& b = clip.rotations[key + 1];
  const double cosine = double{a.x} * b.x + double{a.y} * b.y +
                        double{a.z} * b.z + double{a.w} * b.w;
  const double sign = cosine < 0 ? -1 : 1;
  if (sign * cosine > kSlerpThreshold) {
    Split(sign / kLerpAngle, result.inverse_sine);
  } else {
    Split(AngleOfCosine(sign * cosine), result.angle);
    Split(sign / KeySine(Joined(result.angle)), result.inverse_sine);
  }
  return result;
}

double AngleOfCosine(double cosine) {
  // arccos(1 - z) = sqrt(z) (c0 + c1 z + c2 z^2 ...), with the least largest
  // relative error: 1.6e-13. Summed up in pairs, which is quick.
  constexpr double kC[] = {
      0x1.6a09e667f37b8p+0,   0x1.e2b7dde5fc1c3p-4,   0x1.b27241bedb4a2p-6,
      0x1.029a810ef70e1p-7,   0x1.5fc06f868e1bdp-9,   0x1.06b7c9fc1ab67p-10,
      0x1.4c5b9004c44c8p-12,  0x1.8962236b1da83p-12,  -0x1.cef1cbd7a9586p-12,
      0x1.b1cb560f7598ep-11,  -0x1.c01648810309bp-11, 0x1.454ea2c2d8404p-11,
      -0x1.103cad1a263f9p-12, 0x1.bdb070cc1f60bp-15};
  const double z = 1 - cosine;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const auto four = [&](size_t i) {
    return (kC[i] + kC[i + 1] * z) + (kC[i + 2] + kC[i + 3] * z) * z2;
  };
  const double high = four(8) + (kC[12] + kC[13] * z) * z4;
  return std::sqrt(z) * ((four(0) + four(4) * z4) + high * (z4 * z4));
}

}  // namespace clipguard::eval
