// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that an armature without the findings JSON_NUMBER_OVERFLOWS,
// FORGE_NUMBER_NOT_FINITE and ARMATURE_MATRIX_OVERFLOWS has finite matrices.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "eval/machine/pose.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/test_armatures.h"

namespace clipguard::eval {
namespace {

using forge::VariableText;

constexpr std::array<float, 9> kTimes = {0,     0.125f, 0.25f, 1.0f / 3, 0.5f,
                                         0.75f, 0.999f, 1,     -7.3f};

struct Verdict {
  bool warned;
  bool finite;
};

Verdict Judge(const std::vector<std::string>& variables) {
  FindingList findings;
  const auto armature =
      forge::ReadArmature(forge::ClipText(variables), {}, findings);
  EXPECT_TRUE(armature.has_value());
  EXPECT_EQ(findings.errors(), 0u);
  Verdict verdict = {false, true};
  for (const Finding& f : findings.findings()) {
    verdict.warned |= f.code == FindingCode::kJsonNumberOverflows ||
                      f.code == FindingCode::kForgeNumberNotFinite ||
                      f.code == FindingCode::kArmatureMatrixOverflows;
  }
  for (const float time : kTimes) {
    for (const float part :
         JointMatrix(*armature, armature->clips[0], "j", time)) {
      verdict.finite &= std::isfinite(part);
    }
  }
  return verdict;
}

TEST(FiniteTest, WordsAreNoNumbers) {
  for (const std::string word :
       {"\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "\"1e39\"", "1e39"}) {
    for (const std::string_view name : forge::kVariableNames) {
      const Verdict verdict =
          Judge({VariableText(name, absl::StrCat("1, ", word, ", 0"))});
      EXPECT_TRUE(verdict.warned) << name << " " << word;
      EXPECT_FALSE(verdict.finite) << name << " " << word;
    }
  }
}

// The largest values that pass, and the smallest that do not.
TEST(FiniteTest, TheBoundIsTheLargestFloat) {
  const auto both = [](const std::string& scale, const std::string& origin) {
    return Judge(
        {VariableText("scale_x", scale), VariableText("origin_x", origin)});
  };
  EXPECT_FALSE(both("1e19", "3.3e19").warned);
  EXPECT_TRUE(both("1e19", "3.3e19").finite);
  EXPECT_TRUE(both("-1e19", "3.5e19").warned);
  EXPECT_FALSE(both("-1e19", "3.5e19").finite);
  EXPECT_FALSE(Judge({VariableText("offset_y", "3.3e38, -3.3e38")}).warned);
  EXPECT_TRUE(Judge({VariableText("offset_y", "3.3e38, -3.3e38")}).finite);
  EXPECT_TRUE(Judge({VariableText("offset_y", "3.4e38")}).warned);
  const auto angles = [](const std::string& angle) {
    return Judge({VariableText("axis_x", "1"),
                  VariableText("angle", angle + ", -" + angle)});
  };
  EXPECT_FALSE(angles("1.6e38").warned);
  EXPECT_TRUE(angles("1.6e38").finite);
  EXPECT_TRUE(angles("1.8e38").warned);
  EXPECT_FALSE(angles("1.8e38").finite);
}

// Magnitudes of all sizes in all variables.
TEST(FiniteTest, WithoutWarningIsFinite) {
  std::mt19937 random(1);
  const auto below = [&](uint32_t n) {
    return static_cast<size_t>(random() % n);
  };
  size_t warned = 0;
  size_t infinite = 0;
  for (int round = 0; round < 4000; ++round) {
    std::array<std::string_view, forge::kVariableNames.size()> names =
        forge::kVariableNames;
    std::shuffle(names.begin(), names.end(), random);
    std::vector<std::string> variables;
    const size_t count = 1 + below(names.size());
    for (size_t i = 0; i < count; ++i) {
      std::string samples;
      const size_t size = 1 + below(3);
      for (size_t k = 0; k < size; ++k) {
        // Half of them small; the others up to the largest.
        const size_t exponent = below(2) == 0 ? below(3) : below(39);
        absl::StrAppend(&samples, k == 0 ? "" : ", ", below(2) == 0 ? "" : "-",
                        1 + below(3), "e", exponent);
      }
      variables.push_back(VariableText(names[i], samples));
    }
    const Verdict verdict = Judge(variables);
    EXPECT_TRUE(verdict.warned || verdict.finite) << forge::ClipText(variables);
    warned += verdict.warned;
    infinite += !verdict.finite;
  }
  EXPECT_GT(infinite, 100u);
  EXPECT_LT(warned, 4000u - 100u);
}

}  // namespace
}  // namespace clipguard::eval
