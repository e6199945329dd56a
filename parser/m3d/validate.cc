// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A check that finds nothing looks at numbers only. The first time that one
// finds something in a section, the section's text is walked through again, row
// by row, to the places of what is reported.

#include "parser/m3d/validate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "parser/float_text.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"
#include "parser/m3d/transform_bound.h"
#include "parser/text_reporter.h"
#include "parser/work_counter.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// Whether a squared length is that of a unit vector. False for NaN.
bool IsUnit(float squared) {
  constexpr float kLeast = (1 - kUnitTolerance) * (1 - kUnitTolerance);
  constexpr float kMost = (1 + kUnitTolerance) * (1 + kUnitTolerance);
  return squared >= kLeast && squared <= kMost;
}
float Squared(const Float3& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

bool IsNearOne(float value) { return std::abs(value - 1) <= kScaleTolerance; }

// In double, for messages: what overflows there is infinite indeed.
std::string Length(std::initializer_list<float> v) {
  double squared = 0;
  for (const float x : v) squared += double{x} * double{x};
  return FloatText(static_cast<float>(std::sqrt(squared)));
}

// "vertices[3].normal".
std::string FieldPath(std::string_view rows, uint64_t row,
                      std::string_view field) {
  std::string path(rows);
  absl::StrAppend(&path, "[", row, "]");
  if (field.empty()) return path;
  path += '.';
  return path += field;
}

// All of a triangle.
constexpr RowPart kTriangle = WholeField(kTriangleRow, "");

// One token of a part of a row.
RowPart WordOf(RowPart part, size_t word) {
  return {part.first + word, 1, part.name};
}

// The largest vertex index that fits 16 bits.
constexpr uint32_t kMost16Bit = 0xffff;

// Where things are in rows of `tokens` tokens each, of which every
// kRowsAPlace-th begins at one of `places`. Asked for rows in ascending order,
// it walks through the text once at most.
class RowFinder {
 public:
  static constexpr uint64_t kStep = CharacterPlaces::kRowsAPlace;

  RowFinder(std::span<const uint8_t> bytes, std::span<const uint64_t> places,
            uint64_t tokens)
      : cursor_(bytes), places_(places), tokens_(tokens) {
    if (!places.empty()) cursor_.MoveTo(static_cast<size_t>(places[0]));
  }

  // The bytes of a part of a row.
  ByteRange Find(uint64_t row, RowPart part) {
    const uint64_t place = row / kStep;
    if (place > row_ / kStep && place < places_.size()) {
      cursor_.MoveTo(static_cast<size_t>(places_[place]));
      row_ = place * kStep;
    }
    cursor_.Skip((row - row_) * tokens_);
    row_ = row;
    TokenCursor in = cursor_;
    in.Skip(part.first);
    const Token begin = in.Next();
    in.Skip(part.tokens - 1);
    return {begin.offset, in.offset() - begin.offset};
  }

 private:
  TokenCursor cursor_;
  std::span<const uint64_t> places_;
  uint64_t tokens_;
  uint64_t row_ = 0;
};

class Validator {
 public:
  Validator(std::span<const uint8_t> bytes, const Character& character,
            const CharacterPlaces& places, FindingSink& sink)
      : bytes_(bytes), c_(character), places_(places), reporter_(bytes, sink) {}

  // Whether there is no error.
  bool Run() {
    Materials();
    Subsets();
    VertexData();
    Triangles();
    BoneOffsets();
    Roots();
    BoneUse();
    ClipNames();
    for (size_t clip = 0; clip < c_.clips.size(); ++clip) {
      Keys(clip);
      Overflows(clip);
    }
    return reporter_.ok();
  }

 private:
  void Report(FindingCode code, ByteRange bytes, const Scope& scope,
              absl::FunctionRef<std::string()> path,
              absl::FunctionRef<std::vector<std::string>()> arguments) {
    reporter_.Report(code, bytes, scope, [&](Description& d) {
      d.path = path();
      d.arguments = arguments();
    });
  }

  RowFinder FinderOf(Section section, uint64_t tokens) const {
    return {bytes_, places_.rows[static_cast<size_t>(section)], tokens};
  }

  // ---- Materials and subsets ----------------------------------------------

  // The names that are equal to an earlier one, and that one: report(later,
  // earlier), later ascending.
  //
  // Sorts copies: a file that changes while it is mapped must not change the
  // order of what is being sorted.
  template <typename Report>
  static void Duplicates(const std::vector<std::string>& names, Report report) {
    const size_t count = names.size();
    CountWork(count * static_cast<size_t>(std::bit_width(count)));
    std::vector<uint32_t> order(count);
    for (uint32_t i = 0; i < count; ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const int compared = names[a].compare(names[b]);
      return compared != 0 ? compared < 0 : a < b;
    });
    // Of equal ones, the first becomes what the others refer to.
    std::vector<uint32_t> first(count);
    for (size_t i = 0; i < count; ++i) {
      const bool equal = i != 0 && names[order[i]] == names[order[i - 1]];
      first[order[i]] = equal ? first[order[i - 1]] : order[i];
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (first[i] != i) report(i, first[i]);
    }
  }

  // Copies of the names of materials or clips.
  template <typename Named>
  static std::vector<std::string> NamesOf(const std::vector<Named>& list) {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const Named& named : list) {
      CountWork(1 + named.name.size());
      names.emplace_back(named.name);
    }
    return names;
  }

  void Materials() {
    if (c_.dialect != Dialect::kD3D12) return;  // the others have no names
    RowFinder finder =
        FinderOf(Section::kMaterials, TokensIn(kD3D12MaterialRow));
    Duplicates(NamesOf(c_.materials), [&](uint32_t i, uint32_t earlier) {
      Report(
          kMaterialNameDuplicate,
          finder.Find(i, WordsOf(kD3D12MaterialRow, "name")), {},
          [&] { return absl::StrCat("materials[", i, "].name"); },
          [&]() -> std::vector<std::string> {
            return {absl::StrCat(i), absl::StrCat(earlier)};
          });
    });
  }

  // One of the two ranges of a subset.
  struct Range {
    std::string_view what;  // "triangles"
    RowPart part;           // start and count
    uint64_t size;          // of the array that it is a range of
    std::vector<std::array<uint64_t, 2>> ranges;  // start, count
  };

  void Subsets() {
    RowFinder ids = FinderOf(Section::kSubsets, TokensIn(kSubsetRow));
    for (size_t i = 0; i < c_.subsets.size(); ++i) {
      if (c_.subsets[i].id == i) continue;
      Report(
          kSubsetIdUnexpected, ids.Find(i, WordsOf(kSubsetRow, "id")),
          {0, i, "subset"}, [&] { return absl::StrCat("subsets[", i, "].id"); },
          [&]() -> std::vector<std::string> {
            return {absl::StrCat(c_.subsets[i].id), absl::StrCat(i)};
          });
    }
    Range vertices = {"vertices",
                      FieldsFrom(kSubsetRow, "vertexStart", "vertexCount"),
                      c_.vertices.positions.size(),
                      {}};
    Range faces = {"triangles",
                   FieldsFrom(kSubsetRow, "faceStart", "faceCount"),
                   c_.triangles.size(),
                   {}};
    for (const Subset& s : c_.subsets) {
      vertices.ranges.push_back({s.vertex_start, s.vertex_count});
      faces.ranges.push_back({s.face_start, s.face_count});
    }
    CheckRanges(vertices, false);
    CheckRanges(faces, true);
  }

  // Whether the ranges lie within their array and apart, and, if they are to
  // cover it, do so.
  void CheckRanges(const Range& r, bool cover) {
    std::vector<uint32_t> order;
    RowFinder outside = FinderOf(Section::kSubsets, TokensIn(kSubsetRow));
    for (uint32_t i = 0; i < r.ranges.size(); ++i) {
      const auto [start, count] = r.ranges[i];
      if (count != 0) order.push_back(i);
      if (start + count <= r.size) continue;
      Report(
          kSubsetOutOfRange, outside.Find(i, r.part),
          {r.part.first, i, "subset"},
          [&] { return FieldPath("subsets", i, r.part.name); },
          [&]() -> std::vector<std::string> {
            return {std::string(r.what), absl::StrCat(start + count),
                    absl::StrCat(r.size)};
          });
    }
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return r.ranges[a] != r.ranges[b] ? r.ranges[a] < r.ranges[b] : a < b;
    });
    // Each against the one that reaches furthest of those before it.
    struct Overlap {
      uint32_t subset;
      uint32_t with;
      uint64_t first;
      uint64_t last;
    };
    std::vector<Overlap> overlaps;
    RowFinder uncovered = FinderOf(Section::kTriangles, TokensIn(kTriangleRow));
    uint64_t end = 0;
    uint32_t furthest = 0;
    for (const uint32_t i : order) {
      const auto [start, count] = r.ranges[i];
      if (start < end) {
        const uint64_t last = std::min(end, start + count) - 1;
        overlaps.push_back({i, furthest, start, last});
      } else if (cover) {
        Uncovered(end, std::min(start, r.size), uncovered);
      }
      if (start + count > end) {
        end = start + count;
        furthest = i;
      }
    }
    if (cover) Uncovered(end, r.size, uncovered);
    std::sort(
        overlaps.begin(), overlaps.end(),
        [](const Overlap& a, const Overlap& b) { return a.subset < b.subset; });
    RowFinder finder = FinderOf(Section::kSubsets, TokensIn(kSubsetRow));
    for (const Overlap& o : overlaps) {
      Report(
          kSubsetsOverlap, finder.Find(o.subset, r.part),
          {r.part.first, o.subset, "subset"},
          [&] { return FieldPath("subsets", o.subset, r.part.name); },
          [&]() -> std::vector<std::string> {
            return {std::string(r.what), absl::StrCat(o.first),
                    absl::StrCat(o.last), absl::StrCat(o.with)};
          });
    }
  }

  // Triangles [first, end) belong to no subset.
  void Uncovered(uint64_t first, uint64_t end, RowFinder& finder) {
    if (first >= end) return;
    Report(
        kTriangleWithoutSubset, finder.Find(first, kTriangle),
        {0, first, "triangle"},
        [&] { return absl::StrCat("triangles[", first, "]"); },
        [&]() -> std::vector<std::string> {
          return {absl::StrCat(first), absl::StrCat(end - 1)};
        });
  }

  // ---- Mesh ---------------------------------------------------------------

  void ReportVertex(FindingCode code, size_t i, RowPart part,
                    absl::FunctionRef<std::vector<std::string>()> arguments) {
    if (!vertex_finder_) {
      vertex_finder_.emplace(FinderOf(
          Section::kVertices, c_.is_skinned()
                                  ? TokensIn(kVertexRow)
                                  : TokensIn(kVertexRow, kStaticVertexFields)));
    }
    Report(
        code, vertex_finder_->Find(i, part), {0, i, "vertex"},
        [&] { return FieldPath("vertices", i, part.name); }, arguments);
  }

  void VertexData() {
    const Vertices& v = c_.vertices;
    CountWork(v.positions.size());
    for (size_t i = 0; i < v.positions.size(); ++i) {
      const Float4& t = v.tangents[i];
      const Float3& n = v.normals[i];
      if (!IsUnit(t.x * t.x + t.y * t.y + t.z * t.z) || std::abs(t.w) != 1 ||
          !IsUnit(Squared(n)) ||
          (c_.is_skinned() && !AreWeights(v.blend_weights[i]))) {
        FaultsOfVertex(i);
      }
    }
  }

  static bool AreWeights(const Float4& w) {
    const auto is_share = [](float x) { return x >= 0 && x <= 1; };
    const float sum = w.x + w.y + w.z + w.w;
    return std::abs(sum - 1) <= kWeightTolerance && is_share(w.x) &&
           is_share(w.y) && is_share(w.z) && is_share(w.w);
  }

  void FaultsOfVertex(size_t i) {
    using Arguments = std::vector<std::string>;
    constexpr RowPart kWeights = WordsOf(kVertexRow, "blendWeights");
    const Vertices& v = c_.vertices;
    const Float4& t = v.tangents[i];
    const Float3& n = v.normals[i];
    if (!IsUnit(t.x * t.x + t.y * t.y + t.z * t.z)) {
      ReportVertex(kTangentNotUnit, i, WordsOf(kVertexRow, "tangent", 0, 3),
                   [&]() -> Arguments { return {Length({t.x, t.y, t.z})}; });
    }
    if (std::abs(t.w) != 1) {
      ReportVertex(kTangentSignUnusual, i, WordsOf(kVertexRow, "tangent", 3, 1),
                   [&]() -> Arguments { return {FloatText(t.w)}; });
    }
    if (!IsUnit(Squared(n))) {
      ReportVertex(kNormalNotUnit, i, WordsOf(kVertexRow, "normal"),
                   [&]() -> Arguments { return {Length({n.x, n.y, n.z})}; });
    }
    if (!c_.is_skinned()) return;
    const std::array<float, 4> weights = {
        v.blend_weights[i].x, v.blend_weights[i].y, v.blend_weights[i].z,
        v.blend_weights[i].w};
    for (size_t k = 0; k < weights.size(); ++k) {
      if (weights[k] >= 0 && weights[k] <= 1) continue;
      ReportVertex(kBlendWeightOutOfRange, i, WordOf(kWeights, k),
                   [&]() -> Arguments { return {FloatText(weights[k])}; });
    }
    const float sum = weights[0] + weights[1] + weights[2] + weights[3];
    if (!(std::abs(sum - 1) <= kWeightTolerance)) {
      ReportVertex(kBlendWeightsNotOne, i, kWeights,
                   [&]() -> Arguments { return {FloatText(sum)}; });
    }
  }

  void Triangles() {
    RowFinder finder = FinderOf(Section::kTriangles, TokensIn(kTriangleRow));
    std::vector<uint8_t> used(c_.vertices.positions.size());
    CountWork(c_.triangles.size() + used.size());
    for (size_t i = 0; i < c_.triangles.size(); ++i) {
      const auto [a, b, c] = c_.triangles[i];
      used[a] = 1;
      used[b] = 1;
      used[c] = 1;
      const auto& at = c_.vertices.positions;
      if (at[a] != at[b] && at[b] != at[c] && at[c] != at[a]) continue;
      Report(
          kTriangleDegenerate, finder.Find(i, kTriangle), {0, i, "triangle"},
          [&] { return absl::StrCat("triangles[", i, "]"); },
          [] { return std::vector<std::string>(); });
    }
    // Few meshes have so many vertices: the others need no second look.
    if (used.size() > kMost16Bit + 1) WideIndices();
    // It points at the position, and is about the vertex.
    RowPart vertex = WholeField(kVertexRow, "position");
    vertex.name = "";
    vertex_finder_.reset();
    for (size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      ReportVertex(kVertexUnused, i, vertex,
                   [] { return std::vector<std::string>(); });
    }
  }

  // Indices that do not fit 16 bits.
  void WideIndices() {
    RowFinder finder = FinderOf(Section::kTriangles, TokensIn(kTriangleRow));
    CountWork(c_.triangles.size());
    for (size_t i = 0; i < c_.triangles.size(); ++i) {
      const std::array<uint32_t, 3>& corners = c_.triangles[i];
      for (size_t k = 0; k < corners.size(); ++k) {
        if (corners[k] <= kMost16Bit) continue;
        Report(
            kVertexIndexAbove16Bits, finder.Find(i, WordOf(kTriangle, k)),
            {0, i, "triangle"},
            [&] { return absl::StrCat("triangles[", i, "]"); },
            [&]() -> std::vector<std::string> {
              return {absl::StrCat(corners[k])};
            });
      }
    }
  }

  // ---- Skeleton -----------------------------------------------------------

  void BoneOffsets() {
    RowFinder finder =
        FinderOf(Section::kBoneOffsets, TokensIn(kBoneOffsetRow));
    for (size_t i = 0; i < c_.bones(); ++i) {
      const Matrix& m = c_.bone_offsets[i];
      const auto path = [&] { return absl::StrCat("bones[", i, "].offset"); };
      const auto report = [&](FindingCode code, auto arguments) {
        Report(code, finder.Find(i, WordsOf(kBoneOffsetRow, "offset")),
               {0, i, "bone"}, path, arguments);
      };
      if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
        report(kBoneOffsetNotAffine, [&]() -> std::vector<std::string> {
          return {FloatText(m[3]), FloatText(m[7]), FloatText(m[11]),
                  FloatText(m[15])};
        });
      }
      const double determinant = Determinant(m);
      if (determinant == 0) {
        report(kBoneOffsetSingular,
               []() -> std::vector<std::string> { return {"0"}; });
      }
    }
  }

  // Of the upper left 3 x 3.
  static double Determinant(const Matrix& m) {
    const auto minor = [&](size_t a, size_t b, size_t c, size_t d) {
      return double{m[a]} * double{m[d]} - double{m[b]} * double{m[c]};
    };
    return double{m[0]} * minor(5, 6, 9, 10) -
           double{m[1]} * minor(4, 6, 8, 10) + double{m[2]} * minor(4, 5, 8, 9);
  }

  // Bones without a parent, besides the first.
  void Roots() {
    RowFinder finder = FinderOf(Section::kHierarchy, TokensIn(kParentRow));
    for (size_t i = 1; i < c_.bones(); ++i) {
      if (c_.parents[i] >= 0) continue;
      Report(
          kBoneWithoutParent, finder.Find(i, WordsOf(kParentRow, "parent")),
          {0, i, "bone"}, [&] { return absl::StrCat("bones[", i, "].parent"); },
          [] { return std::vector<std::string>(); });
    }
  }

  void BoneUse() {
    CountWork(c_.bones() + c_.vertices.blend_indices.size());
    std::vector<bool> used(c_.bones());
    for (size_t i = 0; i < c_.vertices.blend_indices.size(); ++i) {
      const Float4& w = c_.vertices.blend_weights[i];
      const std::array<uint8_t, 4>& index = c_.vertices.blend_indices[i];
      if (w.x != 0) used[index[0]] = true;
      if (w.y != 0) used[index[1]] = true;
      if (w.z != 0) used[index[2]] = true;
      // The fourth bone gets what is missing from 1.
      if (w.x + w.y + w.z < 1 - kWeightTolerance) used[index[3]] = true;
    }
    for (size_t i = c_.bones(); i-- > 0;) {
      if (used[i] && c_.parents[i] >= 0) {
        used[static_cast<size_t>(c_.parents[i])] = true;
      }
    }
    RowFinder finder = FinderOf(Section::kHierarchy, TokensIn(kParentRow));
    for (size_t i = 0; i < c_.bones(); ++i) {
      if (used[i]) continue;
      Report(
          kBoneUnused, finder.Find(i, WholeField(kParentRow, "parent")),
          {0, i, "bone"}, [&] { return absl::StrCat("bones[", i, "]"); },
          [] { return std::vector<std::string>(); });
    }
  }

  // ---- Clips --------------------------------------------------------------

  std::string PathOf(size_t clip) const {
    return ClipPath(clip, c_.clips[clip].name);
  }

  void ClipNames() {
    Duplicates(NamesOf(c_.clips), [&](uint32_t i, uint32_t earlier) {
      Report(
          kClipNameDuplicate, places_.clip_names[i], {},
          [&] { return absl::StrCat("clips[", i, "].name"); },
          [&]() -> std::vector<std::string> {
            return {absl::StrCat(i), absl::StrCat(earlier)};
          });
    });
  }

  // The keys of one bone in one clip, while they are looked at.
  struct BoneKeys {
    size_t clip;
    size_t bone;
    std::optional<RowFinder> finder;
  };

  void ReportKey(FindingCode code, BoneKeys& at, size_t key, RowPart part,
                 absl::FunctionRef<std::vector<std::string>()> arguments) {
    const size_t place = at.clip * c_.bones() + at.bone;
    if (!at.finder) {
      at.finder.emplace(bytes_, std::span(&places_.keyframes[place], 1),
                        TokensIn(kKeyRow));
    }
    Report(
        code, at.finder->Find(key, part), {place, key, "keyframe"},
        [&] {
          return FieldPath(
              absl::StrCat(PathOf(at.clip), ".bones[", at.bone, "].keyframes"),
              key, part.name);
        },
        arguments);
  }

  void Keys(size_t index) {
    const Clip& clip = c_.clips[index];
    CountWork(c_.bones() + clip.keys());
    if (clip.keys() == 0) {
      if (c_.bones() == 0) return;
      Report(
          kClipWithoutKeys, places_.clip_names[index], {},
          [&] { return PathOf(index); },
          [] { return std::vector<std::string>(); });
      return;
    }
    float from = clip.times[0];
    float to = clip.times[0];
    for (size_t b = 0; b < c_.bones(); ++b) {
      const uint64_t first = clip.first_key[b];
      const uint64_t end = clip.first_key[b + 1];
      if (first != end) {
        from = std::min(from, clip.times[first]);
        to = std::max(to, clip.times[end - 1]);
      }
      KeysOfBone(index, b);
    }
    for (size_t b = 0; b < c_.bones(); ++b) {
      const uint64_t first = clip.first_key[b];
      const uint64_t end = clip.first_key[b + 1];
      if (first == end) continue;
      const float begins = clip.times[first];
      const float ends = clip.times[end - 1];
      if (begins - from <= kTimeTolerance && to - ends <= kTimeTolerance) {
        continue;
      }
      BoneKeys at = {index, b, {}};
      at.finder.emplace(
          bytes_, std::span(&places_.keyframes[index * c_.bones() + b], 1),
          TokensIn(kKeyRow));
      Report(
          kClipEndsApart,
          at.finder->Find(end - first - 1, WholeField(kKeyRow, "time")),
          {index, b, "bone"},
          [&] {
            return absl::StrCat(PathOf(index), ".bones[", b, "].keyframes");
          },
          [&]() -> std::vector<std::string> {
            return {FloatText(begins), FloatText(ends), FloatText(from),
                    FloatText(to)};
          });
    }
  }

  void KeysOfBone(size_t index, size_t b) {
    using Arguments = std::vector<std::string>;
    constexpr RowPart kTime = WordsOf(kKeyRow, "time");
    const Clip& clip = c_.clips[index];
    const uint64_t first = clip.first_key[b];
    const uint64_t end = clip.first_key[b + 1];
    BoneKeys at = {index, b, {}};
    if (first == end) {
      const size_t place = index * c_.bones() + b;
      Report(
          kBoneWithoutKeys, {places_.keyframes[place], 0}, {index, b, "bone"},
          [&] {
            return absl::StrCat(PathOf(index), ".bones[", b, "].keyframes");
          },
          [] { return Arguments(); });
      return;
    }
    const bool scales = HasScale(c_.bone_offsets[b]);
    for (uint64_t i = first; i < end; ++i) {
      const size_t key = i - first;
      const float time = clip.times[i];
      if (key != 0 && time <= clip.times[i - 1]) {
        if (time < clip.times[i - 1]) {
          ReportKey(kKeyTimeDecreasing, at, key, kTime, [&]() -> Arguments {
            return {FloatText(time), FloatText(clip.times[i - 1])};
          });
        } else {
          ReportKey(kKeyTimeDuplicate, at, key, kTime,
                    [&]() -> Arguments { return {FloatText(time)}; });
        }
      }
      const Float3& s = clip.scales[i];
      if (!scales && !(IsNearOne(s.x) && IsNearOne(s.y) && IsNearOne(s.z))) {
        ReportKey(kScaleNotOne, at, key, WordsOf(kKeyRow, "scale"),
                  [&]() -> Arguments {
                    return {FloatText(time), FloatText(s.x), FloatText(s.y),
                            FloatText(s.z)};
                  });
      }
      const Float4& q = clip.rotations[i];
      if (!IsUnit(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)) {
        ReportKey(kRotationNotUnit, at, key, WordsOf(kKeyRow, "rotation"),
                  [&]() -> Arguments {
                    return {FloatText(time), Length({q.x, q.y, q.z, q.w})};
                  });
      }
    }
  }

  // Bones whose final transforms may not be finite.
  void Overflows(size_t index) {
    const std::vector<TransformBound> bounds =
        BoundTransforms(c_, c_.clips[index]);
    for (size_t b = 0; b < bounds.size(); ++b) {
      if (bounds[b].IsFinite()) continue;
      Report(
          kTransformOverflows, {places_.keyframes[index * c_.bones() + b], 0},
          {index, b, "bone"},
          [&] { return absl::StrCat(PathOf(index), ".bones[", b, "]"); },
          [] { return std::vector<std::string>(); });
    }
  }

  // Whether an inverse bind matrix scales: its rows are not all of length 1.
  static bool HasScale(const Matrix& m) {
    return !(IsUnit(Squared({m[0], m[1], m[2]})) &&
             IsUnit(Squared({m[4], m[5], m[6]})) &&
             IsUnit(Squared({m[8], m[9], m[10]})));
  }

  std::span<const uint8_t> bytes_;
  const Character& c_;
  const CharacterPlaces& places_;
  TextReporter reporter_;
  std::optional<RowFinder> vertex_finder_;
};

}  // namespace

bool Validate(std::span<const uint8_t> bytes, const Character& character,
              const CharacterPlaces& places, FindingSink& sink) {
  return Validator(bytes, character, places, sink).Run();
}

bool ReadAndValidate(std::span<const uint8_t> bytes, const ReadOptions& options,
                     FindingSink& sink, Character& character) {
  CharacterPlaces places;
  return ReadCharacter(bytes, options, sink, character, &places) &&
         Validate(bytes, character, places, sink);
}

}  // namespace clipguard::m3d
