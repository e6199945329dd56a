// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/skeleton.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace clipguard::bench {
namespace {

using m3d::Float3;
using m3d::Float4;
using m3d::Matrix;

Float3 Lerp(const Float3& a, const Float3& b, float u) {
  return {a.x + u * (b.x - a.x), a.y + u * (b.y - a.y), a.z + u * (b.z - a.z)};
}

Float4 Slerp(const Float4& a, const Float4& b, float u) {
  float cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  const float sign = cosine < 0 ? -1.0f : 1.0f;
  cosine *= sign;
  float wa = 1 - u;
  float wb = u;
  if (cosine < 1 - 1e-5f) {
    const float angle = std::acos(cosine);
    const float inverse_sine = 1 / std::sqrt(1 - cosine * cosine);
    wa = std::sin(wa * angle) * inverse_sine;
    wb = std::sin(wb * angle) * inverse_sine;
  }
  wb *= sign;
  return {wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z,
          wa * a.w + wb * b.w};
}

Matrix Affine(const Float3& t, const Float3& s, const Float4& q) {
  const auto [x, y, z, w] = q;
  return {{s.x * (1 - 2 * y * y - 2 * z * z), s.x * (2 * x * y + 2 * z * w),
           s.x * (2 * x * z - 2 * y * w), 0},
          {s.y * (2 * x * y - 2 * z * w), s.y * (1 - 2 * x * x - 2 * z * z),
           s.y * (2 * y * z + 2 * x * w), 0},
          {s.z * (2 * x * z + 2 * y * w), s.z * (2 * y * z - 2 * x * w),
           s.z * (1 - 2 * x * x - 2 * y * y), 0},
          {t.x, t.y, t.z, 1}};
}

Matrix Multiply(const Matrix& a, const Matrix& b) {
  Matrix product;
  for (size_t r = 0; r < 4; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      product[4 * r + c] = a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c] +
                           a[4 * r + 2] * b[8 + c] + a[4 * r + 3] * b[12 + c];
    }
  }
  return product;
}

}  // namespace

RivalSkeleton::RivalSkeleton(const m3d::Character& character,
                             const m3d::Clip& clip)
    : pose_(character, clip) {
  for (size_t b = 0; b < character.bones(); ++b) {
    std::vector<Key>& keys = keys_.emplace_back();
    for (size_t k = clip.first_key[b]; k < clip.first_key[b + 1]; ++k) {
      keys.push_back({clip.times[k], clip.translations[k], clip.scales[k],
                      clip.rotations[k]});
    }
  }
}

void RivalSkeleton::Sample(float time, std::span<Matrix> transforms) {
  for (size_t bone = 0; bone < keys_.size(); ++bone) {
    const std::vector<Key>& keys = keys_[bone];
    // Before the first key, or after the last, both are that one.
    const auto after = std::ranges::lower_bound(keys, time, {}, &Key::time);
    const Key& b = after == keys.end() ? keys.back() : *after;
    const Key& a = after == keys.begin() || after == keys.end() ? b : after[-1];
    const float u = &a == &b ? 0 : (time - a.time) / (b.time - a.time);
    pose_.translations[bone] = Lerp(a.translation, b.translation, u);
    pose_.scales[bone] = Lerp(a.scale, b.scale, u);
    pose_.rotations[bone] = Slerp(a.rotation, b.rotation, u);
  }
  pose_.ToTransforms(transforms);
}

size_t RivalSkeleton::bytes() const {
  size_t keys = 0;
  for (const std::vector<Key>& of_bone : keys_) keys += of_bone.size();
  return keys * sizeof(Key);
}

RivalBones::RivalBones(const m3d::Character& character, const m3d::Clip& clip)
    : to_root(character.bones()) {
  for (size_t b = 0; b < character.bones(); ++b) {
    const size_t first = clip.first_key[b];
    translations.push_back(clip.translations[first]);
    scales.push_back(clip.scales[first]);
    rotations.push_back(clip.rotations[first]);
    parents.push_back(character.parents[b]);
    offsets.push_back(character.bone_offsets[b]);
  }
}

