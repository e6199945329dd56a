// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/characters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/diff/bone_motion.h"
#include "actions/diff/key_changes.h"
#include "actions/diff/matching.h"
#include "actions/motion/pose_distance.h"
#include "base/float_text.h"
#include "base/text.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/field_names.h"
#include "parser/m3d/format.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions {
namespace {

using m3d::Character;
using m3d::Clip;
using m3d::Material;

std::string Text(std::span<const float> numbers) {
  std::string text;
  for (const float number : numbers) {
    absl::StrAppend(&text, text.empty() ? "" : " ", FloatText(number));
  }
  return text;
}

// The words of a material, as the file has them.
struct MaterialField {
  std::string_view name;
  std::string text;
  std::vector<float> numbers = {};
};

std::vector<MaterialField> FieldsOf(const Material& material) {
  std::vector<MaterialField> fields;
  m3d::ForEachMaterialField(material, [&](std::string_view name,
                                          const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string_view>) {
      fields.push_back({name, std::string(value)});
    } else if constexpr (std::is_same_v<Value, bool>) {
      fields.push_back({name, value ? "1" : "0"});
    } else {
      const std::span<const float> numbers = m3d::RealsOf(value);
      fields.push_back({name, Text(numbers), {numbers.begin(), numbers.end()}});
    }
  });
  return fields;
}

// Shortens `text` for display so that its first difference from `other` is
// visible.
std::string ShownFrom(std::string_view text, std::string_view other) {
  constexpr size_t kBefore = 16;
  const auto same = static_cast<size_t>(std::ranges::mismatch(text, other).in1 -
                                        text.begin());
  if (same < kTextShown) return Shortened(text);
  return absl::StrCat("...", Shortened(text.substr(same - kBefore)));
}

const MaterialField* Find(const std::vector<MaterialField>& fields,
                          std::string_view name) {
  const auto found = std::ranges::find(fields, name, &MaterialField::name);
  return found == fields.end() ? nullptr : &*found;
}

Measure Exactly(std::string_view what, std::string_view unit, double size) {
  return {what, unit, size};
}

// Infinite if one of the two is not finite, and the other is not the same.
double LargestOf(std::span<const float> a, std::span<const float> b) {
  double largest = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    const double difference = std::abs(double{a[i]} - b[i]);
    if (std::isnan(difference)) {
      return std::numeric_limits<double>::infinity();
    }
    largest = std::max(largest, difference);
  }
  return largest;
}

// A vertex's weights by bone; no more than four. The fourth is 1 minus the
// others.
std::vector<std::pair<uint8_t, double>> WeightsOf(const m3d::Vertices& vertices,
                                                  size_t i) {
  const m3d::Float4& w = vertices.blend_weights[i];
  const std::array<double, 4> weights = {w.x, w.y, w.z,
                                         1 - double{w.x} - w.y - w.z};
  std::vector<std::pair<uint8_t, double>> of_bones;
  for (size_t k = 0; k < 4; ++k) {
    const uint8_t bone = vertices.blend_indices[i][k];
    const auto found =
        std::ranges::find(of_bones, bone, [](auto& p) { return p.first; });
    if (found != of_bones.end()) {
      found->second += weights[k];
    } else if (weights[k] != 0) {
      of_bones.emplace_back(bone, weights[k]);
    }
  }
  return of_bones;
}

// The largest difference of a bone's weight.
double WeightDifference(const m3d::Vertices& a, const m3d::Vertices& b,
                        size_t i) {
  if (a.blend_weights[i] == b.blend_weights[i] &&
      a.blend_indices[i] == b.blend_indices[i]) {
    return 0;
  }
  double largest = 0;
  const auto of_a = WeightsOf(a, i);
  const auto of_b = WeightsOf(b, i);
  const auto look = [&](const auto& from, const auto& to) {
    for (const auto& [bone, weight] : from) {
      const auto other = std::ranges::find(
          to, bone, [](const auto& pair) { return pair.first; });
      const double there = other == to.end() ? 0 : other->second;
      largest = std::max(largest, std::abs(weight - there));
    }
  };
  look(of_a, of_b);
  look(of_b, of_a);
  return largest;
}

