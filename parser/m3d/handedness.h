// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether a character's space is left- or right-handed. The format does not
// say, and files of both kinds are in use; the triangles tell
// (docs/formats/m3d.md, "Which hand"). By the formula, cross(p1 - p0, p2 - p0)
// points with the normals in a left-handed file, and against them in a
// right-handed one.

#ifndef CLIPGUARD_PARSER_M3D_HANDEDNESS_H_
#define CLIPGUARD_PARSER_M3D_HANDEDNESS_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "parser/m3d/character.h"

namespace clipguard::m3d {

enum class Handedness : uint8_t { kLeft, kRight };

std::string_view HandednessName(Handedness handedness);  // "left", "right"

// Triangles that wind with the sum of their corners' normals, and against it.
// Those without area, or at a right angle to that sum, are neither.
struct Winding {
  uint64_t with = 0;
  uint64_t against = 0;

  uint64_t all() const { return with + against; }
  // Nearly all with the normals, or nearly all against them: nine of ten, as no
  // exporter is half right. Nothing if they are mixed, or if there are none.
  std::optional<Handedness> Tells() const;
  // Neither nearly all with, nor nearly all against.
  bool IsMixed() const { return all() != 0 && !Tells(); }
};

// In time of the triangles. Those of vertices that are not there do not count.
Winding WindingOf(const Character& character);

// The handedness that the winding tells; left, as in the books' programs, if it
// does not tell.
Handedness HandednessOf(const Character& character);

// Mirrors z of everything but the order of triangles' corners. So what is
// right-handed becomes left-handed, and winds with its normals; twice is as
// before, but for signs of 0.
void MirrorZ(Character& character);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_HANDEDNESS_H_
