// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/test_characters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "eval/skeleton/test_characters.h"
#include "parser/m3d/character.h"
#include "parser/m3d/write_character.h"

namespace clipguard::actions {
namespace {

using eval::Key;

// Of one bone: how it swings.
struct Swing {
  m3d::Float3 axis;
  double speed = 1;  // radians a second
  double size = 1;   // radians
  m3d::Float3 place;
};

// sin(x), as good as the tests need it, the same everywhere.
double Sine(double x) {
  x -= std::floor(x / 6.283185307179586 + 0.5) * 6.283185307179586;
  double term = x;
  double sum = x;
  for (int k = 1; k <= 14; ++k) {
    term *= -x * x / ((2.0 * k) * (2.0 * k + 1));
    sum += term;
  }
  return sum;
}

Key KeyAt(const Swing& swing, double time, const DanceOptions& options,
          Random& random) {
  const auto noise = [&] {
    return options.noise * double{random.Uniform(-1, 1)};
  };
  const double angle = swing.size * Sine(swing.speed * time) + noise();
  const double s = Sine(angle / 2);
  const double c = Sine(angle / 2 + 1.5707963267948966);
  const auto part = [&](float axis) { return static_cast<float>(s * axis); };
  const auto place = [&](float at) { return static_cast<float>(at + noise()); };
  return {static_cast<float>(time),
          {place(swing.place.x), place(swing.place.y), place(swing.place.z)},
          {1, 1, 1},
          {part(swing.axis.x), part(swing.axis.y), part(swing.axis.z),
           static_cast<float>(c)}};
}

void MakeAwkward(Random& random, std::vector<Key>& keys) {
  for (size_t i = 1; i < keys.size(); ++i) {
    Key& key = keys[i];
    auto& [x, y, z, w] = key.rotation;
    switch (random.Bits() % 24) {
      case 0:
        key.time = keys[i - 1].time;
        break;
      case 1:
        key.rotation = {-x, -y, -z, -w};
        break;
      case 2:
        key.scale = {1.25f, 1, 0.75f};
        break;
      case 3:
      case 4:
        key = {key.time, keys[i - 1].translation, keys[i - 1].scale,
               keys[i - 1].rotation};
        break;
      case 5:
        key.translation.x += random.Uniform(-1, 1);
        break;
      default:
        break;
    }
  }
  if (random.Bits() % 6 == 0) keys.resize(1);
}

std::vector<Key> KeysOf(const DanceOptions& options, size_t bone,
                        Random& random) {
  const m3d::Float4 axis = eval::RandomRotation(random);
  const float length =
      std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
  const Swing swing = {
      .axis = {axis.x / length, axis.y / length, axis.z / length},
      .speed = double{random.Uniform(0.5f, 6)},
      .size = double{random.Uniform(0.05f, 0.8f)},
      .place = {0, bone == 0 ? 0.0f : 5.0f, random.Uniform(-1, 1)}};
  std::vector<Key> keys;
  for (size_t i = 0; i < options.keys; ++i) {
    keys.push_back(
        KeyAt(swing, static_cast<double>(i) / options.rate, options, random));
  }
  if (options.awkward && !keys.empty()) MakeAwkward(random, keys);
  return keys;
}

}  // namespace

std::string MakeDancer(const DanceOptions& options) {
  Random random(options.seed);
  m3d::Character character;
  character.materials.push_back({.name = "skin",
                                 .diffuse = {1, 1, 1},
                                 .look = m3d::D3D12Look{},
                                 .alpha_clip = false,
                                 .type = "Skinned",
                                 .diffuse_map = "a.dds",
                                 .normal_map = "b.dds"});
  character.subsets.push_back({0, 0, 3, 0, 1});
  m3d::Vertices& vertices = character.vertices;
  vertices.positions.assign({{0, 0, 0}, {0, 60, 0}, {20, 30, 0}});
  vertices.tangents.assign(3, {1, 0, 0, 1});
  vertices.normals.assign(3, {0, 0, -1});
  vertices.tex_coords.assign(3, {0, 0});
  vertices.blend_weights.assign(3, {1, 0, 0, 0});
  vertices.blend_indices.assign(3, {0, 0, 0, 0});
  character.triangles.push_back({0, 1, 2});
  for (size_t i = 0; i < options.bones; ++i) {
    character.bone_offsets.push_back(eval::kIdentityMatrix);
    const size_t up = std::min<size_t>(i, 1 + random.Bits() % 3);
    character.parents.push_back(i == 0 ? -1 : static_cast<int32_t>(i - up));
  }
  std::vector<std::string> names(options.clips);
  for (size_t c = 0; c < options.clips; ++c) {
    names[c] = absl::StrCat("dance", c);
    m3d::Clip& clip = character.clips.emplace_back();
    clip.name = names[c];
    for (size_t i = 0; i < options.bones; ++i) {
      eval::AddBone(clip, KeysOf(options, i, random));
    }
  }
  return m3d::WriteCharacter(character).value_or(std::string());
}

}  // namespace clipguard::actions
