// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/handedness.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/memory/work_counter.h"
#include "parser/m3d/character.h"

namespace clipguard::m3d {
namespace {

using Vector = std::array<double, 3>;

Vector Minus(const Float3& a, const Float3& b) {
  return {double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z};
}

double Dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector Cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
          a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

std::string_view HandednessName(Handedness handedness) {
  return handedness == Handedness::kLeft ? "left" : "right";
}

std::optional<Handedness> Winding::Tells() const {
  constexpr uint64_t kNearlyAll = 9;  // to one
  if (all() == 0) return std::nullopt;
  if (with / kNearlyAll >= against) return Handedness::kLeft;
  if (against / kNearlyAll >= with) return Handedness::kRight;
  return std::nullopt;
}

Winding WindingOf(const Character& character) {
  const Array<Float3>& at = character.vertices.positions;
  const Array<Float3>& normals = character.vertices.normals;
  const size_t vertices = std::min(at.size(), normals.size());
  Winding winding;
  CountWork(character.triangles.size());
  for (const auto& [a, b, c] : character.triangles) {
    if (a >= vertices || b >= vertices || c >= vertices) continue;
    const Vector area = Cross(Minus(at[b], at[a]), Minus(at[c], at[a]));
    const Vector normal = {double{normals[a].x} + normals[b].x + normals[c].x,
                           double{normals[a].y} + normals[b].y + normals[c].y,
                           double{normals[a].z} + normals[b].z + normals[c].z};
    const double along = Dot(area, normal);
    winding.with += along > 0 ? 1 : 0;
    winding.against += along < 0 ? 1 : 0;
  }
  return winding;
}

Handedness HandednessOf(const Character& character) {
  return WindingOf(character).Tells().value_or(Handedness::kLeft);
}

void MirrorZ(Character& character) {
  Vertices& vertices = character.vertices;
  for (Float3& position : vertices.positions) position.z = -position.z;
  for (Float3& normal : vertices.normals) normal.z = -normal.z;
  for (Float4& tangent : vertices.tangents) {
    tangent.z = -tangent.z;
    // The bitangent is a cross product, which a mirror turns.
    tangent.w = -tangent.w;
  }
  for (Matrix& offset : character.bone_offsets) {
    // A mirror on both sides negates the elements with exactly one z.
    for (const size_t i : {2, 6, 8, 9, 11, 14}) offset[i] = -offset[i];
  }
  for (Clip& clip : character.clips) {
    for (Float3& translation : clip.translations) {
      translation.z = -translation.z;
    }
    for (Float4& rotation : clip.rotations) {
      rotation.x = -rotation.x;
      rotation.y = -rotation.y;
    }
  }
}

}  // namespace clipguard::m3d
