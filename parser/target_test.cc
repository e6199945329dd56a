// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/target.h"

#include <set>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

TEST(TargetTest, NamesDiffer) {
  std::set<std::string_view> names;
  for (const TargetInfo& info : AllTargets()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(GetTargetInfo(info.target).name, info.name);
    EXPECT_EQ(FindTarget(info.name), info.target);
    EXPECT_FALSE(info.formats.empty());
  }
  EXPECT_EQ(FindTarget("mrtk"), std::nullopt);
  EXPECT_EQ(FindTarget(""), std::nullopt);
}

// A target's effect concerns a code of its own formats, and differs from the
// catalogue's level.
TEST(TargetTest, EffectsAreOfTheFamilysCodes) {
  for (const TargetEffect& effect : AllTargetEffects()) {
    const CodeInfo& code = GetCodeInfo(effect.code);
    const TargetInfo& target = GetTargetInfo(effect.first);
    EXPECT_TRUE(code.formats.Contains(target.formats)) << code.name;
    EXPECT_NE(FindingLevels().of(effect.code), effect.level) << code.name;
    EXPECT_FALSE(effect.why.empty());
  }
}

TEST(TargetTest, JudgesAsTheTargetDoes) {
  FindingLevels levels;
  ApplyTarget(Target::kMrtk25, levels);
  EXPECT_EQ(levels.of(FindingCode::kMarkerListMissing), FindingLevel::kError);
  // It never sees one.
  EXPECT_EQ(levels.of(FindingCode::kPresenceByteUnusual),
            FindingLevel::kWarning);
  levels = {};
  ApplyTarget(Target::kMrtk28, levels);
  EXPECT_EQ(levels.of(FindingCode::kPresenceByteUnusual),
            FindingLevel::kIgnored);
  EXPECT_EQ(levels.of(FindingCode::kKeyValueNotFinite), FindingLevel::kError);
  levels = {};
  ApplyTarget(Target::kForge117, levels);
  EXPECT_EQ(levels.of(FindingCode::kForgeMapAsList), FindingLevel::kIgnored);
  EXPECT_EQ(levels.of(FindingCode::kMarkerListMissing), FindingLevel::kWarning);
}

}  // namespace
}  // namespace clipguard
