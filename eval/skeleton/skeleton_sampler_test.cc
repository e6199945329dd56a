// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_sampler.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "eval/skeleton/reference.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"
#include "simd/kernel.h"
#include "testing/allocation_counter.h"
#include "testing/sanitizers.h"

namespace clipguard::eval {
namespace {

using m3d::Matrix;

std::vector<Matrix> Sample(SkeletonSampler& sampler, size_t bones, float time) {
  std::vector<Matrix> transforms(bones);
  sampler.Sample(time, transforms);
  return transforms;
}

std::vector<Matrix> SampleOnce(const m3d::Character& character, float time,
                               Kernel kernel = ActiveKernel()) {
  std::vector<Matrix> transforms(character.bones());
  SampleSkeleton(character, character.clips[0], time, transforms, kernel);
  return transforms;
}

bool SameBits(const std::vector<Matrix>& a, const std::vector<Matrix>& b) {
  return a.size() == b.size() &&
         (a.empty() ||
          std::memcmp(a.data(), b.data(), a.size() * sizeof(Matrix)) == 0);
}

double HalfUnit(double value) {
  const auto size = static_cast<float>(std::abs(value));
  if (size >= kMax) return 0x1p103;
  return 0.5 * (double{std::nextafter(size, kInfinity)} - double{size});
}

// The size of the terms that are multiplied and added up on the way to a final
// transform, at most: errors are relative to it.
std::vector<Matrix4d> Magnitudes(const m3d::Character& character) {
  const m3d::Clip& clip = character.clips[0];
  std::vector<Matrix4d> to_root;
  std::vector<Matrix4d> result;
  for (size_t b = 0; b < character.bones(); ++b) {
    Vector3d t;
    Vector3d s = {1, 1, 1};
    double q = 1;
    const auto raise = [](double& most, float value) {
      most = std::max(most, double{std::abs(value)});
    };
    for (size_t k = clip.first_key[b]; k < clip.first_key[b + 1]; ++k) {
      raise(t.x, clip.translations[k].x);
      raise(t.y, clip.translations[k].y);
      raise(t.z, clip.translations[k].z);
      raise(s.x, clip.scales[k].x);
      raise(s.y, clip.scales[k].y);
      raise(s.z, clip.scales[k].z);
      const m3d::Float4 r = clip.rotations[k];
      q = std::max(q, double{r.x} * r.x + double{r.y} * r.y +
                          double{r.z} * r.z + double{r.w} * r.w);
    }
    const double r = 1 + 2 * q;
    const Matrix4d to_parent = {{s.x * r, s.x * r, s.x * r, 0},
                                {s.y * r, s.y * r, s.y * r, 0},
                                {s.z * r, s.z * r, s.z * r, 0},
                                {t.x, t.y, t.z, 1}};
    const int32_t parent = character.parents[b];
    to_root.push_back(parent < 0 ? to_parent
                                 : Multiply(to_parent, to_root[parent]));
    Matrix4d offset;
    for (size_t i = 0; i < 16; ++i) {
      offset[i] = std::abs(character.bone_offsets[b][i]);
    }
    result.push_back(Multiply(offset, to_root[b]));
  }
  return result;
}

// Collects the worst difference from the specification.
struct Worst {
  double absolute = 0;
  double in_half_units = 0;
  double of_magnitude = 0;  // what is beyond half a unit in the last place
  size_t compared = 0;

