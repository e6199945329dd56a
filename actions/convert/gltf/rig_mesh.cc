// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/rig_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "actions/convert/gltf/scene.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/vector.h"
#include "base/numbers.h"

namespace clipguard::actions::gltf {
namespace {

// Radius of a capsule, in metres, and its largest share of the capsule's
// length.
constexpr double kRadius = 0.007;
constexpr double kRadiusShare = 0.35;
// Radius of the capsule at a tip, and its length, in metres.
constexpr double kTipRadius = 0.006;
constexpr double kTip = 0.002;
// Six corners of a ring.
constexpr double kHalfRoot3 = 0.86602540378443864676;
constexpr std::array<std::array<double, 2>, 6> kRing = {{{1, 0},
                                                         {0.5, kHalfRoot3},
                                                         {-0.5, kHalfRoot3},
                                                         {-1, 0},
                                                         {-0.5, -kHalfRoot3},
                                                         {0.5, -kHalfRoot3}}};
constexpr size_t kSides = kRing.size();

// The matrix from the world's coordinates to the bone's, column by column.
std::array<float, 16> InverseOf(const Pose& pose) {
  const Turn back = Conjugate(pose.turn);
  std::array<float, 16> matrix = {};
  for (size_t axis = 0; axis < 3; ++axis) {
    Place unit = {};
    unit[axis] = 1;
    const Place column = Rotated(back, unit);
    for (size_t row = 0; row < 3; ++row) {
      matrix[4 * axis + row] = NearestPlainFloat(column[row]);
    }
  }
  const Place place = Rotated(back, pose.place);
  for (size_t row = 0; row < 3; ++row) {
    matrix[12 + row] = NearestPlainFloat(-place[row]);
  }
  matrix[15] = 1;
  return matrix;
}

// Capsules as triangles.
class Capsules {
 public:
  // From one place to another, bound to a bone: a pole, two rings, a pole.
  void Add(const Place& from, const Place& to, double radius, uint8_t bone) {
    const Place axis = UnitOr(Minus(to, from), Place{0, 1, 0});
    // Across it: from the world's axis that it goes along least.
    Place least = {1, 0, 0};
    if (std::abs(axis[0]) > 0.6) least = {0, 1, 0};
    const Place across = UnitOr(Cross(axis, least), Place{0, 0, 1});
    const Place other = Cross(axis, across);
    const auto first = static_cast<uint16_t>(bones_.size());
    AddVertex(Sum(from, axis, -radius), Sum(Place{}, axis, -1), bone);
    for (const Place& middle : {from, to}) {
      for (const auto& [x, y] : kRing) {
        const Place normal = Sum(Sum(Place{}, across, x), other, y);
        AddVertex(Sum(middle, normal, radius), normal, bone);
      }
    }
    AddVertex(Sum(to, axis, radius), axis, bone);
    for (uint16_t i = 0; i < kSides; ++i) {
      const auto a = static_cast<uint16_t>(first + 1 + i);
      const auto b = static_cast<uint16_t>(first + 1 + (i + 1) % kSides);
      const auto c = static_cast<uint16_t>(a + kSides);
      const auto d = static_cast<uint16_t>(b + kSides);
      const auto last = static_cast<uint16_t>(first + 1 + 2 * kSides);
      for (const uint16_t corner :
           {first, b, a, a, b, d, a, d, c, c, d, last}) {
        indices_.push_back(static_cast<uint8_t>(corner & 0xFF));
        indices_.push_back(static_cast<uint8_t>(corner >> 8));
      }
    }
  }

  Primitive AddTo(Scene& scene) && {
    const size_t count = bones_.size();
    std::vector<uint8_t> joints;
    std::vector<float> weights;
    for (const uint8_t bone : bones_) {
      joints.insert(joints.end(), {bone, 0, 0, 0});
      weights.insert(weights.end(), {1, 0, 0, 0});
    }
    Primitive primitive;
    const auto add = [&](const char* name, Accessor accessor) {
      accessor.use = BufferUse::kVertices;
      primitive.attributes.emplace_back(name,
                                        scene.AddAccessor(std::move(accessor)));
    };
    add("POSITION", FloatAccessor(places_, Shape::kVec3, true));
    add("NORMAL", FloatAccessor(normals_, Shape::kVec3, false));
    add("JOINTS_0", {.bytes = std::move(joints),
                     .type = ComponentType::kUint8,
                     .shape = Shape::kVec4,
                     .count = count});
    add("WEIGHTS_0", FloatAccessor(weights, Shape::kVec4, false));
    const size_t corners = indices_.size() / sizeof(uint16_t);
    primitive.indices = scene.AddAccessor({.bytes = std::move(indices_),
                                           .type = ComponentType::kUint16,
                                           .use = BufferUse::kIndices,
                                           .count = corners});
    return primitive;
  }

 private:
  void AddVertex(const Place& place, const Place& normal, uint8_t bone) {
    for (const double x : place) places_.push_back(NearestPlainFloat(x));
    for (const double x : normal) normals_.push_back(NearestPlainFloat(x));
    bones_.push_back(bone);
  }

