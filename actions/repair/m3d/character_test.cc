// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/m3d/character.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "base/text_of.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/test_files.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;
using m3d::Arm;
using m3d::Replaced;

Repaired Repair(std::string_view text, bool unsafe = false) {
  EXPECT_EQ(FaultOf(BytesOf(text), RepairCharacter, m3d::ReadAndValidate), "");
  return RepairCharacter(BytesOf(text), {}, {.unsafe = unsafe});
}

void ExpectSafe(std::string_view text, std::string_view want,
                FindingCode code) {
  ExpectSafe(Repair(text), want, code);
}

// Expects a guess, which gives `want` with --unsafe.
void ExpectGuess(std::string_view text, std::string_view want,
                 FindingCode code) {
  const Repaired safe = Repair(text);
  EXPECT_FALSE(safe.changed());
  ASSERT_EQ(safe.guesses.size(), 1u);
  EXPECT_EQ(safe.guesses[0].code, code);
  EXPECT_FALSE(safe.guesses[0].safe);
  EXPECT_EQ(TextOf(Repair(text, true).bytes), want);
}

void ExpectRefused(std::string_view text, FindingCode code) {
  ExpectRefused(Repair(text, true), code);
}

TEST(RepairCharacterTest, LeavesSoundFilesAlone) {
  const Repaired repaired = Repair(Arm());
  EXPECT_FALSE(repaired.changed());
  EXPECT_TRUE(repaired.refusals.empty());
}

TEST(RepairCharacterTest, DecimalCommas) {
  // Nothing but numbers has a point in it.
  const std::string whole = absl::StrReplaceAll(Arm(), {{".", ","}});
  const Repaired repaired = Repair(whole);
  ASSERT_TRUE(repaired.changed());
  EXPECT_EQ(
      absl::StrReplaceAll(std::string(TextOf(repaired.bytes)), {{",", "."}}),
      Arm());
  FindingList left;
  EXPECT_TRUE(m3d::ReadAndValidate(repaired.bytes, {}, left));
  EXPECT_EQ(repaired.changes[0].code, kNumberMalformed);
}

TEST(RepairCharacterTest, OneCommaIsAGuess) {
  const std::string text = Replaced(Arm(), "Roughness: 0.5", "Roughness: 0,5");
  ExpectGuess(text, Arm(), kNumberMalformed);
}

// Two numbers, an index or two, and perhaps a thousand.
TEST(RepairCharacterTest, CommasThatMayNotBeDecimal) {
  const std::string whole =
      absl::StrReplaceAll(Arm(), {{".dds", "_dds"}, {".", ""}});
  ASSERT_FALSE(Repair(whole).changed());
  for (const char* pair : {"Tex-Coords: 0,0", "Tex-Coords: 1,250 0"}) {
    const Repaired repaired = Repair(Replaced(whole, "Tex-Coords: 0 0", pair));
    EXPECT_FALSE(repaired.changed()) << pair;
    EXPECT_FALSE(repaired.guesses.empty());
  }
  // All triangles are of one section, without labels.
  for (const char* row : {"0,2 1", "0,1 2"}) {
    EXPECT_FALSE(
        Repair(Replaced(whole, "\n0 1 2\n", absl::StrCat("\n", row, "\n")))
            .changed())
        << row;
  }
  // A point in an index says nothing.
  ExpectSafe(Replaced(Replaced(whole, "Roughness: 05", "Roughness: 0,5"),
                      "\n0 1 2\n", "\n0.000 1 2\n"),
             Replaced(whole, "Roughness: 05", "Roughness: 0.5"),
             kNumberMalformed);
  ExpectSafe(Replaced(Replaced(whole, "Roughness: 05", "Roughness: 0,5"),
                      "Tex-Coords: 0 0", "Tex-Coords: 1,250 0"),
             Replaced(Replaced(whole, "Roughness: 05", "Roughness: 0.5"),
                      "Tex-Coords: 0 0", "Tex-Coords: 1.250 0"),
             kNumberMalformed);
}

