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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/scene.h"
#include "base/float_text.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/format.h"

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

// Kinds of losses, the second of which is a note.
enum Kind : uint64_t {
  kNormalLoss,
  kTangentLoss,
  kWeightLoss,
  kOffsetLoss = 10,
  kRotationLoss = 12,  // and one more for each bone of each clip
};

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

// The same rotation by a quaternion of unit length.
Float4 UnitRotation(const Float4& q) {
  const double length = std::sqrt(SquareOf(q));
  if (!(length > 1e-20)) return kNoRotation;
  return {static_cast<float>(q.x / length), static_cast<float>(q.y / length),
          static_cast<float>(q.z / length), static_cast<float>(q.w / length)};
}

class Shower {
 public:
  Shower(Character& character, const LossReport& report)
      : c_(character), report_(report) {}

  std::vector<bool> Show() {
    const bool moves = c_.is_skinned() && !c_.clips.empty();
    if (c_.is_skinned() && !moves) {
      ReportLoss(kGlb, {Row(m3d::Section::kBoneOffsets, 0), 0}, "bones",
                 "bones of which no clip says where they are", report_.losses);
    }
    const bool has_mesh =
        !c_.triangles.empty() && !c_.vertices.positions.empty();
    ShowMesh(has_mesh, moves);
    std::vector<bool> too_long(c_.clips.size());
    for (size_t i = 0; moves && i < too_long.size(); ++i) {
      const float shift = ShiftOf(i);
      too_long[i] = IsTooLong(i, shift);
      ShowClip(i, shift, !too_long[i]);
    }
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

  // Where a row begins, or a row before it.
  uint64_t Row(m3d::Section section, uint64_t row) const {
    const auto& rows = report_.places.rows[static_cast<size_t>(section)];
    if (rows.empty()) return 0;
    return rows[std::min<uint64_t>(row / CharacterPlaces::kRowsAPlace,
                                   rows.size() - 1)];
  }

  void Report(Kind kind, m3d::Section section, std::string_view rows,
              uint64_t row, std::string_view field, std::string_view what) {
    FindingSink& sink = kind == kTangentLoss ? report_.notes : report_.losses;
    sink.Report(FindingCode::kConversionLoses, {Row(section, row), 0},
                Scope{.id = kind, .element = row, .noun = "row"},
                [&](Description& d) {
                  d.path = absl::StrFormat("%s[%d].%s", std::string(rows), row,
                                           std::string(field));
                  return Arguments{std::string(kGlb), std::string(what)};
                });
  }

  void ReportVertex(Kind kind, uint64_t vertex, std::string_view field,
                    std::string_view what) {
    Report(kind, m3d::Section::kVertices, "vertices", vertex, field, what);
  }

  static std::string PathOf(size_t clip) {
    return absl::StrFormat("clips[%d]", clip);
  }

  void ReportClip(size_t clip, std::string_view what) {
    const auto& names = report_.places.clip_names;
    ReportLoss(kGlb, clip < names.size() ? names[clip] : ByteRange{},
               PathOf(clip), what, report_.losses);
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
      ReportVertex(kNormalLoss, i, "normal",
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
      ReportVertex(kTangentLoss, vertex, "tangent",
                   "a tangent without length: another one stands in its place");
      t = AcrossOf(c_.vertices.normals[vertex]);
      unit = UnitOf(t.x, t.y, t.z).value_or(Float3{1, 0, 0});
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
          kWeightLoss, vertex, "blendWeights",
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

  // A clip that begins before 0 is moved there.
  float ShiftOf(size_t index) {
    float first = 0;
    for (const float time : c_.clips[index].times) {
      first = std::min(first, time);
    }
    if (first < 0) {
      ReportClip(index,
                 absl::StrFormat("times before 0: the clip is moved from %s s "
                                 "to 0",
                                 FloatText(first)));
    }
    return first;
  }

  // Whether its times cannot be said as floats from 0 on.
  bool IsTooLong(size_t index, float shift) {
    float last = 0;
    for (const float time : c_.clips[index].times) last = std::max(last, time);
    if (last - shift < std::numeric_limits<float>::max()) return false;
    ReportClip(index, "a clip this long: it is left out");
    return true;
  }

  void ShowClip(size_t index, float shift, bool reports) {
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
        if (!IsUnit(turn) && reports) ReportRotation(index, bone, clip, k);
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

  void ReportRotation(size_t index, size_t bone, const Clip& clip,
                      uint64_t key) {
    const size_t place = index * c_.bones() + bone;
    const auto& starts = report_.places.keyframes;
    const uint64_t number = key - clip.first_key[bone];
    report_.losses.Report(
        FindingCode::kConversionLoses,
        {place < starts.size() ? starts[place] : 0, 0},
        Scope{.id = kRotationLoss + place, .element = number},
        [&](Description& d) {
          d.path = absl::StrFormat("%s.bones[%d].keys[%d].quat", PathOf(index),
                                   bone, number);
          return Arguments{
              std::string(kGlb),
              std::string("a quaternion that is not of unit length, which "
                          "stretches the bone")};
        });
  }

  void ShowOffset(size_t bone) {
    m3d::Matrix& m = c_.bone_offsets[bone];
    if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1) return;
    Report(kOffsetLoss, m3d::Section::kBoneOffsets, "bones", bone, "offset",
           "a last column that is not 0 0 0 1");
    m[3] = m[7] = m[11] = 0;
    m[15] = 1;
  }

  Character& c_;
  const LossReport& report_;
};

}  // namespace

std::vector<bool> ShowOnly(Character& character, const LossReport& report) {
  return Shower(character, report).Show();
}

}  // namespace clipguard::actions::gltf