  void Compare(const m3d::Character& character, float time,
               const std::vector<Matrix>& got) {
    const SkeletonPose want =
        EvaluateSkeleton(character, character.clips[0], time);
    const std::vector<Matrix4d> magnitudes = Magnitudes(character);
    for (size_t b = 0; b < got.size(); ++b) {
      for (size_t i = 0; i < 16; ++i) {
        const double exact = want.final_transforms[b][i];
        // Where doubles overflow, anything may come out.
        if (!(magnitudes[b][i] <= 1e300)) continue;
        const double magnitude = std::max(1.0, magnitudes[b][i]);
        // A value beyond the largest float counts as 2^128 here, not as
        // infinite.
        const double value = std::isinf(got[b][i])
                                 ? std::copysign(0x1p128, got[b][i])
                                 : double{got[b][i]};
        const double limited = std::clamp(exact, -0x1p128, 0x1p128);
        const double error = std::abs(value - limited);
        const double half_unit = HalfUnit(limited);
        const double beyond = std::max(0.0, error - half_unit) / magnitude;
        ASSERT_LE(beyond, 1e-12)
            << "bone " << b << " element " << i << " at " << time << ": "
            << got[b][i] << ", expected " << exact;
        ++compared;
        absolute = std::max(absolute, error);
        in_half_units = std::max(in_half_units, error / half_unit);
        of_magnitude = std::max(of_magnitude, beyond);
      }
    }
  }
  void Print(const char* what) const {
    std::printf(
        "%s: %zu elements; worst error %.3g, beyond half a unit in the last "
        "place %.3g of the magnitude\n",
        what, compared, absolute, of_magnitude);
  }
};

TEST(SkeletonSampler, IsWhatTheSpecificationSays) {
  Random random(1);
  Worst worst;
  constexpr int kSkeletons = CLIPGUARD_SANITIZED ? 60 : 300;
  for (int i = 0; i < kSkeletons; ++i) {
    const size_t bones = random.Bits() % 40;
    const m3d::Character character =
        RandomCharacter(random, bones, i % 2 == 0 ? 4 : 40);
    const SkeletonClip clip(character, character.clips[0]);
    SkeletonSampler sampler(clip);
    for (const float time : RandomTimes(random, character.clips[0])) {
      ASSERT_NO_FATAL_FAILURE(
          worst.Compare(character, time, Sample(sampler, bones, time)));
    }
  }
  worst.Print("random skeletons");
}

// As skeletons are: 58 bones of some length, 18 levels, rotations and a
// translation that change little from key to key.
TEST(SkeletonSampler, IsNearTheSpecificationOnLikelySkeletons) {
  Random random(2);
  m3d::Character character;
  m3d::Clip clip;
  for (int32_t b = 0; b < 58; ++b) {
    character.parents.push_back(b < 18 ? b - 1 : b - 9);
    m3d::Matrix offset = kIdentityMatrix;
    for (size_t i = 12; i < 15; ++i) offset[i] = random.Uniform(-70, 70);
    character.bone_offsets.push_back(offset);
    std::vector<Key> keys = {
        {0, RandomVector(random, 4), {1, 1, 1}, RandomRotation(random)}};
    while (keys.size() < 76) {
      Key key = keys.back();
      key.time += 1 / 60.f;
      key.rotation.x += random.Uniform(-0.02f, 0.02f);
      key.rotation.y += random.Uniform(-0.02f, 0.02f);
      auto& [x, y, z, w] = key.rotation;
      const float length = std::sqrt(x * x + y * y + z * z + w * w);
      key.rotation = {x / length, y / length, z / length, w / length};
      keys.push_back(key);
    }
    AddBone(clip, keys);
  }
  character.clips.push_back(clip);
  const SkeletonClip compiled(character, clip);
  SkeletonSampler sampler(compiled);
  Worst worst;
  for (int i = 0; i < 500; ++i) {
    const float time = random.Uniform(0, 1.25f);
    ASSERT_NO_FATAL_FAILURE(
        worst.Compare(character, time, Sample(sampler, 58, time)));
  }
  worst.Print("likely skeletons");
  EXPECT_LE(worst.in_half_units, 1.01);
}

// Translations, scales, rotations and times as large and small as floats can
// be. Never NaN, unless doubles overflow.
TEST(SkeletonSampler, ExtremeValues) {
  Random random(3);
  Worst worst;
  const auto extreme = [&] {
    constexpr float kValues[] = {0,     -0.0f,  1e-45f, -1e-38f, 1e-20f, 1,
                                 -1,    1e6f,   1e10f,  -1e19f,  1e20f,  -1e30f,
                                 1e38f, -1e38f, kMax,   -kMax};
    return random.Bits() % 2 == 0 ? random.Pick(kValues) : random.Finite();
  };
  constexpr size_t kSkeletons = CLIPGUARD_SANITIZED ? 400 : 2000;
  for (size_t i = 0; i < kSkeletons; ++i) {
    m3d::Character character;
    m3d::Clip clip;
    for (int32_t b = 0; b < 3; ++b) {
      character.parents.push_back(b - 1);
      m3d::Matrix offset;
      for (float& element : offset) element = extreme();
      character.bone_offsets.push_back(offset);
      std::vector<float> times(random.Bits() % 4);
      for (float& time : times) time = extreme();
      std::sort(times.begin(), times.end());
      std::vector<Key> keys;
      for (const float time : times) {
        keys.push_back({time,
                        {extreme(), extreme(), extreme()},
                        {extreme(), extreme(), extreme()},
                        {extreme(), extreme(), extreme(), extreme()}});
      }
      AddBone(clip, keys);
    }
    character.clips.push_back(clip);
    const SkeletonClip compiled(character, clip);
    SkeletonSampler sampler(compiled);
    for (const float time : RandomTimes(random, clip)) {
      ASSERT_NO_FATAL_FAILURE(
          worst.Compare(character, time, Sample(sampler, 3, time)));
    }
  }
  EXPECT_GT(worst.compared, 500 * kSkeletons);
  worst.Print("extreme values");
}

TEST(SkeletonSampler, TimesOfExtremes) {
  m3d::Character character;
  character.parents = {-1};
  character.bone_offsets = {kIdentityMatrix};
  character.clips.emplace_back();
  AddBone(character.clips[0], {{.time = -kMax, .translation = {0, -1, 0}},
                               {.time = 0, .translation = {2, -1, 0}},
                               {.time = 1e-45f, .translation = {4, 1, 0}},
                               {.time = kMax, .translation = {8, 0, 0}}});
  const auto x = [&](float time) { return SampleOnce(character, time)[0][12]; };
  EXPECT_EQ(x(-kInfinity), 0);
  EXPECT_EQ(x(-kMax), 0);
  EXPECT_EQ(x(-kMax / 2), 1);
  EXPECT_EQ(x(-1e-45f), 2);
  EXPECT_EQ(x(0), 2);
  EXPECT_EQ(x(1e-45f), 4);
  EXPECT_EQ(x(kMax / 2), 6);
  EXPECT_EQ(x(kMax), 8);
  EXPECT_EQ(x(kInfinity), 8);
  EXPECT_EQ(x(kNan), 0);
}

// Forwards and backwards by small steps, by jumps, in loops, at keys: the same
// bits as a sampler that knows no other time, and as without compiling.
TEST(SkeletonSampler, DoesNotDependOnWhatWasSampledBefore) {
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    const size_t bones = 1 + random.Bits() % 30;
    const m3d::Character character =
        RandomCharacter(random, bones, i % 2 == 0 ? 3 : 60);
    const m3d::Clip& keys = character.clips[0];
    const SkeletonClip clip(character, keys);
    SkeletonSampler sampler(clip);
    float time = clip.start_time();
    for (int step = 0; step < 200; ++step) {
      switch (random.Bits() % 8) {
        case 0:
          time = random.Uniform(clip.start_time() - 1, clip.end_time() + 1);
          break;
        case 1:
          time -= random.Uniform(0, 0.3f);
          break;
        case 2:
          if (keys.keys() > 0) time = random.Pick(keys.times);
          break;
        case 3:
          time = std::nextafter(
              time, random.Bits() % 2 == 0 ? kInfinity : -kInfinity);
          break;
        case 4:
          time = random.Bits() % 4 == 0 ? kNan : clip.end_time();
          break;
        default:
          time += random.Uniform(0, 0.1f);
          break;
      }
      if (!(time <= clip.end_time() + 1)) time = clip.LoopTime(time);
      const std::vector<Matrix> transforms = Sample(sampler, bones, time);
      SkeletonSampler other(clip);
      ASSERT_TRUE(SameBits(transforms, Sample(other, bones, time))) << time;
      ASSERT_TRUE(SameBits(transforms, SampleOnce(character, time))) << time;
    }
  }
}

TEST(SkeletonSampler, DoesNotAllocate) {
  Random random(5);
  const m3d::Character character = RandomCharacter(random, 58, 76);
  const SkeletonClip clip(character, character.clips[0]);
  SkeletonSampler sampler(clip);
  const std::vector<float> times = RandomTimes(random, character.clips[0]);
  std::vector<Matrix> transforms(clip.bones());
  uint64_t before = AllocationCount();
  for (const float time : times) sampler.Sample(time, transforms);
  EXPECT_EQ(AllocationCount(), before);
  before = AllocationCount();
  SampleSkeleton(character, character.clips[0], 0.5f, transforms);
  EXPECT_EQ(AllocationCount(), before + 1);
}

TEST(SkeletonSampler, WritesNothingWhereThereIsTooLittleRoom) {
  Random random(6);
  const m3d::Character character = RandomCharacter(random, 20, 10);
  const m3d::Clip& first = character.clips[0];
  const SkeletonClip clip(character, first);
  SkeletonSampler sampler(clip);
  const std::vector<Matrix> all = Sample(sampler, 20, 0.5f);
  for (const size_t places : {0, 19, 20, 22}) {
    const std::vector<Matrix> before(places, kIdentityMatrix);
    std::vector<Matrix> one = before;
    std::vector<Matrix> other = before;
    EXPECT_EQ(sampler.Sample(0.5f, one), places >= 20);
    EXPECT_EQ(SampleSkeleton(character, first, 0.5f, other), places >= 20);
    EXPECT_EQ(one, other);
    if (places < 20) {
      EXPECT_EQ(one, before);
    }
    sampler.SampleFirst(0.5f, one);
    for (size_t b = 0; b < places; ++b) {
      EXPECT_EQ(one[b], b < 20 ? all[b] : before[b]);
    }
  }
}

TEST(SkeletonSampler, NoBonesAndNoKeys) {
  const SkeletonClip empty;
  SkeletonSampler sampler(empty);
  EXPECT_TRUE(Sample(sampler, 0, 1).empty());
  const m3d::Character none;
  SampleSkeleton(none, m3d::Clip{}, 1, {});
  m3d::Character still;
  still.parents = {-1, 0};
  still.bone_offsets = {kIdentityMatrix, kIdentityMatrix};
  still.clips.emplace_back();
  still.clips[0].first_key = {0, 0, 0};
  const std::vector<Matrix> want = {kIdentityMatrix, kIdentityMatrix};
  EXPECT_EQ(SampleOnce(still, 3), want);
  const SkeletonClip clip(still, still.clips[0]);
  SkeletonSampler of_still(clip);
  EXPECT_EQ(Sample(of_still, 2, 3), want);
}

TEST(SkeletonSampler, AtAKeyTheKeyComesOut) {
  m3d::Character character;
  character.parents = {-1};
  character.bone_offsets = {kIdentityMatrix};
  character.clips.emplace_back();
  AddBone(character.clips[0], {{.time = 0, .translation = {1, 2, 3}},
                               {.time = 0.1f, .rotation = {1, 0, 0, 0}},
                               {.time = 0.3f, .scale = {4, 5, 6}},
                               {.time = 0.3f, .translation = {9, 9, 9}},
                               {.time = 1, .rotation = {0, 0.6f, 0, 0.8f}}});
  const Matrix first = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {1, 2, 3, 1}};
  const Matrix half_turn = {
      {1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}};
  const Matrix scaled = {
      {4, 0, 0, 0}, {0, 5, 0, 0}, {0, 0, 6, 0}, {0, 0, 0, 1}};
  EXPECT_EQ(SampleOnce(character, 0)[0], first);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(SampleOnce(character, 0.1f)[0][i], half_turn[i], 1e-15) << i;
    EXPECT_NEAR(SampleOnce(character, 0.3f)[0][i], scaled[i], 1e-13) << i;
  }
  // Just after the double key, the second one.
  EXPECT_NEAR(SampleOnce(character, std::nextafter(0.3f, 1.f))[0][12], 9, 1e-5);
}

