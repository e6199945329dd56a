// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/shown_character.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/begin_note.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/scene.h"
#include "base/float_text.h"
#include "base/text.h"
#include "base/unit_length.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions::gltf {
namespace {

using m3d::Character;
using m3d::CharacterPlaces;
using m3d::Clip;
using m3d::Float3;
using m3d::Float4;
using m3d::Subset;
using m3d::Vertices;

constexpr float kShortestNormal = 1e-20f;
// Squares of lengths of quaternions are taken for 1 if they are no further off.
constexpr double kUnitNoise = 1e-5;
// Weights of a vertex may be so far below 0 by rounding.
constexpr float kWeightNoise = 1e-5f;
// Where -0 stands below, the mirror makes 0 of it.
constexpr Float3 kUp = {0, 1, -0.0f};
constexpr Float3 kNoTranslation = {0, 0, -0.0f};
constexpr Float4 kNoRotation = {-0.0f, -0.0f, 0, 1};

// Kinds of losses, and of notes.
enum Kind : uint64_t {
  kNormalLoss,
  kTangentLoss,
  kTangentSignLoss,
  kWeightLoss,
  kOffsetLoss = 10,
  kMaterialLoss,
};

bool IsNote(Kind kind) {
  return kind == kTangentLoss || kind == kTangentSignLoss ||
         kind == kMaterialLoss;
}

double LengthOf(double x, double y, double z) {
  return std::sqrt(x * x + y * y + z * z);
}

// The same direction with length 1; nothing if it is too short.
std::optional<Float3> UnitOf(float x, float y, float z) {
  const double length = LengthOf(x, y, z);
  if (!(length > kShortestNormal)) return std::nullopt;
  return Float3{static_cast<float>(x / length), static_cast<float>(y / length),
                static_cast<float>(z / length)};
}

// Something at a right angle to a normal: its cross product with the axis that
// it is farthest from.
Float4 AcrossOf(const Float3& n) {
  if (std::abs(n.x) <= std::abs(n.y) && std::abs(n.x) <= std::abs(n.z)) {
    return LengthOf(0, n.z, n.y) > kShortestNormal ? Float4{0, n.z, -n.y, 1}
                                                   : Float4{1, 0, 0, 1};
  }
  return std::abs(n.y) <= std::abs(n.z) ? Float4{-n.z, 0, n.x, 1}
                                        : Float4{n.y, -n.x, 0, 1};
}

// One weight a bone, none below 0, a sum of 1; bone 0 where there is none.
void NormaliseWeights(std::array<float, 4>& weights,
                      std::array<uint8_t, 4>& bones) {
  for (float& weight : weights) weight = std::max(weight, 0.0f);
  for (size_t i = 1; i < 4; ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (bones[i] != bones[k]) continue;
      weights[k] += weights[i];
      weights[i] = 0;
      break;
    }
  }
  double sum = 0;
  for (const float weight : weights) sum += weight;
  if (!(sum > kShortestNormal)) {
    weights = {1, 0, 0, 0};
    sum = 1;
  }
  for (size_t i = 0; i < 4; ++i) {
    weights[i] = static_cast<float>(weights[i] / sum);
    if (weights[i] == 0) bones[i] = 0;
  }
}

// The square of a quaternion's length.
double SquareOf(const Float4& q) {
  return double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z +
         double{q.w} * q.w;
}

// Whether it is of unit length, but for rounding.
bool IsUnit(const Float4& q) { return std::abs(SquareOf(q) - 1) <= kUnitNoise; }

bool IsAllZero(const Float4& q) { return SquareOf(q) == 0; }

double LargestScaleOf(const Float3& scale) {
  return std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
}

// How far the matrix of a quaternion is from the one of its direction: it is
// I + n (R - I) if n is the square of the length.
double StretchOf(const Float4& q) {
  const double square = SquareOf(q);
  return std::abs(square - 1) * 2 * LengthOf(q.x, q.y, q.z) / std::sqrt(square);
}

// How far what the format makes of the time between 0 0 0 0 and a rotation is
// from an arc between the identity and that, at most: it weighs the rotation by
// the sine, and does not keep the length. Eight steps are near enough.
double StretchFromZero(const Float4& q) {
  constexpr int kSteps = 8;
  constexpr double kQuarter = 1.5707963267948966;
  const double angle = 2 * std::atan2(LengthOf(q.x, q.y, q.z), std::abs(q.w));
  const double square = SquareOf(q);
  double most = 0;
  for (int i = 1; i < kSteps; ++i) {
    const double share = static_cast<double>(i) / kSteps;
    const double weight = square * std::pow(std::sin(share * kQuarter), 2);
    const double along = 1 + weight * (std::cos(angle) - 1);
    most = std::max(
        most, LengthOf(along - std::cos(share * angle),
                       weight * std::sin(angle) - std::sin(share * angle), 0));
  }
  return most;
}