class CharacterComparer {
 public:
  CharacterComparer(const Character& a, const Character& b,
                    const CompareOptions& options)
      : a_(a), b_(b), comparison_(options) {}

  Comparison Run() {
    if (a_.dialect != b_.dialect) {
      Changed("layout", "file", std::string(DialectName(a_.dialect)),
              std::string(DialectName(b_.dialect)), false);
    }
    CompareMaterials();
    CompareSubsets();
    CompareVertices();
    CompareTriangles();
    CompareBoneList();
    CompareClips();
    comparison_.Finish();
    return std::move(comparison_);
  }

 private:
  void Changed(std::string_view subject, std::string path, std::string before,
               std::string after, bool meaning = true) {
    comparison_.Add({.subject = subject,
                     .path = std::move(path),
                     .before = std::move(before),
                     .after = std::move(after),
                     .meaning = meaning});
  }

  // Numbers that are not finite have no size.
  void AddValues(Difference difference, std::span<const float> a,
                 std::span<const float> b) {
    const double largest = LargestOf(a, b);
    if (!std::isfinite(largest)) return comparison_.Add(std::move(difference));
    difference.measures = {Exactly("value", "", largest)};
    comparison_.AddMeasured(std::move(difference), 1);
  }

  static std::vector<std::string_view> MaterialNames(const Character& c) {
    std::vector<std::string_view> names;
    names.reserve(c.materials.size());
    for (const Material& material : c.materials) {
      names.push_back(material.name);
    }
    return names;
  }

  void CompareMaterials() {
    // Without names it is the numbers that say which is which.
    const bool named = a_.dialect == m3d::Dialect::kD3D12 &&
                       b_.dialect == m3d::Dialect::kD3D12;
    std::vector<NamePair> pairs;
    if (named) {
      pairs = PairNames(MaterialNames(a_), MaterialNames(b_));
    } else {
      for (size_t i = 0; i < std::max(a_.materials.size(), b_.materials.size());
           ++i) {
        pairs.push_back({i < a_.materials.size() ? i : NamePair::kNone,
                         i < b_.materials.size() ? i : NamePair::kNone});
      }
    }
    for (const NamePair& pair : pairs) {
      if (pair.a == NamePair::kNone || pair.b == NamePair::kNone) {
        const bool in_a = pair.a != NamePair::kNone;
        const size_t i = in_a ? pair.a : pair.b;
        comparison_.AddAlone("material", absl::StrFormat("materials[%d]", i),
                             Shortened((in_a ? a_ : b_).materials[i].name),
                             in_a);
        continue;
      }
      CompareMaterial(pair);
      if (pair.a == pair.b) continue;
      comparison_.Add({.kind = ChangeKind::kMoved,
                       .subject = "material",
                       .path = absl::StrFormat("materials[%d]", pair.a),
                       .before = absl::StrCat(pair.a),
                       .after = absl::StrCat(pair.b)});
    }
  }

  void CompareMaterial(const NamePair& pair) {
    const Material& a = a_.materials[pair.a];
    const Material& b = b_.materials[pair.b];
    if (a == b) return;
    const std::vector<MaterialField> of_a = FieldsOf(a);
    const std::vector<MaterialField> of_b = FieldsOf(b);
    const auto path = [&](std::string_view field) {
      return absl::StrFormat("materials[%d].%s", pair.a, field);
    };
    for (const MaterialField& field : of_a) {
      const MaterialField* other = Find(of_b, field.name);
      if (other == nullptr) {
        comparison_.AddAlone("material", path(field.name),
                             Shortened(field.text), true);
      } else if (field.text != other->text) {
        Difference difference{.subject = "material",
                              .path = path(field.name),
                              .before = ShownFrom(field.text, other->text),
                              .after = ShownFrom(other->text, field.text)};
        if (field.numbers.empty()) {
          comparison_.Add(std::move(difference));
          continue;
        }
        AddValues(std::move(difference), field.numbers, other->numbers);
      }
    }
    for (const MaterialField& field : of_b) {
      if (Find(of_a, field.name) == nullptr) {
        comparison_.AddAlone("material", path(field.name),
                             Shortened(field.text), false);
      }
    }
  }

