// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/m3d_damage.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <variant>

#include "base/numbers.h"

namespace clipguard::fuzz {
namespace {

using m3d::Character;

// The last element, where a loop arrives last.
template <typename List, typename Damage>
void Last(List& list, Damage damage) {
  if (!list.empty()) damage(list.back());
}

template <typename List>
void Shorten(List& list) {
  if (!list.empty()) list.pop_back();
}

// Damages of a character's last material, its last clip, and the rest of it.
void (*const kMaterialDamages[])(m3d::Material&) = {
    [](m3d::Material& m) { m.name = ""; },
    [](m3d::Material& m) { m.type = "a b"; },
    [](m3d::Material& m) { m.diffuse_map = "a\tb"; },
    [](m3d::Material& m) { m.normal_map = ""; },
    [](m3d::Material& m) { m.diffuse[1] = kNan; },
    [](m3d::Material& m) {
      m.look = m3d::D3D12Look{.fresnel0 = {kNan, 0, 0}};
      m.name = "a";
    },
    [](m3d::Material& m) {
      m.look = m3d::D3D12Look{.roughness = kInfinity};
      m.name = "a";
    },
    [](m3d::Material& m) { m.look = m3d::D3D11Look{.spec_power = kNan}; },
    [](m3d::Material& m) {
      m.look = m3d::D3D11Look{.reflectivity = {0, kInfinity, 0}};
    },
    [](m3d::Material& m) {
      m.look = m3d::D3D11Look{.spec_power = 1000, .reflectivity = {0, 0, 1}};
    },
    // Properties that D3D10 files have, or cannot express.
    [](m3d::Material& m) { m.look = m3d::D3D10Look{.specular_map = "a b"}; },
    [](m3d::Material& m) {
      m.look =
          m3d::D3D10Look{.specular_map = "a", .reflectivity = {0, 0, kNan}};
    },
    [](m3d::Material& m) { m.type = "a"; },
    [](m3d::Material& m) { m.alpha_clip = true; },
    [](m3d::Material& m) { m.diffuse[0] = 0; },
};

void (*const kClipDamages[])(m3d::Clip&) = {
    [](m3d::Clip& k) { k.name = ""; },
    [](m3d::Clip& k) { Shorten(k.first_key); },
    [](m3d::Clip& k) { k.first_key.front() = 1; },
    [](m3d::Clip& k) { ++*std::prev(k.first_key.end(), 2); },
    [](m3d::Clip& k) { ++k.first_key.back(); },
    [](m3d::Clip& k) { Shorten(k.translations); },
    [](m3d::Clip& k) { Shorten(k.scales); },
    [](m3d::Clip& k) { Shorten(k.rotations); },
    [](m3d::Clip& k) { Last(k.times, [](float& t) { t = kInfinity; }); },
    [](m3d::Clip& k) { Last(k.translations, [](auto& t) { t.x = kNan; }); },
    [](m3d::Clip& k) { Last(k.scales, [](auto& s) { s.y = kNan; }); },
    [](m3d::Clip& k) { Last(k.rotations, [](auto& r) { r.w = kNan; }); },
};

void (*const kDamages[])(Character&) = {
    [](Character&) {},
    [](Character& c) { Shorten(c.subsets); },
    [](Character& c) { Shorten(c.vertices.tangents); },
    [](Character& c) { Shorten(c.vertices.normals); },
    [](Character& c) { Shorten(c.vertices.tex_coords); },
    [](Character& c) { Shorten(c.vertices.blend_weights); },
    [](Character& c) { Shorten(c.vertices.blend_indices); },
    [](Character& c) {
      Last(c.vertices.positions, [](auto& p) { p.z = kNan; });
    },
    [](Character& c) {
      Last(c.vertices.tangents, [](auto& t) { t.w = kInfinity; });
    },
    [](Character& c) { Last(c.vertices.normals, [](auto& n) { n.x = kNan; }); },
    [](Character& c) {
      Last(c.vertices.tex_coords, [](auto& t) { t.y = kNan; });
    },
    [](Character& c) {
      Last(c.vertices.blend_weights, [](auto& w) { w.w = kNan; });
    },
    [](Character& c) {
      Last(c.vertices.blend_indices, [](auto& i) { i[3] = 255; });
    },
    [](Character& c) {
      const auto count = static_cast<uint32_t>(c.vertices.positions.size());
      Last(c.triangles, [&](auto& t) { t[2] = count; });
    },
    [](Character& c) { Shorten(c.bone_offsets); },
    [](Character& c) { Last(c.bone_offsets, [](auto& m) { m[15] = kNan; }); },
    [](Character& c) {
      const auto itself = static_cast<int32_t>(c.parents.size()) - 1;
      Last(c.parents, [&](auto& p) { p = itself; });
    },
    [](Character& c) { Last(c.parents, [](auto& p) { p = -2; }); },
    // Properties that D3D10 files have, or cannot express.
    [](Character& c) { Last(c.vertices.tangents, [](auto& t) { t.w = -1; }); },
    [](Character& c) { Last(c.subsets, [](auto& s) { ++s.face_start; }); },
    [](Character& c) { Last(c.subsets, [](auto& s) { ++s.vertex_start; }); },
    [](Character& c) {
      if (!c.triangles.empty()) c.triangles.push_back(c.triangles.front());
    },
    [](Character& c) {
      Last(c.subsets, [&](auto& s) {
        s.vertex_start = c.subsets.front().vertex_start;
        s.vertex_count = c.subsets.front().vertex_count;
      });
    },
    [](Character& c) {
      c.parents.clear();
      c.bone_offsets.clear();
      c.vertices.blend_weights.clear();
      c.vertices.blend_indices.clear();
    },
};

}  // namespace

size_t M3dDamages() {
  return std::size(kMaterialDamages) + std::size(kClipDamages) +
         std::size(kDamages);
}

void DamageM3d(size_t number, Character& character) {
  if (number < std::size(kDamages)) return kDamages[number](character);
  number -= std::size(kDamages);
  if (number < std::size(kClipDamages)) {
    return Last(character.clips, kClipDamages[number]);
  }
  number -= std::size(kClipDamages);
  Last(character.materials, kMaterialDamages[number]);
}

}  // namespace clipguard::fuzz