// How far from each bone, in its own space, what hangs on it is, at most: the
// vertices that follow it, and those of the bones below it.
std::vector<double> ReachesOf(const Character& c) {
  std::vector<double> reaches(c.bones());
  for (size_t i = 0; i < c.vertices.blend_indices.size(); ++i) {
    const Float3& p = c.vertices.positions[i];
    const Float4& w = c.vertices.blend_weights[i];
    const std::array weights = {w.x, w.y, w.z, w.w};
    for (size_t n = 0; n < weights.size(); ++n) {
      const size_t bone = c.vertices.blend_indices[i][n];
      if (weights[n] == 0 || bone >= reaches.size()) continue;
      const m3d::Matrix& m = c.bone_offsets[bone];
      std::array<double, 3> at;
      for (size_t k = 0; k < 3; ++k) {
        at[k] = double{p.x} * m[k] + double{p.y} * m[4 + k] +
                double{p.z} * m[8 + k] + m[12 + k];
      }
      reaches[bone] = std::max(reaches[bone], LengthOf(at[0], at[1], at[2]));
    }
  }
  for (size_t bone = c.bones(); bone-- > 0;) {
    if (c.parents[bone] < 0) continue;
    double away = 0;
    double scale = 0;
    for (const Clip& clip : c.clips) {
      const uint64_t end = clip.first_key[bone + 1];
      for (uint64_t k = clip.first_key[bone]; k < end; ++k) {
        const Float3& t = clip.translations[k];
        away = std::max(away, LengthOf(t.x, t.y, t.z));
        scale = std::max(scale, LargestScaleOf(clip.scales[k]));
      }
    }
    double& above = reaches[static_cast<size_t>(c.parents[bone])];
    above = std::max(above, away + scale * reaches[bone]);
  }
  return reaches;
}

// Keyframes of one kind that a .glb has something else for.
struct OddKeys {
  uint64_t count = 0;
  double moved = 0;      // what that moves, at most
  bool is_loss = false;  // else a note
  // The first one.
  ByteRange bytes;
  std::string path;
};

// The same rotation by a quaternion of unit length.
Float4 UnitRotation(const Float4& q) {
  const double length = std::sqrt(SquareOf(q));
  if (!(length > 1e-20)) return kNoRotation;
  return {static_cast<float>(q.x / length), static_cast<float>(q.y / length),
          static_cast<float>(q.z / length), static_cast<float>(q.w / length)};
}

bool IsShare(float x) { return x >= 0 && x <= 1; }

class Shower {
 public:
  Shower(Character& character, const LossReport& report)
      : c_(character),
        report_(report),
        vertices_({Finder(), Finder(), Finder(), Finder()}) {}

  std::vector<bool> Show() {
    const bool moves = c_.is_skinned() && !c_.clips.empty();
    if (c_.is_skinned() && !moves) {
      const auto& rows = RowsOf(m3d::Section::kBoneOffsets);
      ReportLoss(kGlb, {rows.empty() ? 0 : rows[0], 0}, "bones",
                 "bones of which no clip says where they are", report_.notes);
    }
    const bool has_mesh =
        !c_.triangles.empty() && !c_.vertices.positions.empty();
    NoteMaterials();
    ShowMesh(has_mesh, moves);
    if (moves) reaches_ = ReachesOf(c_);
    std::vector<bool> too_long(c_.clips.size());
    for (size_t i = 0; moves && i < too_long.size(); ++i) {
      const float shift = ShiftOf(i);
      too_long[i] = IsTooLong(i, shift);
      if (!too_long[i]) JudgeRotations(i);
      ShowClip(i, shift);
    }
    ReportRotations();
    if (!has_mesh) {
      for (m3d::Matrix& offset : c_.bone_offsets) {
        std::fill(offset.begin(), offset.end(), 0.0f);
      }
    } else if (moves) {
      for (size_t b = 0; b < c_.bones(); ++b) ShowOffset(b);
    }
    return too_long;
  }

 private:
  // ---- What is lost --------------------------------------------------------

  std::span<const uint64_t> RowsOf(m3d::Section section) const {
    return report_.places.rows[static_cast<size_t>(section)];
  }

