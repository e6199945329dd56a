// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/character_glb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/token_text.h"
#include "actions/diff/bone_motion.h"
#include "actions/diff/characters.h"
#include "actions/diff/comparison.h"
#include "actions/convert/gltf/character_mesh.h"
#include "actions/convert/gltf/character_reader.h"
#include "actions/convert/gltf/character_scene.h"
#include "base/json_text.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/scene_reader.h"
#include "actions/motion/bone_keys.h"
#include "actions/motion/measures.h"

namespace clipguard::rescue {
namespace {

using gltf::PlayedCharacter;
using m3d::Character;
using m3d::Clip;
using m3d::Float3;
using m3d::Float4;

// No -0, as of a PlayedCharacter.
Float3 Plain(const Float3& v) { return {v.x + 0.0F, v.y + 0.0F, v.z + 0.0F}; }

// What a .glb should show of a character, in the form of PlayedCharacter.
class Shown {
 public:
  explicit Shown(const Character& character) : c_(character) {
    for (size_t i = 0; i < c_.materials.size(); ++i) AddMaterial(i);
    const bool has_mesh =
        !c_.triangles.empty() && !c_.vertices.positions.empty();
    if (has_mesh) {
      AddVertices();
      AddTriangles();
    }
    AddBones(has_mesh);
    for (size_t i = 0; i < c_.clips.size(); ++i) AddClip(i);
    if (!c_.clips.empty()) AddRest();
  }

  Character& character() { return shown_; }

  // As PlayedCharacter::rest; empty if there is no clip, which would say it.
  const Clip& rest() const { return rest_; }

  // The first quaternion of a bone that is not of unit length.
  struct Stretched {
    std::string path;
    float length;
  };
  const std::vector<Stretched>& stretched() const { return stretched_; }

 private:
  std::string_view Name(std::string_view name, std::string_view otherwise,
                        size_t index) {
    return names_.emplace_back(name.empty()
                                   ? absl::StrCat(std::string(otherwise), index)
                                   : ValidText(name));
  }

  void AddMaterial(size_t index) {
    const gltf::Material of_glb = gltf::MaterialOf(c_.materials[index], index);
    m3d::Material material;
    material.name = Name(of_glb.name, "material", index);
    std::copy_n(of_glb.base_color.begin(), 3, material.diffuse.begin());
    material.look = m3d::D3D12Look{.roughness = of_glb.roughness};
    material.alpha_clip = of_glb.alpha_mask;
    shown_.materials.push_back(material);
  }

  // ---- The mesh ------------------------------------------------------------

  void AddVertices() {
    const m3d::Vertices& from = c_.vertices;
    m3d::Vertices& to = shown_.vertices;
    for (const Float3& p : from.positions) to.positions.push_back(Plain(p));
    for (const Float3& n : from.normals) {
      to.normals.push_back(
          Plain(gltf::UnitOf(n.x, n.y, n.z).value_or(Float3())));
    }
    AddTangents();
    for (const m3d::Float2& t : from.tex_coords) {
      to.tex_coords.push_back({t.x + 0.0F, t.y + 0.0F});
    }
    if (!c_.is_skinned() || c_.clips.empty()) return;
    for (size_t i = 0; i < from.blend_weights.size(); ++i) {
      std::array<float, 4> weights = gltf::WeightsAsUsed(from.blend_weights[i]);
      std::array<uint8_t, 4> bones = from.blend_indices[i];
      if (!gltf::HasWeightBelowZero(weights)) {
        gltf::NormaliseWeights(weights, bones);
      }
      to.blend_weights.push_back(
          {weights[0], weights[1], weights[2], weights[3]});
      to.blend_indices.push_back(bones);
    }
  }

  void AddTangents() {
    bool any = false;
    for (const Float4& t : c_.vertices.tangents) {
      const std::optional<Float3> unit = gltf::UnitOf(t.x, t.y, t.z);
      any = any || unit.has_value();
      const Float3 v = Plain(unit.value_or(Float3()));
      shown_.vertices.tangents.push_back(
          {v.x, v.y, v.z, t.w < 0 ? -1.0F : 1.0F});
    }
    // A .glb has none then.
    if (!any) std::ranges::fill(shown_.vertices.tangents, Float4());
  }

