// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/character_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/shown_character.h"
#include "base/json_text.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/field_names.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"

namespace clipguard::actions::gltf {
namespace {

using m3d::Character;
using m3d::Clip;
using m3d::Float3;
using m3d::Float4;

constexpr size_t kShortIndices = 65535;

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
std::array<float, 4> Mirrored(const Float4& q) {
  return {-q.x, -q.y, q.z, q.w};
}
// The bitangent is a cross product, which a mirror turns.
std::array<float, 4> MirroredTangent(const Float4& t) {
  return {t.x, t.y, -t.z, -t.w};
}

// What is made of each row, one after the other.
template <typename Row, typename Make>
std::vector<float> FloatsOf(std::span<const Row> rows, Make make) {
  std::vector<float> floats;
  for (const Row& row : rows) {
    const auto made = make(row);
    floats.insert(floats.end(), made.begin(), made.end());
  }
  return floats;
}

Json ExtrasOf(const m3d::Material& material) {
  JsonText json;
  json.Begin();
  json.Field("type", material.type);
  json.Field("diffuseMap", material.diffuse_map);
  json.Field("normalMap", material.normal_map);
  json.FloatsField("diffuse", material.diffuse);
  m3d::ForEachLookField(
      material, [&](std::string_view name, const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, float>) {
          json.NumberField(name, double{value});
        } else if constexpr (std::is_same_v<Value, std::string_view>) {
          json.Field(name, value);
        } else {
          json.FloatsField(name, value);
        }
      });
  json.End();
  return json.Take();
}

// The material as viewers show it; the numbers as they were are in the extras.
Material MaterialOf(const m3d::Material& material, size_t index) {
  Material result{.name = material.name.empty()
                              ? absl::StrCat("material", index)
                              : std::string(material.name)};
  for (size_t c = 0; c < 3; ++c) {
    result.base_color[c] = std::clamp(material.diffuse[c], 0.0f, 1.0f);
  }
  if (const auto* look = std::get_if<m3d::D3D12Look>(&material.look)) {
    const float rough = std::clamp(look->roughness, 0.0f, 1.0f);
    result.roughness = look->says_shininess ? 1 - rough : rough;
  }
  result.alpha_mask = material.alpha_clip;
  result.extras = ExtrasOf(material);
  return result;
}

class CharacterBuilder {
 public:
  // The character is left-handed, and as ShowOnly() left it; `handedness` is
  // what its file is.
  CharacterBuilder(const Character& character, m3d::Handedness handedness,
                   const std::vector<bool>& too_long)
      : c_(character), handedness_(handedness), too_long_(too_long) {}

  Scene Build() {
    scene_.name = "character";
    for (size_t i = 0; i < c_.materials.size(); ++i) {
      scene_.materials.push_back(MaterialOf(c_.materials[i], i));
    }
    Node node{.name = "character"};
    // Without clips nothing says where the bones are but their offsets: the
    // mesh is then as it was bound.
    const bool moves = c_.is_skinned() && !c_.clips.empty();
    if (!c_.triangles.empty()) {
      AddMesh();
      node.mesh = 0;
      if (moves) node.skin = 0;
    }
    scene_.roots.push_back(scene_.AddNode(std::move(node)));
    if (moves) AddSkeleton();
    scene_.about = About();
    return std::move(scene_);
  }

 private:
  // ---- The mesh ------------------------------------------------------------

  template <typename Row, typename Make>
  void AddAttribute(std::string name, const m3d::Array<Row>& rows, Shape shape,
                    Make make) {
    AddAttribute(std::move(name),
                 FloatAccessor(FloatsOf(std::span<const Row>(rows), make),
                               shape, /*bounds=*/attributes_.empty()));
  }

  void AddAttribute(std::string name, Accessor accessor) {
    accessor.use = BufferUse::kVertices;
    attributes_.emplace_back(std::move(name),
                             scene_.AddAccessor(std::move(accessor)));
  }

  void AddMesh() {
    const m3d::Vertices& v = c_.vertices;
    const auto mirrored = [](const auto& row) { return Mirrored(row); };
    const auto plain = [](const auto& row) { return m3d::RealsOf(row); };
    // glTF demands the bounds of positions, which come first.
    AddAttribute("POSITION", v.positions, Shape::kVec3, mirrored);
    AddAttribute("NORMAL", v.normals, Shape::kVec3, mirrored);
    if (std::ranges::any_of(v.tangents,
                            [](const Float4& t) { return t != Float4(); })) {
      AddAttribute("TANGENT", v.tangents, Shape::kVec4, MirroredTangent);
    }
    AddAttribute("TEXCOORD_0", v.tex_coords, Shape::kVec2, plain);
    if (!v.blend_weights.empty()) {
      Accessor joints{.type = ComponentType::kUint8,
                      .shape = Shape::kVec4,
                      .count = v.blend_indices.size()};
      for (const std::array<uint8_t, 4>& bones : v.blend_indices) {
        joints.bytes.insert(joints.bytes.end(), bones.begin(), bones.end());
      }
      AddAttribute("JOINTS_0", std::move(joints));
      AddAttribute("WEIGHTS_0", v.blend_weights, Shape::kVec4, plain);
    }
    Mesh mesh{.name = "character"};
    for (const m3d::Subset& subset : c_.subsets) {
      mesh.primitives.push_back(PrimitiveOf(subset));
    }
    scene_.meshes.push_back(std::move(mesh));
  }