  void Report(Kind kind, ByteRange bytes, std::string_view rows, uint64_t row,
              std::string_view field, std::string_view what) {
    FindingSink& sink = IsNote(kind) ? report_.notes : report_.losses;
    sink.Report(FindingCode::kConversionLoses, bytes,
                Scope{.id = kind, .element = row, .noun = "row"},
                [&](Description& d) {
                  d.path = m3d::FieldPath(rows, row, field);
                  return Arguments{std::string(kGlb), std::string(what)};
                });
  }

  // Those of a kind in ascending order.
  void ReportVertex(Kind kind, uint64_t vertex, m3d::RowPart part,
                    std::string_view what) {
    Report(kind, vertices_[kind].Find(vertex, part), "vertices", vertex,
           part.name, what);
  }

  // As it is before anything of it is changed.
  m3d::VertexFinder Finder() const {
    return {report_.bytes, c_, report_.places};
  }

  // In the words of the file.
  std::string PathOf(size_t clip) const {
    return m3d::ClipPath(clip, c_.clips[clip].name);
  }

  void ReportClip(size_t clip, std::string_view what, FindingSink& sink) {
    const auto& names = report_.places.clip_names;
    ReportLoss(kGlb, clip < names.size() ? names[clip] : ByteRange{},
               PathOf(clip), what, sink);
  }

  // ---- Materials -----------------------------------------------------------

  void NoteMaterials() {
    const size_t tokens = m3d::MaterialTokens(c_.dialect);
    m3d::RowFinder rows(report_.bytes, RowsOf(m3d::Section::kMaterials),
                        tokens);
    for (size_t i = 0; i < c_.materials.size(); ++i) {
      const m3d::Material& material = c_.materials[i];
      const auto* look = std::get_if<m3d::D3D12Look>(&material.look);
      if (std::ranges::all_of(material.diffuse, IsShare) &&
          (look == nullptr || IsShare(look->roughness))) {
        continue;
      }
      Report(kMaterialLoss, rows.Find(i, {0, tokens, ""}), "materials", i, "",
             "a colour or roughness outside of 0 to 1: the nearest is shown, "
             "and the extras have the numbers");
    }
  }

  // ---- The mesh ------------------------------------------------------------

  void ShowMesh(bool has_mesh, bool moves) {
    if (!has_mesh) {
      c_.vertices = {};
      c_.triangles.clear();
      c_.subsets.clear();
      return;
    }
    ShowNormalsAndTangents();
    if (moves) {
      for (size_t i = 0; i < c_.vertices.blend_weights.size(); ++i) {
        ShowWeights(i);
      }
    } else {
      c_.vertices.blend_weights.clear();
      c_.vertices.blend_indices.clear();
    }
    ShowTriangles();
  }

  void ShowNormalsAndTangents() {
    Vertices& v = c_.vertices;
    m3d::Array<Float3> normals(v.normals.size());
    for (size_t i = 0; i < normals.size(); ++i) {
      const Float3& n = v.normals[i];
      const std::optional<Float3> unit = UnitOf(n.x, n.y, n.z);
      normals[i] = unit.value_or(kUp);
      if (unit) continue;
      ReportVertex(kNormalLoss, i, m3d::WordsOf(m3d::kVertexRow, "normal"),
                   "a normal without length: it points up");
    }
    const auto has_length = [](const Float4& t) {
      return UnitOf(t.x, t.y, t.z).has_value();
    };
    if (std::ranges::any_of(v.tangents, has_length)) {
      for (size_t i = 0; i < v.tangents.size(); ++i) ShowTangent(i);
    } else {
      // A character without tangents.
      std::ranges::fill(v.tangents, Float4());
    }
    v.normals = std::move(normals);
  }

  // REQUIRES: normals are as they were.
  void ShowTangent(size_t vertex) {
    Float4& t = c_.vertices.tangents[vertex];
    std::optional<Float3> unit = UnitOf(t.x, t.y, t.z);
    if (!unit) {
      ReportVertex(kTangentLoss, vertex,
                   m3d::WordsOf(m3d::kVertexRow, "tangent"),
                   "a tangent without length: another one stands in its place");
      t = AcrossOf(c_.vertices.normals[vertex]);
      unit = UnitOf(t.x, t.y, t.z).value_or(Float3{1, 0, 0});
    } else if (std::abs(t.w) != 1) {
      ReportVertex(kTangentSignLoss, vertex,
                   m3d::WordsOf(m3d::kVertexRow, "tangent", 3, 1),
                   "a fourth number of tangents that is neither 1 nor -1: only "
                   "its sign is there");
    }
    t = {unit->x, unit->y, unit->z, t.w < 0 ? -1.0f : 1.0f};
  }

