// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/checks.h"
#include "parser/m3d/checks/duplicate_names.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// The ranges of vertices, or of triangles, of all subsets.
struct Range {
  std::string_view what;  // "triangles"
  RowPart part;           // start and count
  uint64_t size;          // of the array that it is a range of
  std::vector<std::array<uint64_t, 2>> ranges;  // start, count
};

// Triangles [first, end) belong to no subset.
void ReportUncovered(CharacterReporter& r, uint64_t first, uint64_t end,
                     RowFinder& finder) {
  if (first >= end) return;
  r.Report(
      kTriangleWithoutSubset, finder.Find(first, kWholeTriangle),
      {0, first, "triangle"},
      [&] { return absl::StrCat("triangles[", first, "]"); },
      [&] { return Arguments{absl::StrCat(first), absl::StrCat(end - 1)}; });
}

// Whether the ranges lie within their array.
void CheckWithin(CharacterReporter& r, const Range& range) {
  RowFinder finder = r.FinderOf(Section::kSubsets, TokensIn(kSubsetRow));
  for (uint32_t i = 0; i < range.ranges.size(); ++i) {
    const auto [start, count] = range.ranges[i];
    if (start + count <= range.size) continue;
    r.Report(
        kSubsetOutOfRange, finder.Find(i, range.part),
        {range.part.first, i, "subset"},
        [&] { return FieldPath("subsets", i, range.part.name); },
        [&] {
          return Arguments{std::string(range.what), absl::StrCat(start + count),
                           absl::StrCat(range.size)};
        });
  }
}

// Whether the ranges lie apart, and, if they are to cover their array, do so.
void CheckApart(CharacterReporter& r, const Range& range, bool cover) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < range.ranges.size(); ++i) {
    if (range.ranges[i][1] != 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return range.ranges[a] != range.ranges[b]
               ? range.ranges[a] < range.ranges[b]
               : a < b;
  });
  // Each against the one that reaches furthest of those before it.
  struct Overlap {
    uint32_t subset;
    uint32_t with;
    uint64_t first;
    uint64_t last;
  };
  std::vector<Overlap> overlaps;
  RowFinder uncovered = r.FinderOf(Section::kTriangles, TokensIn(kTriangleRow));
  uint64_t end = 0;
  uint32_t furthest = 0;
  for (const uint32_t i : order) {
    const auto [start, count] = range.ranges[i];
    if (start < end) {
      const uint64_t last = std::min(end, start + count) - 1;
      overlaps.push_back({i, furthest, start, last});
    } else if (cover) {
      ReportUncovered(r, end, std::min(start, range.size), uncovered);
    }
    if (start + count > end) {
      end = start + count;
      furthest = i;
    }
  }
  if (cover) ReportUncovered(r, end, range.size, uncovered);
  std::sort(
      overlaps.begin(), overlaps.end(),
      [](const Overlap& a, const Overlap& b) { return a.subset < b.subset; });
  RowFinder finder = r.FinderOf(Section::kSubsets, TokensIn(kSubsetRow));
  for (const Overlap& o : overlaps) {
    r.Report(
        kSubsetsOverlap, finder.Find(o.subset, range.part),
        {range.part.first, o.subset, "subset"},
        [&] { return FieldPath("subsets", o.subset, range.part.name); },
        [&] {
          return Arguments{std::string(range.what), absl::StrCat(o.first),
                           absl::StrCat(o.last), absl::StrCat(o.with)};
        });
  }
}

}  // namespace

void CheckMaterials(CharacterReporter& r) {
  const Character& c = r.character();
  if (c.dialect != Dialect::kD3D12) return;  // the others have no names
  RowFinder finder =
      r.FinderOf(Section::kMaterials, TokensIn(kD3D12MaterialRow));
  ForEachDuplicate(NamesOf(c.materials), [&](uint32_t i, uint32_t earlier) {
    r.Report(
        kMaterialNameDuplicate,
        finder.Find(i, WordsOf(kD3D12MaterialRow, "name")), {},
        [&] { return absl::StrCat("materials[", i, "].name"); },
        [&] { return Arguments{absl::StrCat(i), absl::StrCat(earlier)}; });
  });
}

void CheckSubsets(CharacterReporter& r) {
  const Character& c = r.character();
  if (c.dialect == Dialect::kD3D10) return;  // made, not read
  RowFinder ids = r.FinderOf(Section::kSubsets, TokensIn(kSubsetRow));
  for (size_t i = 0; i < c.subsets.size(); ++i) {
    if (c.subsets[i].id == i) continue;
    r.Report(
        kSubsetIdUnexpected, ids.Find(i, WordsOf(kSubsetRow, "id")),
        {0, i, "subset"}, [&] { return absl::StrCat("subsets[", i, "].id"); },
        [&] {
          return Arguments{absl::StrCat(i), absl::StrCat(c.subsets[i].id)};
        });
  }
  Range vertices = {"vertices",
                    FieldsFrom(kSubsetRow, "vertexStart", "vertexCount"),
                    c.vertices.positions.size(),
                    {}};
  Range faces = {"triangles",
                 FieldsFrom(kSubsetRow, "faceStart", "faceCount"),
                 c.triangles.size(),
                 {}};
  for (const Subset& s : c.subsets) {
    vertices.ranges.push_back({s.vertex_start, s.vertex_count});
    faces.ranges.push_back({s.face_start, s.face_count});
  }
  CheckWithin(r, vertices);
  CheckApart(r, vertices, false);
  CheckWithin(r, faces);
  CheckApart(r, faces, true);
}

}  // namespace clipguard::m3d
