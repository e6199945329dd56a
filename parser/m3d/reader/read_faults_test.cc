// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Findings of the reader of .m3d characters, and their places. Each fault
// alone, in its usual form, is the corpus' part (corpus/corpus_test.cc).

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/test_files.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;
using testing::ElementsAre;
using testing::IsEmpty;

// A text in which `from` is replaced, and the only finding about it: at the
// first `what` after `behind`.
struct Fault {
  std::string_view from;
  std::string_view to;
  FindingCode code;
  std::string_view what;
  std::string_view path;
  std::string_view behind = {};
};

void ExpectFaults(const std::string& arm, const std::vector<Fault>& faults) {
  for (const Fault& f : faults) {
    const std::string text = Replaced(arm, f.from, f.to);
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(f.code, text, f.what, f.path, f.behind)))
        << f.to;
  }
}

// Arm() with another number after a label.
std::string ArmWith(std::string_view label, std::string_view number) {
  std::string arm = Arm();
  const size_t at = arm.find(label) + label.size();
  return arm.replace(at, arm.find_first_of(" \n", at) - at, number);
}

// ---- Header -----------------------------------------------------------------

TEST(ReadFaults, EmptyText) {
  EXPECT_THAT(ReadFindings(""),
              ElementsAre(Seen{kTextEndsEarly, 0, 0, 1, 1, "m3d-File-Header"}));
  EXPECT_THAT(ReadFindings(" \n "),
              ElementsAre(Seen{kTextEndsEarly, 3, 0, 2, 2, "m3d-File-Header"}));
}

TEST(ReadFaults, AByteOrderMarkChangesNothing) {
  EXPECT_EQ(MustRead("\xEF\xBB\xBF" + Arm()), MustRead(Arm()));
}

TEST(ReadFaults, CountsThatAreNone) {
  for (const std::string_view count :
       {"-1", "4294967296", "1e3", "1.0", "0x3", "three", "1,5", "nan",
        "99999999999999999999999999"}) {
    const std::string text = ArmWith("#Vertices ", count);
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kCountMalformed, text, count, "#Vertices",
                                   "#Vertices ")));
  }
}

TEST(ReadFaults, CountsThatCannotBe) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"#Triangles", "4294967295"},
      {"#AnimationClips", "4294967295"},
      {"#Vertices", "100"},
      {"#Bones", "50"}};
  for (const auto& [label, count] : cases) {
    const std::string before = std::string(label) + " ";
    const std::string text = ArmWith(before, count);
    EXPECT_THAT(ReadFindings(text), ElementsAre(SeenAt(kCountTooLarge, text,
                                                       count, label, before)));
  }
}

// No count is too large alone: the message names them all.
TEST(ReadFaults, CountsThatAreTooMuchTogether) {
  const std::string text = Arm();
  FindingList list;
  ReadCharacter(BytesOf(text).first(text.find("Tangent:")), {}, list);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].code, kCountTooLarge);
  EXPECT_THAT(list.findings()[0].message,
              testing::StartsWith("for 1 material, 3 vertices, 1 triangle and "
                                  "2 bones at least 444 bytes"));
}

// ---- Short labels -----------------------------------------------------------

TEST(ReadFaults, ShortLabelsAreRead) {
  const std::string arm = DashedArm();
  EXPECT_THAT(ReadFindings(arm), IsEmpty());
  const Character c = MustRead(arm);
  EXPECT_EQ(c.dialect, Dialect::kDashed);
  EXPECT_EQ(c.vertices.blend_weights[1], (Float4{0.5f, 0.5f, 0, 0}));
  EXPECT_EQ(c.bone_offsets[1][13], -1);
  EXPECT_THAT(c.parents, ElementsAre(-1, 0));
  EXPECT_THAT(c.clips[0].first_key, ElementsAre(0, 1, 3));
  EXPECT_EQ(c.clips[0].rotations[2], (Float4{0, 0, 0.6f, 0.8f}));
  // The banner says what begins, and need not be there.
  for (const std::string_view banner :
       {"----BoneOffsets-\n", "----BoneHierarchy-\n"}) {
    EXPECT_EQ(ReadFindings(Replaced(arm, banner, "")).size(), 1);
  }
}