  // Weights as they are used: the fourth is what is left to 1.
  void ShowWeights(size_t vertex) {
    Float4& w = c_.vertices.blend_weights[vertex];
    std::array<float, 4> weights = {w.x, w.y, w.z, 1 - w.x - w.y - w.z};
    if (std::ranges::any_of(weights,
                            [](float x) { return x < -kWeightNoise; })) {
      ReportVertex(
          kWeightLoss, vertex, m3d::WordsOf(m3d::kVertexRow, "blendWeights"),
          "a weight below 0, the fourth of which is 1 minus the others");
    }
    NormaliseWeights(weights, c_.vertices.blend_indices[vertex]);
    w = {weights[0], weights[1], weights[2], weights[3]};
  }

  void ShowTriangles() {
    const m3d::Array<std::array<uint32_t, 3>> all = std::move(c_.triangles);
    const std::vector<Subset> subsets = std::move(c_.subsets);
    c_.triangles = {};
    c_.triangles.reserve(all.size());
    c_.subsets = {};
    std::vector<bool> covered(all.size());
    for (size_t i = 0; i < subsets.size(); ++i) {
      const size_t first = c_.triangles.size();
      const size_t end = std::min<size_t>(
          all.size(), size_t{subsets[i].face_start} + subsets[i].face_count);
      for (size_t t = subsets[i].face_start; t < end; ++t) {
        covered[t] = true;
        c_.triangles.push_back(all[t]);
      }
      AddPrimitive(
          i < c_.materials.size() ? static_cast<uint32_t>(i) : kNoMaterial,
          first);
    }
    // Triangles of no subset.
    const size_t first = c_.triangles.size();
    for (size_t t = 0; t < all.size(); ++t) {
      if (!covered[t]) c_.triangles.push_back(all[t]);
    }
    AddPrimitive(kNoMaterial, first);
  }

  void AddPrimitive(uint32_t material, size_t first) {
    const size_t count = c_.triangles.size() - first;
    if (count == 0) return;
    c_.subsets.push_back({.id = material,
                          .face_start = static_cast<uint32_t>(first),
                          .face_count = static_cast<uint32_t>(count)});
  }

  // ---- Bones ---------------------------------------------------------------

  // A clip that begins before 0 is moved there, and if that is asked for one
  // that begins later.
  float ShiftOf(size_t index) {
    const auto& times = c_.clips[index].times;
    if (times.empty()) return 0;
    const float first = *std::ranges::min_element(times);
    if (first == 0) return 0;
    std::optional<MoveToZero> move;
    if (first < 0 || report_.from_zero) {
      move.emplace(first);
      for (const float time : times) (*move)(time);
    }
    ReportClip(index, BeginNote("a clip", first, move), report_.notes);
    return move ? first : 0;
  }

  // Whether its times cannot be said as floats from 0 on.
  bool IsTooLong(size_t index, float shift) {
    float last = 0;
    for (const float time : c_.clips[index].times) last = std::max(last, time);
    if (last - shift < std::numeric_limits<float>::max()) return false;
    ReportClip(index, "a clip this long: it is left out", report_.losses);
    return true;
  }

