// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How others read .m3d characters, written here anew to measure clipguard's
// reader beside it: with a stream, as the format's original loader does, and
// with fast_float.
//
// Both take each label for granted, put vertices into an array of structures
// and a clip's keyframes into vectors of vectors, and believe every count. Not
// for use: only for sound D3D12 files with a skeleton.

#ifndef CLIPGUARD_BENCH_RIVALS_M3D_M3D_RIVAL_H_
#define CLIPGUARD_BENCH_RIVALS_M3D_M3D_RIVAL_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clipguard::bench {

struct M3dRivalMaterial {
  std::string name;
  std::array<float, 3> diffuse;
  std::array<float, 3> fresnel0;
  float roughness;
  bool alpha_clip;
  std::string type;
  std::string diffuse_map;
  std::string normal_map;
};

struct M3dRivalVertex {
  std::array<float, 3> position;
  std::array<float, 4> tangent;
  std::array<float, 3> normal;
  std::array<float, 2> tex_coord;
  std::array<float, 4> weights;
  std::array<uint8_t, 4> bones;
};

struct M3dRivalKey {
  float time;
  std::array<float, 3> translation;
  std::array<float, 3> scale;
  std::array<float, 4> rotation;
};

// By bone.
using M3dRivalClip = std::vector<std::vector<M3dRivalKey>>;

struct M3dRivalCharacter {
  std::vector<M3dRivalMaterial> materials;
  std::vector<std::array<uint32_t, 5>> subsets;
  std::vector<M3dRivalVertex> vertices;
  std::vector<uint32_t> indices;  // three a triangle
  std::vector<std::array<float, 16>> bone_offsets;
  std::vector<int32_t> parents;
  std::vector<std::pair<std::string, M3dRivalClip>> clips;
};

struct M3dRival {
  const char* name;
  // False if the file could not be read.
  bool (*read)(std::span<const uint8_t> file, M3dRivalCharacter& out);
};

extern const M3dRival kM3dStream;
extern const M3dRival kM3dFastFloat;

// Both; none unless HasRivals() (rival.h).
std::vector<M3dRival> M3dRivals();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_M3D_M3D_RIVAL_H_
