// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/m3d/figures.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "parser/m3d/write_character.h"

namespace clipguard::corpus {
namespace {

using m3d::Character;
using m3d::Clip;
using m3d::Float3;
using m3d::Float4;
using m3d::Matrix;

// Six digits after the point: results of sin() that differ in their last bit
// from machine to machine become the same text.
float Rounded(double x) {
  return static_cast<float>(std::round(x * 1e6) / 1e6);
}

Float3 Unit(double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  return {Rounded(x / length), Rounded(y / length), Rounded(z / length)};
}

Matrix Translation(const Float3& t) {
  return {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {t.x, t.y, t.z, 1}};
}

m3d::Material Plain(std::string_view name, std::string_view map,
                    std::string_view normal_map, std::string_view type) {
  m3d::Material m;
  m.name = name;
  m.diffuse = {1, 0.8f, 0.6f};
  m.look = m3d::D3D12Look{{0.05f, 0.05f, 0.05f}, 0.5f, false};
  m.type = type;
  m.diffuse_map = map;
  m.normal_map = normal_map;
  return m;
}

// Adds a vertex that follows bone `a`, and bone `b` with what `weight` leaves.
void AddVertex(Character& c, const Float3& at, const Float3& normal, uint8_t a,
               float weight, uint8_t b) {
  c.vertices.positions.push_back(at);
  c.vertices.normals.push_back(normal);
  // Any direction along the surface.
  const Float3 along =
      std::abs(normal.y) < 0.9f ? Unit(normal.z, 0, -normal.x) : Unit(1, 0, 0);
  c.vertices.tangents.push_back({along.x, along.y, along.z, 1});
  c.vertices.tex_coords.push_back(
      {Rounded(0.5 + at.x / 4), Rounded(0.5 - at.y / 4)});
  if (!c.is_skinned()) return;
  c.vertices.blend_weights.push_back({weight, 1 - weight, 0, 0});
  c.vertices.blend_indices.push_back({a, b, 0, 0});
}

// Adds a box: 8 vertices, 12 triangles.
void AddBox(Character& c, const Float3& low, const Float3& high, uint8_t bone,
            uint8_t parent) {
  const auto first = static_cast<uint32_t>(c.vertices.positions.size());
  for (int corner = 0; corner < 8; ++corner) {
    const bool x = (corner & 1) != 0;
    const bool y = (corner & 2) != 0;
    const bool z = (corner & 4) != 0;
    // The lower end follows the parent a little.
    AddVertex(c, {x ? high.x : low.x, y ? high.y : low.y, z ? high.z : low.z},
              Unit(x ? 1 : -1, y ? 0.5 : -0.5, z ? 1 : -1), bone,
              y ? 0.75f : 1.0f, parent);
  }
  constexpr std::array<std::array<uint32_t, 4>, 6> kSides = {{{0, 2, 3, 1},
                                                              {4, 5, 7, 6},
                                                              {0, 1, 5, 4},
                                                              {2, 6, 7, 3},
                                                              {0, 4, 6, 2},
                                                              {1, 3, 7, 5}}};
  for (const auto& [p, q, r, s] : kSides) {
    c.triangles.push_back({first + p, first + q, first + r});
    c.triangles.push_back({first + p, first + r, first + s});
  }
}

// Adds the keyframes of the clip's next bone.
void AddKeys(Clip& clip,
             std::initializer_list<std::pair<float, Float4>> rotations,
             const Float3& at) {
  for (const auto& [time, rotation] : rotations) {
    clip.times.push_back(time);
    clip.translations.push_back(at);
    clip.scales.push_back({1, 1, 1});
    clip.rotations.push_back(rotation);
  }
  clip.first_key.push_back(clip.times.size());
}

// A turn around an axis, as a quaternion.
Float4 Turn(const Float3& axis, double angle) {
  const double s = std::sin(angle / 2);
  return {Rounded(axis.x * s), Rounded(axis.y * s), Rounded(axis.z * s),
          Rounded(std::cos(angle / 2))};
}

}  // namespace

Character Arm() {
  Character c;
  c.materials = {Plain("skin", "skin.dds", "skin_nmap.dds", "Skinned")};
  c.subsets = {{0, 0, 3, 0, 1}};
  c.parents = {-1, 0};
  c.bone_offsets = {Translation({0, 0, 0}), Translation({0, -1.5f, 0})};
  AddVertex(c, {0, 0, 0}, {0, 0, -1}, 0, 1, 0);
  AddVertex(c, {0, 1.5f, 0}, {0, 0, -1}, 0, 0.75f, 1);
  AddVertex(c, {1, 1.5f, 0}, {0, 0.6f, -0.8f}, 1, 1, 0);
  c.triangles = {{0, 1, 2}};
  Clip clip;
  clip.name = "wave";
  clip.first_key = {0};
  AddKeys(clip, {{0.0f, {0, 0, 0, 1}}, {1.25f, {0, 0, 0, 1}}}, {0, 0, 0});
  AddKeys(clip, {{0.0f, {0, 0, 0, 1}}, {1.25f, {0, 0, 0.6f, 0.8f}}},
          {0, 1.5f, 0});
  c.clips = {clip};
  return c;
}

Character Biped() {
  struct Bone {
    int32_t parent;
    Float3 at;      // in the bind pose
    Float3 extent;  // of its box, upwards and to both sides
    double swing;   // when walking, radians
  };
  const std::vector<Bone> bones = {
      {-1, {0, 1, 0}, {0.16f, 0.12f, 0.1f}, 0},                // hips
      {0, {0, 1.15f, 0}, {0.15f, 0.2f, 0.09f}, 0.03},          // spine
      {1, {0, 1.35f, 0}, {0.18f, 0.25f, 0.1f}, -0.05},         // chest
      {2, {0, 1.6f, 0}, {0.05f, 0.08f, 0.05f}, 0.02},          // neck
      {3, {0, 1.68f, 0}, {0.09f, 0.22f, 0.1f}, 0.02},          // head
      {2, {0.2f, 1.5f, 0}, {0.04f, 0.1f, 0.04f}, 0.1},         // shoulders
      {5, {0.3f, 1.2f, 0}, {0.05f, 0.3f, 0.05f}, -0.5},        // upper arm
      {6, {0.3f, 0.95f, 0}, {0.04f, 0.25f, 0.04f}, -0.3},      // lower arm
      {7, {0.3f, 0.78f, 0}, {0.04f, 0.16f, 0.02f}, 0.05},      // hand
      {2, {-0.2f, 1.5f, 0}, {0.04f, 0.1f, 0.04f}, -0.1},       //
      {9, {-0.3f, 1.2f, 0}, {0.05f, 0.3f, 0.05f}, 0.5},        //
      {10, {-0.3f, 0.95f, 0}, {0.04f, 0.25f, 0.04f}, 0.3},     //
      {11, {-0.3f, 0.78f, 0}, {0.04f, 0.16f, 0.02f}, -0.05},   //
      {0, {0.1f, 0.55f, 0}, {0.07f, 0.42f, 0.08f}, 0.6},       // upper leg
      {13, {0.1f, 0.12f, 0}, {0.05f, 0.42f, 0.06f}, 0.4},      // lower leg
      {14, {0.1f, 0.05f, 0.05f}, {0.05f, 0.07f, 0.12f}, 0.2},  // foot
      {15, {0.1f, 0, 0.2f}, {0.05f, 0.04f, 0.05f}, 0.1},       // toes
      {0, {-0.1f, 0.55f, 0}, {0.07f, 0.42f, 0.08f}, -0.6},     //
      {17, {-0.1f, 0.12f, 0}, {0.05f, 0.42f, 0.06f}, -0.4},    //
      {18, {-0.1f, 0.05f, 0.05f}, {0.05f, 0.07f, 0.12f}, -0.2},
  };
  constexpr uint32_t kBodyBones = 13;
  Character c;
  c.materials = {Plain("body", "body.dds", "body_nmap.dds", "Skinned"),
                 Plain("legs", "legs.dds", "legs_nmap.dds", "Skinned")};
  c.materials[1].alpha_clip = true;
  std::vector<Float3> local;
  for (const Bone& bone : bones) {
    c.parents.push_back(bone.parent);
    c.bone_offsets.push_back(
        Translation({0 - bone.at.x, 0 - bone.at.y, 0 - bone.at.z}));
    Float3 at = bone.at;
    if (bone.parent >= 0) {
      const Float3& from = bones[static_cast<size_t>(bone.parent)].at;
      at = {Rounded(at.x - from.x), Rounded(at.y - from.y),
            Rounded(at.z - from.z)};
    }
    local.push_back(at);
  }
  for (size_t b = 0; b < bones.size(); ++b) {
    const auto& [parent, at, extent, swing] = bones[b];
    AddBox(c, {Rounded(at.x - extent.x), at.y, Rounded(at.z - extent.z)},
           {Rounded(at.x + extent.x), Rounded(at.y + extent.y),
            Rounded(at.z + extent.z)},
           static_cast<uint8_t>(b),
           static_cast<uint8_t>(parent < 0 ? 0 : parent));
  }
  const auto vertices = static_cast<uint32_t>(c.vertices.positions.size());
  const auto triangles = static_cast<uint32_t>(c.triangles.size());
  c.subsets = {{0, 0, 8 * kBodyBones, 0, 12 * kBodyBones},
               {1, 8 * kBodyBones, vertices - 8 * kBodyBones, 12 * kBodyBones,
                triangles - 12 * kBodyBones}};

  // A loop: it ends as it begins.
  Clip walk;
  walk.name = "walk";
  walk.first_key = {0};
  for (size_t b = 0; b < bones.size(); ++b) {
    const double swing = bones[b].swing;
    AddKeys(walk,
            {{0.0f, Turn({1, 0, 0}, swing)},
             {0.25f, Turn({1, 0, 0}, swing * 0.3)},
             {0.5f, Turn({1, 0, 0}, -swing)},
             {0.75f, Turn({1, 0, 0}, -swing * 0.3)},
             {1.0f, Turn({1, 0, 0}, swing)}},
            local[b]);
  }
  // All stand still but the right arm.
  Clip wave;
  wave.name = "wave";
  wave.first_key = {0};
  for (size_t b = 0; b < bones.size(); ++b) {
    const double raise = b == 6 ? 2.5 : b == 7 ? 0.7 : 0;
    AddKeys(wave,
            {{0.0f, Turn({0, 0, 1}, 0)},
             {0.4f, Turn({0, 0, 1}, raise)},
             {0.8f, Turn({0, 0, 1}, raise * 0.8)},
             {1.2f, Turn({0, 0, 1}, raise)},
             {2.0f, Turn({0, 0, 1}, 0)}},
            local[b]);
  }
  c.clips = {walk, wave};
  return c;
}

Character Crate() {
  Character c;
  AddBox(c, {-1, 0, -1}, {1, 2, 1}, 0, 0);
  constexpr std::array<std::string_view, 6> kNames = {"front", "back", "bottom",
                                                      "top",   "left", "right"};
  for (uint32_t side = 0; side < kNames.size(); ++side) {
    c.materials.push_back(
        Plain(kNames[side], "crate.dds", "crate_nmap.dds", "Static"));
    // The sides share their vertices, which belong to the first of them.
    c.subsets.push_back({side, 0, side == 0 ? 8u : 0u, 2 * side, 2});
  }
  std::get<m3d::D3D12Look>(c.materials[3].look) = {
      {0.2f, 0.2f, 0.25f}, 0.7f, true};
  return c;
}

std::string TextOf(const Character& character) {
  auto text = m3d::WriteCharacter(character);
  if (!text.ok()) std::abort();
  return *std::move(text);
}

std::string OldTextOf(const Character& character, m3d::Dialect dialect) {
  const std::string text = TextOf(character);
  const size_t begin = text.find("Name: ");
  const size_t end = text.find("***************SubsetTable");
  std::string materials;
  for (const m3d::Material& m : character.materials) {
    absl::StrAppend(&materials,
                    "Ambient: 0.5 0.5 0.5\nDiffuse: 0.9 0.9 0.9\n"
                    "Specular: 0.7 0.7 0.7\nSpecPower: 32\n"
                    "Reflectivity: 0 0 0\nAlphaClip: ",
                    m.alpha_clip ? 1 : 0, "\nEffect: Normal\nDiffuseMap: ",
                    std::string(m.diffuse_map),
                    "\nNormalMap: ", std::string(m.normal_map), "\n\n");
  }
  std::string out = text.substr(0, begin) + materials + text.substr(end);
  if (dialect != m3d::Dialect::kDashed) return out;
  return absl::StrReplaceAll(out,
                             {{"***************m3d-File-Header***************",
                               "---------------------------M3D_File_Header-"},
                              {"***************Materials*********************",
                               "----------------------------------Materials-"},
                              {"***************SubsetTable*******************",
                               "-------------------------------Subset_Table-"},
                              {"***************Vertices**********************",
                               "-----------------------------------Vertices-"},
                              {"***************Triangles*********************",
                               "----------------------------------Triangles-"},
                              {"***************BoneOffsets*******************",
                               "--------------------------------BoneOffsets-"},
                              {"***************BoneHierarchy*****************",
                               "------------------------------BoneHierarchy-"},
                              {"***************AnimationClips****************",
                               "-----------------------------AnimationClips-"},
                              {"#Keyframes:", "#K:"},
                              {"#", ""},
                              {"Position:", "P:"},
                              {"Tangent:", "T:"},
                              {"Normal:", "N:"},
                              {"Tex-Coords:", "T:"},
                              {"BlendWeights:", "W:"},
                              {"BlendIndices:", "I:"},
                              {"BoneOffset0", "B0:"},
                              {"BoneOffset1", "B1:"},
                              {"ParentIndexOfBone", "P"},
                              {"Bone0 ", "B0 "},
                              {"Bone1 ", "B1 "},
                              {"Time:", "T:"},
                              {"Pos:", "P:"},
                              {"Scale:", "S:"},
                              {"Quat:", "Q:"}});
}

}  // namespace clipguard::corpus