  void CompareSubsets() {
    const auto text = [](const m3d::Subset& s) {
      return absl::StrFormat("material %d, vertices %d+%d, triangles %d+%d",
                             s.id, s.vertex_start, s.vertex_count, s.face_start,
                             s.face_count);
    };
    const size_t common = std::min(a_.subsets.size(), b_.subsets.size());
    for (size_t i = 0; i < common; ++i) {
      if (a_.subsets[i] == b_.subsets[i]) continue;
      Changed("subset", SubsetPath(i), text(a_.subsets[i]),
              text(b_.subsets[i]));
    }
    const bool in_a = a_.subsets.size() > common;
    const auto& rest = in_a ? a_.subsets : b_.subsets;
    for (size_t i = common; i < rest.size(); ++i) {
      comparison_.AddAlone("subset", SubsetPath(i), text(rest[i]), in_a);
    }
  }

  static std::string SubsetPath(size_t i) {
    return absl::StrFormat("subsets[%d]", i);
  }

  // One attribute of all vertices: the worst of them, and how many.
  template <typename Size>
  void CompareAttribute(std::string_view name, std::string_view unit,
                        Size size) {
    double worst = 0;
    size_t place = 0;
    uint64_t count = 0;
    for (size_t i = 0; i < a_.vertices.positions.size(); ++i) {
      const double difference = size(i);
      if (!(difference > 0)) continue;
      ++count;
      if (difference > worst) place = i;
      worst = std::max(worst, difference);
    }
    if (count == 0) return;
    Difference difference{
        .subject = "vertices",
        .path = absl::StrFormat("vertices[%d].%s", place, name),
        .count = count};
    difference.measures = {Exactly(name, unit, worst)};
    comparison_.AddMeasured(std::move(difference), 1);
  }

  void CompareVertices() {
    const m3d::Vertices& a = a_.vertices;
    const m3d::Vertices& b = b_.vertices;
    if (a.positions.size() != b.positions.size()) {
      Changed("vertices", "vertices", absl::StrCat(a.positions.size()),
              absl::StrCat(b.positions.size()));
      return;
    }
    const auto of3 = [](const m3d::Float3& p, const m3d::Float3& q) {
      return Length(
          Vector<3>{double{p.x} - q.x, double{p.y} - q.y, double{p.z} - q.z});
    };
    CompareAttribute("position", "units", [&](size_t i) {
      return of3(a.positions[i], b.positions[i]);
    });
    CompareAttribute("normal", "",
                     [&](size_t i) { return of3(a.normals[i], b.normals[i]); });
    CompareAttribute("tangent", "", [&](size_t i) {
      const m3d::Float4& p = a.tangents[i];
      const m3d::Float4& q = b.tangents[i];
      return Length(Vector<4>{double{p.x} - q.x, double{p.y} - q.y,
                              double{p.z} - q.z, double{p.w} - q.w});
    });
    CompareAttribute("texCoord", "", [&](size_t i) {
      const m3d::Float2& p = a.tex_coords[i];
      const m3d::Float2& q = b.tex_coords[i];
      return Length(Vector<3>{double{p.x} - q.x, double{p.y} - q.y, 0});
    });
    if (a.blend_weights.size() != b.blend_weights.size()) return;
    if (a.blend_weights.empty()) return;
    CompareAttribute("blendWeights", "",
                     [&](size_t i) { return WeightDifference(a, b, i); });
    NoteWeights();
  }