  void AddTriangles() {
    std::vector<bool> covered(c_.triangles.size());
    for (size_t i = 0; i < c_.subsets.size(); ++i) {
      const m3d::Subset& subset = c_.subsets[i];
      const size_t first = shown_.triangles.size();
      const size_t end = std::min<size_t>(
          c_.triangles.size(), size_t{subset.face_start} + subset.face_count);
      for (size_t t = subset.face_start; t < end; ++t) {
        covered[t] = true;
        shown_.triangles.push_back(c_.triangles[t]);
      }
      AddSubset(i < c_.materials.size() ? static_cast<uint32_t>(i)
                                        : gltf::kNoMaterial,
                first);
    }
    const size_t first = shown_.triangles.size();
    for (size_t t = 0; t < covered.size(); ++t) {
      if (!covered[t]) shown_.triangles.push_back(c_.triangles[t]);
    }
    AddSubset(gltf::kNoMaterial, first);
  }

  void AddSubset(uint32_t material, size_t first) {
    const size_t count = shown_.triangles.size() - first;
    if (count == 0) return;
    shown_.subsets.push_back({.id = material,
                              .face_start = static_cast<uint32_t>(first),
                              .face_count = static_cast<uint32_t>(count)});
  }

  // ---- Bones ---------------------------------------------------------------

  void AddBones(bool has_mesh) {
    shown_.parents = c_.parents;
    for (const m3d::Matrix& from : c_.bone_offsets) {
      m3d::Matrix offset = from;
      // Only a mesh has a skin.
      for (float& x : offset) x = has_mesh ? x + 0.0F : 0.0F;
      shown_.bone_offsets.push_back(offset);
    }
  }

  void AddClip(size_t index) {
    const Clip& clip = c_.clips[index];
    Clip shown;
    shown.name = Name(clip.name, "clip", index);
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      shown.first_key.push_back(shown.keys());
      const size_t first = shown.keys();
      const gltf::BoneKeyframes keyframes = gltf::KeyframesOf(clip, bone, 0);
      for (size_t i = 0; i < keyframes.keys.size(); ++i) {
        AddKey(clip, keyframes.keys[i], keyframes.times[i], shown);
      }
      FindStretched(index, bone);
      if (keyframes.keys.empty()) {
        // A bone without keys is the identity.
        shown.times.push_back(0);
        shown.translations.push_back({0, 0, 0});
        shown.scales.push_back({1, 1, 1});
        shown.rotations.push_back({0, 0, 0, 1});
      }
      gltf::JoinJumps(std::span(shown.times).subspan(first));
    }
    shown.first_key.push_back(shown.keys());
    shown_.clips.push_back(std::move(shown));
  }

  void AddRest() {
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      const gltf::Node node = gltf::RestOf(c_, bone);
      const gltf::PlayedNode none;
      const auto [x, y, z] = node.translation.value_or(none.translation);
      const auto [qx, qy, qz, qw] = node.rotation.value_or(none.rotation);
      const auto [sx, sy, sz] = node.scale.value_or(none.scale);
      rest_.first_key.push_back(bone);
      rest_.times.push_back(0);
      rest_.translations.push_back({x, y, 0 - z});
      rest_.rotations.push_back({0 - qx, 0 - qy, qz, qw});
      rest_.scales.push_back({sx, sy, sz});
    }
    rest_.first_key.push_back(c_.bones());
  }

  static bool IsUnit(const Float4& q) {
    return std::abs(gltf::SquareOf(q) - 1) <= gltf::kUnitNoise;
  }

  static void AddKey(const Clip& clip, uint64_t key, float time, Clip& shown) {
    shown.times.push_back(time);
    shown.translations.push_back(Plain(clip.translations[key]));
    shown.scales.push_back(Plain(clip.scales[key]));
    Float4 q = clip.rotations[key];
    if (IsUnit(q)) {
      const std::array<float, 4> m = gltf::MirroredRotation(q);
      q = {0 - m[0], 0 - m[1], m[2] + 0.0F, m[3] + 0.0F};
    }
    shown.rotations.push_back(q);
  }

  void FindStretched(size_t index, size_t bone) {
    const Clip& clip = c_.clips[index];
    for (uint64_t k = clip.first_key[bone]; k < clip.first_key[bone + 1]; ++k) {
      if (IsUnit(clip.rotations[k])) continue;
      stretched_.push_back(
          {absl::StrFormat("%s.bones[%d].keys[%d].quat",
                           m3d::ClipPath(index, clip.name), bone,
                           k - clip.first_key[bone]),
           static_cast<float>(std::sqrt(gltf::SquareOf(clip.rotations[k])))});
      return;
    }
  }

  const Character& c_;
  Character shown_;
  Clip rest_;
  std::deque<std::string> names_;
  std::vector<Stretched> stretched_;
};