  // Triangles are turned.
  Primitive PrimitiveOf(const m3d::Subset& subset) {
    std::vector<uint32_t> indices;
    for (size_t i = 0; i < subset.face_count; ++i) {
      const auto& t = c_.triangles[subset.face_start + i];
      indices.insert(indices.end(), {t[0], t[2], t[1]});
    }
    Accessor accessor{.use = BufferUse::kIndices, .count = indices.size()};
    if (c_.vertices.positions.size() <= kShortIndices) {
      accessor.type = ComponentType::kUint16;
      for (const uint32_t index : indices) {
        accessor.bytes.push_back(static_cast<uint8_t>(index & 0xFF));
        accessor.bytes.push_back(static_cast<uint8_t>(index >> 8));
      }
    } else {
      accessor.type = ComponentType::kUint32;
      accessor.bytes.resize(indices.size() * sizeof(uint32_t));
      std::memcpy(accessor.bytes.data(), indices.data(), accessor.bytes.size());
    }
    Primitive primitive{.attributes = attributes_,
                        .indices = scene_.AddAccessor(std::move(accessor))};
    if (subset.id != kNoMaterial) primitive.material = subset.id;
    return primitive;
  }

  // ---- Bones ---------------------------------------------------------------

  void AddSkeleton() {
    const size_t skeleton = scene_.AddNode({.name = "skeleton"});
    scene_.roots.push_back(skeleton);
    const size_t first = scene_.nodes.size();
    for (size_t b = 0; b < c_.bones(); ++b) {
      const int32_t parent = c_.parents[b];
      const size_t above =
          parent < 0 ? skeleton : first + static_cast<size_t>(parent);
      scene_.AddChild(above, RestOf(b));
    }
    for (size_t i = 0; i < c_.clips.size(); ++i) {
      if (!too_long_[i]) AddClip(i, first);
    }
    if (scene_.meshes.empty()) return;
    Skin skin{.name = "skin", .skeleton = skeleton};
    for (size_t b = 0; b < c_.bones(); ++b) skin.joints.push_back(first + b);
    skin.inverse_bind_matrices = AddOffsets();
    scene_.skins.push_back(std::move(skin));
  }

  // A bone as the first clip has it first: where viewers show it without an
  // animation.
  Node RestOf(size_t bone) const {
    const Clip& clip = c_.clips[0];
    const uint64_t key = clip.first_key[bone];
    const Float3& scale = clip.scales[key];
    return {.name = absl::StrCat("Bone", bone),
            .translation = Mirrored(clip.translations[key]),
            .rotation = Mirrored(clip.rotations[key]),
            .scale = std::array{scale.x, scale.y, scale.z}};
  }

  size_t AddOffsets() {
    std::vector<float> numbers;
    for (const m3d::Matrix& offset : c_.bone_offsets) {
      std::array<float, 16> m;
      std::copy_n(offset.begin(), m.size(), m.begin());
      // What mirrors z on both sides.
      for (const size_t i : {2, 6, 8, 9, 11, 14}) m[i] = 0 - m[i];
      numbers.insert(numbers.end(), m.begin(), m.end());
    }
    return scene_.AddAccessor(FloatAccessor(numbers, Shape::kMat4, false));
  }

  // ---- Clips ---------------------------------------------------------------

  void AddClip(size_t index, size_t first_node) {
    const Clip& clip = c_.clips[index];
    Animation animation{.name = clip.name.empty() ? absl::StrCat("clip", index)
                                                  : std::string(clip.name)};
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      AddBone(clip, bone, first_node + bone, animation);
    }
    scene_.animations.push_back(std::move(animation));
  }

  void AddBone(const Clip& clip, size_t bone, size_t node,
               Animation& animation) {
    const size_t first = clip.first_key[bone];
    const size_t count = clip.first_key[bone + 1] - first;
    const std::span times = std::span(clip.times).subspan(first, count);
    const auto mirrored = [](const auto& row) { return Mirrored(row); };
    const auto of = [&](const auto& rows, auto make) {
      return FloatsOf(std::span(rows).subspan(first, count), make);
    };
    // Always there, because it says how long the clip is.
    Put(node, Path::kTranslation, times, of(clip.translations, mirrored),
        animation);
    const Node& rest = scene_.nodes[node];
    if (rest.rotation) {
      Add(node, Path::kRotation, times, of(clip.rotations, mirrored),
          *rest.rotation, animation);
    }
    if (rest.scale) {
      Add(node, Path::kScale, times,
          of(clip.scales, [](const Float3& v) { return m3d::RealsOf(v); }),
          *rest.scale, animation);
    }
  }

  // The same, unless it says nothing that the node does not.
  template <size_t kCount>
  void Add(size_t node, Path path, std::span<const float> times,
           const std::vector<float>& values,
           const std::array<float, kCount>& rest, Animation& animation) {
    bool still = true;
    for (size_t i = 0; still && i < values.size(); ++i) {
      still = values[i] == rest[i % kCount];
    }
    if (still) return;
    Put(node, path, times, values, animation);
  }

  void Put(size_t node, Path path, std::span<const float> times,
           std::span<const float> values, Animation& animation) {
    scene_.AddChannel({.node = node, .path = path}, FloatList(times),
                      FloatList(values), animation);
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
  const std::vector<bool>& too_long_;
  Scene scene_;
  std::vector<std::pair<std::string, size_t>> attributes_;
};

}  // namespace

absl::StatusOr<Scene> SceneOfCharacter(Character character,
                                       m3d::Handedness handedness,
                                       const m3d::CharacterPlaces& places,
                                       FindingSink& losses,
                                       FindingSink& notes) {
  if (!IsFinite(character)) {
    return absl::InvalidArgumentError("a number is not finite");
  }
  // The builder mirrors it back.
  if (handedness == m3d::Handedness::kRight) m3d::MirrorZ(character);
  const LossReport report{places, losses, notes};
  const std::vector<bool> too_long = ShowOnly(character, report);
  return CharacterBuilder(character, handedness, too_long).Build();
}

}  // namespace clipguard::actions::gltf
