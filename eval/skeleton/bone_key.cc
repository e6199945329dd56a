// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/bone_key.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clipguard::eval {
namespace {

constexpr float kForever = std::numeric_limits<float>::infinity();

// docs/formats/m3d.md.
constexpr double kSlerpThreshold = 1 - 1e-5;

// What a float leaves of a number, in a second float: 48 bits together.
void Split(double value, float (&parts)[2]) {
  parts[0] = static_cast<float>(value);
  parts[1] = static_cast<float>(value - parts[0]);
}

double Joined(const float (&parts)[2]) {
  return static_cast<double>(parts[0]) + static_cast<double>(parts[1]);
}

// As the kernels compute it, so that at an interval's ends its keys come out.
double Sine(double x) {
  const double z = x * x;
  double sum = kSine[5];
  for (size_t i = 5; i-- > 0;) sum = kSine[i] + sum * z;
  return x * (sum * z + 1.0);
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
  const uint64_t keys =
      std::min({clip.times.size(), clip.translations.size(),
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

BoneKey StillKey(const m3d::Clip& clip, size_t key) {
  const auto& [rx, ry, rz, rw] = clip.rotations[key];
  const auto& [tx, ty, tz] = clip.translations[key];
  const auto& [sx, sy, sz] = clip.scales[key];
  BoneKey result = {
      {rx, ry, rz, rw}, {tx, ty, tz}, {sx, sy, sz}, 0, 0, {}, {}};
  StandStill(&result, clip.times[key]);
  return result;
}

BoneKey IdentityKey() {
  BoneKey result = {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}, 0, 0, {}, {}};
  StandStill(&result, 0);
  return result;
}

void LinkKeys(const m3d::Clip& clip, size_t key, size_t next_key,
              BoneKey* from, BoneKey* next) {
  from->start = clip.times[key];
  from->end = clip.times[next_key];
  const m3d::Float4& a = clip.rotations[key];
  const m3d::Float4& b = clip.rotations[next_key];
  double cosine = double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z +
                  double{a.w} * b.w;
  bool flip = std::signbit(from->rotation[3]) != std::signbit(a.w);
  if (cosine < 0) {
    cosine = -cosine;
    flip = !flip;
  }
  if (flip) {
    for (float& element : next->rotation) element = -element;
  }
  if (cosine > kSlerpThreshold) {
    Split(kLerpAngle, from->angle);
    Split(1.0 / kLerpAngle, from->inverse_sine);
  } else {
    Split(AngleOfCosine(cosine), from->angle);
    Split(1.0 / Sine(Joined(from->angle)), from->inverse_sine);
  }
}

double AngleOfCosine(double cosine) {
  // tan(x / 2), and then twice that of half the angle: tan(x / 8), which is
  // less than 0.2.
  double tangent = std::sqrt((1 - cosine) / (1 + cosine));
  for (int i = 0; i < 2; ++i) {
    tangent /= 1 + std::sqrt(1 + tangent * tangent);
  }
  // The arc tangent's series.
  const double z = tangent * tangent;
  double sum = 0;
  for (int n = 25; n > 0; n -= 2) sum = 1.0 / n - sum * z;
  return 8 * (tangent * sum);
}

}  // namespace clipguard::eval