// Where a thousand elements are there, 1.000 may be one of them.
TEST(RepairCharacterTest, WholeNumbersWithAPoint) {
  const std::string arm = Arm();
  for (const char* row : {"0.0 1.0 2.0", "0.000 1.000 2.000"}) {
    ExpectSafe(Replaced(arm, "\n0 1 2\n", absl::StrCat("\n", row, "\n")), arm,
               kNumberMalformed);
  }
  std::string many = Replaced(arm, "#Vertices 3", "#Vertices 1001");
  const size_t begin = arm.find("Position:");
  const std::string row =
      arm.substr(begin, arm.find("Position:", begin + 1) - begin);
  std::string rows;
  for (int i = 3; i < 1001; ++i) rows += row;
  many = Replaced(many, "***************Triangles",
                  rows + "***************Triangles");
  ExpectSafe(Replaced(many, "\n0 1 2\n", "\n0 1.0 2.000\n"),
             Replaced(many, "\n0 1 2\n", "\n0 1 2\n"), kNumberMalformed);
  ExpectGuess(Replaced(many, "\n0 1 2\n", "\n0 1.000 2\n"), many,
              kNumberMalformed);
}

TEST(RepairCharacterTest, NumbersWithSomethingBehind) {
  for (const char* word : {"0.5f", "0.5,", "0.5;"}) {
    ExpectSafe(
        Replaced(Arm(), "Roughness: 0.5", std::string("Roughness: ") + word),
        Arm(), kNumberMalformed);
  }
  ExpectSafe(Replaced(Arm(), "AlphaClip: 0", "AlphaClip: false"), Arm(),
             kNumberMalformed);
  ExpectRefused(Replaced(Arm(), "Roughness: 0.5", "Roughness: nan"),
                kNumberMalformed);
}

TEST(RepairCharacterTest, Labels) {
  ExpectSafe(Replaced(Arm(), "Tangent:", "tangent"), Arm(), kLabelMismatch);
  ExpectSafe(Replaced(Arm(), "Tangent:", "TANGENT :"), Arm(), kLabelMismatch);
  ExpectSafe(Replaced(Arm(), "Tangent: ", "Tangent:"), Arm(), kLabelMismatch);
  ExpectGuess(Replaced(Arm(), "Tangent:", "Tangnet:"), Arm(), kLabelMismatch);
  // The space that does not break is none that separates words.
  ExpectSafe(Replaced(Arm(), "#Vertices ", "#Vertices\xC2\xA0"), Arm(),
             kLabelMismatch);
}

TEST(RepairCharacterTest, LabelsOfClipsAndTheirBones) {
  const std::string arm = Arm();
  for (const char* label : {"animationclip ", "AnimationClip: "}) {
    ExpectSafe(Replaced(arm, "AnimationClip ", label), arm, kLabelMismatch);
  }
  for (const char* label : {"bone1 ", "Bone1: "}) {
    ExpectSafe(Replaced(arm, "Bone1 #", std::string(label) + "#"), arm,
               kLabelMismatch);
  }
  // Another bone's.
  ExpectRefused(Replaced(arm, "Bone1 #", "Bone2 #"), kLabelMismatch);
  ExpectRefused(Replaced(arm, "BoneOffset1", "BoneOffset2"), kLabelMismatch);
  // Neither the clip's name nor its label.
  for (const char* label : {"AnimationClip0 ", "AnimationClips "}) {
    EXPECT_FALSE(Repair(Replaced(arm, "AnimationClip ", label), true).changed())
        << label;
  }
}

TEST(RepairCharacterTest, ByteOrderMarkAndTrailingText) {
  ExpectSafe("\xEF\xBB\xBF" + Arm(), Arm(), kByteOrderMarkPresent);
  ExpectSafe(Arm() + "made by hand\n", Arm(), kTrailingText);
  ExpectRefused(Arm() + "***************Materials***************\n",
                kTrailingText);
  EXPECT_EQ(Repair(Arm() + "!").changes.at(0).lost,
            "1 byte that no reader reads");
  // A date and such, in words that are those of labels.
  ExpectSafe(Arm() + "Made at this time, I scale no position =======\n", Arm(),
             kTrailingText);
}

