// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/rival.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "bench/accuracy.h"
#include "bench/workloads/workloads.h"

namespace clipguard::bench {
namespace {

class RivalTest : public testing::TestWithParam<Rival> {
 protected:
  const Rival& rival() const { return GetParam(); }

  // Compares all ways to evaluate the curve with the specification.
  void ExpectNear(const mrtk::Curve& curve, std::span<const float> times,
                  double error) {
    const auto mine = rival().make_curve(curve.View());
    const ExactValues exact(curve.View(), times);
    std::vector<float> forward(times.size());
    mine->Forward(times, forward);
    const WorstError worst = exact.Worst(forward);
    std::printf("%s: %s\n", rival().name, worst.Text().c_str());
    EXPECT_LE(worst.error, error);
    std::vector<float> search(times.size());
    mine->Search(times, search);
    EXPECT_EQ(search, forward);
    std::vector<float> branchless(times.size());
    mine->SearchBranchless(times, branchless);
    EXPECT_EQ(branchless, forward);
  }
};

TEST_P(RivalTest, KeepsToItsError) {
  ExpectNear(MakeCurve(kWeightedCurve, 1),
             MakeTimes(kWeightedCurve, 50'000, Order::kAscending),
             rival().error);
}

TEST_P(RivalTest, HermiteIsExact) {
  ExpectNear(MakeCurve(kHermiteCurve, 1),
             MakeTimes(kHermiteCurve, 20'000, Order::kAscending), 2e-5);
}

TEST_P(RivalTest, HoldsBeforeAndAfterTheKeys) {
  const mrtk::Curve curve = MakeCurve({.keys = 10, .seconds = 1}, 1);
  ExpectNear(curve, std::vector<float>{-5, -1, 0, 1, 2, 100}, rival().error);
}

TEST_P(RivalTest, FewKeys) {
  mrtk::Curve curve;
  ExpectNear(curve, std::vector<float>{0, 1}, 0);
  curve.keys.push_back({.time = 1, .value = 3});
  ExpectNear(curve, std::vector<float>{0, 1, 2}, 0);
}

TEST_P(RivalTest, Steps) {
  mrtk::Curve curve;
  curve.keys.push_back(
      {.value = 3, .out_tangent = std::numeric_limits<float>::infinity()});
  curve.keys.push_back({.time = 1, .value = 5});
  ExpectNear(curve, std::vector<float>{0, 0.5f, 0.9f, 1}, 0);
}

// The corners of the weights, one of which has an inflection with slope zero.
TEST_P(RivalTest, Corners) {
  for (float out : {0.0f, 1.0f / 3, 1.0f}) {
    for (float in : {0.0f, 1.0f / 3, 1.0f}) {
      mrtk::Curve curve;
      curve.keys.push_back({.out_tangent = 0.5f, .out_weight = out});
      curve.keys.push_back(
          {.time = 1, .value = 1, .in_tangent = 2, .in_weight = in});
      std::vector<float> times;
      for (int i = 0; i <= 1000; ++i) {
        times.push_back(static_cast<float>(i) / 1000);
      }
      ExpectNear(curve, times, 5e-2);
    }
  }
}

TEST_P(RivalTest, PoseFollowsAnyTime) {
  std::vector<mrtk::Curve> curves;
  std::vector<mrtk::CurveView> views;
  for (uint64_t i = 0; i < 5; ++i) {
    curves.push_back(MakeCurve({.keys = 20, .seconds = 2}, i));
  }
  for (const mrtk::Curve& curve : curves) views.push_back(curve.View());
  const auto pose = rival().make_pose(views);
  std::vector<float> forward(views.size());
  std::vector<float> search(views.size());
  for (float time : {-1.0f, 0.0f, 0.1f, 0.2f, 1.9f, 2.0f, 3.0f, 0.3f, -2.0f}) {
    pose->Forward(time, forward);
    pose->Search(time, search);
    EXPECT_EQ(forward, search);
    for (size_t i = 0; i < views.size(); ++i) {
      const ExactValues exact(views[i], std::vector<float>{time});
      EXPECT_LE(exact.Worst(std::vector<float>{forward[i]}).error,
                rival().error);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RivalTest, testing::ValuesIn(Rivals()),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });
// Where there are none, there is nothing to test.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RivalTest);

}  // namespace
}  // namespace clipguard::bench