  // Weights that are written otherwise, and come to the same for each bone.
  void NoteWeights() {
    const m3d::Vertices& a = a_.vertices;
    const m3d::Vertices& b = b_.vertices;
    uint64_t count = 0;
    size_t first = 0;
    for (size_t i = 0; i < a.blend_weights.size(); ++i) {
      if ((a.blend_weights[i] == b.blend_weights[i] &&
           a.blend_indices[i] == b.blend_indices[i]) ||
          WeightDifference(a, b, i) != 0) {
        continue;
      }
      if (count++ == 0) first = i;
    }
    if (count == 0) return;
    const auto text = [first](const m3d::Vertices& v) {
      const m3d::Float4& w = v.blend_weights[first];
      const std::array<uint8_t, 4>& bones = v.blend_indices[first];
      return absl::StrFormat("%s %s %s %s of bones %d %d %d %d", FloatText(w.x),
                             FloatText(w.y), FloatText(w.z), FloatText(w.w),
                             bones[0], bones[1], bones[2], bones[3]);
    };
    comparison_.Add(
        {.subject = "vertices",
         .path = absl::StrFormat("vertices[%d].blendWeights", first),
         .before = text(a),
         .after = text(b),
         .count = count,
         .meaning = false});
  }

  void CompareTriangles() {
    if (a_.triangles.size() != b_.triangles.size()) {
      Changed("triangles", "triangles", absl::StrCat(a_.triangles.size()),
              absl::StrCat(b_.triangles.size()));
      return;
    }
    uint64_t count = 0;
    size_t first = 0;
    for (size_t i = 0; i < a_.triangles.size(); ++i) {
      if (a_.triangles[i] == b_.triangles[i]) continue;
      if (count++ == 0) first = i;
    }
    if (count == 0) return;
    const auto text = [](const std::array<uint32_t, 3>& t) {
      return absl::StrFormat("%d %d %d", t[0], t[1], t[2]);
    };
    comparison_.Add({.subject = "triangles",
                     .path = absl::StrFormat("triangles[%d]", first),
                     .before = text(a_.triangles[first]),
                     .after = text(b_.triangles[first]),
                     .count = count});
  }

  void CompareBoneList() {
    if (a_.bones() != b_.bones()) {
      Changed("bones", "bones", absl::StrCat(a_.bones()),
              absl::StrCat(b_.bones()));
      return;
    }
    for (size_t i = 0; i < a_.bones(); ++i) {
      if (a_.parents[i] != b_.parents[i]) {
        Changed("bone", absl::StrFormat("hierarchy[%d]", i),
                absl::StrCat(a_.parents[i]), absl::StrCat(b_.parents[i]));
      }
      if (a_.bone_offsets[i] == b_.bone_offsets[i]) continue;
      Difference difference{.subject = "bone",
                            .path = absl::StrFormat("boneOffsets[%d]", i)};
      AddValues(std::move(difference), {a_.bone_offsets[i].data(), 16},
                {b_.bone_offsets[i].data(), 16});
    }
  }

  static std::vector<std::string_view> ClipNames(const Character& c) {
    std::vector<std::string_view> names;
    names.reserve(c.clips.size());
    for (const Clip& clip : c.clips) names.push_back(clip.name);
    return names;
  }

  void CompareClips() {
    for (const NamePair& pair : PairNames(ClipNames(a_), ClipNames(b_))) {
      if (pair.a == NamePair::kNone || pair.b == NamePair::kNone) {
        const bool in_a = pair.a != NamePair::kNone;
        const size_t i = in_a ? pair.a : pair.b;
        const Clip& clip = (in_a ? a_ : b_).clips[i];
        comparison_.AddAlone("clip", m3d::ClipPath(i, clip.name),
                             Count(clip.keys(), "key"), in_a);
        continue;
      }
      if (pair.a != pair.b) {
        comparison_.Add({.kind = ChangeKind::kMoved,
                         .subject = "clip",
                         .path = m3d::ClipPath(pair.a, a_.clips[pair.a].name),
                         .before = absl::StrCat(pair.a),
                         .after = absl::StrCat(pair.b),
                         .meaning = false});
      }
      CompareDuration(pair);
      // Clips of other skeletons cannot be compared.
      if (a_.bones() == b_.bones() && a_.bones() != 0) CompareClip(pair);
    }
  }

