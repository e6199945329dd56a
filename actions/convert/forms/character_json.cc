// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/forms/character_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/forms/model_json.h"
#include "parser/forge/json/json_document.h"
#include "parser/m3d/format.h"

namespace clipguard::actions {
namespace {

using forge::JsonDocument;
using forge::JsonNode;
using m3d::Character;
using m3d::Clip;
using m3d::D3D10Look;
using m3d::D3D11Look;
using m3d::D3D12Look;
using m3d::Material;

constexpr int64_t kMostIndex = std::numeric_limits<uint32_t>::max();
constexpr int64_t kMostParent = std::numeric_limits<int32_t>::max();
constexpr std::array<std::string_view, 2> kRootKeys = {"clipguard",
                                                       kCharacterKind};
constexpr std::array<std::string_view, 13> kCharacterKeys = {
    "dialect",     "materials", "subsets",      "positions",    "tangents",
    "normals",     "texCoords", "blendWeights", "blendIndices", "triangles",
    "boneOffsets", "parents",   "clips"};
constexpr std::array<std::string_view, 6> kMaterialKeys = {
    "name", "diffuse", "alphaClip", "type", "diffuseMap", "normalMap"};
constexpr std::array<std::string_view, 6> kClipKeys = {
    "name", "firstKeys", "times", "translations", "scales", "rotations"};
constexpr std::array kDialects = {m3d::Dialect::kD3D12, m3d::Dialect::kD3D11,
                                  m3d::Dialect::kDashed, m3d::Dialect::kD3D10};

// Numbers of a vector, however they are kept.
std::array<float, 2> Numbers(const m3d::Float2& v) { return {v.x, v.y}; }
std::array<float, 3> Numbers(const m3d::Float3& v) { return {v.x, v.y, v.z}; }
std::array<float, 4> Numbers(const m3d::Float4& v) {
  return {v.x, v.y, v.z, v.w};
}
m3d::Matrix Numbers(const m3d::Matrix& m) { return m; }
std::array<float, 1> Numbers(float number) { return {number}; }

void Assign(std::span<const float> from, m3d::Float2& v) {
  v = {from[0], from[1]};
}
void Assign(std::span<const float> from, m3d::Float3& v) {
  v = {from[0], from[1], from[2]};
}
void Assign(std::span<const float> from, m3d::Float4& v) {
  v = {from[0], from[1], from[2], from[3]};
}
void Assign(std::span<const float> from, m3d::Matrix& m) {
  std::ranges::copy(from, m.begin());
}
void Assign(std::span<const float> from, float& number) { number = from[0]; }

template <typename T>
void WriteArray(std::string_view key, const m3d::Array<T>& array,
                ModelJsonWriter& json) {
  json.Key(key);
  json.Begin('[');
  for (const T& element : array) {
    for (const float number : Numbers(element)) json.Float(number);
  }
  json.End(']');
}

template <typename List>
void WriteIndices(std::string_view key, const List& list,
                  ModelJsonWriter& json) {
  json.Key(key);
  json.Begin('[');
  for (const auto& element : list) {
    for (const auto index : element) json.Int(index);
  }
  json.End(']');
}

void WriteMaterial(const Material& material, ModelJsonWriter& json) {
  json.Begin('{');
  const auto name = [&](std::string_view key, std::string_view value) {
    json.Key(key);
    json.Name(value);
  };
  const auto number = [&](std::string_view key, float value) {
    json.Key(key);
    json.Float(value);
  };
  name("name", material.name);
  json.Floats("diffuse", material.diffuse);
  json.Key("alphaClip");
  json.Bool(material.alpha_clip);
  name("type", material.type);
  name("diffuseMap", material.diffuse_map);
  name("normalMap", material.normal_map);
  if (const auto* look = std::get_if<D3D12Look>(&material.look)) {
    json.Floats("fresnel0", look->fresnel0);
    number(look->says_shininess ? "shininess" : "roughness", look->roughness);
  } else if (const auto* d3d11 = std::get_if<D3D11Look>(&material.look)) {
    json.Floats("ambient", d3d11->ambient);
    json.Floats("specular", d3d11->specular);
    number("specPower", d3d11->spec_power);
    json.Floats("reflectivity", d3d11->reflectivity);
  } else if (const auto* d3d10 = std::get_if<D3D10Look>(&material.look)) {
    name("specularMap", d3d10->specular_map);
    json.Floats("reflectivity", d3d10->reflectivity);
  }
  json.End('}');
}

void WriteClip(const Clip& clip, ModelJsonWriter& json) {
  json.Begin('{');
  json.Key("name");
  json.Name(clip.name);
  json.Key("firstKeys");
  json.Begin('[');
  for (const uint64_t first : clip.first_key) {
    json.Int(static_cast<int64_t>(first));
  }
  json.End(']');
  WriteArray("times", clip.times, json);
  WriteArray("translations", clip.translations, json);
  WriteArray("scales", clip.scales, json);
  WriteArray("rotations", clip.rotations, json);
  json.End('}');
}

void WriteMesh(const Character& c, ModelJsonWriter& json) {
  json.Key("subsets");
  json.Begin('[');
  for (const m3d::Subset& s : c.subsets) {
    for (const uint32_t number :
         {s.id, s.vertex_start, s.vertex_count, s.face_start, s.face_count}) {
      json.Int(number);
    }
  }
  json.End(']');
  WriteArray("positions", c.vertices.positions, json);
  WriteArray("tangents", c.vertices.tangents, json);
  WriteArray("normals", c.vertices.normals, json);
  WriteArray("texCoords", c.vertices.tex_coords, json);
  WriteArray("blendWeights", c.vertices.blend_weights, json);
  WriteIndices("blendIndices", c.vertices.blend_indices, json);
  WriteIndices("triangles", c.triangles, json);
}

class Reader {
 public:
  Reader(const JsonDocument& json, ModelJsonReader& in, absl::Status& status)
      : json_(json), in_(in), status_(status) {}

