// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters, clips and times for the tests of skeletal animation.

#ifndef CLIPGUARD_EVAL_SKELETON_TEST_CHARACTERS_H_
#define CLIPGUARD_EVAL_SKELETON_TEST_CHARACTERS_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/curve/test_curves.h"
#include "parser/m3d/character.h"

namespace clipguard::eval {

inline constexpr m3d::Matrix kIdentityMatrix = m3d::Matrix::Identity();

inline m3d::Float3 RandomVector(Random& random, float most) {
  return {random.Uniform(-most, most), random.Uniform(-most, most),
          random.Uniform(-most, most)};
}

// A random rotation, of unit length as far as floats go.
inline m3d::Float4 RandomRotation(Random& random) {
  for (;;) {
    const m3d::Float4 q = {random.Uniform(-1, 1), random.Uniform(-1, 1),
                           random.Uniform(-1, 1), random.Uniform(-1, 1)};
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (square < 0.01f || square > 1) continue;
    const float length = std::sqrt(square);
    return {q.x / length, q.y / length, q.z / length, q.w / length};
  }
}

struct Key {
  float time = 0;
  m3d::Float3 translation = {};
  m3d::Float3 scale = {1, 1, 1};
  m3d::Float4 rotation = {0, 0, 0, 1};
};

// Adds a bone's keys after those that the clip has.
inline void AddBone(m3d::Clip& clip, const std::vector<Key>& keys) {
  if (clip.first_key.empty()) clip.first_key.push_back(0);
  for (const Key& key : keys) {
    clip.times.push_back(key.time);
    clip.translations.push_back(key.translation);
    clip.scales.push_back(key.scale);
    clip.rotations.push_back(key.rotation);
  }
  clip.first_key.push_back(clip.times.size());
}

// A key as in files; some are awkward: scales that are 0, negative or
// uneven, quaternions that are not of unit length, or all 0.
inline Key RandomKey(Random& random, float time) {
  Key key = {time, RandomVector(random, 2), {1, 1, 1}, RandomRotation(random)};
  switch (random.Bits() % 16) {
    case 0:
      key.scale = RandomVector(random, 2);
      break;
    case 1:
      key.scale = {-1, 1, 1};
      break;
    case 2:
      key.scale = {0, 1, 1};
      break;
    case 3: {
      const float length = random.Uniform(0.5f, 1.5f);
      auto& [x, y, z, w] = key.rotation;
      key.rotation = {x * length, y * length, z * length, w * length};
      break;
    }
    case 4:
      key.rotation = {0, 0, 0, 0};
      break;
    default:
      break;
  }
  return key;
}

// The next key of a bone: near the last one, as exporters sample them, or
// anywhere; at a later time, or at the same.
inline Key NextKey(Random& random, const Key& last) {
  const float time =
      random.Bits() % 8 == 0 ? last.time : last.time + random.Uniform(0, 0.5f);
  Key key = RandomKey(random, time);
  const m3d::Float4 q = last.rotation;
  switch (random.Bits() % 8) {
    case 0:  // the same, but for the sign
      key.rotation = {-q.x, -q.y, -q.z, -q.w};
      break;
    case 1:  // near: the lerp's threshold is at an angle of 0.0045
      key.rotation = {q.x + random.Uniform(-0.01f, 0.01f), q.y,
                      q.z + random.Uniform(-0.01f, 0.01f), q.w};
      break;
    case 2:  // both arcs are as long
      key.rotation = {-q.y, q.x, -q.w, q.z};
      break;
    default:
      break;
  }
  return key;
}

// `bones` bones with up to `keys` keys each, some without any and some with
// the same times as another; every tenth or so is a root.
inline m3d::Character RandomCharacter(Random& random, size_t bones,
                                      uint32_t keys) {
  m3d::Character character;
  m3d::Clip clip;
  clip.first_key.push_back(0);
  const bool affine = random.Bits() % 2 == 0;
  for (size_t b = 0; b < bones; ++b) {
    const bool root = b == 0 || random.Bits() % 10 == 0;
    character.parents.push_back(
        root ? -1
             : static_cast<int32_t>(
                   random.Bits() % 2 == 0 ? b - 1 : random.Bits() % b));
    m3d::Matrix offset = kIdentityMatrix;
    for (size_t i = 0; i < 16; ++i) {
      if (i % 4 < 3 || (!affine && random.Bits() % 4 == 0)) {
        offset[i] += random.Uniform(-1, 1);
      }
    }
    character.bone_offsets.push_back(offset);

    const uint32_t size = random.Bits() % (keys + 1);
    std::vector<Key> bone_keys;
    if (b > 0 && random.Bits() % 4 == 0) {
      for (size_t k = clip.first_key[b - 1]; k < clip.first_key[b]; ++k) {
        bone_keys.push_back(RandomKey(random, clip.times[k]));
      }
    } else if (size > 0) {
      bone_keys.push_back(RandomKey(random, random.Uniform(-1, 1)));
      while (bone_keys.size() < size) {
        bone_keys.push_back(NextKey(random, bone_keys.back()));
      }
    }
    AddBone(clip, bone_keys);
  }
  character.clips.push_back(clip);
  return character;
}

// Vertices of a character with that many bones.
inline m3d::Vertices RandomVertices(Random& random, size_t count,
                                    size_t bones) {
  m3d::Vertices vertices;
  for (size_t i = 0; i < count; ++i) {
    vertices.positions.push_back(RandomVector(random, 70));
    vertices.normals.push_back(RandomVector(random, 1));
    const float w0 = random.Uniform(0, 1);
    const float w1 = random.Uniform(0, 1 - w0);
    const float w2 = random.Uniform(0, 1 - w0 - w1);
    vertices.blend_weights.push_back({w0, w1, w2, 1 - w0 - w1 - w2});
    std::array<uint8_t, 4> indices;
    for (uint8_t& index : indices) {
      index = static_cast<uint8_t>(random.Bits() % bones);
    }
    vertices.blend_indices.push_back(indices);
  }
  return vertices;
}

// Times within and around a clip's keys, at them, and one float beside them.
inline std::vector<float> RandomTimes(Random& random, const m3d::Clip& clip) {
  std::vector<float> times = {kNan, kInfinity, -kInfinity, kMax, -kMax, 0};
  float first = 0;
  float last = 1;
  for (const float time : clip.times) {
    first = std::min(first, time);
    last = std::max(last, time);
  }
  for (int i = 0; i < 30; ++i) {
    times.push_back(random.Uniform(first - 1, last + 1));
  }
  for (int i = 0; i < 30 && !clip.times.empty(); ++i) {
    const float time = random.Pick(clip.times);
    times.push_back(time);
    times.push_back(std::nextafter(time, kInfinity));
    times.push_back(std::nextafter(time, -kInfinity));
  }
  return times;
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_TEST_CHARACTERS_H_
