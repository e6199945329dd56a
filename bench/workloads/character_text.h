// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// .m3d characters of any size for benchmarks. The same text on every machine
// and with every compiler.

#ifndef CLIPGUARD_BENCH_WORKLOADS_CHARACTER_TEXT_H_
#define CLIPGUARD_BENCH_WORKLOADS_CHARACTER_TEXT_H_

#include <cstddef>
#include <string>

namespace clipguard::bench {

// Those of a game's soldier: 4 MB.
struct CharacterShape {
  size_t materials = 5;
  size_t vertices = 13'748;
  size_t triangles = 22'507;
  size_t bones = 58;
  size_t keys = 4'400;
};

// A sound D3D12 character with a skeleton and one clip at 60 Hz. Numbers are
// as an exporter writes them: seven digits, with exponents where they are
// small. Normals and quaternions have length one, weights add up to one, and
// everything moves. Findings: none.
std::string MakeCharacterText(const CharacterShape& shape);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_CHARACTER_TEXT_H_
