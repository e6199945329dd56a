// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A second reader of .m3d characters, written after docs/formats/m3d.md and
// nothing else, for comparison with the real one. It copies the file into
// words, takes one after the other, and shares no code with the parser.
// Simple, slow, and not to be optimised.

#ifndef CLIPGUARD_FUZZ_M3D_ORACLE_NAIVE_M3D_READER_H_
#define CLIPGUARD_FUZZ_M3D_ORACLE_NAIVE_M3D_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clipguard::fuzz {

enum class NaiveDialect { kD3D12, kD3D11, kDashed, kD3D10 };

// Numbers are in the order of the file: a D3D12 material has 7 of them, a
// D3D11 one 13, a D3D10 one 3.
struct NaiveMaterial {
  std::string name;
  std::vector<float> numbers;
  bool says_shininess = false;
  bool alpha_clip = false;
  std::string type;
  std::string diffuse_map;
  std::string normal_map;
  std::string specular_map;  // of D3D10 only
};

struct NaiveVertex {
  std::vector<float> numbers;  // 12, or 16 with weights
  std::vector<uint32_t> blend_indices;
};

struct NaiveClip {
  std::string name;
  // By bone and key: time, position, scale, rotation; 11 numbers.
  std::vector<std::vector<std::vector<float>>> bones;
};

struct NaiveCharacter {
  // Whether all of it could be read; nothing below counts otherwise.
  bool readable = false;
  // Whether its header could be.
  bool past_header = false;
  // Where reading ended if not, and why, for people.
  size_t offset = 0;
  std::string why;

  NaiveDialect dialect = NaiveDialect::kD3D12;
  std::vector<NaiveMaterial> materials;
  std::vector<std::vector<uint32_t>> subsets;  // five numbers each
  std::vector<NaiveVertex> vertices;
  std::vector<std::vector<uint32_t>> triangles;
  std::vector<std::vector<float>> bone_offsets;
  // Not int32_t: the test library's own std::vector<int> is not annotated for
  // ASan, and the linker keeps one copy of each function.
  std::vector<int64_t> parents;
  std::vector<NaiveClip> clips;
};

NaiveCharacter ReadM3dNaively(const std::string& file);

// The float32 nearest to a number as files spell it; nothing if it is not one,
// or too large.
std::optional<float> ReadNumberNaively(const std::string& word);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_ORACLE_NAIVE_M3D_READER_H_
