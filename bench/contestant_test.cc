// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/contestant.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "bench/accuracy.h"

namespace clipguard::bench {
namespace {

TEST(ContestantsTest, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Contestant& contestant : Contestants()) {
    EXPECT_TRUE(names.insert(contestant.name).second) << contestant.name;
  }
  EXPECT_TRUE(names.contains("scalar"));
}

TEST(ContestantsTest, SampleCurvesAsTheSpecificationDoes) {
  const CurveShape shape = {.keys = 50, .seconds = 5};
  const Clip clip = MakeCurveClip(shape);
  const mrtk::CurveView curve = clip.FloatCurves()[0];
  for (const Contestant& contestant : Contestants()) {
    const CurveSampling sample = contestant.make_curve(curve);
    for (Order order : {Order::kAscending, Order::kRandom}) {
      if (order == Order::kRandom && !contestant.any_order) continue;
      const std::vector<float> times = MakeTimes(shape, 2000, order);
      std::vector<float> values(times.size());
      sample(times, values);
      const WorstError worst = ExactValues(curve, times).Worst(values);
      EXPECT_LE(worst.error, contestant.error)
          << contestant.name << ": " << worst.Text();
    }
  }
}

TEST(ContestantsTest, SamplePosesAsTheSpecificationDoes) {
  const Clip clip =
      MakePoseClip({.keys = 10, .seconds = 1}, mrtk::KeyLayout::kFull);
  const std::vector<mrtk::CurveView> curves = clip.FloatCurves();
  for (const Contestant& contestant : Contestants()) {
    if (!contestant.make_pose) continue;
    const PoseSampling sample = contestant.make_pose(clip);
    for (float time : {0.0f, 0.1f, 0.35f, 0.9f, 1.0f}) {
      std::vector<float> pose(mrtk::CurveSlot::kCount);
      sample(time, pose);
      for (size_t i = 0; i < curves.size(); ++i) {
        const ExactValues exact(curves[i], std::vector<float>{time});
        const float value = pose[contestant.channel(i)];
        EXPECT_LE(exact.Worst({&value, 1}).error, contestant.error)
            << contestant.name << ", curve " << i << " at " << time;
      }
    }
  }
}

TEST(EvaluatorTest, BakesWhatItPlays) {
  const Clip clip =
      MakePoseClip({.keys = 10, .seconds = 1}, mrtk::KeyLayout::kCompact);
  constexpr size_t kFrames = 61;
  std::vector<float> matrix(kFrames * mrtk::CurveSlot::kCount);
  Bake(clip.view(), Kernel::kScalar, kPoseRate, kFrames, matrix);
  const PoseSampling sample = CompilePose(clip.view(), Kernel::kScalar);
  std::vector<float> pose(mrtk::CurveSlot::kCount);
  for (size_t i : {0, 7, 60}) {
    sample(static_cast<float>(static_cast<double>(i) / kPoseRate), pose);
    const auto row = matrix.begin() + static_cast<ptrdiff_t>(i * pose.size());
    EXPECT_EQ(
        std::vector<float>(row, row + static_cast<ptrdiff_t>(pose.size())),
        pose);
  }
  EXPECT_GT(CompileAndForget(clip.view(), Kernel::kScalar), 0u);
}

}  // namespace
}  // namespace clipguard::bench
