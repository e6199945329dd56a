// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/m3d/scene_section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/convert/textures/small_textures.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "eval/skeleton/bone_key.h"
#include "parser/m3d/handedness.h"
#include "report/html/data_block.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {
namespace {

using m3d::Character;
using m3d::Clip;

// An element with what its keys and numbers take, without names and arrays.
constexpr uint64_t kElementText = 200;
// The cost of a picture's byte: it is compressed, and does not become less, as
// all else does.
constexpr uint64_t kPictureByte = 8;

template <typename T, typename Row>
std::span<const T> Numbers(std::span<const Row> rows) {
  static_assert(sizeof(Row) % sizeof(T) == 0);
  return {reinterpret_cast<const T*>(rows.data()),
          rows.size() * (sizeof(Row) / sizeof(T))};
}

// Ten bits each of x, y and z, from -1 to 1.
uint32_t PackNormal(const m3d::Float3& normal) {
  const auto bits = [](float value) {
    const float steps = std::round(value * 511);
    // NaN becomes 0.
    const float held =
        steps >= -511 ? std::min(steps, 511.0F) : (steps < 0 ? -511.0F : 0.0F);
    return static_cast<uint32_t>(static_cast<int32_t>(held) + 511);
  };
  return bits(normal.x) | bits(normal.y) << 10 | bits(normal.z) << 20;
}

uint64_t MeshText(const Character& character) {
  const size_t vertices = character.vertices.positions.size();
  const uint64_t skin = character.is_skinned()
                            ? ArraySize(vertices * 12) + ArraySize(vertices * 4)
                            : 0;
  uint64_t names = 0;
  for (const m3d::Material& material : character.materials) {
    names += TextSize(material.name);
  }
  return ArraySize(vertices * 12) + ArraySize(vertices * 4) + skin + names +
         ArraySize(character.triangles.size() * 12) + kElementText +
         kElementText * (character.subsets.size() + character.materials.size());
}

void WriteTriangles(const Character& character, DetailWriter& json) {
  const auto indices = Numbers<uint32_t>(
      std::span<const std::array<uint32_t, 3>>(character.triangles));
  const bool narrow = character.vertices.positions.size() <= 65536;
  if (!narrow) return json.Array("triangles32", indices, 3);
  std::vector<uint16_t> narrowed(indices.size());
  std::ranges::transform(indices, narrowed.begin(), [](uint32_t index) {
    return static_cast<uint16_t>(index);
  });
  json.Array("triangles16", narrowed, 3);
}

void WriteSkin(const Character& character, DetailWriter& json) {
  const auto& vertices = character.vertices;
  std::vector<float> weights;
  weights.reserve(vertices.blend_weights.size() * 3);
  for (const m3d::Float4& w : vertices.blend_weights) {
    weights.insert(weights.end(), {w.x, w.y, w.z});
  }
  json.Array("weights", weights, 3);
  json.Array("bones", Numbers<uint8_t>(std::span<const std::array<uint8_t, 4>>(
                          vertices.blend_indices)));
}

void WriteMesh(const Character& character, DetailWriter& json) {
  const auto& vertices = character.vertices;
  CountWork(vertices.positions.size() + character.triangles.size());
  json.BeginObject("mesh");
  json.Array("positions",
             Numbers<float>(std::span<const m3d::Float3>(vertices.positions)),
             3);
  std::vector<uint32_t> normals(vertices.normals.size());
  std::ranges::transform(vertices.normals, normals.begin(), PackNormal);
  json.Array("normals", normals);
  if (character.is_skinned()) WriteSkin(character, json);
  WriteTriangles(character, json);
  json.BeginArray("subsets");
  for (const m3d::Subset& subset : character.subsets) {
    json.BeginArray();
    json.Uint(subset.id);
    json.Uint(subset.face_start);
    json.Uint(subset.face_count);
    json.EndArray();
  }
  json.EndArray();
  json.BeginArray("materials");
  for (const m3d::Material& material : character.materials) {
    json.BeginObject();
    json.Field("name", material.name);
    json.Floats("diffuse", material.diffuse);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

// Pictures of the diffuse maps, where they are in each vertex, and the picture
// of each material, or -1.
void WriteTextures(const Character& character, const actions::NamedFiles& files,
                   Budget& budget, DetailWriter& json) {
  using actions::textures::kMostPictures;
  const std::span<const m3d::Float2> places = character.vertices.tex_coords;
  if (!budget.Take(ArraySize(places.size_bytes()) +
                   ArraySize(character.materials.size() * 4) +
                   kMostPictures * kElementText)) {
    return budget.LeftOut("textures, which do not fit");
  }
  std::vector<std::string> notes;
  const auto [pictures, of_materials] = actions::textures::ReadSmallTextures(
      character, files, budget.left() / kPictureByte, notes);
  for (std::string& note : notes) budget.LeftOut(std::move(note));
  if (pictures.empty()) return;
  CountWork(places.size());
  json.BeginObject("textures");
  json.Array("places", Numbers<float>(places), 2);
  std::vector<uint32_t> numbers;
  for (const auto& picture : of_materials) {
    numbers.push_back(static_cast<uint32_t>(picture.value_or(-1)));
  }
  json.Array("ofMaterials", numbers);
  json.BeginArray("pictures");
  for (const actions::TextureImage& picture : pictures) {
    // No more than is left.
    static_cast<void>(budget.Take(kPictureByte * picture.bytes.size()));
    json.BeginObject();
    json.Field("type", picture.mime_type);
    json.Array("bytes", picture.bytes);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

uint64_t ClipText(const Clip& clip) {
  return ArraySize(clip.first_key.size() * 4) + ArraySize(clip.keys() * 4) +
         2 * ArraySize(clip.keys() * 12) + ArraySize(clip.keys() * 16) +
         kElementText + TextSize(clip.name);
}

void WriteClip(const Character& character, const Clip& clip,
               DetailWriter& json) {
  CountWork(clip.keys());
  json.BeginObject();
  json.Field("name", clip.name);
  const eval::TimeRange times = eval::TimesOf(character, clip);
  json.Field("start", times.start);
  // From one end of float32 to the other it is longer than float32 can be.
  json.Field("duration", std::min(times.end - times.start,
                                  std::numeric_limits<float>::max()));
  json.Array("firstKey", std::vector<uint32_t>(clip.first_key.begin(),
                                               clip.first_key.end()));
  json.Array("times", clip.times);
  json.Array("translations",
             Numbers<float>(std::span<const m3d::Float3>(clip.translations)),
             3);
  json.Key("scales");
  const bool scaled = std::ranges::any_of(clip.scales, [](const auto& scale) {
    return scale != m3d::Float3{1, 1, 1};
  });
  if (scaled) {
    json.Array(Numbers<float>(std::span<const m3d::Float3>(clip.scales)), 3);
  } else {
    json.Null();
  }
  json.Array("rotations",
             Numbers<float>(std::span<const m3d::Float4>(clip.rotations)), 4);
  json.EndObject();
}

void WriteClips(const Character& character, Budget& budget,
                DetailWriter& json) {
  json.BeginArray("clips");
  size_t left_out = 0;
  for (const Clip& clip : character.clips) {
    if (clip.keys() <= UINT32_MAX && budget.Take(ClipText(clip))) {
      WriteClip(character, clip, json);
    } else {
      ++left_out;
    }
  }
  json.EndArray();
  if (left_out != 0) {
    budget.LeftOut(absl::StrFormat("%d of %s in 3D: no room", left_out,
                                   Count(character.clips.size(), "clip")));
  }
}

}  // namespace

void WriteScene(const Character& character,
                std::optional<m3d::Handedness> handedness,
                const actions::NamedFiles* textures, Budget& budget,
                DetailWriter& json) {
  const bool has_mesh =
      !character.vertices.positions.empty() && !character.triangles.empty();
  if (!has_mesh && !character.is_skinned()) return;
  const size_t bones = character.bones();
  if (!budget.Take(ArraySize(bones * 64) + ArraySize(bones * 4) +
                   kElementText)) {
    return budget.LeftOut("the character in 3D, which does not fit");
  }
  const bool mesh_fits = has_mesh && budget.Take(MeshText(character));
  if (has_mesh && !mesh_fits) {
    budget.LeftOut("the mesh in 3D, which does not fit");
  }
  json.BeginObject("scene");
  json.Field("kind", "character");
  const m3d::Winding winding = m3d::WindingOf(character);
  json.Field("handedness",
             m3d::HandednessName(handedness.value_or(
                 winding.Tells().value_or(m3d::Handedness::kLeft))));
  // Whatever hand it is, some triangles are seen from behind.
  json.Field("bothSides", winding.IsMixed());
  json.Array("parents",
             Numbers<uint32_t>(std::span<const int32_t>(character.parents)));
  json.Array(
      "offsets",
      Numbers<float>(std::span<const m3d::Matrix>(character.bone_offsets)), 16);
  if (mesh_fits) WriteMesh(character, json);
  WriteClips(character, budget, json);
  if (mesh_fits && textures != nullptr) {
    WriteTextures(character, *textures, budget, json);
  }
  json.EndObject();
}

}  // namespace clipguard::report
