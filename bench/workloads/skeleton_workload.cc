// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/skeleton_workload.h"

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/workloads/workloads.h"

namespace clipguard::bench {
namespace {

// Spine and head; two arms with five fingers each; two legs.
constexpr std::array<int8_t, kSkeletonBones> kParents = {
    -1, 0,  1,  2,  3,  4,  5,  6,  7,  7,  7,  7,  6,  12, 13,
    14, 15, 16, 17, 15, 19, 20, 15, 22, 23, 15, 25, 26, 15, 28,
    29, 6,  31, 32, 33, 34, 35, 36, 34, 38, 39, 34, 41, 42, 34,
    44, 45, 34, 47, 48, 2,  50, 51, 52, 2,  54, 55, 56};

constexpr size_t kKeys = 76;
constexpr double kKeyRate = 60;  // a second
constexpr size_t kFirstShort = 8;
constexpr size_t kLastShort = 11;
constexpr size_t kShortKeys = 73;
constexpr size_t kLongKeys = 3600;

float Uniform(Random& random, double low, double high) {
  return static_cast<float>(low + (high - low) * random.Unit());
}

m3d::Float4 Normalized(const m3d::Float4& q) {
  // Square roots have the same bits everywhere.
  const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {q.x / length, q.y / length, q.z / length, q.w / length};
}

void AddKeys(Random& random, size_t keys, m3d::Clip& clip) {
  const m3d::Float3 translation = {
      Uniform(random, 1, 5), Uniform(random, -1, 1), Uniform(random, -1, 1)};
  m3d::Float4 rotation =
      Normalized({Uniform(random, -0.4, 0.4), Uniform(random, -0.4, 0.4),
                  Uniform(random, -0.4, 0.4), 1});
  // A speed that changes slowly.
  m3d::Float3 turn;
  for (size_t k = 0; k < keys; ++k) {
    clip.times.push_back(static_cast<float>(static_cast<double>(k) / kKeyRate));
    clip.translations.push_back(translation);
    clip.scales.push_back({1, 1, 1});
    clip.rotations.push_back(rotation);
    turn = {0.9f * turn.x + Uniform(random, -0.01, 0.01),
            0.9f * turn.y + Uniform(random, -0.01, 0.01),
            0.9f * turn.z + Uniform(random, -0.01, 0.01)};
    rotation = Normalized({rotation.x + turn.x, rotation.y + turn.y,
                           rotation.z + turn.z, rotation.w});
  }
  clip.first_key.push_back(clip.times.size());
}

m3d::Character WithoutBones() {
  m3d::Character character;
  m3d::Clip& clip = character.clips.emplace_back();
  clip.name = "Take1";
  clip.first_key.push_back(0);
  return character;
}

void AddBone(Random& random, int parent, size_t keys,
             m3d::Character& character) {
  character.parents.push_back(parent);
  character.bone_offsets.push_back(
      {{1, 0, 0, 0},
       {0, 1, 0, 0},
       {0, 0, 1, 0},
       {Uniform(random, -40, 40), Uniform(random, -70, 0),
        Uniform(random, -10, 10), 1}});
  AddKeys(random, keys, character.clips[0]);
}

}  // namespace

m3d::Character MakeLongCharacter() {
  Random random(2);
  m3d::Character character = WithoutBones();
  for (size_t b = 0; b < kLongBones; ++b) {
    // Twenty chains of ten.
    AddBone(random, b % 10 == 0 ? (b == 0 ? -1 : 0) : static_cast<int>(b) - 1,
            kLongKeys, character);
  }
  m3d::Clip& clip = character.clips[0];
  for (size_t k = 0; k < kLongKeys; ++k) {
    clip.translations[k].x += 0.01f * static_cast<float>(k % 97);
  }
  return character;
}

m3d::Character MakeSkinnedCharacter() {
  Random random(1);
  m3d::Character character = WithoutBones();
  for (size_t b = 0; b < kSkeletonBones; ++b) {
    const bool is_short = b >= kFirstShort && b <= kLastShort;
    AddBone(random, kParents[b], is_short ? kShortKeys : kKeys, character);
  }

  // Most vertices follow one bone or two, as in real characters.
  m3d::Vertices& vertices = character.vertices;
  for (size_t i = 0; i < kSkinnedVertices; ++i) {
    vertices.positions.push_back({Uniform(random, -30, 30),
                                  Uniform(random, -2, 73),
                                  Uniform(random, -8, 10)});
    const m3d::Float4 n =
        Normalized({Uniform(random, -1, 1), Uniform(random, -1, 1),
                    Uniform(random, -1, 1), 0});
    vertices.normals.push_back({n.x, n.y, n.z});
    const float w0 = Uniform(random, 0.3, 1);
    const float w1 = random.Unit() < 0.5 ? 1 - w0 : Uniform(random, 0, 1 - w0);
    vertices.blend_weights.push_back({w0, w1, 0, 1 - w0 - w1});
    // Neighbours in the file follow the same bones.
    const uint64_t bone = i * kSkeletonBones / kSkinnedVertices;
    std::array<uint8_t, 4> indices;
    for (uint8_t& index : indices) {
      index = static_cast<uint8_t>((bone + random.Bits() % 4) % kSkeletonBones);
    }
    vertices.blend_indices.push_back(indices);
  }
  return character;
}

}  // namespace clipguard::bench
