// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/character_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "parser/m3d/character.h"
#include "base/json_text.h"

namespace clipguard::rescue::gltf {
namespace {

using m3d::Character;
using m3d::Float2;
using m3d::Float3;
using m3d::Float4;

constexpr float kShortest = 1e-20f;
// Weights of a vertex may be so far below 0 by rounding.
constexpr float kWeightNoise = 1e-5f;
constexpr size_t kShortIndices = 65535;

double LengthOf(double x, double y, double z) {
  return std::sqrt(x * x + y * y + z * z);
}

// Something at a right angle to a normal: its cross product with the axis that
// it is farthest from.
Float4 AcrossOf(const Float3& n) {
  if (std::abs(n.x) <= std::abs(n.y) && std::abs(n.x) <= std::abs(n.z)) {
    return LengthOf(0, n.z, n.y) > kShortest ? Float4{0, n.z, -n.y, 1}
                                             : Float4{1, 0, 0, 1};
  }
  return std::abs(n.y) <= std::abs(n.z) ? Float4{-n.z, 0, n.x, 1}
                                        : Float4{n.y, -n.x, 0, 1};
}

// ---- Materials --------------------------------------------------------------

Json ExtrasOf(const m3d::Material& material) {
  JsonText json;
  json.Begin();
  json.Field("type", material.type);
  json.Field("diffuseMap", material.diffuse_map);
  json.Field("normalMap", material.normal_map);
  json.FloatsField("diffuse", material.diffuse);
  if (const auto* look = std::get_if<m3d::D3D12Look>(&material.look)) {
    json.FloatsField("fresnel0", look->fresnel0);
    json.NumberField(look->says_shininess ? "shininess" : "roughness",
                     double{look->roughness});
  } else if (const auto* old = std::get_if<m3d::D3D11Look>(&material.look)) {
    json.FloatsField("ambient", old->ambient);
    json.FloatsField("specular", old->specular);
    json.NumberField("specPower", double{old->spec_power});
    json.FloatsField("reflectivity", old->reflectivity);
  } else if (const auto* d3d10 = std::get_if<m3d::D3D10Look>(&material.look)) {
    json.Field("specularMap", d3d10->specular_map);
    json.FloatsField("reflectivity", d3d10->reflectivity);
  }
  json.End();
  return json.Take();
}

// ---- Vertices ---------------------------------------------------------------

class MeshBuilder {
 public:
  MeshBuilder(const Character& character, bool skinned, SayLost lost,
              Scene& scene)
      : c_(character), skinned_(skinned), lost_(lost), scene_(scene) {}

  void Build() {
    for (size_t i = 0; i < c_.materials.size(); ++i) {
      scene_.materials.push_back(MaterialOf(c_.materials[i], i));
    }
    if (c_.triangles.empty() || c_.vertices.positions.empty()) return;
    AddVertices();
    Mesh mesh{.name = "character"};
    std::vector<bool> covered(c_.triangles.size());
    for (size_t i = 0; i < c_.subsets.size(); ++i) {
      AddSubset(c_.subsets[i], i, covered, mesh);
    }
    AddRest(covered, mesh);
    scene_.meshes.push_back(std::move(mesh));
  }

 private:
  void AddAttribute(std::string name, Accessor accessor) {
    accessor.use = BufferUse::kVertices;
    attributes_.emplace_back(std::move(name),
                             scene_.AddAccessor(std::move(accessor)));
  }

  void AddVertices() {
    std::vector<float> values;
    for (const Float3& p : c_.vertices.positions) {
      values.insert(values.end(), {p.x, p.y, -p.z});
    }
    AddAttribute("POSITION", FloatAccessor(values, Shape::kVec3, true));
    AddNormals();
    AddTangents();
    values.clear();
    for (const Float2& t : c_.vertices.tex_coords) {
      values.insert(values.end(), {t.x, t.y});
    }
    AddAttribute("TEXCOORD_0", FloatAccessor(values, Shape::kVec2, false));
    if (skinned_) AddWeights();
  }

  void AddNormals() {
    std::vector<float> values;
    for (size_t i = 0; i < c_.vertices.normals.size(); ++i) {
      const Float3& n = c_.vertices.normals[i];
      const std::optional<Float3> unit = UnitOf(n.x, n.y, n.z);
      if (!unit) {
        lost_(0, "vertices", i, "normal",
              "a normal without length: it points up");
        values.insert(values.end(), {0, 1, 0});
        continue;
      }
      values.insert(values.end(), {unit->x, unit->y, -unit->z});
    }
    AddAttribute("NORMAL", FloatAccessor(values, Shape::kVec3, false));
  }