  bool ok() const { return in_.ok() && status_.ok(); }

  // A flat list of numbers, so many for an element.
  template <typename T>
  void Array(JsonNode object, std::string_view key, size_t width,
             m3d::Array<T>& array) {
    const JsonNode list = in_.Member(object, key);
    array.resize(in_.Count(list) / width);
    std::array<float, 16> numbers;
    size_t count = 0;
    Each(list, [&](JsonNode node) {
      numbers[count++ % width] = in_.Float(node);
      if (count % width == 0) {
        Assign(std::span(numbers).first(width), array[count / width - 1]);
      }
    });
    Fits(key, count, width);
  }

  // The same of whole numbers, of which take() gets one after the other.
  template <typename Take>
  void Ints(JsonNode object, std::string_view key, size_t width, int64_t least,
            int64_t most, Take take) {
    size_t count = 0;
    Each(in_.Member(object, key), [&](JsonNode node) {
      take(in_.Int(node, least, most));
      ++count;
    });
    Fits(key, count, width);
  }

  template <typename T, size_t N, typename List>
  void Indices(JsonNode object, std::string_view key, int64_t most,
               List& list) {
    list.resize(in_.Count(in_.Member(object, key)) / N);
    size_t i = 0;
    Ints(object, key, N, 0, most, [&](int64_t number) {
      if (i < list.size() * N) list[i / N][i % N] = static_cast<T>(number);
      ++i;
    });
  }

  std::array<float, 3> Color(JsonNode object, std::string_view key) {
    const std::vector<float> numbers = in_.Floats(in_.Member(object, key));
    if (in_.ok() && numbers.size() != 3) {
      Fail(absl::StrFormat("%s: three numbers are expected", key));
    }
    if (!ok()) return {};
    return {numbers[0], numbers[1], numbers[2]};
  }

  Material ReadMaterial(JsonNode node, m3d::Dialect dialect) {
    Material material;
    std::vector<std::string_view> keys(kMaterialKeys.begin(),
                                       kMaterialKeys.end());
    const auto name = [&](std::string_view key) {
      return in_.Name(in_.Member(node, key));
    };
    material.name = name("name");
    if (dialect != m3d::Dialect::kD3D12 && !material.name.empty()) {
      Fail(absl::StrFormat("name: materials of the %s dialect have none",
                           m3d::DialectName(dialect)));
    }
    material.diffuse = Color(node, "diffuse");
    material.alpha_clip = in_.Bool(in_.Member(node, "alphaClip"));
    material.type = name("type");
    material.diffuse_map = name("diffuseMap");
    material.normal_map = name("normalMap");
    if (dialect == m3d::Dialect::kD3D12) {
      D3D12Look look;
      look.fresnel0 = Color(node, "fresnel0");
      const auto shininess = in_.OptionalMember(node, "shininess");
      look.says_shininess = shininess.has_value();
      keys.insert(keys.end(),
                  {"fresnel0", shininess ? "shininess" : "roughness"});
      look.roughness =
          in_.Float(shininess ? *shininess : in_.Member(node, "roughness"));
      material.look = look;
    } else if (dialect == m3d::Dialect::kD3D10) {
      D3D10Look look;
      look.specular_map = name("specularMap");
      look.reflectivity = Color(node, "reflectivity");
      material.look = look;
      keys.insert(keys.end(), {"specularMap", "reflectivity"});
    } else {
      D3D11Look look;
      look.ambient = Color(node, "ambient");
      look.specular = Color(node, "specular");
      look.spec_power = in_.Float(in_.Member(node, "specPower"));
      look.reflectivity = Color(node, "reflectivity");
      material.look = look;
      keys.insert(keys.end(),
                  {"ambient", "specular", "specPower", "reflectivity"});
    }
    in_.OnlyMembers(node, keys);
    return material;
  }

