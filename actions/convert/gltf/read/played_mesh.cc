// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/played_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/shown_character.h"
#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"
#include "parser/m3d/character.h"

namespace clipguard::actions::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;

constexpr int64_t kTriangles = 4;
constexpr size_t kMostBones = 256;  // a vertex has them as bytes
constexpr size_t kMostBeyond = 1000;
// With its name.
constexpr uint64_t kBytesPerMaterial =
    sizeof(m3d::Material) + sizeof(std::string);

// In the order of kAttributeNames.
enum Attribute : uint8_t {
  kPosition,
  kNormal,
  kTangent,
  kTexCoord,
  kJoints,
  kWeights,
  kAttributes
};
constexpr std::array<std::string_view, kAttributes> kAttributeNames = {
    "POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"};
constexpr std::array<Shape, kAttributes> kAttributeShapes = {
    Shape::kVec3, Shape::kVec3, Shape::kVec4,
    Shape::kVec2, Shape::kVec4, Shape::kVec4};

class MeshReader {
 public:
  MeshReader(const std::vector<size_t>& bones, GltfReader& scene,
             PlayedCharacter& played)
      : bones_(bones),
        scene_(scene),
        in_(scene.in()),
        c_(played.character),
        played_(played) {}

  void Read(const PlayedNode& shown) {
    const std::vector<JsonNode> materials = scene_.ListAtRoot("materials");
    if (!scene_.Spend(materials.size() * kBytesPerMaterial)) return;
    c_.materials.reserve(materials.size());
    for (size_t i = 0; i < materials.size() && in_.ok(); ++i) {
      ReadMaterial(materials[i], i);
    }
    const std::vector<JsonNode> meshes = scene_.ListAtRoot("meshes");
    c_.bone_offsets.assign(c_.bones(), m3d::Matrix());
    for (m3d::Matrix& offset : c_.bone_offsets) {
      std::fill(offset.begin(), offset.end(), 0.0F);
    }
    if (!shown.mesh || !in_.ok()) return;
    if (*shown.mesh >= meshes.size()) {
      in_.Refuse("its JSON refers to something that is not there");
      return;
    }
    if (shown.skin) ReadSkin(*shown.skin);
    const JsonNode mesh = meshes[*shown.mesh];
    scene_.DemandNoExtensions(mesh);
    if (in_.OptionalMember(mesh, "weights")) {
      in_.Refuse("its mesh has morph targets");
    }
    for (const JsonNode primitive :
         in_.Elements(in_.Member(mesh, "primitives"))) {
      if (!in_.ok()) return;
      ReadPrimitive(primitive);
    }
    if (!shown.skin && !c_.vertices.blend_weights.empty()) {
      c_.vertices.blend_weights.clear();
      c_.vertices.blend_indices.clear();
      Add("bones", "nodes.character.skin", "no skin moves the mesh");
    }
  }

 private:
  void Add(std::string_view subject, std::string path, std::string text) {
    if (played_.beyond.size() == kMostBeyond) {
      ++played_.beyond_more;
      return;
    }
    played_.beyond.push_back({subject, std::move(path), std::move(text)});
  }

  // The text of a value, if it is short.
  std::string TextOf(JsonNode node) const {
    switch (scene_.json().kind(node)) {
      case forge::JsonKind::kArray:
        return "[...]";
      case forge::JsonKind::kObject:
        return "{...}";
      default:
        return std::string(scene_.json().source(node).substr(0, 100));
    }
  }

  // The reader takes "NaN", too, which is no number of glTF.
  float Finite(float number) {
    if (std::isfinite(number)) return number;
    in_.Refuse("a number of its materials is not finite");
    return 0;
  }

  float NumberOr(std::optional<JsonNode> node, float otherwise) {
    return node ? Finite(in_.Float(*node)) : otherwise;
  }

  // ---- Materials -----------------------------------------------------------

