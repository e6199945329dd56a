// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/m3d/scene_section.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/character_scene.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/textures/small_textures.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "eval/skeleton/bone_key.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/m3d/handedness.h"
#include "report/html/data_block.h"
#include "report/html/detail_writer.h"
#include "report/html/scene_glb.h"

namespace clipguard::report {
namespace {

using m3d::Character;
using m3d::Clip;

// An element with what its keys and numbers take, without names and arrays.
constexpr uint64_t kElementText = 200;
// The cost of a picture's byte: it is compressed, and does not become less, as
// all else does.
constexpr uint64_t kPictureByte = 8;
// Normals are rounded to multiples of one by this. Nobody sees that, and they
// take half the room.
constexpr float kNormalSteps = 512;

// How much of a character there is room for.
struct Part {
  bool mesh = false;
  size_t clips = 0;  // the first ones
};

struct Shown {
  SceneGlb glb;
  std::vector<const Clip*> clips;  // one for each animation
  FindingList losses;
};

// Bytes that the mesh takes in a .glb, at least.
uint64_t MeshSize(const Character& c) {
  const uint64_t vertex = (c.is_skinned() ? 11 : 6) * sizeof(float);
  return c.vertices.positions.size() * vertex +
         c.triangles.size() * 3 * sizeof(uint16_t);
}

Character Cut(const Character& c, const Part& part) {
  Character cut;
  cut.dialect = c.dialect;
  cut.bone_offsets = c.bone_offsets;
  cut.parents = c.parents;
  if (part.mesh) {
    cut.materials = c.materials;
    cut.subsets = c.subsets;
    cut.vertices.positions = c.vertices.positions;
    cut.vertices.normals = c.vertices.normals;
    cut.vertices.blend_weights = c.vertices.blend_weights;
    cut.vertices.blend_indices = c.vertices.blend_indices;
    cut.triangles = c.triangles;
  }
  for (size_t i = 0; i < part.clips; ++i) cut.clips.push_back(c.clips[i]);
  // A .glb has bones only if a clip says where they are. In this one, they are
  // where the page puts them.
  if (cut.is_skinned() && cut.clips.empty()) {
    cut.clips.emplace_back().first_key.resize(cut.bones() + 1);
  }
  return cut;
}

// Takes the mesh off its node, for the page draws it in one, and rounds
// normals.
void PrepareMesh(actions::gltf::Scene& scene) {
  for (actions::gltf::Node& node : scene.nodes) {
    node.mesh.reset();
    node.skin.reset();
  }
  if (scene.meshes.empty()) return;
  for (const auto& [name, accessor] :
       scene.meshes[0].primitives[0].attributes) {
    if (name != "NORMAL") continue;
    actions::gltf::FloatList& normals = scene.accessors[accessor].floats;
    for (size_t i = 0; i < normals.size(); ++i) {
      normals[i] = std::round(normals[i] * kNormalSteps) / kNormalSteps;
    }
  }
}

// Makes the .glb as `convert` does. ResourceExhausted if it takes more room.
absl::StatusOr<Shown> Show(const Character& c, m3d::Handedness handedness,
                           const Part& part, uint64_t most_bytes) {
  const Limits room{.result_bytes = most_bytes};
  Shown shown;
  FindingList notes;
  actions::ConversionOptions options;
  options.notes = &notes;
  std::vector<actions::ConversionFact> facts;
  auto scene = actions::gltf::SceneOfCharacter(
      Cut(c, part), handedness, /*bytes=*/{}, /*places=*/{}, options,
      actions::ResultBudget(room, /*source_bytes=*/0), shown.losses, facts);
  if (!scene.ok()) return scene.status();
  for (size_t i = 0; i < part.clips; ++i) {
    // A clip may be too long for a .glb. All names differ.
    const size_t next = shown.clips.size();
    if (next < scene->animations.size() &&
        scene->animations[next].name == ToUtf8(c.clips[i].name)) {
      shown.clips.push_back(&c.clips[i]);
    }
  }
  PrepareMesh(*scene);
  auto glb = SceneGlb::Of(*std::move(scene));
  if (!glb.ok()) return glb.status();
  shown.glb = *std::move(glb);
  return shown;
}

uint64_t SizeOf(const Shown& shown, const Character& c) {
  uint64_t size = kElementText + shown.glb.size() +
                  ArraySize(c.subsets.size() * 2 * sizeof(uint32_t));
  for (const Clip* clip : shown.clips) {
    size += kElementText + TextSize(clip->name);
  }
  return size;
}

// Takes room for as much as there is room for, of `part` at most: the mesh goes
// before clips.
absl::StatusOr<Shown> ShowWhatFits(const Character& c,
                                   m3d::Handedness handedness, Part& part,
                                   Budget& budget) {
  while (part.mesh || part.clips != 0) {
    auto shown = Show(c, handedness, part, budget.left());
    if (!shown.ok() && !absl::IsResourceExhausted(shown.status())) return shown;
    if (shown.ok() && budget.Take(SizeOf(*shown, c))) return shown;
    part = part.clips == 0 ? Part{.clips = c.clips.size()}
                           : Part{part.mesh, part.clips / 2};
  }
  return absl::ResourceExhaustedError("it does not fit");
}

// Which triangles of the file each primitive of the .glb has. Those of no
// subset are in the last one.
void WriteSubsets(const Character& character, DetailWriter& json) {
  std::vector<uint32_t> subsets;
  for (const m3d::Subset& subset : character.subsets) {
    subsets.insert(subsets.end(), {subset.face_start, subset.face_count});
  }
  json.Array("subsets", subsets);
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
  json.Array("places",
             std::span(reinterpret_cast<const float*>(places.data()),
                       2 * places.size()),
             2);
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

void WriteClip(const Character& character, const Clip& clip,
               DetailWriter& json) {
  json.BeginObject();
  json.Field("name", clip.name);
  const eval::TimeRange times = eval::TimesOf(character, clip);
  json.Field("start", times.start);
  // From one end of float32 to the other it is longer than float32 can be.
  json.Field("duration", std::min(times.end - times.start,
                                  std::numeric_limits<float>::max()));
  json.EndObject();
}

}  // namespace

void WriteScene(const Character& character,
                std::optional<m3d::Handedness> handedness,
                const actions::NamedFiles* textures, Budget& budget,
                DetailWriter& json) {
  const bool has_mesh =
      !character.vertices.positions.empty() && !character.triangles.empty();
  if (!has_mesh && character.clips.empty()) {
    if (character.is_skinned()) {
      budget.LeftOut("the bones in 3D: no clip says where they are");
    }
    return;
  }
  const m3d::Winding winding = m3d::WindingOf(character);
  const m3d::Handedness hand =
      handedness.value_or(winding.Tells().value_or(m3d::Handedness::kLeft));
  Part part{.mesh = has_mesh && MeshSize(character) <= budget.left(),
            .clips = character.clips.size()};
  const auto shown = ShowWhatFits(character, hand, part, budget);
  if (!shown.ok()) {
    return budget.LeftOut(absl::StrCat("the character in 3D: ",
                                       std::string(shown.status().message())));
  }
  if (has_mesh && !part.mesh) {
    budget.LeftOut("the mesh in 3D, which does not fit");
  }
  for (const Finding& loss : shown->losses.findings()) {
    budget.LeftOut(absl::StrCat("in 3D, ", loss.path, ": ", loss.message));
  }
  const size_t left_out = character.clips.size() - part.clips;
  if (left_out != 0) {
    budget.LeftOut(absl::StrFormat("%d of %s in 3D: no room", left_out,
                                   Count(character.clips.size(), "clip")));
  }
  json.BeginObject("scene");
  json.Field("kind", "character");
  // Whatever hand it is, some triangles are seen from behind.
  json.Field("bothSides", winding.IsMixed());
  json.BeginArray("clips");
  for (const Clip* clip : shown->clips) WriteClip(character, *clip, json);
  json.EndArray();
  WriteSubsets(character, json);
  shown->glb.Write("glb", json);
  if (part.mesh && textures != nullptr) {
    WriteTextures(character, *textures, budget, json);
  }
  json.EndObject();
}

}  // namespace clipguard::report
