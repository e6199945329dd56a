// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_clip.h"

#include <memory>
#include <utility>
#include <vector>

#include "eval/skeleton/skeleton_sampler.h"
#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"
#include "testing/allocation_counter.h"

namespace clipguard::eval {
namespace {

m3d::Character OneBone(const std::vector<float>& times) {
  m3d::Character character;
  character.parents = {-1};
  character.bone_offsets = {kIdentityMatrix};
  std::vector<Key> keys;
  for (const float time : times) keys.push_back({.time = time});
  character.clips.emplace_back();
  AddBone(character.clips[0], keys);
  return character;
}

TEST(SkeletonClip, NothingAtFirst) {
  const SkeletonClip clip;
  EXPECT_EQ(clip.bones(), 0u);
  EXPECT_EQ(clip.start_time(), 0);
  EXPECT_EQ(clip.end_time(), 0);
  EXPECT_EQ(clip.LoopTime(5), 0);
}

TEST(SkeletonClip, StartsAndEndsWithItsKeys) {
  const m3d::Character character = OneBone({-1, 2, 3});
  const SkeletonClip clip(character, character.clips[0]);
  EXPECT_EQ(clip.bones(), 1u);
  EXPECT_EQ(clip.start_time(), -1);
  EXPECT_EQ(clip.end_time(), 3);
}

TEST(SkeletonClip, LoopsTimes) {
  const m3d::Character character = OneBone({-1, 3});
  const SkeletonClip clip(character, character.clips[0]);
  EXPECT_EQ(clip.LoopTime(-1), -1);
  EXPECT_EQ(clip.LoopTime(0.5), 0.5);
  EXPECT_EQ(clip.LoopTime(3), -1);
  EXPECT_EQ(clip.LoopTime(3.5), -0.5);
  EXPECT_EQ(clip.LoopTime(400'000'000.5), 0.5);
  EXPECT_EQ(clip.LoopTime(-1.25), 2.75);
  EXPECT_EQ(clip.LoopTime(kInfinity), -1);
  EXPECT_EQ(clip.LoopTime(-kInfinity), -1);
  EXPECT_EQ(clip.LoopTime(kNan), -1);
  const m3d::Character still = OneBone({2, 2});
  EXPECT_EQ(SkeletonClip(still, still.clips[0]).LoopTime(7), 2);
}

TEST(SkeletonClip, OneBlockOfMemoryThatIsUsedAgain) {
  Random random(1);
  const m3d::Character large = RandomCharacter(random, 40, 50);
  const m3d::Character small = RandomCharacter(random, 30, 10);
  SkeletonClip clip;
  uint64_t before = AllocationCount();
  clip.Compile(large, large.clips[0]);
  EXPECT_EQ(AllocationCount(), before + 1);
  before = AllocationCount();
  clip.Compile(small, small.clips[0]);
  clip.Compile(large, large.clips[0]);
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(clip.bones(), 40u);
  EXPECT_LE(clip.memory(), 400 + 66 * large.clips[0].keys() + 40 * 400);
}

TEST(SkeletonClip, SamplersStayWithTheMemory) {
  const m3d::Character character = OneBone({1, 2, 4});
  auto clip = std::make_unique<SkeletonClip>(character, character.clips[0]);
  SkeletonSampler sampler(*clip);
  const SkeletonClip moved = std::move(*clip);
  clip.reset();
  for (const float time : {0.0f, 1.5f, 4.0f, 3.0f, 1.25f}) {
    std::vector<m3d::Matrix> seen(1);
    std::vector<m3d::Matrix> expected(1);
    sampler.Sample(time, seen);
    SampleSkeleton(character, character.clips[0], time, expected);
    EXPECT_EQ(seen, expected) << time;
  }
  EXPECT_EQ(moved.bones(), 1u);
}

TEST(SkeletonClip, SamplersThatWereMovedFromHaveNoBones) {
  const m3d::Character character = OneBone({1, 2});
  const SkeletonClip clip(character, character.clips[0]);
  SkeletonSampler first(clip);
  SkeletonSampler& left = first;
  SkeletonSampler second = std::move(first);
  std::vector<m3d::Matrix> pose(1);
  pose[0].fill(7);
  const m3d::Matrix untouched = pose[0];
  left.Sample(1.5f, pose);
  EXPECT_EQ(pose[0], untouched);
  second.Sample(1.5f, pose);
  EXPECT_NE(pose[0], untouched);
  pose[0] = untouched;
  SkeletonClip empty;
  SkeletonSampler(empty).Sample(1.5f, pose);
  EXPECT_EQ(pose[0], untouched);
}

TEST(SkeletonClip, Moves) {
  const m3d::Character character = OneBone({1, 2});
  SkeletonClip clip(character, character.clips[0]);
  SkeletonClip other = std::move(clip);
  EXPECT_EQ(other.bones(), 1u);
  EXPECT_EQ(other.end_time(), 2);
  EXPECT_EQ(clip.bones(), 0u);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(clip.end_time(), 0);
  clip = std::move(other);
  EXPECT_EQ(clip.bones(), 1u);
  clip.Compile(character, character.clips[0]);
  EXPECT_EQ(clip.bones(), 1u);
}

}  // namespace
}  // namespace clipguard::eval