// Bones that only one of the two has, by the numbers in their names.
void CompareBoneNumbers(const Character& character,
                        const std::vector<uint32_t>& numbers,
                        Comparison& comparison) {
  const auto add = [&](ChangeKind kind, size_t number) {
    comparison.Add({.kind = kind,
                    .subject = "bone",
                    .path = absl::StrFormat("hierarchy[%d] (.glb: node Bone%d)",
                                            number, number)});
  };
  size_t next = 0;
  for (const uint32_t number : numbers) {
    const bool known = number < character.bones();
    const size_t end = known ? number : character.bones();
    for (; next < end; ++next) add(ChangeKind::kRemoved, next);
    if (known) {
      ++next;
    } else {
      add(ChangeKind::kAdded, number);
    }
  }
  for (; next < character.bones(); ++next) add(ChangeKind::kRemoved, next);
}

// How bones stand without a clip. REQUIRES: both have a key of each bone.
void CompareRest(const Clip& a, const Clip& b, size_t bones,
                 Comparison& comparison) {
  for (size_t bone = 0; bone < bones; ++bone) {
    const BoneDifference apart =
        CompareBones(BoneKeys(a, bone), BoneKeys(b, bone));
    Difference difference{
        .subject = "pose",
        .path = absl::StrFormat("bones[%d] at rest (.glb: node Bone%d)", bone,
                                bone)};
    const auto add = [&](std::string_view what, std::string_view unit,
                         const Largest& largest) {
      if (largest.found == 0 && largest.is_proven()) return;
      difference.measures.push_back({what, unit, largest.found, largest.bound});
    };
    add("translation", "units", apart.translation);
    add("rotation", "degrees", apart.rotation);
    add("scale", "", apart.scale);
    const size_t measures = difference.measures.size();
    if (measures != 0) comparison.AddMeasured(std::move(difference), measures);
  }
}

// Of bones that are others, only names and lengths of clips are compared, and
// weights by the numbers of bones.
void ForgetBones(const std::vector<uint32_t>& numbers, Character& character) {
  character.parents.clear();
  character.bone_offsets.clear();
  for (std::array<uint8_t, 4>& bones : character.vertices.blend_indices) {
    for (uint8_t& bone : bones) {
      if (bone < numbers.size()) bone = static_cast<uint8_t>(numbers[bone]);
    }
  }
}

}  // namespace

absl::StatusOr<Comparison> CompareCharacterWithGlb(
    const Character& character, std::span<const uint8_t> glb,
    const Limits& limits, const CompareOptions& options) {
  auto played = gltf::ReadCharacterGlb(glb, limits);
  if (!played.ok()) return played.status();
  // What a .glb has is mirrored back as if it were of a left-handed file.
  std::optional<Character> mirrored;
  if (m3d::HandednessOf(character) == m3d::Handedness::kRight) {
    mirrored = character;
    m3d::MirrorZ(*mirrored);
  }
  Shown shown(mirrored ? *mirrored : character);
  CompareOptions motion_only = options;
  motion_only.motion_only = true;
  // Ascending, and each once.
  const std::vector<uint32_t>& numbers = played->bone_numbers;
  const bool same_bones =
      numbers.size() == character.bones() &&
      (numbers.empty() || numbers.back() == numbers.size() - 1);
  if (!same_bones) {
    ForgetBones({}, shown.character());
    ForgetBones(played->bone_numbers, played->character);
  }
  Comparison comparison =
      CompareCharacters(shown.character(), played->character, motion_only);
  CompareBoneNumbers(character, numbers, comparison);
  if (same_bones && !character.clips.empty()) {
    CompareRest(shown.rest(), played->rest, character.bones(), comparison);
  }
  for (const Shown::Stretched& stretched : shown.stretched()) {
    comparison.Add({.subject = "pose",
                    .path = stretched.path,
                    .before = "length " + FloatText(stretched.length),
                    .after = "unit length"});
  }
  for (const PlayedCharacter::Beyond& beyond : played->beyond) {
    comparison.Add({.kind = ChangeKind::kAdded,
                    .subject = beyond.subject,
                    .path = absl::StrFormat(".glb: %s", beyond.path),
                    .after = beyond.text});
  }
  if (played->beyond_more != 0) {
    comparison.Add({.kind = ChangeKind::kAdded,
                    .subject = played->beyond.back().subject,
                    .path = ".glb",
                    .after = absl::StrFormat("%d more", played->beyond_more),
                    .count = played->beyond_more});
  }
  comparison.Add(
      {.subject = "layout",
       .path = "file",
       .before = absl::StrFormat("M3D %s", DialectName(character.dialect)),
       .after = "glTF, what it shows and plays",
       .meaning = false});
  if (played->unclear != 0) {
    comparison.AddGap(
        "animations",
        absl::StrFormat("%d times glTF does not say how something turns: by "
                        "half a turn, or with quaternions that are not of unit "
                        "length",
                        played->unclear));
  }
  comparison.Finish();
  return comparison;
}

}  // namespace clipguard::rescue
