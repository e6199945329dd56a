// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/memory/work_counter.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/checks.h"
#include "parser/m3d/checks/lengths.h"
#include "parser/m3d/checks/zeros.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/tolerances.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// The largest vertex index that fits 16 bits.
constexpr uint32_t kMost16Bit = 0xffff;

// Whether rows of vertices have weights. So they may where a file ends before
// its bones.
bool HasWeights(const Character& c) {
  return !c.vertices.blend_weights.empty();
}

// Reports findings about vertices, in ascending order.
class VertexReporter {
 public:
  explicit VertexReporter(CharacterReporter& r) : r_(r) {}

  template <typename GetArguments>
  void Report(CodeFor<GetArguments> code, size_t i, RowPart part,
              GetArguments arguments) {
    if (!finder_) finder_ = r_.VerticesFinder();
    r_.Report(
        code, finder_->Find(i, part), {0, i, "vertex"},
        [&] { return FieldPath("vertices", i, part.name); }, arguments);
  }

 private:
  CharacterReporter& r_;
  std::optional<VertexFinder> finder_;
};

bool AreWeights(const Float4& w) {
  const auto is_share = [](float x) { return x >= 0 && x <= 1; };
  const float sum = w.x + w.y + w.z + w.w;
  return std::abs(sum - 1) <= kWeightTolerance && is_share(w.x) &&
         is_share(w.y) && is_share(w.z) && is_share(w.w);
}

void ReportFaults(VertexReporter& report, const Character& c, size_t i,
                  const Zeros& zeros) {
  constexpr RowPart kWeights = WordsOf(kVertexRow, "blendWeights");
  const Vertices& v = c.vertices;
  const Float4& t = v.tangents[i];
  const Float3& n = v.normals[i];
  if (!zeros.tangents && !IsUnit(t.x * t.x + t.y * t.y + t.z * t.z)) {
    report.Report(kTangentNotUnit, i, WordsOf(kVertexRow, "tangent", 0, 3),
                  [&] { return Arguments{LengthText({t.x, t.y, t.z})}; });
  }
  if (std::abs(t.w) != 1 && !(zeros.tangents && t.w == 0)) {
    report.Report(kTangentSignUnusual, i, WordsOf(kVertexRow, "tangent", 3, 1),
                  [&] { return Arguments{FloatText(t.w)}; });
  }
  if (!IsUnit(Squared(n))) {
    report.Report(kNormalNotUnit, i, WordsOf(kVertexRow, "normal"),
                  [&] { return Arguments{LengthText({n.x, n.y, n.z})}; });
  }
  if (!HasWeights(c)) return;
  const std::array<float, 4> weights = {
      v.blend_weights[i].x, v.blend_weights[i].y, v.blend_weights[i].z,
      v.blend_weights[i].w};
  for (size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] >= 0 && weights[k] <= 1) continue;
    report.Report(kBlendWeightOutOfRange, i, WordOf(kWeights, k),
                  [&] { return Arguments{FloatText(weights[k])}; });
  }
  const float sum = weights[0] + weights[1] + weights[2] + weights[3];
  if (!(std::abs(sum - 1) <= kWeightTolerance)) {
    report.Report(kBlendWeightsNotOne, i, kWeights,
                  [&] { return Arguments{FloatText(sum)}; });
  }
}

RowFinder TriangleFinderOf(const CharacterReporter& r) {
  return r.FinderOf(Section::kTriangles,
                    r.character().dialect == Dialect::kD3D10
                        ? TokensIn(kD3D10TriangleRow)
                        : TokensIn(kTriangleRow));
}

// The triangle of a row of the file.
const std::array<uint32_t, 3>& TriangleOf(const CharacterReporter& r,
                                          size_t row) {
  const std::vector<uint32_t>& order = r.places().triangles;
  return r.character().triangles[order.empty() ? row : order[row]];
}

// Indices that do not fit 16 bits.
void CheckIndexWidths(CharacterReporter& r) {
  const Character& c = r.character();
  RowFinder finder = TriangleFinderOf(r);
  CountWork(c.triangles.size());
  for (size_t i = 0; i < c.triangles.size(); ++i) {
    const std::array<uint32_t, 3>& corners = TriangleOf(r, i);
    for (size_t k = 0; k < corners.size(); ++k) {
      if (corners[k] <= kMost16Bit) continue;
      r.Report(
          kVertexIndexAbove16Bits, finder.Find(i, WordOf(kWholeTriangle, k)),
          {0, i, "triangle"},
          [&] { return absl::StrCat("triangles[", i, "]"); },
          [&] { return Arguments{absl::StrCat(corners[k])}; });
    }
  }
}

}  // namespace

void CheckVertices(CharacterReporter& r, const Zeros& zeros) {
  const Character& c = r.character();
  VertexReporter report(r);
  const Vertices& v = c.vertices;
  CountWork(v.positions.size());
  for (size_t i = 0; i < v.positions.size(); ++i) {
    const Float4& t = v.tangents[i];
    const Float3& n = v.normals[i];
    if (!IsUnit(t.x * t.x + t.y * t.y + t.z * t.z) || std::abs(t.w) != 1 ||
        !IsUnit(Squared(n)) ||
        (HasWeights(c) && !AreWeights(v.blend_weights[i]))) {
      ReportFaults(report, c, i, zeros);
    }
  }
}

void CheckTriangles(CharacterReporter& r) {
  const Character& character = r.character();
  RowFinder finder = TriangleFinderOf(r);
  std::vector<uint8_t> used(character.vertices.positions.size());
  CountWork(character.triangles.size() + used.size());
  for (size_t i = 0; i < character.triangles.size(); ++i) {
    const auto [a, b, c] = TriangleOf(r, i);
    used[a] = 1;
    used[b] = 1;
    used[c] = 1;
    const auto& at = character.vertices.positions;
    if (at[a] != at[b] && at[b] != at[c] && at[c] != at[a]) continue;
    r.Report(
        kTriangleDegenerate, finder.Find(i, kWholeTriangle), {0, i, "triangle"},
        [&] { return absl::StrCat("triangles[", i, "]"); }, [] {});
  }
  // Few meshes have so many vertices: the others need no second look.
  if (used.size() > kMost16Bit + 1) CheckIndexWidths(r);
  // It points at the position, and is about the vertex.
  RowPart vertex = WholeField(kVertexRow, "position");
  vertex.name = "";
  VertexReporter report(r);
  for (size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    report.Report(kVertexUnused, i, vertex, [] {});
  }
}

void CheckWinding(CharacterReporter& r) {
  const Winding winding = WindingOf(r.character());
  if (!winding.IsMixed()) return;
  RowFinder finder = r.FinderOf(Section::kTriangles, TokensIn(kTriangleRow));
  r.Report(
      kHandednessUnclear, finder.Find(0, kWholeTriangle), Scope{},
      [] { return std::string("triangles"); },
      [&] {
        return Arguments{absl::StrCat(winding.against),
                         absl::StrCat(winding.all())};
      });
}

}  // namespace clipguard::m3d
