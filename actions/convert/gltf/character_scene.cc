// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/character_scene.h"

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

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "base/float_text.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"
#include "actions/convert/gltf/character_mesh.h"
#include "actions/convert/gltf/float_list.h"
#include "base/json_text.h"

namespace clipguard::rescue::gltf {
namespace {

using m3d::Character;
using m3d::CharacterPlaces;
using m3d::Clip;
using m3d::Float3;
using m3d::Float4;

constexpr std::string_view kTarget = "glb";
constexpr std::array<float, 4> kNoRotation = {0, 0, 0, 1};
constexpr std::array<float, 3> kNoScale = {1, 1, 1};

// Kinds of losses; those of the mesh come before, of which one is a note.
constexpr uint64_t kTangentLoss = 1;
constexpr uint64_t kOffsetLoss = 10;
constexpr uint64_t kRotationLoss = 11;

template <typename Rows>
bool AllFinite(const Rows& rows) {
  const auto* const floats = reinterpret_cast<const float*>(rows.data());
  const size_t count = rows.size() * sizeof(rows[0]) / sizeof(float);
  return std::all_of(floats, floats + count,
                     [](float value) { return std::isfinite(value); });
}

bool IsFinite(const Character& c) {
  const auto& v = c.vertices;
  bool finite = AllFinite(v.positions) && AllFinite(v.tangents) &&
                AllFinite(v.normals) && AllFinite(v.tex_coords) &&
                AllFinite(v.blend_weights) && AllFinite(c.bone_offsets);
  for (const Clip& clip : c.clips) {
    finite = finite && AllFinite(clip.times) && AllFinite(clip.translations) &&
             AllFinite(clip.scales) && AllFinite(clip.rotations);
  }
  return finite;
}

// What mirroring z makes of them.
std::array<float, 3> Mirrored(const Float3& v) { return {v.x, v.y, -v.z}; }

std::array<float, 3> Plain(const Float3& v) { return {v.x, v.y, v.z}; }

class Builder {
 public:
  // The character is left-handed; `handedness` is what its file is.
  Builder(const Character& character, m3d::Handedness handedness,
          const CharacterPlaces& places, FindingSink& losses,
          FindingSink& notes)
      : c_(character),
        handedness_(handedness),
        places_(places),
        losses_(losses),
        notes_(notes) {}

  Scene Build() {
    scene_.name = "character";
    // Without clips nothing says where the bones are but their offsets: the
    // mesh is then as it was bound.
    const bool skinned = c_.is_skinned() && !c_.clips.empty();
    if (c_.is_skinned() && !skinned) {
      ReportLoss(kTarget, {Row(m3d::Section::kBoneOffsets, 0), 0}, "bones",
                 "bones of which no clip says where they are", losses_);
    }
    const auto lost = [&](uint64_t kind, std::string_view rows, uint64_t row,
                          std::string_view field, std::string_view what) {
      Report(kind == kTangentLoss ? notes_ : losses_, kind,
             m3d::Section::kVertices, rows, row, field, what);
    };
    AddCharacterMesh(c_, skinned, lost, scene_);
    AddMeshNode(skinned);
    if (skinned) AddSkeleton();
    scene_.about = About();
    return std::move(scene_);
  }

 private:
  // ---- What is lost --------------------------------------------------------

  // Where a row begins, or a row before it.
  uint64_t Row(m3d::Section section, uint64_t row) const {
    const auto& rows = places_.rows[static_cast<size_t>(section)];
    if (rows.empty()) return 0;
    return rows[std::min<uint64_t>(row / CharacterPlaces::kRowsAPlace,
                                   rows.size() - 1)];
  }

  void Report(FindingSink& sink, uint64_t kind, m3d::Section section,
              std::string_view rows, uint64_t row, std::string_view field,
              std::string_view what) {
    sink.Report(FindingCode::kConversionLoses, {Row(section, row), 0},
                Scope{.id = kind, .element = row, .noun = "row"},
                [&](Description& d) {
                  d.path = absl::StrFormat("%s[%d]%s%s", std::string(rows), row,
                                           field.empty() ? "" : ".",
                                           std::string(field));
                  return Arguments{std::string(kTarget), std::string(what)};
                });
  }

  // ---- Nodes ---------------------------------------------------------------

  void AddMeshNode(bool skinned) {
    Node node{.name = "character"};
    if (!scene_.meshes.empty()) {
      node.mesh = 0;
      if (skinned) node.skin = 0;
    }
    scene_.roots.push_back(scene_.AddNode(std::move(node)));
  }

