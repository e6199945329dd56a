// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the promises of parser/m3d/checks/transform_bound.h about evaluated
// clips: no final transform is larger than its bound, and without the warning
// TRANSFORM_OVERFLOWS all are finite.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "eval/skeleton/reference.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/transform_bound.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/write_character.h"

namespace clipguard::eval {
namespace {

// Small characters, from ordinary to absurd.
class Characters {
 public:
  explicit Characters(uint32_t seed) : random_(seed) {}

  m3d::Character Next() {
    m3d::Character c;
    const size_t bones = 1 + Below(6);
    // How far from 1 numbers are: 10 to the power of up to this.
    const std::array<double, 5> powers = {0, 1, 9, 19, 38};
    translation_power_ = powers[Below(powers.size())];
    scale_power_ = powers[Below(powers.size())];
    rotation_power_ = powers[Below(3)];
    offset_power_ = powers[Below(powers.size())];
    m3d::Clip clip;
    clip.name = "c";
    clip.first_key = {0};
    for (size_t b = 0; b < bones; ++b) {
      c.parents.push_back(b == 0 ? -1 : static_cast<int32_t>(Below(b)));
      m3d::Matrix offset;
      for (float& x : offset) x = Number(offset_power_);
      if (Below(2) == 0) {
        offset[3] = offset[7] = offset[11] = 0;
        offset[15] = 1;
      }
      c.bone_offsets.push_back(offset);
      const size_t keys = 1 + Below(3);
      for (size_t k = 0; k < keys; ++k) AddKey(clip, static_cast<float>(k));
      clip.first_key.push_back(clip.times.size());
    }
    c.clips = {clip};
    c.vertices.positions = {{0, 0, 0}};
    c.vertices.tangents = {{1, 0, 0, 1}};
    c.vertices.normals = {{0, 0, 1}};
    c.vertices.tex_coords = {{0, 0}};
    c.vertices.blend_weights = {{1, 0, 0, 0}};
    c.vertices.blend_indices = {{0, 0, 0, 0}};
    return c;
  }

 private:
  size_t Below(size_t end) { return random_() % end; }

  double Uniform() { return std::uniform_real_distribution<>(-1, 1)(random_); }

  float Number(double power) {
    const double number = Uniform() * std::pow(10.0, power * Uniform());
    return static_cast<float>(std::clamp(number, -3.4e38, 3.4e38));
  }

  void AddKey(m3d::Clip& clip, float time) {
    clip.times.push_back(time);
    clip.translations.push_back({Number(translation_power_),
                                 Number(translation_power_),
                                 Number(translation_power_)});
    clip.scales.push_back(
        {Number(scale_power_), Number(scale_power_), Number(scale_power_)});
    m3d::Float4 q = {Number(rotation_power_), Number(rotation_power_),
                     Number(rotation_power_), Number(rotation_power_)};
    if (Below(2) == 0) {
      const float length =
          std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
      if (length > 0) {
        q = {q.x / length, q.y / length, q.z / length, q.w / length};
      }
    }
    clip.rotations.push_back(q);
  }

