// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/reader/mesh_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/bulk_rows.h"
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
  Outcome outcome = r.in.Label(kField.label, at, options.ends);
  if (outcome != Outcome::kRead) return outcome;
  std::array<int64_t, kField.words> indices = {};
  outcome =
      r.in.Integers(indices, 0, int64_t{BlendableBones(r)} - 1, at,
                    kBlendIndexOutOfRange, [&] {
                      return r.counts.bones > kMaxBlendIndex + 1
                                 ? absl::StrCat(kMaxBlendIndex + 1,
                                                " bones that a byte can name")
                                 : absl::StrCat(r.counts.bones, " bones");
                    });
  std::transform(indices.begin(), indices.end(),
                 r.out.vertices.blend_indices[i].begin(),
                 [](int64_t index) { return static_cast<uint8_t>(index); });
  return outcome;
}

Outcome ReadVertex(Reading& r, uint64_t i, const FieldOptions& options) {
  constexpr size_t kIndices = FieldOf(kVertexRow, "blendIndices");
  const auto members = ElementsOf(r.out.vertices, i);
  const ElementPath at = {Section::kVertices, {}, i};
  if (!r.is_skinned()) {
    ClearFields<kVertexRow, kStaticVertexFields>(kVertexMembers, members);
    return ReadFields<kVertexRow, 0, kStaticVertexFields>(r.in, kVertexMembers,
                                                          members, at, options);
  }
  ClearFields<kVertexRow>(kVertexMembers, members);
  const Outcome outcome = ReadFields<kVertexRow, 0, kIndices>(
      r.in, kVertexMembers, members, at, options);
  if (outcome != Outcome::kRead) return outcome;
  return ReadBlendIndices(r, i, options);
}

Outcome ReadTriangle(Reading& r, uint64_t i) {
  std::array<int64_t, kTriangleRow[0].words> indices = {};
  const Outcome outcome = r.in.Integers(
      indices, 0, static_cast<int64_t>(r.counts.vertices) - 1,
      {Section::kTriangles, kTriangleRow[0].name, i}, kVertexIndexOutOfRange,
      [&] { return absl::StrCat(r.counts.vertices, " vertices"); });
  std::transform(indices.begin(), indices.end(), r.out.triangles[i].begin(),
                 [](int64_t index) { return static_cast<uint32_t>(index); });
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
  return ReadManyRows(
      r, Section::kVertices,
      [&](BulkText& text, uint64_t i) -> size_t {
        if (short_labels) return 0;
        const VertexRows rows = {
            &v.positions[i].x,
            &v.tangents[i].x,
            &v.normals[i].x,
            &v.tex_coords[i].x,
            r.is_skinned() ? &v.blend_weights[i].x : nullptr,
            r.is_skinned() ? v.blend_indices[i].data() : nullptr,
            BlendableBones(r)};
        return r.bulk->vertices(&text, &rows, count - i);
      },
      [&](uint64_t i) { return ReadVertex(r, i, options); });
}

Outcome ReadTriangles(Reading& r) {
  const uint64_t count = r.counts.triangles;
  r.out.triangles.resize(count);
  return ReadManyRows(
      r, Section::kTriangles,
      [&](BulkText& text, uint64_t i) {
        return r.bulk->triangles(&text, r.out.triangles[i].data(),
                                 static_cast<uint32_t>(r.counts.vertices),
                                 count - i);
      },
      [&](uint64_t i) { return ReadTriangle(r, i); });
}

}  // namespace clipguard::m3d