  void ReadMaterial(JsonNode node, size_t index) {
    m3d::Material material;
    const auto name = in_.OptionalMember(node, "name");
    material.name =
        played_.names.emplace_back(name ? std::string(in_.Name(*name)) : "");
    const auto path = [&](std::string_view field) {
      return absl::StrFormat("materials[%d].%s", index, std::string(field));
    };
    m3d::D3D12Look look = {.roughness = 1};
    std::array<float, 4> color = {1, 1, 1, 1};
    float metallic = 1;
    const auto pbr = in_.OptionalMember(node, "pbrMetallicRoughness");
    if (pbr) {
      if (const auto base = in_.OptionalMember(*pbr, "baseColorFactor")) {
        const std::vector<float> numbers = in_.Floats(*base);
        if (numbers.size() == color.size()) {
          std::ranges::transform(numbers, color.begin(),
                                 [&](float x) { return Finite(x); });
        } else {
          in_.Refuse("a colour has not four numbers");
        }
      }
      metallic = NumberOr(in_.OptionalMember(*pbr, "metallicFactor"), 1);
      look.roughness = NumberOr(in_.OptionalMember(*pbr, "roughnessFactor"), 1);
      AddOthers(*pbr,
                {"baseColorFactor", "baseColorTexture", "metallicFactor",
                 "roughnessFactor"},
                path);
    }
    std::copy_n(color.begin(), 3, material.diffuse.begin());
    material.look = look;
    if (color[3] != 1) {
      Add("material", path("baseColorFactor[3]"), absl::StrCat(color[3]));
    }
    if (metallic != 0) {
      Add("material", path("metallicFactor"), absl::StrCat(metallic));
    }
    if (const auto mode = in_.OptionalMember(node, "alphaMode")) {
      const std::string_view kind = in_.Name(*mode);
      material.alpha_clip = kind == "MASK";
      if (kind == "BLEND") Add("material", path("alphaMode"), "BLEND");
    }
    if (const auto sides = in_.OptionalMember(node, "doubleSided");
        sides && in_.Bool(*sides)) {
      Add("material", path("doubleSided"), "true");
    }
    AddOthers(node,
              {"name", "pbrMetallicRoughness", "normalTexture", "alphaMode",
               "doubleSided", "extras"},
              path);
    c_.materials.push_back(material);
  }

  // Members that clipguard does not write. Textures are not compared. REQUIRES:
  // if there is no fault, an object.
  template <typename PathOf>
  void AddOthers(JsonNode object, std::initializer_list<std::string_view> known,
                 PathOf path) {
    if (!in_.ok()) return;
    for (const JsonDocument::Member& member : scene_.json().Members(object)) {
      const std::string_view key = scene_.json().string(member.key);
      if (std::ranges::find(known, key) != known.end()) continue;
      Add("material", path(key.substr(0, 100)), TextOf(member.value));
    }
  }

  // ---- The skin ------------------------------------------------------------

  void ReadSkin(size_t index) {
    const std::vector<JsonNode> skins = scene_.ListAtRoot("skins");
    if (index >= skins.size()) {
      in_.Refuse("its JSON refers to something that is not there");
      return;
    }
    scene_.DemandNoExtensions(skins[index]);
    std::vector<bool> has_matrix(c_.bones());
    for (const JsonNode joint :
         in_.Elements(in_.Member(skins[index], "joints"))) {
      const size_t node = in_.Index(joint, bones_.size());
      if (!in_.ok()) return;
      if (bones_[node] == PlayedNode::kNone || bones_[node] >= kMostBones) {
        in_.Refuse(
            absl::StrFormat("its skin has the joint %s, which is no bone",
                            scene_.nodes()[node].name));
        return;
      }
      if (has_matrix[bones_[node]]) {
        in_.Refuse(absl::StrFormat("its skin has the joint %s twice",
                                   scene_.nodes()[node].name));
        return;
      }
      has_matrix[bones_[node]] = true;
      joints_.push_back(bones_[node]);
    }
    ReadOffsets(skins[index]);
    for (size_t bone = 0; bone < c_.bones() && in_.ok(); ++bone) {
      if (has_matrix[bone]) continue;
      Add("bone", absl::StrFormat("skins[%d].joints", index),
          absl::StrFormat("Bone%d is no joint of it",
                          played_.bone_numbers[bone]));
    }
  }