void RivalBones::ToTransforms(std::span<Matrix> transforms) {
  for (size_t b = 0; b < parents.size(); ++b) {
    const Matrix to_parent = Affine(translations[b], scales[b], rotations[b]);
    to_root[b] =
        parents[b] < 0 ? to_parent : Multiply(to_parent, to_root[parents[b]]);
    transforms[b] = Multiply(offsets[b], to_root[b]);
  }
}

RivalRows::RivalRows(const m3d::Character& character, const m3d::Clip& clip)
    : pose_(character, clip) {
  const size_t bones = character.bones();
  for (size_t b = 0; b < bones; ++b) {
    const size_t keys = clip.first_key[b + 1] - clip.first_key[b];
    if (keys <= times_.size()) continue;
    times_.assign(
        clip.times.begin() + static_cast<ptrdiff_t>(clip.first_key[b]),
        clip.times.begin() + static_cast<ptrdiff_t>(clip.first_key[b + 1]));
  }
  for (size_t b = 0; b < bones; ++b) {
    const size_t first = clip.first_key[b];
    const size_t end = clip.first_key[b + 1];
    for (size_t k = first; k < end; ++k) {
      if (clip.translations[k] == clip.translations[first]) continue;
      moving_.push_back(b);
      break;
    }
  }
  for (size_t row = 0; row < times_.size(); ++row) {
    const auto key = [&](size_t b) {
      return std::min<size_t>(clip.first_key[b] + row,
                              clip.first_key[b + 1] - 1);
    };
    for (size_t b = 0; b < bones; ++b) {
      rotations_.push_back(clip.rotations[key(b)]);
    }
    for (const size_t b : moving_) moves_.push_back(clip.translations[key(b)]);
  }
}

void RivalRows::Sample(float time, std::span<m3d::Matrix> transforms) {
  const size_t bones = pose_.parents.size();
  const size_t after = static_cast<size_t>(
      std::upper_bound(times_.begin(), times_.end(), time) - times_.begin());
  const size_t first = after == 0 ? 0 : after - 1;
  const size_t second = std::min(after, times_.size() - 1);
  const float u = first == second ? 0
                                  : (time - times_[first]) /
                                        (times_[second] - times_[first]);
  for (size_t i = 0; i < moving_.size(); ++i) {
    pose_.translations[moving_[i]] =
        Lerp(moves_[first * moving_.size() + i],
             moves_[second * moving_.size() + i], u);
  }
  const Float4* const a = &rotations_[first * bones];
  const Float4* const b = &rotations_[second * bones];
  for (size_t i = 0; i < bones; ++i) {
    pose_.rotations[i] = NormalizedLine(a[i], b[i], u);
  }
  pose_.ToTransforms(transforms);
}

void RivalSkinBlended(const m3d::Vertices& vertices,
                      std::span<const Matrix> transforms,
                      std::span<Float3> positions, std::span<Float3> normals) {
  for (size_t i = 0; i < vertices.positions.size(); ++i) {
    const Float4& w = vertices.blend_weights[i];
    const float last = 1 - w.x - w.y - w.z;
    const auto& [b0, b1, b2, b3] = vertices.blend_indices[i];
    const Matrix& m0 = transforms[b0];
    const Matrix& m1 = transforms[b1];
    const Matrix& m2 = transforms[b2];
    const Matrix& m3 = transforms[b3];
    Matrix m;
    for (size_t e = 0; e < 16; ++e) {
      m[e] = w.x * m0[e] + w.y * m1[e] + w.z * m2[e] + last * m3[e];
    }
    const auto [px, py, pz] = vertices.positions[i];
    const auto [nx, ny, nz] = vertices.normals[i];
    positions[i] = {px * m[0] + py * m[4] + pz * m[8] + m[12],
                    px * m[1] + py * m[5] + pz * m[9] + m[13],
                    px * m[2] + py * m[6] + pz * m[10] + m[14]};
    normals[i] = {nx * m[0] + ny * m[4] + nz * m[8],
                  nx * m[1] + ny * m[5] + nz * m[9],
                  nx * m[2] + ny * m[6] + nz * m[10]};
  }
}

}  // namespace clipguard::bench