TEST(ReadFaults, FaultsBesideShortLabels) {
  const std::string arm = DashedArm();
  struct Case {
    std::string_view label;
    std::string_view path;
    std::string_view behind;
  };
  for (const Case& c :
       {Case{"W:", "vertices[1].blendWeights", "T: 0 0"},
        Case{"I:", "vertices[1].blendIndices", "T: 0 0"},
        Case{"B1:", "bones[1].offset", "B0:"},
        Case{"P1:", "bones[1].parent", "P0:"},
        Case{"B1", "clips.Wave.bones[1]", "#K: 1"},
        Case{"#K:", "clips.Wave.bones[1].keyframes", "B1 "},
        Case{"Q:", "clips.Wave.bones[1].keyframes[1].rotation", "T: 0.5"}}) {
    const std::string text =
        Replaced(arm, c.label, "X" + std::string(c.label), c.behind);
    EXPECT_THAT(
        ReadFindings(text),
        testing::Contains(SeenAt(kLabelMismatch, text,
                                 "X" + std::string(c.label), c.path, c.behind)))
        << c.label;
  }
  // Only the first row of a section chooses.
  const std::string text = Replaced(arm, "B1:", "BoneOffset1");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "BoneOffset1",
                                 "bones[1].offset")));
}

// A count is too large only if its rows do not fit at their shortest, in the
// dialect whose rows are shorter.
TEST(ReadFaults, CountsOfTheShortestRows) {
  constexpr int kMaterials = 300;
  std::string text = absl::StrCat(
      "***m3d-File-Header*** #Materials ", kMaterials,
      " #Vertices 0 #Triangles 0 #Bones 0 #AnimationClips 0 ***Materials*** ");
  for (int i = 0; i < kMaterials; ++i) {
    text +=
        "Name: a Diffuse: 0 0 0 Fresnel0: 0 0 0 Roughness: 0 AlphaClip: 0 "
        "MaterialTypeName: a DiffuseMap: a NormalMap: a ";
  }
  text += "***SubsetTable*** ";
  for (int i = 0; i < kMaterials; ++i) {
    text +=
        "SubsetID: 0 VertexStart: 0 VertexCount: 0 FaceStart: 0 "
        "FaceCount: 0 ";
  }
  text += "***Vertices*** ***Triangles***";
  FindingList findings;
  ReadCharacter(BytesOf(text), {}, findings);
  for (const Finding& finding : findings.findings()) {
    EXPECT_NE(finding.code, kCountTooLarge) << finding.message;
  }
}

TEST(ReadFaults, FileBytesLimit) {
  ReadOptions options;
  options.limits.file_bytes = 100;
  EXPECT_THAT(ReadFindings(Arm(), options),
              ElementsAre(Seen{kLimitExceeded, 0, 0, 1, 1, "file"}));
}

// ---- Sections ---------------------------------------------------------------

constexpr std::string_view kBanners[] = {
    "***************Materials*********************",
    "***************SubsetTable*******************",
    "***************Vertices**********************",
    "***************Triangles*********************",
    "***************BoneOffsets*******************",
    "***************BoneHierarchy*****************",
    "***************AnimationClips****************"};

TEST(ReadFaults, BannersMisspelt) {
  for (const std::string_view banner : kBanners) {
    const std::string_view name = banner.substr(15);
    ExpectFaults(Arm(), {{banner, "***xxxxxxxx***", kBannerMismatch,
                          "***xxxxxxxx***", name.substr(0, name.find('*'))}});
  }
}