  void AddTangents() {
    const auto& tangents = c_.vertices.tangents;
    const auto has_length = [](const Float4& t) {
      return UnitOf(t.x, t.y, t.z).has_value();
    };
    // A character without tangents.
    if (std::ranges::none_of(tangents, has_length)) return;
    std::vector<float> values;
    for (size_t i = 0; i < tangents.size(); ++i) {
      Float4 t = tangents[i];
      if (!has_length(t)) {
        lost_(1, "vertices", i, "tangent",
              "a tangent without length: another one stands in its place");
        t = AcrossOf(c_.vertices.normals[i]);
      }
      const Float3 unit = UnitOf(t.x, t.y, t.z).value_or(Float3{1, 0, 0});
      // The bitangent is a cross product, which a mirror turns.
      values.insert(values.end(),
                    {unit.x, unit.y, -unit.z, t.w < 0 ? 1.0f : -1.0f});
    }
    AddAttribute("TANGENT", FloatAccessor(values, Shape::kVec4, false));
  }

  // Weights as they are used: the fourth is what is left to 1.
  void AddWeights() {
    const size_t count = c_.vertices.blend_weights.size();
    std::vector<float> weights;
    Accessor joints{
        .type = ComponentType::kUint8, .shape = Shape::kVec4, .count = count};
    for (size_t i = 0; i < count; ++i) {
      const Float4& w = c_.vertices.blend_weights[i];
      std::array<float, 4> of = WeightsAsUsed(w);
      std::array<uint8_t, 4> bones = c_.vertices.blend_indices[i];
      if (HasWeightBelowZero(of)) {
        lost_(2, "vertices", i, "blendWeights",
              "a weight below 0, the fourth of which is 1 minus the others");
      }
      NormaliseWeights(of, bones);
      weights.insert(weights.end(), of.begin(), of.end());
      joints.bytes.insert(joints.bytes.end(), bones.begin(), bones.end());
    }
    AddAttribute("JOINTS_0", std::move(joints));
    AddAttribute("WEIGHTS_0", FloatAccessor(weights, Shape::kVec4, false));
  }

  // ---- Triangles -----------------------------------------------------------

  void AddPrimitive(const std::vector<uint32_t>& indices,
                    std::optional<size_t> material, Mesh& mesh) {
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
    mesh.primitives.push_back(
        {.attributes = attributes_,
         .indices = scene_.AddAccessor(std::move(accessor)),
         .material = material});
  }

  void Append(size_t triangle, std::vector<uint32_t>& indices) const {
    const std::array<uint32_t, 3>& t = c_.triangles[triangle];
    indices.insert(indices.end(), {t[0], t[2], t[1]});
  }

  void AddSubset(const m3d::Subset& subset, size_t index,
                 std::vector<bool>& covered, Mesh& mesh) {
    std::vector<uint32_t> indices;
    const size_t end = std::min<size_t>(
        c_.triangles.size(), size_t{subset.face_start} + subset.face_count);
    for (size_t i = subset.face_start; i < end; ++i) {
      covered[i] = true;
      Append(i, indices);
    }
    if (indices.empty()) return;
    std::optional<size_t> material;
    if (index < c_.materials.size()) material = index;
    AddPrimitive(indices, material, mesh);
  }

  // Triangles of no subset, which have no material.
  void AddRest(const std::vector<bool>& covered, Mesh& mesh) {
    std::vector<uint32_t> indices;
    for (size_t i = 0; i < covered.size(); ++i) {
      if (!covered[i]) Append(i, indices);
    }
    if (!indices.empty()) AddPrimitive(indices, std::nullopt, mesh);
  }

  const Character& c_;
  const bool skinned_;
  const SayLost lost_;
  Scene& scene_;
  std::vector<std::pair<std::string, size_t>> attributes_;
};

}  // namespace

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
  if (!(sum > kShortest)) {
    weights = {1, 0, 0, 0};
    sum = 1;
  }
  for (size_t i = 0; i < 4; ++i) {
    weights[i] = static_cast<float>(weights[i] / sum);
    if (weights[i] == 0) bones[i] = 0;
  }
}

std::array<float, 4> WeightsAsUsed(const Float4& w) {
  return {w.x, w.y, w.z, 1 - w.x - w.y - w.z};
}

bool HasWeightBelowZero(const std::array<float, 4>& weights) {
  return std::ranges::any_of(weights,
                             [](float x) { return x < -kWeightNoise; });
}

std::optional<Float3> UnitOf(float x, float y, float z) {
  const double length = LengthOf(x, y, z);
  if (!(length > kShortest)) return std::nullopt;
  return Float3{static_cast<float>(x / length), static_cast<float>(y / length),
                static_cast<float>(z / length)};
}

void AddCharacterMesh(const Character& character, bool skinned, SayLost lost,
                      Scene& scene) {
  MeshBuilder(character, skinned, lost, scene).Build();
}

}  // namespace clipguard::rescue::gltf
