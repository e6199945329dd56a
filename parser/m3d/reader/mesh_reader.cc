// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/quick_row.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/section_rows.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// As many bones as a blend index can name.
uint32_t BlendableBones(const Reading& r) {
  return static_cast<uint32_t>(
      std::min<uint64_t>(r.counts.bones, kMaxBlendIndex + 1));
}

Outcome ReadBlendIndices(Reading& r, uint64_t i, const FieldOptions& options) {
  constexpr Field kField = kVertexRow[FieldOf(kVertexRow, "blendIndices")];
  const ElementPath at = {Section::kVertices, kField.name, i};
  Outcome outcome =
      r.in.Label(options.other_labels ? kField.other_label : kField.label, at,
                 options.ends);
  if (outcome != Outcome::kRead) return outcome;
  std::array<int64_t, kField.words> indices = {};
  outcome = r.in.Integers(
      indices, 0, int64_t{BlendableBones(r)} - 1, at, kBlendIndexOutOfRange,
      [&] {
        return r.counts.bones > kMaxBlendIndex + 1
                   ? absl::StrCat(kMaxBlendIndex + 1,
                                  " bones that a byte can name")
                   : absl::StrCat(r.counts.bones,
                                  r.counts.bones == 1 ? " bone" : " bones");
      });
  std::transform(indices.begin(), indices.end(),
                 r.out.vertices.blend_indices[i].begin(),
                 [](int64_t index) { return static_cast<uint8_t>(index); });
  return outcome;
}

Outcome ReadD3D10Vertex(Reading& r, uint64_t i) {
  Vertices& v = r.out.vertices;
  ClearFields<kVertexRow, kStaticVertexFields>(kVertexMembers,
                                               ElementsOf(v, i));
  v.tangents[i].w = 1;
  const std::array<std::span<float>, kStaticVertexFields> values = {
      RealsOf(v.positions[i]), RealsOf(v.tangents[i]).first<3>(),
      RealsOf(v.normals[i]), RealsOf(v.tex_coords[i])};
  for (size_t k = 0; k < values.size(); ++k) {
    const Field& field = kD3D10VertexRow[k];
    const Outcome outcome = r.in.LabelledReals(
        field.label, values[k], {Section::kVertices, field.name, i},
        {.next = kD3D10VertexRow[0].label});
    if (outcome != Outcome::kRead) return outcome;
  }
  return Outcome::kRead;
}

Outcome ReadVertex(Reading& r, uint64_t i, const FieldOptions& options) {
  if (r.out.dialect == Dialect::kD3D10) return ReadD3D10Vertex(r, i);
  constexpr size_t kWeights = FieldOf(kVertexRow, "blendWeights");
  constexpr size_t kIndices = FieldOf(kVertexRow, "blendIndices");
  static_assert(kWeights == kStaticVertexFields);
  const auto members = ElementsOf(r.out.vertices, i);
  const ElementPath at = {Section::kVertices, {}, i};
  ClearFields<kVertexRow, kStaticVertexFields>(kVertexMembers, members);
  if (r.is_skinned()) {
    r.out.vertices.blend_weights[i] = {};
    r.out.vertices.blend_indices[i] = {};
  }
  Outcome outcome = ReadFields<kVertexRow, 0, kWeights>(r.in, kVertexMembers,
                                                        members, at, options);
  if (outcome != Outcome::kRead || !r.is_skinned()) return outcome;
  FieldOptions blend = options;
  if (r.cursor().Peek().text == kVertexRow[kWeights].label) {
    blend.other_labels = false;
  }
  outcome = ReadFields<kVertexRow, kWeights, kIndices>(r.in, kVertexMembers,
                                                       members, at, blend);
  if (outcome != Outcome::kRead) return outcome;
  return ReadBlendIndices(r, i, blend);
}

template <bool kOther>
bool TakeBlend(Reading& r, QuickRow& row, uint64_t i) {
  constexpr size_t kWeights = FieldOf(kVertexRow, "blendWeights");
  constexpr size_t kIndices = FieldOf(kVertexRow, "blendIndices");
  constexpr const Field& kField = kVertexRow[kIndices];
  constexpr std::string_view kLabel =
      kOther ? kField.other_label : kField.label;
  Vertices& v = r.out.vertices;
  return TakeFields<kVertexRow, kOther, kWeights, kIndices>(row, kVertexMembers,
                                                            ElementsOf(v, i)) &&
         row.Label(kLabel) &&
         row.Indices(v.blend_indices[i], BlendableBones(r));
}

// kOther: the row has short labels, of which those of blend data may be long.
template <bool kOther>
bool TakeVertex(Reading& r, QuickRow& row, uint64_t i) {
  if (!TakeFields<kVertexRow, kOther, 0, kStaticVertexFields>(
          row, kVertexMembers, ElementsOf(r.out.vertices, i))) {
    return false;
  }
  return !r.is_skinned() || TakeBlend<kOther>(r, row, i) ||
         (kOther && TakeBlend<false>(r, row, i));
}