TEST(ReadFaults, TooFewAndTooManyRows) {
  ExpectFaults(
      Arm(),
      {{"SubsetID: 0 VertexStart: 0 VertexCount: 3 FaceStart: 0 "
        "FaceCount: 1\n",
        "", kElementsMissing, kBanners[2], "SubsetTable"},
       {"BoneOffset1 1 0 0 0 0 1 0 0 0 0 1 0 0 -1.5 0 1\n", "",
        kElementsMissing, kBanners[5], "BoneOffsets"},
       {"ParentIndexOfBone1: 0\n", "", kElementsMissing, kBanners[6],
        "BoneHierarchy"},
       {"ParentIndexOfBone1: 0\n",
        "ParentIndexOfBone1: 0\nParentIndexOfBone1: 0\n", kElementsSurplus,
        "ParentIndexOfBone1:", "BoneHierarchy", "ParentIndexOfBone1: 0\n"}});
}

TEST(ReadFaults, TextAfterTheEndOfAStaticFile) {
  const std::string text =
      StaticTriangle(Dialect::kD3D12) + "***BoneOffsets***\n";
  EXPECT_THAT(
      ReadFindings(text),
      ElementsAre(SeenAt(kTrailingText, text, "***BoneOffsets***\n", "file")));
}

// ---- Rows -------------------------------------------------------------------

TEST(ReadFaults, NumbersThatAreNone) {
  for (const std::string_view number :
       {"nan", "inf", "-inf", "0x10", "1,5", "1.2.3", "--1", "1e", "abc"}) {
    const std::string pos = std::string(number) + " Pos:";
    ExpectFaults(Arm(), {{"1.25 Pos:", pos, kNumberMalformed, number,
                          "clips.wave.bones[0].keyframes[1].time",
                          "Quat: 0 0 0 1\n\t\tTime: "}});
  }
}

TEST(ReadFaults, NumbersThatWereNotComputed) {
  const auto message = [](std::string_view from, std::string_view to) {
    FindingList findings;
    const std::string text = Replaced(Arm(), from, to);
    EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, findings));
    return findings.empty() ? std::string() : findings.findings()[0].message;
  };
  EXPECT_THAT(message("Tangent: 1 0", "Tangent: -nan(ind) 0"),
              testing::EndsWith("without area in the texture"));
  EXPECT_THAT(message("Normal: 0 0", "Normal: -nan(ind) 0"),
              testing::EndsWith("without area"));
  EXPECT_THAT(message("Position: 0 0", "Position: -nan(ind) 0"),
              testing::EndsWith("could not be computed"));
}

TEST(ReadFaults, NumbersOutOfRange) {
  const std::string nines(100, '9');
  const std::string offset = "BoneOffset0 1 " + nines;
  ExpectFaults(
      Arm(),
      {{"BoneOffset0 1 0", "BoneOffset0 1 -1e39", kNumberOutOfRange, "-1e39",
        "bones[0].offset"},
       {"BoneOffset0 1 0", offset, kNumberOutOfRange, nines, "bones[0].offset"},
       {"VertexStart: 0", "VertexStart: 4294967296", kNumberOutOfRange,
        "4294967296", "subsets[0].vertexStart"}});
}

TEST(ReadFaults, LongNumbersAreRead) {
  const std::string text = Replaced(Arm(), "Pos: 0 0.5 0",
                                    "Pos: 0 0.5" + std::string(90, '0') + " 0");
  EXPECT_EQ(MustRead(text), MustRead(Arm()));
}

TEST(ReadFaults, AlphaClipIsZeroOrOne) {
  ExpectFaults(Arm(), {{"AlphaClip: 0", "AlphaClip: -1", kAlphaClipNotBoolean,
                        "-1", "materials[0].alphaClip", "AlphaClip: "},
                       {"AlphaClip: 0", "AlphaClip: true", kNumberMalformed,
                        "true", "materials[0].alphaClip"}});
}

