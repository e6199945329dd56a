// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/consequences.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using enum FindingCode;

struct Met {
  FindingCode code;
  std::string path;
  uint64_t offset = 0;
};

std::vector<size_t> Causes(const std::vector<Met>& met) {
  std::vector<Finding> findings;
  for (const Met& one : met) {
    Finding finding;
    finding.code = one.code;
    finding.path = one.path;
    finding.bytes.offset = one.offset;
    findings.push_back(std::move(finding));
  }
  return CausesOf(findings);
}

TEST(ConsequencesTest, CountOfBones) {
  EXPECT_THAT(Causes({{kBlendIndexOutOfRange, "vertices[6938].blendIndices"},
                      {kElementsSurplus, "BoneOffsets"},
                      {kElementsSurplus, "BoneHierarchy"}}),
              ElementsAre(1, kNoCause, kNoCause));
  // Surplus triangles do not make bones wrong.
  EXPECT_THAT(Causes({{kBlendIndexOutOfRange, "vertices[6938].blendIndices"},
                      {kElementsSurplus, "Triangles"}}),
              ElementsAre(kNoCause, kNoCause));
}

TEST(ConsequencesTest, OfOneRotationOnly) {
  EXPECT_THAT(
      Causes({{kRotationWLost, "camera.rotation.w.keyCount"},
              {kCurveTailLost, "camera.rotation.w.keys[0].time"},
              {kCurveTailLost, "camera.position.x.keys[9].time"},
              {kRotationNotUnit, "hands.left.Palm.rotation.x.keys[0].value"},
              {kRotationNotUnit, "camera.rotationless.keys[0].value"}}),
      ElementsAre(kNoCause, 0, kNoCause, kNoCause, kNoCause));
}

TEST(ConsequencesTest, OneTimeThatIsFarOff) {
  EXPECT_THAT(Causes({{kCurveTailLost, "camera.position.x.keys[9].time"},
                      {kKeyTimeTooFar, "camera.position.y.keys[9].time"}}),
              ElementsAre(1, kNoCause));
}

TEST(ConsequencesTest, OfANumberInTheSameRow) {
  EXPECT_THAT(Causes({{kLabelMismatch, "subsets[0].id"},
                      {kNumberMalformed, "vertices[0].tangent"},
                      {kLabelMismatch, "vertices[0].texCoords"}}),
              ElementsAre(kNoCause, kNoCause, 1));
  // The label of `Diffuse : 1` is what is wrong.
  EXPECT_THAT(Causes({{kLabelMismatch, "materials[0].diffuse", 169},
                      {kNumberMalformed, "materials[0].diffuse", 177}}),
              ElementsAre(kNoCause, kNoCause));
}

TEST(ConsequencesTest, PathsMayBeAnything) {
  EXPECT_THAT(Causes({{kRotationWLost, ""},
                      {kCurveTailLost, ""},
                      {kRotationNotUnit, "..."},
                      {kForgeTypeCoerced, "/a/b"},
                      {kForgeNumberNotFinite, "/a/b"},
                      {kForgeNumberNotFinite, "/a/bc"}}),
              ElementsAre(kNoCause, kNoCause, kNoCause, kNoCause, 3, kNoCause));
}

TEST(ConsequencesTest, ToTheFirstCause) {
  EXPECT_THAT(Causes({{kTriangleWithoutSubset, "triangles"},
                      {kSubsetOutOfRange, "subsets[0]"},
                      {kElementsMissing, "Vertices"}}),
              ElementsAre(2, 2, kNoCause));
}

TEST(ConsequencesTest, ErrorsDoNotFollowFromWarnings) {
  for (const ConsequenceRule& rule : ConsequenceRules()) {
    EXPECT_LE(GetCodeInfo(rule.cause).severity,
              GetCodeInfo(rule.effect).severity)
        << GetCodeInfo(rule.effect).name;
  }
}

TEST(ConsequencesTest, RulesGoInNoCircle) {
  std::set<std::pair<FindingCode, FindingCode>> follows;
  for (const ConsequenceRule& rule : ConsequenceRules()) {
    follows.emplace(rule.effect, rule.cause);
  }
  // Effects over two rules, three ...
  for (size_t size = 0; size != follows.size();) {
    size = follows.size();
    const auto known = follows;
    for (const auto& [effect, cause] : known) {
      for (const auto& [second, root] : known) {
        if (second == cause) follows.emplace(effect, root);
      }
    }
  }
  for (const auto& [effect, cause] : follows) EXPECT_NE(effect, cause);
}

}  // namespace
}  // namespace clipguard::cli