  std::mt19937 random_;
  double translation_power_ = 0;
  double scale_power_ = 0;
  double rotation_power_ = 0;
  double offset_power_ = 0;
};

constexpr std::array<float, 11> kTimes = {0,    0.1f, 0.25f, 0.5f,  0.75f, 1,
                                          1.2f, 1.5f, 1.7f,  1.99f, 2};

TEST(TransformBound, HoldsForWhatIsEvaluated) {
  Characters characters(1);
  for (int i = 0; i < 3000; ++i) {
    const m3d::Character c = characters.Next();
    const std::vector<m3d::TransformBound> bounds =
        BoundTransforms(c, c.clips[0]);
    for (const float time : kTimes) {
      const SkeletonPose pose = EvaluateSkeleton(c, c.clips[0], double{time});
      for (size_t b = 0; b < c.bones(); ++b) {
        if (!(bounds[b].stretch < 1e300)) continue;
        for (const double x : pose.final_transforms[b]) {
          ASSERT_LE(std::abs(x), bounds[b].element) << "character " << i;
        }
      }
    }
  }
}

TEST(TransformBound, IsNearWhatIsEvaluated) {
  // A bone that scales by 2 along with its parent, each 3 away.
  m3d::Character c;
  c.parents = {-1, 0};
  c.bone_offsets.assign(
      2, m3d::Matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
  m3d::Clip clip;
  clip.first_key = {0, 1, 2};
  clip.times = {0, 0};
  clip.translations.assign(2, {3, 0, 0});
  clip.scales.assign(2, {2, 2, 2});
  clip.rotations.assign(2, {0, 0, 0, 1});
  const std::vector<m3d::TransformBound> bounds = BoundTransforms(c, clip);
  EXPECT_NEAR(bounds[0].stretch, 2, 1e-6);
  EXPECT_NEAR(bounds[0].distance, 3, 1e-6);
  EXPECT_NEAR(bounds[0].element, 3, 1e-6);
  EXPECT_NEAR(bounds[1].stretch, 4, 1e-6);
  EXPECT_NEAR(bounds[1].distance, 9, 1e-6);
  EXPECT_TRUE(bounds[1].IsFinite());
  // A quaternion of length 2 about x stretches what lies across by 7.
  clip.rotations[0] = {2, 0, 0, 0};
  EXPECT_NEAR(BoundTransforms(c, clip)[0].stretch, 14, 1e-6);
}

TEST(TransformBound, DoesNotGrowWithUnitQuaternions) {
  // A rope of 50,000 bones, each turned a bit.
  constexpr size_t kBones = 50'000;
  m3d::Character c;
  m3d::Clip clip;
  clip.first_key = {0};
  for (size_t b = 0; b < kBones; ++b) {
    c.parents.push_back(static_cast<int32_t>(b) - 1);
    c.bone_offsets.push_back(
        {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
    clip.times.push_back(0);
    clip.translations.push_back({0, 10, 0});
    clip.scales.push_back({1, 1, 1});
    clip.rotations.push_back({0.1825742f, 0.3651484f, 0.5477226f, 0.7302967f});
    clip.first_key.push_back(b + 1);
  }
  EXPECT_LT(BoundTransforms(c, clip).back().element, 1e6);
}

TEST(TransformOverflows, IsReportedWhereTransformsAreNotFinite) {
  Characters characters(2);
  int sound = 0;
  int reported = 0;
  int infinite = 0;
  for (int i = 0; i < 2000; ++i) {
    const m3d::Character c = characters.Next();
    const auto text = m3d::WriteCharacter(c);
    ASSERT_TRUE(text.ok()) << text.status();
    FindingList list;
    const auto read = m3d::ReadAndValidate(
        {reinterpret_cast<const uint8_t*>(text->data()), text->size()}, {},
        list);
    ASSERT_TRUE(read.has_value());
    const bool warned =
        std::ranges::any_of(list.findings(), [](const Finding& f) {
          return f.code == FindingCode::kTransformOverflows;
        });
    bool finite = true;
    std::vector<m3d::Matrix> transforms(read->bones());
    for (const float time : kTimes) {
      SampleSkeleton(*read, read->clips[0], time, transforms);
      for (const m3d::Matrix& m : transforms) {
        for (const float x : m) finite &= std::isfinite(x);
      }
    }
    EXPECT_TRUE(finite || warned) << "character " << i;
    sound += warned ? 0 : 1;
    reported += warned ? 1 : 0;
    infinite += finite ? 0 : 1;
  }
  // All of it happens, and most warnings are right.
  EXPECT_GT(sound, 500);
  EXPECT_GT(infinite, 200);
  EXPECT_GT(infinite, reported / 2);
}

}  // namespace
}  // namespace clipguard::eval