  void AddSkeleton() {
    const size_t skeleton = scene_.AddNode({.name = "skeleton"});
    scene_.roots.push_back(skeleton);
    const size_t first = scene_.nodes.size();
    for (size_t b = 0; b < c_.bones(); ++b) {
      const int32_t parent = c_.parents[b];
      const size_t above =
          parent < 0 ? skeleton : first + static_cast<size_t>(parent);
      scene_.AddChild(above, RestOf(c_, b));
    }
    for (size_t i = 0; i < c_.clips.size(); ++i) AddClip(i, first);
    if (scene_.meshes.empty()) return;
    Skin skin{.name = "skin", .skeleton = skeleton};
    for (size_t b = 0; b < c_.bones(); ++b) skin.joints.push_back(first + b);
    skin.inverse_bind_matrices = AddOffsets();
    scene_.skins.push_back(std::move(skin));
  }

  size_t AddOffsets() {
    std::vector<float> numbers;
    for (size_t b = 0; b < c_.bones(); ++b) {
      std::array<float, 16> m;
      std::copy_n(c_.bone_offsets[b].begin(), m.size(), m.begin());
      if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
        Report(losses_, kOffsetLoss, m3d::Section::kBoneOffsets, "bones", b,
               "offset", "a last column that is not 0 0 0 1");
        m[3] = m[7] = m[11] = 0;
        m[15] = 1;
      }
      // What mirrors z on both sides.
      for (const size_t i : {2, 6, 8, 9, 11, 14}) m[i] = 0 - m[i];
      numbers.insert(numbers.end(), m.begin(), m.end());
    }
    return scene_.AddAccessor(FloatAccessor(numbers, Shape::kMat4, false));
  }

  // ---- Clips ---------------------------------------------------------------

  std::string PathOf(size_t clip) const {
    return absl::StrFormat("clips[%d]", clip);
  }

  // A clip that begins before 0 is moved there.
  float ShiftOf(size_t index) {
    const Clip& clip = c_.clips[index];
    float first = 0;
    for (const float time : clip.times) first = std::min(first, time);
    if (first < 0) {
      const ByteRange bytes = index < places_.clip_names.size()
                                  ? places_.clip_names[index]
                                  : ByteRange{};
      ReportLoss(kTarget, bytes, PathOf(index),
                 absl::StrFormat("times before 0: the clip is moved from %s s "
                                 "to 0",
                                 FloatText(first)),
                 losses_);
    }
    return first;
  }

  // Whether its times cannot be said as floats from 0 on.
  bool IsTooLong(size_t index, float shift) {
    constexpr float kMost = std::numeric_limits<float>::max();
    float last = 0;
    for (const float time : c_.clips[index].times) last = std::max(last, time);
    if (last - shift < kMost) return false;
    const ByteRange bytes = index < places_.clip_names.size()
                                ? places_.clip_names[index]
                                : ByteRange{};
    ReportLoss(kTarget, bytes, PathOf(index),
               "a clip this long: it is left out", losses_);
    return true;
  }

  void AddClip(size_t index, size_t first_node) {
    const Clip& clip = c_.clips[index];
    const float shift = ShiftOf(index);
    if (IsTooLong(index, shift)) return;
    Animation animation{.name = std::string(clip.name)};
    if (animation.name.empty()) animation.name = absl::StrCat("clip", index);
    for (size_t b = 0; b < c_.bones(); ++b) {
      AddBone(index, b, shift, first_node + b, animation);
    }
    if (!animation.channels.empty()) {
      scene_.animations.push_back(std::move(animation));
    }
  }

  void AddBone(size_t index, size_t bone, float shift, size_t node,
               Animation& animation) {
    const Clip& clip = c_.clips[index];
    const auto [times, keys] = KeyframesOf(clip, bone, shift);
    CheckRotations(index, bone);
    if (times.empty()) {
      // A bone without keys is the identity.
      AddIdentity(node, animation);
      return;
    }
    std::vector<float> moves;
    std::vector<float> turns;
    std::vector<float> sizes;
    for (const uint64_t k : keys) {
      const auto move = Mirrored(clip.translations[k]);
      const auto turn = MirroredRotation(clip.rotations[k]);
      const auto size = Plain(clip.scales[k]);
      moves.insert(moves.end(), move.begin(), move.end());
      turns.insert(turns.end(), turn.begin(), turn.end());
      sizes.insert(sizes.end(), size.begin(), size.end());
    }
    const Node rest = scene_.nodes[node];
    // Always there, because it says how long the clip is.
    Put(node, Path::kTranslation, times, moves, Shape::kVec3, animation);
    Add(node, Path::kRotation, times, turns,
        rest.rotation.value_or(kNoRotation), animation);
    Add(node, Path::kScale, times, sizes, rest.scale.value_or(kNoScale),
        animation);
  }

  void AddIdentity(size_t node, Animation& animation) {
    const Node rest = scene_.nodes[node];
    const std::vector<float> times = {0};
    Put(node, Path::kTranslation, times, {0, 0, 0}, Shape::kVec3, animation);
    Add(node, Path::kRotation, times, {0, 0, 0, 1},
        rest.rotation.value_or(kNoRotation), animation);
    Add(node, Path::kScale, times, {1, 1, 1}, rest.scale.value_or(kNoScale),
        animation);
  }