  void Mesh(JsonNode root, Character& c) {
    std::array<uint32_t, 5> numbers;
    size_t count = 0;
    Ints(root, "subsets", 5, 0, kMostIndex, [&](int64_t number) {
      numbers[count++ % 5] = static_cast<uint32_t>(number);
      if (count % 5 != 0) return;
      c.subsets.push_back(
          {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]});
    });
    Array(root, "positions", 3, c.vertices.positions);
    Array(root, "tangents", 4, c.vertices.tangents);
    Array(root, "normals", 3, c.vertices.normals);
    Array(root, "texCoords", 2, c.vertices.tex_coords);
    Array(root, "blendWeights", 4, c.vertices.blend_weights);
    Indices<uint8_t, 4>(root, "blendIndices", m3d::kMaxBlendIndex,
                        c.vertices.blend_indices);
    Indices<uint32_t, 3>(root, "triangles", kMostIndex, c.triangles);
  }

  Clip ReadClip(JsonNode node) {
    Clip clip;
    in_.OnlyMembers(node, kClipKeys);
    clip.name = in_.Name(in_.Member(node, "name"));
    Ints(node, "firstKeys", 1, 0, std::numeric_limits<int64_t>::max(),
         [&](int64_t first) {
           clip.first_key.push_back(static_cast<uint64_t>(first));
         });
    Array(node, "times", 1, clip.times);
    Array(node, "translations", 3, clip.translations);
    Array(node, "scales", 3, clip.scales);
    Array(node, "rotations", 4, clip.rotations);
    return clip;
  }

 private:
  // Elements of an array, up to the first fault.
  template <typename Look>
  void Each(JsonNode array, Look look) {
    if (in_.Count(array) == 0) return;
    for (const JsonNode node : json_.Elements(array)) {
      look(node);
      if (!in_.ok()) return;
    }
  }

  void Fits(std::string_view key, size_t size, size_t width) {
    if (in_.ok() && size % width != 0) {
      Fail(
          absl::StrFormat("%s: groups of %d numbers are expected", key, width));
    }
  }

  void Fail(const std::string& message) {
    if (ok()) status_ = absl::InvalidArgumentError(message);
  }

  const JsonDocument& json_;
  ModelJsonReader& in_;
  absl::Status& status_;
};

class Holder : public CharacterOfJson {
 public:
  explicit Holder(JsonDocument json) : json_(std::move(json)), in_(json_) {}

  absl::Status Read() {
    absl::Status status;
    Reader reader(json_, in_, status);
    in_.OnlyMembers(JsonDocument::kRoot, kRootKeys);
    const JsonNode root = in_.Member(JsonDocument::kRoot, "character");
    in_.OnlyMembers(root, kCharacterKeys);
    const std::string_view dialect = in_.Name(in_.Member(root, "dialect"));
    const auto found = std::ranges::find(kDialects, dialect, &m3d::DialectName);
    if (!in_.ok()) return in_.status();
    if (found == kDialects.end()) {
      return absl::InvalidArgumentError(
          "/character/dialect: D3D12, D3D11, dashed or D3D10 is expected");
    }
    character.dialect = *found;
    for (const JsonNode node : in_.Elements(in_.Member(root, "materials"))) {
      if (!reader.ok()) break;
      character.materials.push_back(
          reader.ReadMaterial(node, character.dialect));
    }
    reader.Mesh(root, character);
    reader.Array(root, "boneOffsets", 16, character.bone_offsets);
    reader.Ints(root, "parents", 1, -1, kMostParent, [&](int64_t parent) {
      character.parents.push_back(static_cast<int32_t>(parent));
    });
    for (const JsonNode node : in_.Elements(in_.Member(root, "clips"))) {
      if (!reader.ok()) break;
      character.clips.push_back(reader.ReadClip(node));
    }
    return in_.ok() ? status : in_.status();
  }

 private:
  JsonDocument json_;
  ModelJsonReader in_;
};

}  // namespace

void WriteCharacterJson(const Character& c, PieceWriter& out) {
  ModelJsonWriter json(out);
  json.Begin('{');
  json.Key("clipguard");
  json.Name(kCharacterKind);
  json.Key("character");
  json.Begin('{');
  json.Key("dialect");
  json.Name(m3d::DialectName(c.dialect));
  json.Key("materials");
  json.Begin('[');
  for (const Material& material : c.materials) WriteMaterial(material, json);
  json.End(']');
  WriteMesh(c, json);
  WriteArray("boneOffsets", c.bone_offsets, json);
  json.Key("parents");
  json.Begin('[');
  for (const int32_t parent : c.parents) json.Int(parent);
  json.End(']');
  json.Key("clips");
  json.Begin('[');
  for (const Clip& clip : c.clips) WriteClip(clip, json);
  json.End(']');
  json.End('}');
  json.End('}');
  out.text() += '\n';
}

absl::StatusOr<std::unique_ptr<CharacterOfJson>> ReadCharacterJson(
    std::span<const uint8_t> bytes, const Limits& limits) {
  if (KindOfModelJson(bytes) != kCharacterKind) {
    return absl::InvalidArgumentError(
        "this is no character, nor the JSON of one");
  }
  absl::StatusOr<JsonDocument> json = ReadModelJson(bytes, limits);
  if (!json.ok()) return json.status();
  auto holder = std::make_unique<Holder>(*std::move(json));
  if (absl::Status s = holder->Read(); !s.ok()) return s;
  return holder;
}

}  // namespace clipguard::actions
