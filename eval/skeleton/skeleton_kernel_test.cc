// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The promise that transforms and vertices have the same bits on every kernel,
// with every compiler, on every machine: all kernels of this machine against
// each other by memcmp, and all of them against hashes that were written down.

#include "eval/skeleton/skeleton_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "eval/skeleton/skinning.h"
#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"
#include "testing/all_kernels.h"
#include "testing/bits_hash.h"
#include "testing/guarded_memory.h"
#include "testing/sanitizers.h"

namespace clipguard::eval {
namespace {

using m3d::Float3;
using m3d::Matrix;

// All transforms at all times, compiled and not.
void AddCharacter(BitsHash& hash, const m3d::Character& character,
                  const std::vector<float>& times) {
  const size_t bones = character.bones();
  const m3d::Clip& keys = character.clips[0];
  ForAllKernels(hash, [&](Kernel kernel) {
    std::vector<Matrix> transforms(bones * times.size());
    std::vector<Matrix> once(bones);
    const SkeletonClip clip(character, keys, kernel);
    SkeletonSampler sampler(clip);
    for (size_t i = 0; i < times.size(); ++i) {
      const std::span<Matrix> part(transforms.data() + i * bones, bones);
      sampler.Sample(times[i], part);
      SampleSkeleton(character, keys, times[i], once, kernel);
      EXPECT_TRUE(bones == 0 || std::memcmp(once.data(), part.data(),
                                            bones * sizeof(Matrix)) == 0)
          << KernelName(kernel) << " at " << times[i];
    }
    std::vector<float> values;
    for (const Matrix& matrix : transforms) {
      values.insert(values.end(), matrix.begin(), matrix.end());
    }
    return values;
  });
}

TEST(SameBits, AnyNumberOfBones) {
  Random random(1);
  BitsHash hash;
  for (size_t bones = 0; bones <= 35; ++bones) {
    for (const uint32_t keys : {0u, 1u, 2u, 20u}) {
      const m3d::Character character = RandomCharacter(random, bones, keys);
      ASSERT_NO_FATAL_FAILURE(AddCharacter(
          hash, character, RandomTimes(random, character.clips[0])));
    }
  }
  EXPECT_EQ(hash.value(), 0x84aa3d8f22ff840c);
}

TEST(SameBits, ManyBones) {
  Random random(2);
  BitsHash hash;
  const m3d::Character character = RandomCharacter(random, 1000, 30);
  AddCharacter(hash, character, RandomTimes(random, character.clips[0]));
  EXPECT_EQ(hash.value(), 0xf1d652430b683e99);
}

// Any finite floats; where doubles overflow, NaN comes out.
TEST(SameBits, AnyNumbers) {
  Random random(3);
  BitsHash hash;
  size_t nan = 0;
  constexpr int kCharacters = CLIPGUARD_SANITIZED ? 50 : 300;
  for (int i = 0; i < kCharacters; ++i) {
    m3d::Character character = RandomCharacter(random, 20, 5);
    for (Matrix& offset : character.bone_offsets) {
      for (float& element : offset) element = random.Finite();
    }
    m3d::Clip& clip = character.clips[0];
    for (Float3& scale : clip.scales) {
      scale = {random.Finite(), random.Finite(), random.Finite()};
    }
    for (Float3& translation : clip.translations) {
      translation = {random.Finite(), random.Finite(), random.Finite()};
    }
    for (m3d::Float4& rotation : clip.rotations) {
      rotation = {random.Finite(), random.Finite(), random.Finite(),
                  random.Finite()};
    }
    const std::vector<float> times = RandomTimes(random, clip);
    ASSERT_NO_FATAL_FAILURE(AddCharacter(hash, character, times));
    std::vector<Matrix> transforms(20);
    SampleSkeleton(character, clip, times.back(), transforms);
    for (const Matrix& matrix : transforms) {
      for (const float element : matrix) {
        if (!std::isnan(element)) continue;
        ++nan;
        EXPECT_EQ(std::bit_cast<uint32_t>(element), 0x7fc00000u);
      }
    }
  }
  EXPECT_GT(nan, 0u);
  if (!CLIPGUARD_SANITIZED) {
    EXPECT_EQ(hash.value(), 0x82d7c6be57695b27);
  }
}

// Results of skinning, positions and then normals.
std::vector<float> Skin(const m3d::Vertices& vertices,
                        const std::vector<Matrix>& transforms, Kernel kernel) {
  const size_t count = vertices.positions.size();
  std::vector<Float3> positions(count);
  std::vector<Float3> normals(count);
  SkinVertices(SkinInput(vertices), transforms, positions, normals, kernel);
  std::vector<float> values;
  for (const auto* results : {&positions, &normals}) {
    for (const auto& [x, y, z] : *results) {
      values.insert(values.end(), {x, y, z});
    }
  }
  return values;
}

std::vector<Matrix> RandomTransforms(Random& random, size_t count) {
  std::vector<Matrix> transforms(count);
  for (Matrix& matrix : transforms) {
    for (float& element : matrix) element = random.Uniform(-2, 2);
  }
  return transforms;
}

TEST(SameBits, AnyNumberOfVertices) {
  Random random(4);
  BitsHash hash;
  for (size_t count = 0; count <= 70; ++count) {
    const std::vector<Matrix> transforms = RandomTransforms(random, 1 + count);
    const m3d::Vertices vertices =
        RandomVertices(random, count, transforms.size());
    ASSERT_NO_FATAL_FAILURE(ForAllKernels(hash, [&](Kernel kernel) {
      return Skin(vertices, transforms, kernel);
    }));
  }
  EXPECT_EQ(hash.value(), 0x334f0dea4477ab20);
}

TEST(SameBits, ManyVertices) {
  Random random(5);
  BitsHash hash;
  const std::vector<Matrix> transforms = RandomTransforms(random, 256);
  const m3d::Vertices vertices = RandomVertices(random, 20'000, 256);
  ForAllKernels(
      hash, [&](Kernel kernel) { return Skin(vertices, transforms, kernel); });
  EXPECT_EQ(hash.value(), 0x414eae44970f9096);
}

// Any bits, NaN and infinities too.
TEST(SameBits, AnyVertices) {
  Random random(6);
  BitsHash hash;
  const auto any = [&] {
    constexpr float kValues[] = {0,    -0.0f, 1,         -1,
                                 kNan, -kNan, kInfinity, -kInfinity};
    switch (random.Bits() % 8) {
      case 0:
        return random.Pick(kValues);
      case 1:
        return std::bit_cast<float>(random.Bits());
      default:
        return random.Uniform(-1, 1);
    }
  };
  for (int i = 0; i < 200; ++i) {
    std::vector<Matrix> transforms = RandomTransforms(random, 8);
    m3d::Vertices vertices = RandomVertices(random, 100, 9);
    for (float& element : transforms[3]) element = any();
    for (auto& [x, y, z] : vertices.positions) x = any();
    for (auto& [x, y, z] : vertices.normals) y = z = any();
    for (auto& [x, y, z, w] : vertices.blend_weights) z = any();
    ASSERT_NO_FATAL_FAILURE(ForAllKernels(hash, [&](Kernel kernel) {
      std::vector<float> values = Skin(vertices, transforms, kernel);
      for (const float value : values) {
        if (std::isnan(value)) {
          EXPECT_EQ(std::bit_cast<uint32_t>(value), 0x7fc00000u);
        }
      }
      return values;
    }));
  }
  EXPECT_EQ(hash.value(), 0x6a6ec87bb81e9da6);
}

// Nothing before or after the vertices is read or written.
TEST(SkeletonKernel, KeepsToItsVertices) {
  Random random(7);
  alignas(64) static float palette[16 * kPaletteSize] = {};
  for (const Kernel kernel : SupportedKernels()) {
    const SkeletonKernel& functions = VersionFor<SkeletonKernel>(kernel);
    for (size_t count = 0; count < 20; ++count) {
      for (const bool at_end : {false, true}) {
        GuardedMemory memory[6] = {GuardedMemory(4096), GuardedMemory(4096),
                                   GuardedMemory(4096), GuardedMemory(4096),
                                   GuardedMemory(4096), GuardedMemory(4096)};
        const auto place = [&](size_t i, size_t bytes) {
          return reinterpret_cast<float*>(at_end ? memory[i].end() - bytes
                                                 : memory[i].begin());
        };
        functions.skin(palette, place(0, 12 * count), place(1, 12 * count),
                       place(2, 16 * count),
                       reinterpret_cast<uint8_t*>(place(3, 4 * count)),
                       place(4, 12 * count), place(5, 12 * count), count);
      }
    }
  }
}

// Runs with each CLIPGUARD_KERNEL: see BUILD.bazel.
TEST(SkeletonKernel, IsTheOneThatIsForced) {
  const char* const forced = std::getenv("CLIPGUARD_KERNEL");
  if (forced == nullptr || !ParseKernel(forced).ok()) {
    GTEST_SKIP() << "no CLIPGUARD_KERNEL that this machine supports";
  }
  EXPECT_EQ(std::string_view(VersionFor<SkeletonKernel>(ActiveKernel()).name),
            std::string_view(forced).empty() ? KernelName(ActiveKernel())
                                             : std::string_view(forced));
}

TEST(SkeletonKernel, EachIsAFileOfItsOwn) {
  for (const Kernel kernel : SupportedKernels()) {
    const SkeletonKernel& functions = VersionFor<SkeletonKernel>(kernel);
    const SkeletonKernel& scalar = VersionFor<SkeletonKernel>(Kernel::kScalar);
    EXPECT_EQ(std::string_view(functions.name), KernelName(kernel));
    if (kernel == Kernel::kScalar) continue;
    EXPECT_NE(functions.load, scalar.load);
    EXPECT_NE(functions.evaluate, scalar.evaluate);
    EXPECT_NE(functions.skin, scalar.skin);
  }
}

// Keys of eight bones, which a test changes.
struct Keys {
  Keys() {
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      for (size_t c = 0; c < kKeyChannels; ++c) {
        for (size_t k = 0; k < 2; ++k) {
          places.key[c][k][i] = values[c][k][i];
          values[c][k][i][3] = 1;
        }
      }
      places.start[i] = static_cast<float>(i);
      places.end[i] = static_cast<float>(2 * i + 1);
    }
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  void SetRotations(size_t i, const m3d::Float4& a, const m3d::Float4& b) {
    const m3d::Float4* const pair[] = {&a, &b};
    for (size_t k = 0; k < 2; ++k) {
      const auto& [x, y, z, w] = *pair[k];
      const float rotation[] = {x, y, z, w};
      std::copy_n(rotation, 4, values[kRotation][k][i]);
    }
  }

  // With room for an arc behind each.
  float values[kKeyChannels][2][kBonesPerBlock][8] = {};
  KeyPlaces places;
};

TEST(SkeletonKernel, LoadsColumns) {
  Random random(8);
  Keys keys;
  for (auto& channel : keys.values) {
    for (auto& key : channel) {
      for (auto& bone : key) {
        for (float& value : bone) value = random.Uniform(-1, 1);
      }
    }
  }
  for (const Kernel kernel : SupportedKernels()) {
    KeyBlock block;
    VersionFor<SkeletonKernel>(kernel).load(keys.places, 7, &block);
    const KeyBlock before = block;
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      for (size_t next = 0; next < 2; ++next) {
        for (size_t k = 0; k < 4; ++k) {
          EXPECT_EQ(block.rotation[next][k][i],
                    keys.values[kRotation][next][i][k]);
        }
        for (size_t k = 0; k < 3; ++k) {
          EXPECT_EQ(block.translation[next][k][i],
                    keys.values[kTranslation][next][i][k]);
          EXPECT_EQ(block.scale[next][k][i], keys.values[kScale][next][i][k]);
        }
      }
      EXPECT_EQ(block.start[i], static_cast<float>(i));
      EXPECT_EQ(block.end[i], static_cast<float>(2 * i + 1));
    }
    // A channel that is not asked for stays.
    Keys others;
    VersionFor<SkeletonKernel>(kernel).load(others.places, 1u << kScale,
                                            &block);
    EXPECT_EQ(block.scale[1][2][3], 0);
    EXPECT_EQ(block.rotation[1][2][3], before.rotation[1][2][3]);
    EXPECT_EQ(block.translation[0][1][7], before.translation[0][1][7]);
  }
}

TEST(SkeletonKernel, FindsAnglesAndSines) {
  const double angle = std::acos(double{0.8f});
  Keys keys;
  keys.SetRotations(0, {0, 0, 0, 1}, {0.6f, 0, 0, 0.8f});
  // Beyond the threshold it is a lerp.
  keys.SetRotations(1, {0, 0, 0, 1}, {0.001f, 0, 0, 1});
  keys.SetRotations(2, {0, 0, 0, -1}, {0, 0, 0, 1});
  // The shorter arc leads to the negated one.
  keys.SetRotations(3, {0, 0, 0, 1}, {0.6f, 0, 0, -0.8f});
  // Both arcs are as long.
  keys.SetRotations(4, {0, 0, 0, 1}, {1, 0, 0, -0.0f});
  // Nothing changes.
  keys.SetRotations(5, {0, 0, 0, 0}, {0, 0, 0, 0});
  keys.places.end[5] = kInfinity;
  for (const Kernel kernel : SupportedKernels()) {
    KeyBlock block;
    VersionFor<SkeletonKernel>(kernel).load(keys.places, 7, &block);
    EXPECT_NEAR(block.angle[0], angle, 1e-12);
    EXPECT_NEAR(block.inverse_sine[0], 1 / std::sin(angle), 1e-11);
    EXPECT_EQ(block.angle[1], kLerpAngle);
    EXPECT_EQ(block.inverse_sine[1], 1 / kLerpAngle);
    EXPECT_EQ(block.angle[2], kLerpAngle);
    EXPECT_EQ(block.inverse_sine[2], -1 / kLerpAngle);
    EXPECT_NEAR(block.angle[3], angle, 1e-12);
    EXPECT_NEAR(block.inverse_sine[3], -1 / std::sin(angle), 1e-11);
    EXPECT_NEAR(block.inverse_sine[4], 1, 1e-12);
    EXPECT_EQ(block.angle[5], kLerpAngle);
  }
}

TEST(SkeletonKernel, ArcsThatAreKeptAreThoseThatAreComputed) {
  Random random(9);
  Keys keys;
  for (size_t i = 0; i < kBonesPerBlock; ++i) {
    for (auto& key : keys.values[kRotation]) {
      for (size_t k = 0; k < 4; ++k) key[i][k] = random.Uniform(-1, 1);
    }
    const KeyArc arc = ArcOf(
        KeyCosine(keys.values[kRotation][0][i], keys.values[kRotation][1][i]),
        false);
    std::memcpy(keys.values[kRotation][0][i] + 4, &arc, sizeof(arc));
  }
  // Nothing changes after the last key, whatever arc lies behind it.
  keys.places.key[kRotation][1][5] = keys.places.key[kRotation][0][5];
  keys.places.end[5] = kInfinity;
  for (const Kernel kernel : SupportedKernels()) {
    KeyBlock blocks[2];
    for (const bool has_arcs : {false, true}) {
      keys.places.has_arcs = has_arcs;
      VersionFor<SkeletonKernel>(kernel).load(keys.places, 7,
                                              &blocks[has_arcs]);
    }
    EXPECT_EQ(std::memcmp(&blocks[0], &blocks[1], sizeof(KeyBlock)), 0);
  }
}

}  // namespace
}  // namespace clipguard::eval