  void ShowClip(size_t index, float shift) {
    const Clip clip = std::move(c_.clips[index]);
    Clip& shown = c_.clips[index];
    shown = Clip();
    shown.name = clip.name;
    size_t keys = clip.keys();
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      if (clip.first_key[bone] == clip.first_key[bone + 1]) ++keys;
    }
    shown.first_key.reserve(c_.bones() + 1);
    shown.times.reserve(keys);
    shown.translations.reserve(keys);
    shown.rotations.reserve(keys);
    shown.scales.reserve(keys);
    const auto add = [&](float time, const Float3& translation,
                         const Float4& rotation, const Float3& scale) {
      shown.times.push_back(time);
      shown.translations.push_back(translation);
      shown.rotations.push_back(rotation);
      shown.scales.push_back(scale);
    };
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      const size_t first = shown.keys();
      shown.first_key.push_back(first);
      const uint64_t end = clip.first_key[bone + 1];
      for (uint64_t k = clip.first_key[bone]; k < end; ++k) {
        const Float4& turn = clip.rotations[k];
        float time = clip.times[k] - shift + 0.0f;
        if (shown.keys() != first && time <= shown.times.back()) {
          const bool more = k + 1 < end && clip.times[k + 1] - shift <= time;
          if (more) continue;
          time = std::nextafter(shown.times.back(),
                                std::numeric_limits<float>::infinity());
        }
        add(time, clip.translations[k], UnitRotation(turn), clip.scales[k]);
      }
      if (shown.keys() == first) {
        add(0, kNoTranslation, kNoRotation, {1, 1, 1});
      }
    }
    shown.first_key.push_back(shown.keys());
  }

  // Quaternions of a clip that are of no direction, or stretch their bones.
  void JudgeRotations(size_t index) {
    const Clip& clip = c_.clips[index];
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      const uint64_t first = clip.first_key[bone];
      const uint64_t end = clip.first_key[bone + 1];
      // How far keyframe k moves something, if it moves a vector of length 1 so
      // far.
      const auto moved = [&](uint64_t k, double stretch) {
        return stretch == 0
                   ? 0
                   : stretch * LargestScaleOf(clip.scales[k]) * reaches_[bone];
      };
      for (uint64_t k = first; k < end; ++k) {
        const Float4& q = clip.rotations[k];
        if (IsUnit(q)) continue;
        if (!IsAllZero(q)) {
          const auto square = static_cast<float>(SquareOf(q));
          const double off = moved(k, StretchOf(q));
          Add(off, !(square >= kLeastUnitSquare && square <= kMostUnitSquare),
              index, bone, k - first, stretched_);
          continue;
        }
        double off = 0;
        for (const uint64_t other : {k - 1, k + 1}) {
          // Before the first, k - 1 may be the largest number.
          if (k == first && other != k + 1) continue;
          if (other >= end) continue;
          const double stretch = StretchFromZero(clip.rotations[other]);
          off = std::max({off, moved(k, stretch), moved(other, stretch)});
        }
        Add(off, true, index, bone, k - first, zeros_);
      }
    }
  }

  // `is_told`: validate has a finding of it, so that it may be a loss.
  void Add(double moved, bool is_told, size_t clip, size_t bone, uint64_t key,
           OddKeys& keys) {
    const bool is_loss = is_told && !(moved <= report_.tolerance);
    keys.moved = std::max(keys.moved, moved);
    if (keys.count++ == 0 || (is_loss && !keys.is_loss)) {
      const m3d::RowPart rotation = m3d::WordsOf(m3d::kKeyRow, "rotation");
      const auto& starts = report_.places.keyframes;
      const size_t place = clip * c_.bones() + bone;
      if (place < starts.size()) {
        keys.bytes = m3d::RowFinder(report_.bytes, std::span(&starts[place], 1),
                                    m3d::TokensIn(m3d::kKeyRow))
                         .Find(key, rotation);
      }
      keys.path = absl::StrCat(PathOf(clip), ".bones[", bone, "].",
                               m3d::FieldPath("keyframes", key, rotation.name));
    }
    keys.is_loss = keys.is_loss || is_loss;
  }

  // Each kind once for the whole file.
  void ReportRotations() {
    Report(zeros_,
           "quaternions of 0 0 0 0, for which the identity stands as in "
           "the game; between them and others what hangs on a bone "
           "moves otherwise");
    Report(stretched_,
           "quaternions that are not of unit length, which stretch what "
           "hangs on a bone");
  }

  void Report(const OddKeys& keys, std::string_view what) {
    if (keys.count == 0) return;
    ReportLoss(kGlb, keys.bytes, keys.path,
               absl::StrCat(std::string(what), ", by up to ",
                            FloatText(Above(keys.moved)), " units (",
                            Count(keys.count, "keyframe"), ")"),
               keys.is_loss ? report_.losses : report_.notes);
  }

  void ShowOffset(size_t bone) {
    m3d::Matrix& m = c_.bone_offsets[bone];
    if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1) return;
    const m3d::RowPart offset = m3d::WordsOf(m3d::kBoneOffsetRow, "offset");
    m3d::RowFinder rows(report_.bytes, RowsOf(m3d::Section::kBoneOffsets),
                        m3d::TokensIn(m3d::kBoneOffsetRow));
    Report(kOffsetLoss, rows.Find(bone, offset), "bones", bone, offset.name,
           "a last column that is not 0 0 0 1");
    m[3] = m[7] = m[11] = 0;
    m[15] = 1;
  }

  Character& c_;
  const LossReport& report_;
  std::array<m3d::VertexFinder, 4> vertices_;  // by kind
  std::vector<double> reaches_;                // see ReachesOf()
  OddKeys zeros_;
  OddKeys stretched_;
};

}  // namespace

std::vector<bool> ShowOnly(Character& character, const LossReport& report) {
  return Shower(character, report).Show();
}

}  // namespace clipguard::actions::gltf