// The rest may be a part of the model that is not read as one.
TEST(RepairCharacterTest, TrailingTextOfAModelIsRefused) {
  const std::string arm = Arm();
  const std::string clip = arm.substr(arm.find("AnimationClip wave"));
  const std::string walk = Replaced(clip, "wave", "walk");
  for (const char* label :
       {"AnimationClip: walk", "animationclip walk", "AnimationClip_walk",
        "AnimationClip1 walk", "Clip walk", "<<<<<<< HEAD\nAnimationClip walk",
        "// walk"}) {
    ExpectRefused(arm + Replaced(walk, "AnimationClip walk", label),
                  kTrailingText);
  }
  for (const char* text : {"Bone2", "bone2:", "Time: 0", "}", ">>>>>>> 1a2b3c",
                           "made by hand\nPosition: 0 0 0"}) {
    ExpectRefused(arm + text, kTrailingText);
  }
  // A bracket too many: the second bone is behind the end.
  const size_t bone = arm.find("Bone1 #");
  std::string text = arm;
  ExpectRefused(text.insert(bone, "}\n"), kTrailingText);
  // With an error before it.
  ExpectRefused(
      Replaced(arm, "Roughness: 0.5", "Roughness: nan") + "made by hand\n",
      kTrailingText);
}

TEST(RepairCharacterTest, WideText) {
  std::string wide = "\xFF\xFE";
  for (const char c : Arm()) wide += {c, '\0'};
  ExpectSafe(wide, Arm(), kTextEncodingUnsupported);
  // Half a character is lost.
  ExpectRefused(wide.substr(0, wide.size() - 1), kTextEncodingUnsupported);
  // A mark of UTF-16 before what is ASCII would become other characters.
  ExpectRefused("\xFF\xFE" + Arm(), kBannerMismatch);
}

TEST(RepairCharacterTest, Counts) {
  ExpectSafe(Replaced(Arm(), "#Vertices 3", "#Vertices 4"), Arm(),
             kElementsMissing);
  ExpectSafe(Replaced(Arm(), "#Vertices 3", "#Vertices 2"), Arm(),
             kElementsSurplus);
  ExpectSafe(Replaced(Arm(), "#Vertices 3", "#Vertices 9999"), Arm(),
             kCountTooLarge);
  ExpectSafe(Replaced(Arm(), "#Vertices 3", "#Vertices -3"), Arm(),
             kCountMalformed);
  ExpectSafe(Replaced(Arm(), "#Bones 2", "#Bones 1"), Arm(), kElementsSurplus);
  ExpectSafe(Replaced(Arm(), "#Keyframes: 2", "#Keyframes: 3"), Arm(),
             kElementsMissing);
  ExpectSafe(Replaced(Arm(), "#Keyframes: 2", "#Keyframes: 1"), Arm(),
             kElementsSurplus);
  // A file that was cut looks like that, too.
  ExpectGuess(Replaced(Arm(), "#AnimationClips 1", "#AnimationClips 2"), Arm(),
              kElementsMissing);
}

// The subsets have as many as the count says.
TEST(RepairCharacterTest, CountsThatSubsetsConfirm) {
  const std::string arm = Arm();
  const size_t begin = arm.find("Position:");
  const std::string row =
      arm.substr(begin, arm.find("Position:", begin + 1) - begin);
  std::string text = arm;
  ExpectRefused(text.insert(begin, row), kElementsSurplus);
  ExpectRefused(Replaced(arm, "\n0 1 2\n", "\n0 1 2\n0 1 2\n"),
                kElementsSurplus);
}