  void ReadOffsets(JsonNode skin) {
    const auto reference = in_.OptionalMember(skin, "inverseBindMatrices");
    if (!in_.ok()) return;
    PackedSpan<float> numbers;
    if (reference) {
      const Numbers& matrices = scene_.ReadNumbers(*reference);
      if (!in_.ok()) return;
      if (matrices.shape != Shape::kMat4 || matrices.count < joints_.size() ||
          !Floats(matrices, numbers)) {
        in_.Refuse("its inverse bind matrices are not one for each joint");
        return;
      }
    }
    for (size_t j = 0; j < joints_.size(); ++j) {
      std::array<float, 16> m = {1, 0, 0, 0, 0, 1, 0, 0,
                                 0, 0, 1, 0, 0, 0, 0, 1};
      for (size_t i = 0; reference && i < m.size(); ++i) {
        m[i] = numbers[16 * j + i] + 0.0F;
      }
      // What mirrors z on both sides.
      for (const size_t i : {2, 6, 8, 9, 11, 14}) m[i] = 0 - m[i];
      std::copy(m.begin(), m.end(), c_.bone_offsets[joints_[j]].begin());
    }
  }

  // ---- Vertices ------------------------------------------------------------

  // All finite; a fault otherwise.
  bool Floats(const Numbers& numbers, PackedSpan<float>& floats) {
    ByteCursor bytes(numbers.bytes);
    if (numbers.type != ComponentType::kFloat ||
        !bytes.ReadPacked(uint64_t{numbers.count} * numbers.components,
                          &floats)) {
      in_.Refuse("an accessor of vertices has another type");
      return false;
    }
    for (size_t i = 0; i < floats.size(); ++i) {
      if (std::isfinite(floats[i])) continue;
      in_.Refuse("a number of its mesh is not finite");
      return false;
    }
    return true;
  }

  void ReadPrimitive(JsonNode primitive) {
    scene_.DemandNoExtensions(primitive);
    const auto mode = in_.OptionalMember(primitive, "mode");
    if (mode && in_.Int(*mode, 0, kTriangles + 2) != kTriangles) {
      in_.Refuse("a primitive is not made of triangles");
    }
    if (in_.OptionalMember(primitive, "targets")) {
      in_.Refuse("its mesh has morph targets");
    }
    ReadAttributes(in_.Member(primitive, "attributes"));
    const auto indices = in_.OptionalMember(primitive, "indices");
    if (!indices) in_.Refuse("a primitive has no indices");
    const auto material = in_.OptionalMember(primitive, "material");
    const uint32_t number =
        material
            ? static_cast<uint32_t>(in_.Index(*material, c_.materials.size()))
            : kNoMaterial;
    if (!in_.ok() || !indices) return;
    const size_t first = c_.triangles.size();
    ReadTriangles(scene_.ReadNumbers(*indices));
    c_.subsets.push_back(
        {.id = number,
         .face_start = static_cast<uint32_t>(first),
         .face_count = static_cast<uint32_t>(c_.triangles.size() - first)});
  }

  // Each primitive has the same; they are read once.
  void ReadAttributes(JsonNode attributes) {
    std::array<std::optional<size_t>, kAttributes> references;
    std::array<JsonNode, kAttributes> nodes = {};
    size_t known = 0;
    for (size_t i = 0; i < kAttributes; ++i) {
      const auto member = in_.OptionalMember(attributes, kAttributeNames[i]);
      if (!member) continue;
      ++known;
      nodes[i] = *member;
      references[i] = in_.Index(*member, SIZE_MAX);
    }
    if (!in_.ok()) return;
    size_t all = 0;
    for (const JsonDocument::Member& member :
         scene_.json().Members(attributes)) {
      static_cast<void>(member);
      ++all;
    }
    if (all != known) in_.Refuse("its vertices have unknown attributes");
    if (!c_.subsets.empty()) {
      if (references != references_) {
        in_.Refuse("its primitives have different vertices");
      }
      return;
    }
    references_ = references;
    if (!references[kPosition]) in_.Refuse("its vertices have no POSITION");
    ReadVertices(nodes);
  }

  void ReadVertices(const std::array<JsonNode, kAttributes>& nodes) {
    std::array<PackedSpan<float>, kAttributes> floats;
    PackedSpan<uint8_t> bones;
    size_t count = 0;
    for (size_t i = 0; i < kAttributes && in_.ok(); ++i) {
      if (!references_[i]) continue;
      const Numbers& numbers = scene_.ReadNumbers(nodes[i]);
      if (!in_.ok()) return;
      if (i == kPosition) count = numbers.count;
      if (numbers.shape != kAttributeShapes[i] || numbers.count != count) {
        in_.Refuse("an accessor of vertices has another type or length");
      } else if (i == kJoints) {
        ByteCursor bytes(numbers.bytes);
        if (numbers.type != ComponentType::kUint8 ||
            !bytes.ReadPacked(numbers.bytes.size(), &bones)) {
          in_.Refuse("an accessor of vertices has another type");
        }
      } else {
        Floats(numbers, floats[i]);
      }
    }
    if (references_[kJoints].has_value() != references_[kWeights].has_value()) {
      in_.Refuse("its vertices have weights without bones, or bones without");
    }
    if (in_.ok()) MakeVertices(count, floats, bones);
  }