// All keys at one time: the first one until then, the last one afterwards, also
// where that is after the end of everything.
TEST(SkeletonSampler, AllKeysAtOneTime) {
  m3d::Character character;
  character.parents = {-1};
  character.bone_offsets = {kIdentityMatrix};
  character.clips.emplace_back();
  AddBone(character.clips[0], {{.time = 1, .translation = {2, 0, 0}},
                               {.time = 1, .translation = {3, 0, 0}},
                               {.time = 1, .translation = {4, 0, 0}}});
  const SkeletonClip clip(character, character.clips[0]);
  SkeletonSampler sampler(clip);
  for (const auto& [time, x] :
       std::vector<std::pair<float, float>>{{-kInfinity, 2},
                                            {kNan, 2},
                                            {0, 2},
                                            {1, 2},
                                            {1.5f, 4},
                                            {kInfinity, 4}}) {
    EXPECT_EQ(Sample(sampler, 1, time)[0][12], x) << time;
    EXPECT_EQ(SampleOnce(character, time)[0][12], x) << time;
  }
}

// Characters that no reader would let through: anything may come out, but
// nothing may be read or written that is not there.
TEST(SkeletonSampler, UnsoundCharacters) {
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    m3d::Character character = RandomCharacter(random, 12, 6);
    m3d::Clip& clip = character.clips[0];
    const auto any = [&] { return std::bit_cast<float>(random.Bits()); };
    for (int k = 0; k < 4; ++k) {
      switch (random.Bits() % 9) {
        case 0:
          character.parents[random.Bits() % 12] =
              static_cast<int32_t>(random.Bits());
          break;
        case 1:
          character.parents[random.Bits() % 12] =
              static_cast<int32_t>(random.Bits() % 14) - 2;
          break;
        case 2:
          character.bone_offsets.resize(random.Bits() % 14);
          break;
        case 3:
          clip.first_key.resize(random.Bits() % 16);
          break;
        case 4:
          if (clip.first_key.empty()) break;
          clip.first_key[random.Bits() % clip.first_key.size()] =
              random.Bits() % 2 == 0 ? random.Bits() % 60 : random.Bits();
          break;
        case 5:
          clip.scales.resize(clip.scales.size() / 2);
          break;
        case 6:
          for (float& time : clip.times) time = any();
          break;
        case 7:
          std::reverse(clip.times.begin(), clip.times.end());
          break;
        default:
          for (auto& [x, y, z, w] : clip.rotations) {
            x = any();
            w = any();
          }
          break;
      }
    }
    const SkeletonClip compiled(character, clip);
    SkeletonSampler sampler(compiled);
    for (int t = 0; t < 10; ++t) {
      const float time = t % 2 == 0 ? any() : random.Uniform(-2, 4);
      Sample(sampler, 12, time);
      SampleOnce(character, time);
    }
  }
}

}  // namespace
}  // namespace clipguard::eval