// A count is right only if nothing else is wrong.
TEST(RepairCharacterTest, CountsBesideOtherErrors) {
  const std::string arm = Arm();
  const std::string misspelt = absl::StrReplaceAll(arm, {{"Time:", "Tme:"}});
  EXPECT_FALSE(Repair(misspelt).changed());
  EXPECT_EQ(TextOf(Repair(misspelt, true).bytes), arm);
  // Unless the words of another field follow: the file was cut and went on.
  EXPECT_TRUE(Repair(Replaced(arm, "Normal: ", "Norml: "), true).changed());
  EXPECT_FALSE(
      Repair(Replaced(arm, "Normal: ", "Norml: 0 Scale: "), true).changed());
  const size_t second = arm.find("Position:", arm.find("Position:") + 1);
  for (const char* merged :
       {"<<<<<<< HEAD\nPosition: 0 0 1\n=======\n", "Position: 0 0"}) {
    std::string text = arm;
    EXPECT_FALSE(Repair(text.insert(second, merged)).changed()) << merged;
  }
  // Two labels are told apart nowhere.
  EXPECT_FALSE(Repair(absl::StrReplaceAll(arm, {{" ", "\xC2\xA0"}})).changed());
  // A section stands twice.
  const size_t begin = arm.find("***************Vertices");
  const size_t end = arm.find("***************Triangles");
  std::string text = arm;
  EXPECT_FALSE(
      Repair(text.insert(end, arm.substr(begin, end - begin))).changed());
}

TEST(RepairCharacterTest, CountsThatAreMissing) {
  const std::string arm = Arm();
  ExpectSafe(Replaced(arm, "#Materials 1", "#Materials"), arm, kCountMalformed);
  ExpectSafe(Replaced(arm, "#Vertices 3", "#Vertices"), arm, kCountMalformed);
  ExpectSafe(Replaced(arm, "#Triangles 1", "#Triangles"), arm, kCountMalformed);
  ExpectSafe(Replaced(arm, "#Bones 2", "#Bones"), arm, kCountMalformed);
  // A file that was cut looks like that, too.
  ExpectGuess(Replaced(arm, "#AnimationClips 1", "#AnimationClips"), arm,
              kCountMalformed);
  ExpectSafe(Replaced(arm, "#Vertices 3\n#", "#Vertices 3#"),
             Replaced(arm, "#Vertices 3\n#", "#Vertices 3 #"), kCountMalformed);
}

// The dashed dialect's exporter writes labels of a letter or two.
TEST(RepairCharacterTest, CountsBesideShortLabels) {
  const std::string arm = m3d::DashedArm();
  ExpectSafe(Replaced(arm, "Vertices 3", "Vertices 4"), arm, kElementsMissing);
  ExpectSafe(Replaced(arm, "Vertices 3", "Vertices 2"), arm, kElementsSurplus);
  ExpectSafe(Replaced(arm, "Vertices 3", "Vertices 9999"), arm, kCountTooLarge);
  ExpectSafe(Replaced(arm, "Bones 2", "Bones 1"), arm, kElementsSurplus);
  ExpectSafe(Replaced(arm, "Bones 2", "Bones 3"), arm, kElementsMissing);
  ExpectSafe(Replaced(arm, "Bones 2", "Bones 0"), arm, kElementsSurplus);
  ExpectSafe(Replaced(arm, "#K: 1", "#K: 2"), arm, kElementsMissing);
  ExpectSafe(Replaced(arm, "#K: 2", "#K: 1"), arm, kElementsSurplus);
  ExpectSafe(Replaced(arm, "#K: 2", "#K: two"), arm, kCountMalformed);
  ExpectGuess(Replaced(arm, "Clips 1", "Clips 2"), arm, kElementsMissing);
}

TEST(RepairCharacterTest, LabelsAndBannersBesideShortLabels) {
  const std::string arm = m3d::DashedArm();
  ExpectSafe(Replaced(arm, "P1:", "p1"), arm, kLabelMismatch);
  ExpectSafe(Replaced(arm, "----BoneOffsets-", "----BoneOfsets-"),
             Replaced(arm, "----BoneOffsets-", "----BoneOffsets----"),
             kBannerMismatch);
}

// Refusals are told of the file as it is.
TEST(RepairCharacterTest, RefusalsAreOfTheFile) {
  const std::string text =
      Replaced(Replaced(Arm(), "#Triangles 1", "#Triangles 1431655766"),
               "Tex-Coords: 0 0", "Tex: 0 0");
  const Repaired repaired = Repair(text, true);
  EXPECT_FALSE(repaired.changed());
  EXPECT_FALSE(repaired.refusals.empty());
  for (const Refusal& refusal : repaired.refusals) {
    EXPECT_EQ(refusal.code, kCountTooLarge);
  }
}