Outcome ReadTriangle(Reading& r, uint64_t i) {
  std::array<int64_t, kTriangleRow[0].words> indices = {};
  const Outcome outcome = r.in.Integers(
      indices, 0, static_cast<int64_t>(r.counts.vertices) - 1,
      {Section::kTriangles, kTriangleRow[0].name, i}, kVertexIndexOutOfRange,
      [&] {
        return absl::StrCat(r.counts.vertices,
                            r.counts.vertices == 1 ? " vertex" : " vertices");
      });
  std::transform(indices.begin(), indices.end(), r.out.triangles[i].begin(),
                 [](int64_t index) { return static_cast<uint32_t>(index); });
  return outcome;
}

// The material that a D3D10 triangle ends with.
Outcome ReadMaterialOf(Reading& r, uint64_t i, uint32_t& material) {
  int64_t index = 0;
  const Outcome outcome = r.in.Integers(
      {&index, 1}, 0, static_cast<int64_t>(r.counts.materials) - 1,
      {Section::kTriangles, "material", i}, kNumberOutOfRange, [&] {
        return absl::StrCat("the ", r.counts.materials,
                            " materials, which are counted from 0");
      });
  material = static_cast<uint32_t>(index);
  return outcome;
}

// Puts the triangles in the order of their materials, and makes a subset for
// each material. REQUIRES: all numbers are in range.
void SortByMaterial(Reading& r, std::span<const uint32_t> materials) {
  Character& c = r.out;
  c.subsets.resize(c.materials.size());
  CountWork(c.subsets.size() + materials.size());
  for (const uint32_t material : materials) ++c.subsets[material].face_count;
  std::vector<uint32_t> next(c.subsets.size());
  uint32_t start = 0;
  for (size_t i = 0; i < c.subsets.size(); ++i) {
    c.subsets[i].id = static_cast<uint32_t>(i);
    c.subsets[i].face_start = next[i] = start;
    start += c.subsets[i].face_count;
  }
  const auto rows = c.triangles;
  std::vector<bool> begun(c.subsets.size());
  if (!std::is_sorted(materials.begin(), materials.end())) {
    r.places.triangles.resize(rows.size());
  }
  for (size_t row = 0; row < rows.size(); ++row) {
    const uint32_t material = materials[row];
    const uint32_t index = next[material]++;
    c.triangles[index] = rows[row];
    if (!r.places.triangles.empty()) r.places.triangles[row] = index;
    // The vertices from the first to the last one.
    Subset& subset = c.subsets[material];
    const auto [low, high] = std::ranges::minmax(rows[row]);
    const uint32_t first =
        begun[material] ? std::min(subset.vertex_start, low) : low;
    const uint32_t end =
        std::max(subset.vertex_start + subset.vertex_count, high + 1);
    subset.vertex_start = first;
    subset.vertex_count = end - first;
    begun[material] = true;
  }
}

Outcome ReadD3D10Triangles(Reading& r) {
  r.out.triangles.resize(r.counts.triangles);
  std::vector<uint32_t> materials(r.counts.triangles);
  const Outcome outcome = ReadRows(r, Section::kTriangles, [&](uint64_t i) {
    const Outcome corners = ReadTriangle(r, i);
    if (corners != Outcome::kRead) return corners;
    return ReadMaterialOf(r, i, materials[i]);
  });
  if (r.in.ok()) SortByMaterial(r, materials);
  return outcome;
}

}  // namespace

Outcome ReadVertices(Reading& r) {
  Vertices& v = r.out.vertices;
  const uint64_t count = r.counts.vertices;
  v.positions.resize(count);
  v.tangents.resize(count);
  v.normals.resize(count);
  v.tex_coords.resize(count);
  if (r.is_skinned()) {
    v.blend_weights.resize(count);
    v.blend_indices.resize(count);
  }
  const bool short_labels = r.cursor().Peek().text == kVertexRow[0].other_label;
  const FieldOptions options = {
      {.next = short_labels ? kVertexRow[0].other_label : kVertexRow[0].label},
      short_labels};
  const bool is_quick = r.out.dialect != Dialect::kD3D10;
  const Outcome outcome = ReadRows(
      r, Section::kVertices,
      [&](uint64_t i) { return ReadVertex(r, i, options); },
      [&](QuickRow& row, uint64_t i) {
        return is_quick && (short_labels ? TakeVertex<true>(r, row, i)
                                         : TakeVertex<false>(r, row, i));
      });
  r.whole_vertices = r.whole_rows;
  return outcome;
}

Outcome ReadTriangles(Reading& r) {
  if (r.out.dialect == Dialect::kD3D10) return ReadD3D10Triangles(r);
  r.out.triangles.resize(r.counts.triangles);
  return ReadRows(
      r, Section::kTriangles, [&](uint64_t i) { return ReadTriangle(r, i); },
      [&](QuickRow& row, uint64_t i) {
        return row.Indices(r.out.triangles[i], r.counts.vertices);
      });
}

}  // namespace clipguard::m3d
