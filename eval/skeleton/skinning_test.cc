// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skinning.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "eval/skeleton/reference.h"
#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"
#include "testing/allocation_counter.h"

namespace clipguard::eval {
namespace {

using m3d::Float3;
using m3d::Matrix;

std::vector<Matrix> RandomTransforms(Random& random, size_t count) {
  std::vector<Matrix> transforms(count);
  for (Matrix& matrix : transforms) {
    matrix = kIdentityMatrix;
    for (size_t i = 0; i < 15; ++i) {
      if (i % 4 < 3) matrix[i] += random.Uniform(-1, 1);
    }
    for (size_t i = 12; i < 15; ++i) matrix[i] = random.Uniform(-70, 70);
  }
  return transforms;
}

std::vector<Matrix4d> ToDouble(const std::vector<Matrix>& transforms) {
  std::vector<Matrix4d> result(transforms.size());
  for (size_t b = 0; b < transforms.size(); ++b) {
    std::copy(transforms[b].begin(), transforms[b].end(), result[b].begin());
  }
  return result;
}

TEST(SkinVertices, IsWhatTheSpecificationSays) {
  Random random(1);
  const std::vector<Matrix> transforms = RandomTransforms(random, 58);
  const std::vector<Matrix4d> exact_transforms = ToDouble(transforms);
  const m3d::Vertices vertices = RandomVertices(random, 20'000, 58);
  std::vector<Float3> positions(20'000);
  std::vector<Float3> normals(20'000);
  SkinVertices(SkinInput(vertices), transforms, positions, normals);
  double worst_position = 0;
  double worst_normal = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    const auto [p, n] = SkinVertex(vertices, i, exact_transforms);
    worst_position = std::max({worst_position, std::abs(positions[i].x - p.x),
                               std::abs(positions[i].y - p.y),
                               std::abs(positions[i].z - p.z)});
    worst_normal =
        std::max({worst_normal, std::abs(normals[i].x - n.x),
                  std::abs(normals[i].y - n.y), std::abs(normals[i].z - n.z)});
  }
  std::printf("worst error: positions (up to 350) %.3g, normals %.3g\n",
              worst_position, worst_normal);
  EXPECT_LE(worst_position, 1e-4);
  EXPECT_LE(worst_normal, 1e-6);
}

TEST(SkinVertices, InPlace) {
  Random random(2);
  const std::vector<Matrix> transforms = RandomTransforms(random, 10);
  for (const Kernel kernel : SupportedKernels()) {
    m3d::Vertices vertices = RandomVertices(random, 37, 10);
    std::vector<Float3> positions(37);
    std::vector<Float3> normals(37);
    SkinVertices(SkinInput(vertices), transforms, positions, normals, kernel);
    SkinVertices(SkinInput(vertices), transforms, vertices.positions,
                 vertices.normals, kernel);
    for (size_t i = 0; i < 37; ++i) {
      EXPECT_EQ(vertices.positions[i], positions[i]);
      EXPECT_EQ(vertices.normals[i], normals[i]);
    }
  }
}

TEST(SkinVertices, InParts) {
  Random random(3);
  const std::vector<Matrix> transforms = RandomTransforms(random, 10);
  const m3d::Vertices vertices = RandomVertices(random, 100, 10);
  std::vector<Float3> positions(100);
  std::vector<Float3> normals(100);
  const SkinInput all(vertices);
  SkinVertices(all, transforms, positions, normals);
  std::vector<Float3> parts(100);
  std::vector<Float3> part_normals(100);
  for (size_t begin = 0; begin < 100; begin += 7) {
    const size_t count = std::min<size_t>(7, 100 - begin);
    SkinVertices(all.Part(begin, count), transforms,
                 std::span(parts).subspan(begin, count),
                 std::span(part_normals).subspan(begin, count));
  }
  EXPECT_EQ(parts, positions);
  EXPECT_EQ(part_normals, normals);
}

TEST(SkinVertices, AsManyAsThereAreOfEverything) {
  Random random(4);
  const std::vector<Matrix> transforms = RandomTransforms(random, 3);
  m3d::Vertices vertices = RandomVertices(random, 9, 3);
  vertices.normals.resize(8);
  vertices.blend_weights.resize(7);
  std::vector<Float3> positions(9, Float3{5, 5, 5});
  std::vector<Float3> normals(7);
  EXPECT_FALSE(SkinVertices(SkinInput(vertices), transforms, positions,
                            std::span(normals).first(6)));
  EXPECT_EQ(positions[0], (Float3{5, 5, 5}));
  EXPECT_TRUE(
      SkinVertices(SkinInput(vertices), transforms, positions, normals));
  EXPECT_NE(positions[6], (Float3{5, 5, 5}));
  EXPECT_EQ(positions[7], (Float3{5, 5, 5}));
  EXPECT_TRUE(SkinVertices(SkinInput(), transforms, positions, normals));
  EXPECT_FALSE(SkinVertices(SkinInput(vertices), transforms, {}, {}));
}

TEST(SkinVertices, BonesThatAreNotThereAreZero) {
  Random random(5);
  m3d::Vertices vertices = RandomVertices(random, 2, 1);
  vertices.blend_weights[0] = {0.5f, 0, 0, 0};
  vertices.blend_indices[0] = {0, 1, 1, 255};
  const std::vector<Matrix> transforms = {kIdentityMatrix};
  std::vector<Float3> positions(2);
  std::vector<Float3> normals(2);
  SkinVertices(SkinInput(vertices), transforms, positions, normals);
  EXPECT_EQ(positions[0].x, 0.5f * vertices.positions[0].x);
  EXPECT_EQ(normals[0].y, 0.5f * vertices.normals[0].y);
  SkinVertices(SkinInput(vertices), {}, positions, normals);
  EXPECT_EQ(positions[1], Float3{});
  // More than a byte can name do no harm.
  SkinVertices(SkinInput(vertices), RandomTransforms(random, 300), positions,
               normals);
}

TEST(SkinVertices, DoesNotAllocate) {
  Random random(6);
  const std::vector<Matrix> transforms = RandomTransforms(random, 58);
  const m3d::Vertices vertices = RandomVertices(random, 100, 58);
  std::vector<Float3> positions(100);
  std::vector<Float3> normals(100);
  const uint64_t before = AllocationCount();
  SkinVertices(SkinInput(vertices), transforms, positions, normals);
  EXPECT_EQ(AllocationCount(), before);
}

}  // namespace
}  // namespace clipguard::eval
