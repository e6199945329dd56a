// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/eval/skeleton_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>

#include "base/numbers.h"
#include "eval/skeleton/reference.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "eval/skeleton/skinning.h"
#include "fuzz/shared/check.h"
#include "simd/kernel.h"

namespace clipguard::fuzz {
namespace {

using eval::Matrix4d;
using Transforms = std::vector<m3d::Matrix>;

// Rounding errors of a final transform, in float and in double, as a share of
// its elements and of the largest product on the way to it.
constexpr double kFloatError = 0x1.0001p-24;
constexpr double kDoubleError = 1e-12;
constexpr double kLeastFloat = 0x1p-149;

// The largest that the elements of a bone's transform can get on their way: by
// its largest keys, as if they met.
Matrix4d LargestToParent(const m3d::Clip& clip, size_t bone) {
  double translation = 0;
  double scale = 0;
  double rotation = 0;
  const auto largest = [](std::initializer_list<float> numbers) {
    double most = 0;
    for (float x : numbers) most = std::max(most, std::abs(double{x}));
    return most;
  };
  for (size_t i = clip.first_key[bone]; i < clip.first_key[bone + 1]; ++i) {
    const m3d::Float3& t = clip.translations[i];
    const m3d::Float3& s = clip.scales[i];
    const m3d::Float4& r = clip.rotations[i];
    translation = std::max(translation, largest({t.x, t.y, t.z}));
    scale = std::max(scale, largest({s.x, s.y, s.z}));
    rotation = std::max(rotation, largest({r.x, r.y, r.z, r.w}));
  }
  const double m = 2 * std::max(scale, 1.0) * (1 + 16 * rotation * rotation);
  const double t = 2 * translation;
  return {{m, m, m, 0}, {m, m, m, 0}, {m, m, m, 0}, {t, t, t, 1}};
}

// The same for final transforms.
std::vector<Matrix4d> Largest(const m3d::Character& character,
                              const m3d::Clip& clip) {
  std::vector<Matrix4d> to_root(character.bones());
  std::vector<Matrix4d> final_transforms(character.bones());
  for (size_t bone = 0; bone < character.bones(); ++bone) {
    const int32_t parent = character.parents[bone];
    to_root[bone] = LargestToParent(clip, bone);
    if (parent >= 0) {
      to_root[bone] =
          eval::Multiply(to_root[bone], to_root[static_cast<size_t>(parent)]);
    }
    Matrix4d offset;
    std::ranges::transform(character.bone_offsets[bone], offset.begin(),
                           [](float x) { return std::abs(double{x}); });
    final_transforms[bone] = eval::Multiply(offset, to_root[bone]);
  }
  return final_transforms;
}

void CheckNear(float value, double expected, double largest) {
  // Infinite or nearly: doubles may overflow in another order.
  if (!(largest < 1e300)) return;
  CLIPGUARD_CHECK(!std::isnan(value));
  const double error =
      kFloatError * std::abs(expected) + kDoubleError * largest + kLeastFloat;
  if (std::abs(expected) + error >= std::numeric_limits<float>::max()) return;
  CLIPGUARD_CHECK(std::isfinite(value));
  if (std::abs(value - expected) > error) {
    std::fprintf(stderr, "got %.9g, expected %.17g, may be off by %.3g\n",
                 static_cast<double>(value), expected, error);
  }
  CLIPGUARD_CHECK(std::abs(value - expected) <= error);
}

template <typename List>
bool SameBits(const List& a, const List& b) {
  return std::ranges::equal(std::as_bytes(std::span(a)),
                            std::as_bytes(std::span(b)));
}

struct Skinned {
  explicit Skinned(size_t size) : positions(size), normals(size) {}
  std::vector<m3d::Float3> positions;
  std::vector<m3d::Float3> normals;
};

Skinned Skin(const m3d::Vertices& vertices, const Transforms& transforms,
             Kernel kernel) {
  Skinned skinned(vertices.positions.size());
  eval::SkinVertices(eval::SkinInput(vertices), transforms, skinned.positions,
                     skinned.normals, kernel);
  return skinned;
}

// Skinned vertices, some of them, are near the specification's with the same
// transforms: as near as rounding a dozen sums and products to float leaves
// them.
void CheckSkinned(const m3d::Vertices& vertices, const Transforms& transforms,
                  const Skinned& skinned) {
  constexpr size_t kVertices = 32;
  // An index that has no transform counts as one of zeros.
  std::vector<Matrix4d> exact(256);
  for (size_t bone = 0; bone < std::min(transforms.size(), exact.size());
       ++bone) {
    std::ranges::copy(transforms[bone], exact[bone].begin());
  }
  const size_t step = skinned.positions.size() / kVertices + 1;
  for (size_t i = 0; i < skinned.positions.size(); i += step) {
    const m3d::Float4& w = vertices.blend_weights[i];
    // The fourth weight is what is left of 1.
    const double weight =
        1 + 2 * (std::abs(double{w.x}) + std::abs(double{w.y}) +
                 std::abs(double{w.z}));
    double element = 0;
    for (const uint8_t bone : vertices.blend_indices[i]) {
      for (const double x : exact[bone]) {
        element = std::isnan(x) ? x : std::max(element, std::abs(x));
      }
    }
    const eval::SkinnedVertex expected = eval::SkinVertex(vertices, i, exact);
    const auto check = [&](const m3d::Float3& value, const m3d::Float3& given,
                           const eval::Vector3d& near) {
      const double size = 1 + std::abs(double{given.x}) +
                          std::abs(double{given.y}) + std::abs(double{given.z});
      const double largest = 4 * weight * element * size;
      // Beyond, floats overflow on the way.
      if (!(largest < 1e37)) return;
      const double error =
          16 * (kFloatError * largest + kLeastFloat * weight * size);
      CLIPGUARD_CHECK(std::abs(value.x - near.x) <= error);
      CLIPGUARD_CHECK(std::abs(value.y - near.y) <= error);
      CLIPGUARD_CHECK(std::abs(value.z - near.z) <= error);
    };
    check(skinned.positions[i], vertices.positions[i], expected.position);
    check(skinned.normals[i], vertices.normals[i], expected.normal);
  }
}

}  // namespace

std::vector<float> TimesToTry(const m3d::Clip& clip) {
  constexpr size_t kKeys = 8;  // of them all
  std::vector<float> times = {0, -1, 1e9f, kInfinity, -kInfinity, NAN};
  const size_t step = clip.keys() / kKeys + 1;
  for (size_t i = 0; i < clip.keys(); i += step) {
    const float time = clip.times[i];
    times.insert(times.end(), {time, std::nextafter(time, kInfinity),
                               std::nextafter(time, -kInfinity)});
    if (i + 1 < clip.keys()) {
      times.push_back(time + 0.375f * (clip.times[i + 1] - time));
    }
  }
  return times;
}

void CheckSkeleton(const m3d::Character& character, const m3d::Clip& clip,
                   float time) {
  Transforms expected(character.bones());
  eval::SampleSkeleton(character, clip, time, expected, Kernel::kScalar);
  const eval::SkeletonPose pose =
      eval::EvaluateSkeleton(character, clip, double{time});
  const std::vector<Matrix4d> largest = Largest(character, clip);
  for (size_t bone = 0; bone < character.bones(); ++bone) {
    for (size_t i = 0; i < 16; ++i) {
      CheckNear(expected[bone][i], pose.final_transforms[bone][i],
                largest[bone][i]);
    }
  }
  const Skinned skinned = Skin(character.vertices, expected, Kernel::kScalar);
  CheckSkinned(character.vertices, expected, skinned);
  for (Kernel kernel : SupportedKernels()) {
    Transforms transforms(character.bones());
    eval::SampleSkeleton(character, clip, time, transforms, kernel);
    CLIPGUARD_CHECK(SameBits(transforms, expected));
    const Skinned other = Skin(character.vertices, expected, kernel);
    CLIPGUARD_CHECK(SameBits(other.positions, skinned.positions));
    CLIPGUARD_CHECK(SameBits(other.normals, skinned.normals));
  }
}

void CheckSkeletonClip(const m3d::Character& character, const m3d::Clip& clip) {
  eval::SkeletonClip compiled(character, clip);
  CLIPGUARD_CHECK(compiled.bones() == character.bones());
  CLIPGUARD_CHECK(compiled.memory() >= sizeof(compiled));
  const float start = compiled.start_time();
  const float end = compiled.end_time();
  for (const double time :
       {0.0, -1e9, 1e300, double{end} + 0.375, double{NAN}}) {
    const float looped = compiled.LoopTime(time);
    CLIPGUARD_CHECK(looped >= start && looped <= end);
  }
  Transforms transforms(character.bones());
  eval::SkeletonSampler(compiled).Sample(start, transforms);
  const eval::SkeletonClip moved = std::move(compiled);
  Transforms others(character.bones());
  eval::SkeletonSampler(moved).Sample(start, others);
  CLIPGUARD_CHECK(SameBits(others, transforms));
  // A moved-from object can be compiled anew, and again in the same memory.
  compiled.Compile(character, clip);  // NOLINT(bugprone-use-after-move)
  compiled.Compile(character, clip);
  eval::SkeletonSampler(compiled).Sample(start, others);
  CLIPGUARD_CHECK(SameBits(others, transforms));

  const size_t count = character.vertices.positions.size();
  const Skinned all = Skin(character.vertices, transforms, ActiveKernel());
  Skinned parts(count);
  const eval::SkinInput input(character.vertices);
  for (const auto& [begin, size] : {std::pair(size_t{0}, count / 2),
                                    std::pair(count / 2, count - count / 2)}) {
    eval::SkinVertices(input.Part(begin, size), transforms,
                       std::span(parts.positions).subspan(begin, size),
                       std::span(parts.normals).subspan(begin, size));
  }
  CLIPGUARD_CHECK(SameBits(parts.positions, all.positions));
  CLIPGUARD_CHECK(SameBits(parts.normals, all.normals));
}

}  // namespace clipguard::fuzz