  void MakeVertices(size_t count,
                    const std::array<PackedSpan<float>, kAttributes>& floats,
                    const PackedSpan<uint8_t>& bones) {
    const auto value = [&](Attribute attribute, size_t i, size_t c,
                           size_t components) {
      const PackedSpan<float>& all = floats[attribute];
      return all.empty() ? 0.0F : all[i * components + c] + 0.0F;
    };
    m3d::Vertices& v = c_.vertices;
    for (size_t i = 0; i < count; ++i) {
      const auto vector = [&](Attribute attribute, size_t components) {
        return m3d::Float3{value(attribute, i, 0, components),
                           value(attribute, i, 1, components),
                           0 - value(attribute, i, 2, components)};
      };
      v.positions.push_back(vector(kPosition, 3));
      v.normals.push_back(vector(kNormal, 3));
      // The bitangent is a cross product, which a mirror turns.
      const m3d::Float3 t = vector(kTangent, 4);
      v.tangents.push_back({t.x, t.y, t.z, 0 - value(kTangent, i, 3, 4)});
      v.tex_coords.push_back(
          {value(kTexCoord, i, 0, 2), value(kTexCoord, i, 1, 2)});
      if (!references_[kJoints]) continue;
      std::array<float, 4> weights;
      std::array<uint8_t, 4> of_bones = {};
      for (size_t k = 0; k < 4; ++k) {
        weights[k] = value(kWeights, i, k, 4);
        const size_t joint = bones[4 * i + k];
        if (joint < joints_.size()) {
          of_bones[k] = static_cast<uint8_t>(joints_[joint]);
        } else if (weights[k] != 0 && !joints_.empty()) {
          in_.Refuse("a vertex hangs on a joint that its skin does not have");
          return;
        }
      }
      v.blend_weights.push_back(
          {weights[0], weights[1], weights[2], weights[3]});
      v.blend_indices.push_back(of_bones);
    }
  }

  // ---- Triangles -----------------------------------------------------------

  void ReadTriangles(const Numbers& numbers) {
    if (!in_.ok()) return;
    if (numbers.type == ComponentType::kUint16) {
      AddTriangles<uint16_t>(numbers);
    } else if (numbers.type == ComponentType::kUint32) {
      AddTriangles<uint32_t>(numbers);
    } else {
      in_.Refuse("an accessor of indices has another type");
    }
  }

  template <typename Index>
  void AddTriangles(const Numbers& numbers) {
    PackedSpan<Index> indices;
    ByteCursor bytes(numbers.bytes);
    if (numbers.shape != Shape::kScalar || numbers.count % 3 != 0 ||
        !bytes.ReadPacked(numbers.count, &indices)) {
      in_.Refuse("an accessor of indices has another type or length");
      return;
    }
    if (!scene_.Spend(uint64_t{numbers.count} * sizeof(uint32_t))) return;
    for (size_t i = 0; i < indices.size(); i += 3) {
      const std::array<uint32_t, 3> t = {indices[i], indices[i + 2],
                                         indices[i + 1]};
      if (std::ranges::max(t) >= c_.vertices.positions.size()) {
        in_.Refuse("a triangle has a vertex that is not there");
        return;
      }
      c_.triangles.push_back(t);
    }
  }

  const std::vector<size_t>& bones_;
  GltfReader& scene_;
  ModelJsonReader& in_;
  m3d::Character& c_;
  PlayedCharacter& played_;
  std::vector<size_t> joints_;  // bones
  std::array<std::optional<size_t>, kAttributes> references_;
};

}  // namespace

void ReadMesh(const PlayedNode& shown, const std::vector<size_t>& bones,
              GltfReader& scene, PlayedCharacter& played) {
  MeshReader(bones, scene, played).Read(shown);
}

}  // namespace clipguard::actions::gltf