  std::vector<float> places_;
  std::vector<float> normals_;
  std::vector<uint8_t> bones_;  // of vertices
  std::vector<uint8_t> indices_;
};

// Each side has corners of its own, for its normal.
Primitive CubeOf(Scene& scene) {
  std::vector<float> places;
  std::vector<float> normals;
  Accessor corners{
      .type = ComponentType::kUint16, .use = BufferUse::kIndices, .count = 36};
  for (size_t side = 0; side < 6; ++side) {
    const size_t axis = side / 2;
    const float sign = side % 2 == 0 ? 1.0f : -1.0f;
    for (const auto& [a, b] : {std::pair(-1, -1), std::pair(1, -1),
                               std::pair(1, 1), std::pair(-1, 1)}) {
      std::array<float, 3> place = {};
      std::array<float, 3> normal = {};
      place[axis] = sign / 2;
      normal[axis] = sign;
      // Counterclockwise as seen from outside.
      place[(axis + 1) % 3] = sign * static_cast<float>(a) / 2;
      place[(axis + 2) % 3] = static_cast<float>(b) / 2;
      places.insert(places.end(), place.begin(), place.end());
      normals.insert(normals.end(), normal.begin(), normal.end());
    }
    for (const size_t corner : {0, 1, 2, 0, 2, 3}) {
      corners.bytes.push_back(static_cast<uint8_t>(4 * side + corner));
      corners.bytes.push_back(0);
    }
  }
  Primitive cube;
  const auto add = [&](const char* name, std::span<const float> floats,
                       bool bounds) {
    Accessor accessor = FloatAccessor(floats, Shape::kVec3, bounds);
    accessor.use = BufferUse::kVertices;
    cube.attributes.emplace_back(name, scene.AddAccessor(std::move(accessor)));
  };
  add("POSITION", places, /*bounds=*/true);
  add("NORMAL", normals, /*bounds=*/false);
  cube.indices = scene.AddAccessor(std::move(corners));
  return cube;
}

}  // namespace

void AddRigMesh(const std::string& name, std::span<const RigBone> bones,
                size_t skeleton, Scene& scene) {
  Capsules capsules;
  Skin skin{.name = name, .skeleton = skeleton};
  std::vector<float> matrices;
  std::vector<bool> is_parent(bones.size());
  for (size_t i = 0; i < bones.size(); ++i) {
    const RigBone& bone = bones[i];
    skin.joints.push_back(bone.node);
    const std::array<float, 16> matrix = InverseOf(bone.rest);
    matrices.insert(matrices.end(), matrix.begin(), matrix.end());
    if (!bone.parent) continue;
    is_parent[*bone.parent] = true;
    const Place& from = bones[*bone.parent].rest.place;
    const double length = Length(Minus(bone.rest.place, from));
    capsules.Add(from, bone.rest.place,
                 std::min(kRadius, kRadiusShare * length),
                 static_cast<uint8_t>(*bone.parent));
  }
  for (size_t i = 0; i < bones.size(); ++i) {
    if (is_parent[i]) continue;
    // Further on in its parent's direction.
    const Place& place = bones[i].rest.place;
    const std::optional<size_t>& parent = bones[i].parent;
    const Place from =
        parent ? bones[*parent].rest.place : Minus(place, Place{0, 1, 0});
    const Place way = UnitOr(Minus(place, from), Place{0, 1, 0});
    capsules.Add(place, Sum(place, way, kTip), kTipRadius,
                 static_cast<uint8_t>(i));
  }
  Accessor inverse = FloatAccessor(matrices, Shape::kMat4, false);
  skin.inverse_bind_matrices = scene.AddAccessor(std::move(inverse));
  Mesh mesh{.name = name, .primitives = {}};
  mesh.primitives.push_back(std::move(capsules).AddTo(scene));
  mesh.primitives.back().material = scene.materials.size();
  scene.materials.push_back(
      {.name = name, .base_color = {0.8f, 0.6f, 0.5f, 1}, .roughness = 0.7f});
  scene.meshes.push_back(std::move(mesh));
  scene.skins.push_back(std::move(skin));
  scene.roots.push_back(scene.AddNode({.name = name,
                                       .mesh = scene.meshes.size() - 1,
                                       .skin = scene.skins.size() - 1}));
}

void AddBoxMeshes(Scene& scene) {
  constexpr std::array<float, 4> kBlue = {0.25f, 0.5f, 0.85f, 1};
  constexpr std::array<float, 4> kGray = {0.6f, 0.6f, 0.6f, 1};
  Primitive cube = CubeOf(scene);
  for (const size_t mesh : {kMovesMesh, kStandsMesh}) {
    const char* const name = mesh == kMovesMesh ? "moves" : "stands";
    scene.materials.push_back(
        {.name = name, .base_color = mesh == kMovesMesh ? kBlue : kGray});
    cube.material = mesh;
    scene.meshes.push_back({.name = name, .primitives = {cube}});
  }
}

Mesh JointMesh(Scene& scene) {
  // Metres.
  constexpr float kJointRadius = 0.006f;
  const float r = kJointRadius;
  const std::vector<float> corners = {r, 0,  0, -r, 0, 0, 0, r, 0,
                                      0, -r, 0, 0,  0, r, 0, 0, -r};
  constexpr std::array<uint8_t, 24> kFaces = {
      0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  Accessor positions = FloatAccessor(corners, Shape::kVec3, true);
  positions.use = BufferUse::kVertices;
  Accessor faces{.bytes = {kFaces.begin(), kFaces.end()},
                 .type = ComponentType::kUint8,
                 .use = BufferUse::kIndices,
                 .count = kFaces.size()};
  Primitive primitive;
  primitive.attributes.emplace_back("POSITION",
                                    scene.AddAccessor(std::move(positions)));
  primitive.indices = scene.AddAccessor(std::move(faces));
  return {.name = "joint", .primitives = {std::move(primitive)}};
}

}  // namespace clipguard::actions::gltf
