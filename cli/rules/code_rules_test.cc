// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/code_rules.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CodeRulesTest, ChangeTheLevelsOfWhatTheyName) {
  FindingLevels levels;
  CodeRules rules;
  rules.ignore = {FindingCode::kRotationWLost};
  rules.error = {FindingCode::kMarkerListMissing};
  rules.warn = {FindingCode::kFileTruncated};
  EXPECT_TRUE(rules.Check().ok());
  rules.ApplyTo(levels);
  EXPECT_EQ(levels.of(FindingCode::kRotationWLost), FindingLevel::kIgnored);
  EXPECT_EQ(levels.of(FindingCode::kMarkerListMissing), FindingLevel::kError);
  EXPECT_EQ(levels.of(FindingCode::kFileTruncated), FindingLevel::kWarning);
  EXPECT_EQ(levels.of(FindingCode::kMagicMismatch), FindingLevel::kError);
}

TEST(CodeRulesTest, OnlyIgnoresAllOthers) {
  FindingLevels levels;
  CodeRules rules;
  rules.warn = {FindingCode::kMagicMismatch};
  rules.only = {FindingCode::kFileTruncated};
  rules.ApplyTo(levels);
  EXPECT_EQ(levels.of(FindingCode::kFileTruncated), FindingLevel::kError);
  EXPECT_EQ(levels.of(FindingCode::kMagicMismatch), FindingLevel::kWarning);
  EXPECT_EQ(levels.of(FindingCode::kRotationWLost), FindingLevel::kIgnored);
}

TEST(CodeRulesTest, ACodeIsInOneList) {
  CodeRules rules;
  rules.ignore = {FindingCode::kFileTruncated};
  rules.warn = {FindingCode::kFileTruncated};
  EXPECT_EQ(std::string(rules.Check().message()),
            "FILE_TRUNCATED is in both 'ignore' and 'warn'");
  CodeRules twice;
  twice.ignore = {FindingCode::kFileTruncated, FindingCode::kFileTruncated};
  EXPECT_TRUE(twice.Check().ok());
}

TEST(CodeRulesTest, Names) {
  std::vector<FindingCode> codes;
  EXPECT_TRUE(AddCodes("FILE_TRUNCATED,rotation-w-lost,", codes).ok());
  EXPECT_THAT(codes, ElementsAre(FindingCode::kFileTruncated,
                                 FindingCode::kRotationWLost));
  EXPECT_THAT(std::string(AddCodes("FILE_TRUNKATED", codes).message()),
              HasSubstr("'FILE_TRUNKATED'; did you mean FILE_TRUNCATED?"));
  EXPECT_FALSE(AddCodes("", codes).ok());
  EXPECT_FALSE(AddCodes(",", codes).ok());
  EXPECT_THAT(
      std::string(CodeOfName(std::string(100'000, '\x1B')).status().message()),
      ::testing::SizeIs(::testing::Lt(200u)));
}

}  // namespace
}  // namespace clipguard::cli
