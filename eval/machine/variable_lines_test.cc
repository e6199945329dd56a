// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/variable_lines.h"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "eval/machine/pose.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"

namespace clipguard::eval {
namespace {

using forge::Interpolation;

// An armature with one variable of a joint, that has these samples.
forge::Armature Moved(const std::string& variable,
                      const std::string& interpolation,
                      const std::vector<float>& samples, bool loop) {
  std::string text = R"({"joints": {"j": {}}, "clips": {"c": {"loop": )";
  text += loop ? "true" : "false";
  text += R"(, "joint_clips": {"j": [{"variable": ")" + variable +
          R"(", "type": "uniform", "interpolation": ")" + interpolation +
          R"(", "samples": [)";
  for (size_t i = 0; i < samples.size(); ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(samples[i]);
  }
  FindingList list;
  auto armature =
      forge::ReadArmature(text + R"(]}]}, "events": {}}}})", {}, list);
  EXPECT_EQ(list.errors(), 0u);
  return *std::move(armature);
}

TEST(VariableLinesTest, AreWhatSamplesGive) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const bool loop = random() % 2 == 0;
    const bool is_angle = random() % 2 == 0;
    const bool nearest = random() % 3 == 0;
    std::vector<float> samples(2 + random() % 6);
    // An angle of half a turn may go either way.
    for (float& sample : samples) {
      sample = static_cast<float>(random() % 80000) / 100 - 400;
    }
    const forge::Armature armature =
        Moved(is_angle ? "angle" : "offset_x", nearest ? "nearest" : "linear",
              samples, loop);
    const auto& clip = armature.clips[0];
    const auto& variable = armature.Variables(armature.JointClips(clip)[0])[0];
    const VariableLines lines(armature, variable, loop);
    for (int i = 0; i < 50; ++i) {
      const float time = static_cast<float>(random() % 100000) / 100000;
      double apart =
          lines.At(time, time) - SampleVariable(armature, variable, loop, time);
      if (is_angle) apart = std::remainder(apart, 360.0);
      EXPECT_NEAR(apart, 0, 2e-3) << round << " at " << time;
    }
  }
}

TEST(VariableLinesTest, AnglesGoOnFromWhereTheyWere) {
  const std::vector<float> samples = {350, 10, 170, -30, 100};
  const VariableLines lines(samples, Interpolation::kLinear, /*is_angle=*/true,
                            /*loop=*/false);
  const double expected[] = {350, 370, 530, 690, 820};
  for (int i = 0; i < 4; ++i) {
    const auto [from, to] = lines.On(i / 4.0, (i + 1) / 4.0);
    EXPECT_EQ(from, expected[i]);
    EXPECT_EQ(to, expected[i + 1]);
  }
  // One angle at all times keeps its turns; so do steps.
  const std::vector<float> still = {720, 720};
  EXPECT_EQ(VariableLines(still, Interpolation::kLinear, true, true).At(0, 0),
            720);
  EXPECT_EQ(
      VariableLines(samples, Interpolation::kNearest, true, false).At(1, 1),
      100);
}

TEST(VariableLinesTest, NumbersThatAreNotFiniteSpoilTheirOwnLinesOnly) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<float> samples = {10, inf, 10, 20};
  const VariableLines lines(samples, Interpolation::kLinear, /*is_angle=*/true,
                            /*loop=*/false);
  EXPECT_NEAR(lines.At(0.9, 0.9), 10 * 0.3 + 20 * 0.7, 1e-12);
  EXPECT_EQ(lines.largest(), inf);
  // The game's difference overflows.
  const std::vector<float> far = {3e38f, -3e38f};
  EXPECT_TRUE(std::isnan(
      VariableLines(far, Interpolation::kLinear, true, false).On(0, 1).to));
}

TEST(LinePiecesTest, EndWhereAnyLineDoes) {
  const std::vector<float> three = {0, 1, 2};
  const std::vector<float> two = {0, 1};
  const VariableLines lines(three, Interpolation::kLinear, false,
                            /*loop=*/false);
  const VariableLines steps(two, Interpolation::kNearest, false,
                            /*loop=*/true);
  const VariableLines constant(5);
  EXPECT_TRUE(steps.has_steps());
  EXPECT_FALSE(lines.has_steps());
  EXPECT_TRUE(constant.Is(5));
  EXPECT_FALSE(lines.Is(0));
  const VariableLines* const all[] = {&constant, &steps, &lines};
  std::vector<double> ends;
  for (LinePieces pieces(all); pieces.Next();) {
    EXPECT_EQ(pieces.begin(), ends.empty() ? 0 : ends.back());
    ends.push_back(pieces.end());
  }
  EXPECT_EQ(ends, (std::vector<double>{0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(steps.On(0.25, 0.5).to, 1);
  EXPECT_EQ(steps.On(0.75, 1).to, 0);
}

// Which variables a joint has, `scale` being all three.
TEST(JointLinesTest, HaveTheGamesValuesWhereNothingIsSaid) {
  const forge::Armature armature = Moved("scale", "linear", {2, 3}, false);
  const auto& clip = armature.clips[0];
  const JointLines lines(armature, clip, armature.JointClips(clip)[0]);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(lines.scale[i].At(1, 1), 3);
    EXPECT_TRUE(lines.offset[i].Is(0));
    EXPECT_TRUE(lines.axis[i].Is(0));
    EXPECT_TRUE(lines.origin[i].Is(0.5));
    EXPECT_TRUE(lines.origin[i].samples().empty());
  }
  EXPECT_TRUE(lines.angle.Is(0));
}

}  // namespace
}  // namespace clipguard::eval
