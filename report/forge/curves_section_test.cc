// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/curves_section.h"

#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/test_armatures.h"
#include "parser/limits.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

WrittenSection OfArmature(std::string_view text) {
  FindingList findings;
  const auto armature = forge::ReadDamagedArmature(text, {}, findings);
  return WriteSection(kTestRoom, [&](Budget& budget, DetailWriter& json) {
    if (armature) WriteCurves(*armature, budget, json);
  });
}

WrittenSection OfMachine(std::string_view text, const Limits& limits = {}) {
  FindingList findings;
  const auto machine = forge::ReadDamagedStateMachine(text, {}, findings);
  return WriteSection(kTestRoom, [&](Budget& budget, DetailWriter& json) {
    if (machine) WriteCurves(*machine, limits, budget, json);
  });
}

std::string Armature(std::string_view variable, std::string_view how,
                     std::string_view samples, bool loop) {
  return forge::ClipText(
      {forge::VariableText(variable, samples, how)},
      {.loop = loop, .events = R"("0.5": "bang")", .joint = "a/b"});
}

TEST(ArmatureCurvesTest, SamplesBecomeKeys) {
  const WrittenSection written =
      OfArmature(Armature("offset_x", "linear", "0,1", false));
  EXPECT_THAT(written.text,
              HasSubstr(R"("path":"/clips/c/joint_clips/a~1b/0",)"
                        R"("group":["a/b"],"label":"offset_x",)"
                        R"("kind":"lines","clip":0,"keys":2,"min":0)"));
  EXPECT_THAT(written.text,
              HasSubstr(R"("t":{"f32":[2,0]},"v":{"f32":[2,0]})"));
  EXPECT_THAT(written.floats, ElementsAre(0, 1, 0.5F));
  EXPECT_THAT(written.text, HasSubstr(R"("names":["bang"])"));
}

TEST(ArmatureCurvesTest, LoopsLeadBack) {
  // 0, 1 and 0 again, at 0, 0.5 and 1. And the mark.
  EXPECT_THAT(OfArmature(Armature("offset_x", "linear", "0,1", true)).floats,
              ElementsAre(0, 0.5F, 1, 0, 1, 0, 0.5F));
}

TEST(ArmatureCurvesTest, AnglesGoTheShortWay) {
  // 350 degrees to 10 degrees ends at 370.
  EXPECT_THAT(OfArmature(Armature("angle", "linear", "350,10", false)).text,
              HasSubstr(R"("min":350,"max":370)"));
}

TEST(ArmatureCurvesTest, TheNearestSampleHolds) {
  const WrittenSection written =
      OfArmature(Armature("scale", "nearest", "1,2,3", false));
  EXPECT_THAT(written.text, HasSubstr(R"("kind":"steps","clip":0,"keys":3)"));
  EXPECT_THAT(written.floats, ElementsAre(0, 0.25F, 0.75F, 1, 2, 3, 0.5F));
}

TEST(ArmatureCurvesTest, DamagedOnes) {
  EXPECT_THAT(OfArmature(Armature("scale", "linear", R"("NaN",2)", false)).text,
              HasSubstr(R"("broken":1)"));
  EXPECT_THAT(OfArmature(Armature("scale", "linear", "", true)).text,
              HasSubstr(R"("tracks":[])"));
  EXPECT_EQ(OfArmature("{}").text, "{}");
}

TEST(MachineCurvesTest, WhatNeedsTheGameIsLeftOut) {
  const WrittenSection written = OfMachine(
      R"({"parameters":{"half":["*",0.5],"mine":["+","#input"],"two":2},)"
      R"("clips":{"c":"#identity"},"states":["c"],"transitions":{},)"
      R"("start_state":"c"})");
  EXPECT_THAT(written.text, HasSubstr(R"("path":"/parameters/half",)"
                                      R"("group":["parameters"],)"
                                      R"("label":"half","kind":"lines",)"
                                      R"("keys":601,"min":0,"max":10)"));
  EXPECT_THAT(written.text, Not(HasSubstr("mine")));
  EXPECT_THAT(written.text, HasSubstr(R"("min":2,"max":2,"t":{"f32":[601,0]},)"
                                      R"("v":{"f32":[1,1202]})"));
  EXPECT_THAT(written.left_out, IsEmpty());
}

TEST(MachineCurvesTest, StepsAreLimited) {
  Limits limits;
  limits.request_steps = 10;
  const WrittenSection written =
      OfMachine(R"({"parameters":{"half":["*",0.5]},"clips":{"c":"#identity"},)"
                R"("states":["c"],"transitions":{},"start_state":"c"})",
                limits);
  EXPECT_EQ(written.text, "{}");
  EXPECT_THAT(written.left_out,
              testing::ElementsAre("the values over time of 1 parameter of 1"));
}

}  // namespace
}  // namespace clipguard::report
