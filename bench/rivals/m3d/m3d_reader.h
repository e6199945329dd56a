// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the rivals: the format, in the order of the file. They differ in
// their Source:
//
//   void Skip();                takes a word and forgets it
//   std::string Name();
//   float Float();
//   uint32_t Unsigned();
//   int32_t Signed();
//   bool good() const;          whether all that was asked for was there

#ifndef CLIPGUARD_BENCH_RIVALS_M3D_M3D_READER_H_
#define CLIPGUARD_BENCH_RIVALS_M3D_M3D_READER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/rivals/m3d/m3d_rival.h"

namespace clipguard::bench {

template <typename Source>
class M3dRivalReader {
 public:
  explicit M3dRivalReader(Source& in) : in_(in) {}

  bool Read(M3dRivalCharacter& out) {
    in_.Skip();
    const uint32_t materials = Count();
    const uint32_t vertices = Count();
    const uint32_t triangles = Count();
    const uint32_t bones = Count();
    const uint32_t clips = Count();
    in_.Skip();
    out.materials.resize(materials);
    for (M3dRivalMaterial& material : out.materials) ReadMaterial(material);
    in_.Skip();
    out.subsets.resize(materials);
    for (auto& subset : out.subsets) {
      for (uint32_t& number : subset) number = Count();
    }
    in_.Skip();
    out.vertices.resize(vertices);
    for (M3dRivalVertex& vertex : out.vertices) ReadVertex(vertex);
    in_.Skip();
    out.indices.resize(size_t{3} * triangles);
    for (uint32_t& index : out.indices) index = in_.Unsigned();
    in_.Skip();
    out.bone_offsets.resize(bones);
    for (auto& offset : out.bone_offsets) Fill(offset);
    in_.Skip();
    out.parents.resize(bones);
    for (int32_t& parent : out.parents) {
      in_.Skip();
      parent = in_.Signed();
    }
    in_.Skip();
    out.clips.resize(clips);
    for (auto& [name, clip] : out.clips) {
      in_.Skip();
      name = in_.Name();
      in_.Skip();
      clip.resize(bones);
      for (auto& keys : clip) ReadKeys(keys);
      in_.Skip();
    }
    return in_.good();
  }

 private:
  uint32_t Count() {
    in_.Skip();
    return in_.Unsigned();
  }

  // A label, and as many numbers as there is room for.
  template <size_t kSize>
  void Fill(std::array<float, kSize>& numbers) {
    in_.Skip();
    for (float& number : numbers) number = in_.Float();
  }

  void ReadMaterial(M3dRivalMaterial& material) {
    in_.Skip();
    material.name = in_.Name();
    Fill(material.diffuse);
    Fill(material.fresnel0);
    in_.Skip();
    material.roughness = in_.Float();
    material.alpha_clip = Count() != 0;
    for (std::string* name :
         {&material.type, &material.diffuse_map, &material.normal_map}) {
      in_.Skip();
      *name = in_.Name();
    }
  }

  void ReadVertex(M3dRivalVertex& vertex) {
    Fill(vertex.position);
    Fill(vertex.tangent);
    Fill(vertex.normal);
    Fill(vertex.tex_coord);
    Fill(vertex.weights);
    in_.Skip();
    for (uint8_t& bone : vertex.bones) {
      bone = static_cast<uint8_t>(in_.Unsigned());
    }
  }

  void ReadKeys(std::vector<M3dRivalKey>& keys) {
    in_.Skip();
    keys.resize(Count());
    in_.Skip();
    for (M3dRivalKey& key : keys) {
      in_.Skip();
      key.time = in_.Float();
      Fill(key.translation);
      Fill(key.scale);
      Fill(key.rotation);
    }
    in_.Skip();
  }

  Source& in_;
};

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_M3D_M3D_READER_H_
