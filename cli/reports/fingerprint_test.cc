// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/fingerprint.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;

Finding At(std::string_view path,
           FindingCode code = FindingCode::kKeyTimeNotFinite) {
  Finding finding;
  finding.code = code;
  finding.path = std::string(path);
  return finding;
}

std::string Of(std::string_view path) {
  const Finding finding = At(path);
  return Fingerprints("", {&finding, 1})[0];
}

TEST(FingerprintTest, StaysTheSame) {
  // In every release, or code hosts show old findings as new ones.
  EXPECT_EQ(Of("camera.position.x.keys[3].time"), "e8f3815f674608df:1");
}

TEST(FingerprintTest, DoesNotDependOnIndices) {
  EXPECT_EQ(Of("camera.position.x.keys[3].time"),
            Of("camera.position.x.keys[1234].time"));
  EXPECT_EQ(Of("/states/1"), Of("/states/20"));
  EXPECT_EQ(Of("/states/1/x"), Of("/states/20/x"));
  EXPECT_NE(Of("/states/1"), Of("/states/one"));
  EXPECT_NE(Of("/states/1"), Of("/states/1a"));
  EXPECT_NE(Of("clips.Take1"), Of("clips.Take2"));
  EXPECT_NE(Of("keys[3"), Of("keys[4"));
}

TEST(FingerprintTest, TellsFindingsApart) {
  const Finding findings[] = {At("a.keys[1]"), At("a.keys[2]"), At("b.keys[1]"),
                              At("a.keys[1]", FindingCode::kKeyTimeDecreasing)};
  const auto fingerprints = Fingerprints("", findings);
  EXPECT_EQ(fingerprints[0].substr(0, 16), fingerprints[1].substr(0, 16));
  EXPECT_TRUE(fingerprints[0].ends_with(":1"));
  EXPECT_TRUE(fingerprints[1].ends_with(":2"));
  EXPECT_NE(fingerprints[0], fingerprints[2]);
  EXPECT_NE(fingerprints[0], fingerprints[3]);
  EXPECT_NE(fingerprints, Fingerprints("salt", findings));
  EXPECT_NE(FingerprintOfFile("a", "b"), FingerprintOfFile("ab", ""));
}

}  // namespace
}  // namespace clipguard::cli