// The next section's banner is no name.
TEST(RepairCharacterTest, ANameThatIsMissingIsAGuess) {
  ExpectGuess(Replaced(Arm(), "NormalMap: skin_nmap.dds", "NormalMap:"),
              Replaced(Arm(), "skin_nmap.dds", "none"), kNameMissing);
}

// Nor are stars or dashes.
TEST(RepairCharacterTest, MarksAreNoNames) {
  for (const char* marks : {"-", "--", "----", "*", "*****"}) {
    ExpectGuess(Replaced(Arm(), "skin_nmap.dds", marks),
                Replaced(Arm(), "skin_nmap.dds", "none"), kNameMissing);
    ExpectGuess(Replaced(Arm(), "Name: skin", std::string("Name: ") + marks),
                Replaced(Arm(), "Name: skin", "Name: none"), kNameMissing);
    ExpectRefused(Replaced(Arm(), "Clip wave", std::string("Clip ") + marks),
                  kNameMissing);
  }
}

// However short the banner that follows.
TEST(RepairCharacterTest, BannersOfOneMarkAreNoNames) {
  const std::string arm = Arm();
  const size_t begin = arm.find("***************SubsetTable");
  for (const char* banner :
       {"*SubsetTable*", "-Subset_Table-", "--SubsetTable"}) {
    const std::string text =
        arm.substr(0, begin) + banner + arm.substr(arm.find('\n', begin));
    ExpectGuess(Replaced(text, "NormalMap: skin_nmap.dds", "NormalMap:"),
                Replaced(text, "skin_nmap.dds", "none"), kNameMissing);
  }
}

TEST(RepairCharacterTest, SpacesInNames) {
  ExpectGuess(Replaced(Arm(), "Clip wave", "Clip big \t wave"),
              Replaced(Arm(), "Clip wave", "Clip big_wave"), kNameHasSpace);
}

// The normal is 0 0 -1.
TEST(RepairCharacterTest, TangentsThatWereNotComputed) {
  for (const char* tangent :
       {"nan nan nan 1", "-nan(ind) -nan(ind) -nan(ind) -nan(ind)",
        "0 1.#QNAN 0 1", "1 0 -inf 1"}) {
    ExpectGuess(
        Replaced(Arm(), "Tangent: 1 0 0 1", std::string("Tangent: ") + tangent),
        Arm(), kNumberMalformed);
  }
  for (const char* tangent : {"1 0 0 nan", "1 0 abc 1"}) {
    ExpectRefused(
        Replaced(Arm(), "Tangent: 1 0 0 1", std::string("Tangent: ") + tangent),
        kNumberMalformed);
  }
}

// A count that leaves other errors may be right, and something else wrong.
TEST(RepairCharacterTest, ACountIsRightOnlyIfTheRestFits) {
  const std::string text =
      Replaced(Replaced(Arm(), "#Triangles 1", "#Triangles 1431655766"),
               "Tex-Coords: 0 0", "Tex: 0 0");
  const Repaired repaired = RepairCharacter(BytesOf(text), {}, {});
  EXPECT_FALSE(repaired.changed());
  EXPECT_FALSE(repaired.refusals.empty());
}

// Nor is one that leaves a subset of triangles which are not there, though a
// label keeps the file from being read to its end.
TEST(RepairCharacterTest, ACountThatNothingFitsIsRefusedBesideOtherErrors) {
  std::string text =
      ReadFile("corpus/m3d/invalid/elements-missing.triangles.m3d");
  text = Replaced(text, "Pos: 0 1.5", "Posa 0 1.5");
  const Repaired repaired = Repair(text);
  EXPECT_FALSE(repaired.changed());
  EXPECT_FALSE(repaired.refusals.empty());
}

TEST(RepairCharacterTest, VerticesAreGuesses) {
  ExpectGuess(Replaced(Arm(), "Tangent: 1 0 0 1", "Tangent: 2 0 0 1"), Arm(),
              kTangentNotUnit);
  ExpectRefused(Replaced(Arm(), "Tangent: 1 0 0 1", "Tangent: 0 0 0 1"),
                kTangentNotUnit);
  ExpectGuess(
      Replaced(Arm(), "BlendWeights: 1 0 0 0", "BlendWeights: 0.5 0.3 0 0"),
      Replaced(Arm(), "BlendWeights: 1 0 0 0", "BlendWeights: 0.625 0.375 0 0"),
      kBlendWeightsNotOne);
}