  // Compares when it begins and ends.
  void CompareDuration(const NamePair& pair) {
    const std::pair<double, double> a = TimesOf(a_.clips[pair.a]);
    const std::pair<double, double> b = TimesOf(b_.clips[pair.b]);
    const double by =
        std::max(std::abs(a.second - b.second), std::abs(a.first - b.first));
    if (by == 0) return;
    Difference difference{.subject = "clip",
                          .path = m3d::ClipPath(pair.a, a_.clips[pair.a].name)};
    difference.before = absl::StrFormat("%g to %g s", a.first, a.second);
    difference.after = absl::StrFormat("%g to %g s", b.first, b.second);
    difference.measures = {Exactly("duration", "seconds", by)};
    comparison_.Add(std::move(difference));
  }

  // The first and the last of its times; 0 and 0 if there is none.
  static std::pair<double, double> TimesOf(const Clip& clip) {
    if (clip.times.empty()) return {0, 0};
    const auto [first, last] = std::ranges::minmax_element(clip.times);
    return {*first, *last};
  }

  void CompareClip(const NamePair& pair) {
    const Clip& a = a_.clips[pair.a];
    const Clip& b = b_.clips[pair.b];
    const bool same_bones =
        a_.parents == b_.parents && a_.bone_offsets == b_.bone_offsets;
    // The same numbers, whatever their signs of zero.
    if (a == b && same_bones) return;
    const std::vector<Largest> seen =
        CompareSkeletons(a_, a, b_, b, PointDistance());
    for (size_t bone = 0; bone < a_.bones(); ++bone) {
      const std::string path =
          absl::StrFormat("%s.bones[%d]", m3d::ClipPath(pair.a, a.name), bone);
      CompareBone(BoneKeys(a, bone), BoneKeys(b, bone), seen[bone], path);
    }
  }

  void CompareBone(const BoneKeys& a, const BoneKeys& b, const Largest& seen,
                   const std::string& path) {
    const KeyChanges keys = CompareKeys(
        a, b, [&](size_t i, size_t j) { return SameBoneKey(a, i, b, j); });
    if (keys.any()) {
      comparison_.Add(
          {.subject = "keys",
           .path = path,
           .before = absl::StrCat(a.size()),
           .after = absl::StrCat(b.size()),
           .keys = keys,
           .count = keys.added + keys.removed + keys.moved + keys.altered,
           .meaning = false});
    }
    const BoneDifference own = CompareBones(a, b);
    Difference difference{.subject = "pose", .path = path};
    const auto add = [&](std::string_view what, std::string_view unit,
                         const Largest& largest) {
      if (largest.found == 0) return;
      difference.measures.push_back({what, unit, largest.found, largest.time});
    };
    add("joint", "units", seen);
    add("translation", "units", own.translation);
    add("rotation", "degrees", own.rotation);
    add("scale", "", own.scale);
    const size_t measures = difference.measures.size();
    if (measures == 0) return;
    comparison_.AddMeasured(std::move(difference), measures);
  }

  double PointDistance() const {
    if (comparison_.options().point > 0) return comparison_.options().point;
    return std::max(PointDistanceOf(a_), PointDistanceOf(b_));
  }

  const Character& a_;
  const Character& b_;
  Comparison comparison_;
};

}  // namespace

Comparison CompareCharacters(const Character& a, const Character& b,
                             const CompareOptions& options) {
  return CharacterComparer(a, b, options).Run();
}

}  // namespace clipguard::actions
