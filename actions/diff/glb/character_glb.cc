// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/character_glb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/character_scene.h"
#include "actions/convert/gltf/read/character_reader.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/shown_character.h"
#include "actions/diff/bone_motion.h"
#include "actions/diff/characters.h"
#include "actions/diff/comparison.h"
#include "actions/motion/bone_keys.h"
#include "actions/motion/measures.h"
#include "base/float_text.h"
#include "base/json_text.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions {
namespace {

using gltf::PlayedCharacter;
using m3d::Character;
using m3d::Clip;
using m3d::Float4;

// No -0, as of a PlayedCharacter.
template <typename Rows>
void DropMinusZero(Rows& rows) {
  auto* const floats = reinterpret_cast<float*>(rows.data());
  const size_t count = rows.size() * sizeof(rows[0]) / sizeof(float);
  for (size_t i = 0; i < count; ++i) floats[i] += 0.0F;
}

// What a .glb should show of a character, in the form of PlayedCharacter: what
// `convert` writes, but that stays which it says is lost.
class Shown {
 public:
  explicit Shown(const Character& character) : shown_(character) {
    // What a .glb has is mirrored back as if it were of a left-handed file.
    if (m3d::HandednessOf(character) == m3d::Handedness::kRight) {
      m3d::MirrorZ(shown_);
    }
    gltf::ShowOnly(shown_, /*report=*/nullptr);
    shown_.dialect = m3d::Dialect::kD3D12;
    for (size_t i = 0; i < shown_.materials.size(); ++i) ShowMaterial(i);
    for (size_t i = 0; i < shown_.clips.size(); ++i) {
      Clip& clip = shown_.clips[i];
      clip.name = Name(clip.name, "clip", i);
      DropMinusZero(clip.translations);
      DropMinusZero(clip.scales);
      DropMinusZero(clip.rotations);
      if (i == 0) AddRest(clip);
      for (size_t bone = 0; bone < shown_.bones(); ++bone) {
        const uint64_t first = clip.first_key[bone];
        gltf::JoinJumps(std::span(clip.times)
                            .subspan(first, clip.first_key[bone + 1] - first));
      }
    }
  }

  Character& character() { return shown_; }

  // As PlayedCharacter::rest; empty if there is no clip, which would say it.
  const Clip& rest() const { return rest_; }

 private:
  std::string_view Name(std::string_view name, std::string_view otherwise,
                        size_t index) {
    return names_.emplace_back(name.empty()
                                   ? absl::StrCat(std::string(otherwise), index)
                                   : ValidText(name));
  }

  void ShowMaterial(size_t index) {
    const gltf::Material of_glb =
        gltf::MaterialOf(shown_.materials[index], index);
    m3d::Material material;
    material.name = Name(of_glb.name, "material", index);
    std::copy_n(of_glb.base_color.begin(), 3, material.diffuse.begin());
    material.look = m3d::D3D12Look{.roughness = of_glb.roughness};
    material.alpha_clip = of_glb.alpha_mask;
    shown_.materials[index] = material;
  }

  void AddRest(const Clip& clip) {
    for (size_t bone = 0; bone < shown_.bones(); ++bone) {
      const uint64_t key = clip.first_key[bone];
      const Float4& turn = clip.rotations[key];
      rest_.first_key.push_back(bone);
      rest_.times.push_back(0);
      rest_.translations.push_back(clip.translations[key]);
      rest_.rotations.push_back(gltf::IsUnit(turn) ? turn
                                                   : gltf::UnitRotation(turn));
      rest_.scales.push_back(clip.scales[key]);
    }
    rest_.first_key.push_back(shown_.bones());
  }

  Character shown_;
  Clip rest_;
  std::deque<std::string> names_;
};

// The first quaternion of each bone in each clip that is not of unit length.
void CompareLengths(const Character& character, Comparison& comparison) {
  for (size_t c = 0; c < character.clips.size(); ++c) {
    const Clip& clip = character.clips[c];
    for (size_t bone = 0; bone < character.bones(); ++bone) {
      const uint64_t first = clip.first_key[bone];
      uint64_t key = first;
      const uint64_t end = clip.first_key[bone + 1];
      while (key < end && gltf::IsUnit(clip.rotations[key])) ++key;
      if (key == end) continue;
      const double length = std::sqrt(gltf::SquareOf(clip.rotations[key]));
      comparison.Add(
          {.subject = "pose",
           .path =
               absl::StrFormat("%s.bones[%d].keys[%d].quat",
                               m3d::ClipPath(c, clip.name), bone, key - first),
           .before = "length " + FloatText(static_cast<float>(length)),
           .after = "unit length"});
    }
  }
}

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
  Shown shown(character);
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
  CompareLengths(character, comparison);
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
  comparison.AddUnclear("animations", played->unclear);
  comparison.Finish();
  return comparison;
}

}  // namespace clipguard::actions
