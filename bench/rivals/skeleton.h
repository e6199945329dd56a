// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Other people's methods to animate a skeleton and to skin vertices, written
// here anew from their descriptions, to measure clipguard's beside them.
//
// Compiled for speed (see BUILD.bazel): results may differ from machine to
// machine. Not for use: only where there are HasRivals() (rival.h); the
// character must be sound and have keys for all bones.

#ifndef CLIPGUARD_BENCH_RIVALS_SKELETON_H_
#define CLIPGUARD_BENCH_RIVALS_SKELETON_H_

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "parser/m3d/character.h"

namespace clipguard::bench {

// From a pose relative to parents to final transforms.
struct RivalBones {
  // The first keys of the clip.
  RivalBones(const m3d::Character& character, const m3d::Clip& clip);

  void ToTransforms(std::span<m3d::Matrix> transforms);

  std::vector<m3d::Float3> translations;
  std::vector<m3d::Float3> scales;
  std::vector<m3d::Float4> rotations;
  std::vector<int> parents;
  std::vector<m3d::Matrix> offsets;
  std::vector<m3d::Matrix> to_root;
};

// A character's clip, a vector of keys for each bone.
class RivalSkeleton {
 public:
  RivalSkeleton(const m3d::Character& character, const m3d::Clip& clip);

  // Binary search of each bone's keys, sine and arc cosine of the C library.
  void Sample(float time, std::span<m3d::Matrix> transforms);

  // Keys have so many.
  size_t bytes() const;

 private:
  struct Key {
    float time;
    m3d::Float3 translation;
    m3d::Float3 scale;
    m3d::Float4 rotation;
  };

  RivalBones pose_;
  std::vector<std::vector<Key>> keys_;
};

// The rotation at `u` of the way along the normalised line from one to the
// other, or to its antipode if that is nearer.
inline m3d::Float4 NormalizedLine(const m3d::Float4& a, const m3d::Float4& b,
                                  float u) {
  const float dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  const float wb = dot < 0 ? -u : u;
  const float wa = 1 - u;
  const m3d::Float4 q = {wa * a.x + wb * b.x, wa * a.y + wb * b.y,
                         wa * a.z + wb * b.z, wa * a.w + wb * b.w};
  const float scale =
      1 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

// The plain layout of engines that do not compress: rows of all bones'
// rotations at the times of the bone that has most keys; translations and
// scales that never change once. Between rows rotations are joined by
// normalised lines.
class RivalRows {
 public:
  RivalRows(const m3d::Character& character, const m3d::Clip& clip);

  void Sample(float time, std::span<m3d::Matrix> transforms);

  size_t bytes() const {
    return times_.size() * sizeof(float) +
           rotations_.size() * sizeof(m3d::Float4) +
           moves_.size() * sizeof(m3d::Float3);
  }

 private:
  RivalBones pose_;
  std::vector<float> times_;
  std::vector<m3d::Float4> rotations_;
  // The bones whose translations change, and these.
  std::vector<size_t> moving_;
  std::vector<m3d::Float3> moves_;
};

// Each vertex by the weighted sum of its bones.
void RivalSkinBlended(const m3d::Vertices& vertices,
                      std::span<const m3d::Matrix> transforms,
                      std::span<m3d::Float3> positions,
                      std::span<m3d::Float3> normals);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_SKELETON_H_