  void CheckRotations(size_t index, size_t bone) {
    const Clip& clip = c_.clips[index];
    for (uint64_t k = clip.first_key[bone]; k < clip.first_key[bone + 1]; ++k) {
      const Float4& q = clip.rotations[k];
      if (std::abs(SquareOf(q) - 1) <= kUnitNoise) continue;
      const size_t place = index * c_.bones() + bone;
      const uint64_t at =
          place < places_.keyframes.size() ? places_.keyframes[place] : 0;
      losses_.Report(
          FindingCode::kConversionLoses, {at, 0},
          Scope{.id = kRotationLoss + 1 + place,
                .element = k - clip.first_key[bone]},
          [&](Description& d) {
            d.path =
                absl::StrFormat("%s.bones[%d].keys[%d].quat", PathOf(index),
                                bone, k - clip.first_key[bone]);
            return Arguments{
                std::string(kTarget),
                std::string("a quaternion that is not of unit length, which "
                            "stretches the bone")};
          });
    }
  }

  // The same, unless it says nothing that the node does not.
  template <size_t kCount>
  void Add(size_t node, Path path, const std::vector<float>& times,
           const std::vector<float>& values,
           const std::array<float, kCount>& rest, Animation& animation) {
    bool still = true;
    for (size_t i = 0; still && i < values.size(); ++i) {
      still = values[i] == rest[i % kCount];
    }
    if (still) return;
    Put(node, path, times, values, kCount == 4 ? Shape::kVec4 : Shape::kVec3,
        animation);
  }

  void Put(size_t node, Path path, const std::vector<float>& times,
           const std::vector<float>& values, Shape shape,
           Animation& animation) {
    if (FloatList list(times);
        !times_ || list != scene_.accessors[*times_].floats) {
      times_ = scene_.AddAccessor(
          FloatAccessor(std::move(list), Shape::kScalar, true));
    }
    animation.channels.push_back(
        {.node = node,
         .path = path,
         .interpolation = Interpolation::kLinear,
         .times = *times_,
         .values = scene_.AddAccessor(FloatAccessor(values, shape, false))});
  }

  Json About() const {
    JsonText json;
    json.Begin();
    json.Field("source", "m3d");
    json.Field("dialect", DialectName(c_.dialect));
    json.Field("handedness", HandednessName(handedness_));
    if (handedness_ == m3d::Handedness::kLeft) json.Field("mirrored", "z");
    json.End();
    return json.Take();
  }

  const Character& c_;
  const m3d::Handedness handedness_;
  const CharacterPlaces& places_;
  FindingSink& losses_;
  FindingSink& notes_;
  Scene scene_;
  // Accessor of the last channel's times, which the next one often has, too.
  std::optional<size_t> times_;
};

}  // namespace

double SquareOf(const Float4& q) {
  return double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z +
         double{q.w} * q.w;
}

std::array<float, 4> MirroredRotation(const Float4& q) {
  const double length = std::sqrt(SquareOf(q));
  if (!(length > 1e-20)) return {0, 0, 0, 1};
  return {static_cast<float>(-q.x / length), static_cast<float>(-q.y / length),
          static_cast<float>(q.z / length), static_cast<float>(q.w / length)};
}

Node RestOf(const Character& character, size_t bone) {
  Node node{.name = absl::StrCat("Bone", bone)};
  const Clip& clip = character.clips[0];
  const uint64_t key = clip.first_key[bone];
  if (key == clip.first_key[bone + 1]) {
    node.translation = {0, 0, 0};
    node.rotation = kNoRotation;
    node.scale = kNoScale;
    return node;
  }
  node.translation = Mirrored(clip.translations[key]);
  node.rotation = MirroredRotation(clip.rotations[key]);
  node.scale = Plain(clip.scales[key]);
  return node;
}

BoneKeyframes KeyframesOf(const Clip& clip, size_t bone, float shift) {
  BoneKeyframes keyframes;
  auto& [times, keys] = keyframes;
  const uint64_t end = clip.first_key[bone + 1];
  for (uint64_t k = clip.first_key[bone]; k < end; ++k) {
    float time = clip.times[k] - shift + 0.0f;
    if (!times.empty() && time <= times.back()) {
      const bool more = k + 1 < end && clip.times[k + 1] - shift <= time;
      if (more) continue;
      time =
          std::nextafter(times.back(), std::numeric_limits<float>::infinity());
    }
    times.push_back(time);
    keys.push_back(k);
  }
  return keyframes;
}

absl::StatusOr<Scene> SceneOfCharacter(Character character,
                                       m3d::Handedness handedness,
                                       const CharacterPlaces& places,
                                       FindingSink& losses,
                                       FindingSink& notes) {
  if (!IsFinite(character)) {
    return absl::InvalidArgumentError("a number is not finite");
  }
  // The builder mirrors it back.
  if (handedness == m3d::Handedness::kRight) m3d::MirrorZ(character);
  return Builder(character, handedness, places, losses, notes).Build();
}

}  // namespace clipguard::rescue::gltf
