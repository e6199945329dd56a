// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/targets.h"

#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string TargetFault(std::string_view name,
                        std::vector<Target> before = {}) {
  return std::string(AddTarget(name, before).message());
}

TEST(TargetsTest, OneOfEachFamily) {
  std::vector<Target> targets;
  for (const std::string_view name :
       {"mrtk-2.8", "d3d12-book", "forge-1.12", "mrtk-2.8"}) {
    EXPECT_TRUE(AddTarget(name, targets).ok()) << name;
  }
  EXPECT_THAT(targets, ElementsAre(Target::kMrtk28, Target::kD3d12Book,
                                   Target::kForge112));
  EXPECT_EQ(TargetFault("forge-1.8", targets),
            "forge-1.12 and forge-1.8 read the same files: only one of them "
            "can be given");
}

TEST(TargetsTest, UnknownNamesHaveASuggestion) {
  EXPECT_EQ(TargetFault("mrtk-2.9"),
            "unknown target 'mrtk-2.9'; did you mean 'mrtk-2.5'? (clipguard "
            "validate --for=help lists them)");
  EXPECT_EQ(TargetFault("\x1B"),
            "unknown target '\\x1B' (clipguard validate --for=help lists "
            "them)");
}

TEST(TargetsTest, HelpNamesEveryTarget) {
  const std::string help = TargetsHelp();
  for (const TargetInfo& info : AllTargets()) {
    EXPECT_THAT(help, HasSubstr("  " + std::string(info.name) + " "));
    EXPECT_EQ(FindTarget(info.name), info.target);
  }
}

TEST(TargetsTest, NotesOfACode) {
  EXPECT_THAT(TargetNotes(FindingCode::kMarkerListMissing),
              ElementsAre("mrtk-2.5 to mrtk-2.8: error; it refuses files "
                          "without a marker list"));
  EXPECT_THAT(TargetNotes(FindingCode::kFileTruncated), IsEmpty());
}

}  // namespace
}  // namespace clipguard::cli