TEST(RepairCharacterTest, RoundedWeights) {
  ExpectSafe(Replaced(Arm(), "BlendWeights: 1 0 0 0",
                      "BlendWeights: 0.33 0.33 0.33 0"),
             Replaced(Arm(), "BlendWeights: 1 0 0 0",
                      "BlendWeights: 0.34 0.33 0.33 0"),
             kBlendWeightsNotOne);
}

TEST(RepairCharacterTest, KeyframesAreSorted) {
  const std::string arm = Arm();
  const size_t begin = arm.find("Time:");
  const size_t end = arm.find('}', begin);
  const std::string rows = arm.substr(begin, end - begin);
  // The second keyframe again, then the first.
  const size_t second = rows.find("Time:", 1);
  const std::string mixed = rows.substr(second) + rows.substr(0, second);
  std::string text = arm;
  text.replace(begin, rows.size(), mixed);
  const Repaired repaired = Repair(text, true);
  ASSERT_TRUE(repaired.changed());
  EXPECT_FALSE(repaired.changes[0].safe);
  FindingList left;
  EXPECT_TRUE(m3d::ReadAndValidate(repaired.bytes, {}, left));
}

// The arm with keyframes of its first bone at these times.
std::string ArmWithKeysAt(std::initializer_list<int> times) {
  std::string text = Replaced(Arm(), "#Keyframes: 2",
                              absl::StrCat("#Keyframes: ", times.size()));
  const size_t begin = text.find("Time:");
  const std::string row =
      text.substr(begin, text.find("Time:", begin + 1) - begin);
  const size_t end = text.find('}', begin);
  std::string rows;
  for (const int time : times) {
    absl::StrAppend(&rows, "Time: ", time, row.substr(row.find(" Pos")));
  }
  return text.replace(begin, end - begin, rows);
}

TEST(RepairCharacterTest, OneWrongTimeIsNoOrder) {
  const std::string sorted = ArmWithKeysAt({0, 1, 2, 3, 4});
  ExpectSafe(ArmWithKeysAt({0, 3, 2, 1, 4}), sorted, kKeyTimeDecreasing);
  ExpectGuess(ArmWithKeysAt({0, 3, 1, 2, 4}), sorted, kKeyTimeDecreasing);
  ExpectGuess(ArmWithKeysAt({0, 2, 3, 1, 4}), sorted, kKeyTimeDecreasing);
}

// Several explanations: two times, a second take.
TEST(RepairCharacterTest, SeveralTimesMayBeWrong) {
  ExpectGuess(ArmWithKeysAt({0, 1, 20, 3, 40, 5, 60}),
              ArmWithKeysAt({0, 1, 3, 5, 20, 40, 60}), kKeyTimeDecreasing);
  ExpectGuess(ArmWithKeysAt({0, 2, 4, 6, 3, 5, 7, 8}),
              ArmWithKeysAt({0, 2, 3, 4, 5, 6, 7, 8}), kKeyTimeDecreasing);
  ExpectGuess(ArmWithKeysAt({0, 3, 4, 1, 2, 5}),
              ArmWithKeysAt({0, 1, 2, 3, 4, 5}), kKeyTimeDecreasing);
  for (const auto& takes : {ArmWithKeysAt({0, 1, 2, 3, 0, 1, 2, 3}),
                            ArmWithKeysAt({0, 1, 2, 3, 0, 1, 2, 5})}) {
    ExpectRefused(takes, kKeyTimeDecreasing);
  }
}

TEST(RepairCharacterTest, TheSameKeyframeTwice) {
  const std::string arm = Arm();
  const size_t begin = arm.find("Time:");
  const size_t second = arm.find("Time:", begin + 1);
  std::string text = arm;
  text.insert(begin, arm.substr(begin, second - begin));
  text = Replaced(text, "#Keyframes: 2", "#Keyframes: 3");
  ExpectSafe(text, arm, kKeyTimeDuplicate);
}

}  // namespace
}  // namespace clipguard::actions