TEST(ReadFaults, Names) {
  ExpectFaults(Arm(),
               {{"DiffuseMap: skin.dds", "DiffuseMap:", kNameMissing, "",
                 "materials[0].diffuseMap", "DiffuseMap:"},
                {"Clip wave", "Clip big wave \t at us", kNameHasSpace,
                 "big wave \t at us", "clips[0].name"},
                // Another label is no part of a name.
                {"skin.dds\nNormalMap:", "skin.dds NormalMpa:", kLabelMismatch,
                 "NormalMpa:", "materials[0].normalMap"}});
  EXPECT_THAT(ReadFindings(Replaced(Arm(), "skin.dds", "\xE8\x82\xA1.dds")),
              IsEmpty());
}

TEST(ReadFaults, NamesLikeBanners) {
  // A banner without its stars is no name, but a name may be like one.
  std::string text = Replaced(Arm(), "NormalMap: skin_nmap.dds", "NormalMap:");
  const size_t banner = text.find("SubsetTable");
  const size_t begin = text.rfind('\n', banner) + 1;
  text.replace(begin, text.find('\n', banner) - begin, "SubsetTable");
  const auto seen = ReadFindings(text);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen[0], SeenAt(kNameMissing, text, "", "materials[0].normalMap",
                            "NormalMap:"));
  text = Replaced(Arm(), "skin_nmap.dds", "SubsetTable");
  EXPECT_THAT(ReadFindings(text), IsEmpty());
  // Nor is one with a single star, or a dash.
  for (const std::string_view one : {"*SubsetTable*", "-Subset_Table-"}) {
    text = Replaced(Arm(), kBanners[1], one);
    EXPECT_THAT(ReadFindings(text), IsEmpty()) << one;
    text = Replaced(text, "NormalMap: skin_nmap.dds", "NormalMap:");
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kNameMissing, text, "",
                                   "materials[0].normalMap", "NormalMap:")));
  }
  // Stars or dashes alone are in place of a name, if what follows it follows.
  for (const std::string_view marks : {"-", "--", "-----", "*", "****"}) {
    const std::string clip = absl::StrCat("Clip ", std::string(marks));
    ExpectFaults(Arm(), {{"skin_nmap.dds", marks, kNameMissing, marks,
                          "materials[0].normalMap", "NormalMap: "},
                         {"Clip wave", clip, kNameMissing, marks,
                          "clips[0].name", "Clip "}});
  }
  text = Replaced(Replaced(Arm(), "NormalMap: skin_nmap.dds", "NormalMap:"),
                  kBanners[1], "*****");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNameMissing, text, "",
                                 "materials[0].normalMap", "NormalMap:"),
                          SeenAt(kBannerMismatch, text, "*****", "SubsetTable",
                                 "NormalMap:")));
  text = Replaced(Arm(), "skin_nmap.dds", "-skin-");
  EXPECT_THAT(ReadFindings(text), IsEmpty());
}

TEST(ReadFaults, IndicesOutOfRange) {
  ExpectFaults(
      Arm(),
      {{"0 1 2\n", "0 -1 2\n", kVertexIndexOutOfRange, "-1", "triangles[0]",
        "Triangles****"},
       {"ParentIndexOfBone1: 0", "ParentIndexOfBone1: 2147483648",
        kParentOutOfOrder, "2147483648", "bones[1].parent"},
       {"ParentIndexOfBone0: -1", "ParentIndexOfBone0: 0", kParentOutOfOrder,
        "0", "bones[0].parent", "ParentIndexOfBone0: "}});
}

// ---- Clips ------------------------------------------------------------------

TEST(ReadFaults, KeyframeCountsThatCannotBe) {
  for (const auto& [count, code] :
       {std::pair<std::string_view, FindingCode>{"4294967295", kCountTooLarge},
        {"50", kCountTooLarge},
        {"-2", kCountMalformed}}) {
    const std::string text = ArmWith("#Keyframes: ", count);
    EXPECT_THAT(ReadFindings(text),
                testing::Contains(SeenAt(code, text, count,
                                         "clips.wave.bones[0].keyframes",
                                         "#Keyframes: ")));
  }
}

}  // namespace
}  // namespace clipguard::m3d
