// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/codes/code_text.h"

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

TEST(CodeTextTest, NamesOfFormats) {
  using enum Format;
  EXPECT_EQ(FormatNames({}), "");
  EXPECT_EQ(FormatNames(kM3d), "m3d");
  EXPECT_EQ(FormatNames(kForgeArmature), "forge-armature");
  EXPECT_EQ(FormatNames(kMrtk | kM3d), "mrtk and m3d");
  EXPECT_EQ(FormatNames(kForgeFormats), "forge");
  EXPECT_EQ(FormatNames(kM3d | kForgeFormats), "m3d and forge");
  EXPECT_EQ(FormatNames(kM3d | kForgeAsm), "m3d and forge-asm");
  EXPECT_EQ(FormatNames(FormatSet::All()), "any");
}

TEST(CodeTextTest, WordsStandForArguments) {
  EXPECT_EQ(
      MessageWithoutArguments(GetCodeInfo(FindingCode::kKeyTimeDecreasing)),
      "key time goes back from <previous> to <time>");
  EXPECT_EQ(MessageWithoutArguments(GetCodeInfo(FindingCode::kVertexUnused)),
            "no triangle uses the vertex");
  // A suggestion is not always there, and has its own separator.
  EXPECT_EQ(MessageWithoutArguments(GetCodeInfo(FindingCode::kForgeKeyUnknown)),
            "the game does not know the key <key>");
  EXPECT_EQ(MessageWithoutArguments(GetCodeInfo(FindingCode::kJsonSyntax)),
            "<reason> (<found>)");
}

TEST(CodeTextTest, FlagsThatHelpAreNamed) {
  const auto advice = [](FindingCode code) {
    return AdviceWithFlags(GetCodeInfo(code));
  };
  EXPECT_EQ(advice(FindingCode::kFormatUnknown),
            "Check that this is the file you meant. If you know its format, "
            "force it with --as=FORMAT to learn where it goes wrong.");
  EXPECT_EQ(advice(FindingCode::kLimitExceeded),
            "If you trust the file, raise the limit with --limit=NAME=VALUE; "
            "otherwise refuse it.");
  EXPECT_EQ(advice(FindingCode::kRotationNotUnit),
            "Normalise the rotation (sampling a recording does, unless "
            "--raw-rotation is given), and look for the program that wrote "
            "it.");
  // The effect of repair is not part of the advice: see RepairOf(), and for one
  // file FileReport::mends.
  EXPECT_EQ(advice(FindingCode::kKeyTimeNotFinite),
            "Remove the key, or record again.");
}

TEST(CodeTextTest, RepairsSayWhatTheyDo) {
  EXPECT_EQ(RepairOf(GetCodeInfo(FindingCode::kKeyTimeNotFinite)),
            "depends: clipguard repair removes the key: safe if the file ends "
            "where it should.");
  EXPECT_EQ(RepairOf(GetCodeInfo(FindingCode::kVertexUnused)), "");
}

TEST(CodeTextTest, OccurrencesNotKept) {
  EXPECT_EQ(NotKeptText(1),
            "1 occurrence counted, but not kept (--limit=findings-kept=N)");
}

}  // namespace
}  // namespace clipguard::cli
