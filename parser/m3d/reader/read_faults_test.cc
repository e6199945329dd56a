// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the findings of the reader of .m3d characters for each fault, and their
// places: header, sections, rows and clips.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
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

// ---- Header -----------------------------------------------------------------

TEST(ReadFaults, EmptyText) {
  EXPECT_THAT(ReadFindings(""),
              ElementsAre(Seen{kTextEndsEarly, 0, 0, 1, 1, "m3d-File-Header"}));
  EXPECT_THAT(ReadFindings(" \n "),
              ElementsAre(Seen{kTextEndsEarly, 3, 0, 2, 2, "m3d-File-Header"}));
}

TEST(ReadFaults, ByteOrderMark) {
  const std::string text = "\xEF\xBB\xBF" + Arm();
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(Seen{kByteOrderMarkPresent, 0, 3, 1, 1, "file"}));
  EXPECT_EQ(MustRead(text), MustRead(Arm()));
}

TEST(ReadFaults, HeaderBannerMissingOrMisspelt) {
  std::string text = Arm();
  text.erase(0, text.find('#'));
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kBannerMismatch, text, "#Materials",
                                 "m3d-File-Header")));
  text = Replaced(Arm(), "m3d-File", "m4d-File");
  EXPECT_THAT(ReadFindings(text), ElementsAre(Seen{kBannerMismatch, 0, 45, 1, 1,
                                                   "m3d-File-Header"}));
}

TEST(ReadFaults, HeadersOfNoDialectAreRefused) {
  const std::string text =
      "***************m3d-File-Header***************\n#Materials 1\n"
      "#Vertices 3\n#Triangles 1\n\n"
      "***************Materials******************\nName: pillar\n";
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kDialectUnsupported, text,
                                 "***************Materials******************",
                                 "#Bones")));
}

TEST(ReadFaults, CountsThatAreNone) {
  for (const std::string_view count :
       {"-1", "4294967296", "1e3", "1.0", "0x3", "three", "1,5", "nan",
        "99999999999999999999999999"}) {
    for (const std::string_view label :
         {"#Materials ", "#Vertices ", "#Triangles ", "#Bones ",
          "#AnimationClips "}) {
      const std::string arm = Arm();
      const size_t at = arm.find(label) + label.size();
      const std::string text =
          arm.substr(0, at) + std::string(count) + arm.substr(at + 1);
      const std::string path(label.substr(0, label.size() - 1));
      EXPECT_THAT(ReadFindings(text), ElementsAre(SeenAt(kCountMalformed, text,
                                                         count, path, label)))
          << label << count;
    }
  }
}

TEST(ReadFaults, CountsThatCannotBe) {
  struct Case {
    std::string_view label;
    std::string_view count;
  };
  for (const Case& c :
       {Case{"#Materials ", "2147483647"}, Case{"#Vertices ", "4294967295"},
        Case{"#Triangles ", "1431655766"}, Case{"#Triangles ", "4294967295"},
        Case{"#Bones ", "4294967295"}, Case{"#AnimationClips ", "4294967295"},
        Case{"#Vertices ", "100"}, Case{"#Bones ", "50"}}) {
    const std::string arm = Arm();
    const size_t at = arm.find(c.label) + c.label.size();
    const std::string text =
        arm.substr(0, at) + std::string(c.count) + arm.substr(at + 1);
    EXPECT_THAT(
        ReadFindings(text),
        ElementsAre(SeenAt(kCountTooLarge, text, c.count,
                           c.label.substr(0, c.label.size() - 1), c.label)))
        << c.label << c.count;
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

TEST(ReadFaults, ClipsWithoutBones) {
  const std::string text =
      Replaced(StaticTriangle(Dialect::kD3D12), "Clips 0", "Clips 2");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kClipsWithoutBones, text, "2",
                                 "#AnimationClips", "Clips ")));
}

TEST(ReadFaults, CountLabelsOfTheOtherDialect) {
  std::string text = Replaced(Arm(), "#Vertices", "Vertices");
  EXPECT_THAT(ReadFindings(text), ElementsAre(SeenAt(kLabelMismatch, text,
                                                     "Vertices", "#Vertices")));
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
    const std::string other = "***" + std::string(8, 'x') + "***";
    const std::string text = Replaced(Arm(), banner, other);
    const std::vector<Seen> seen = ReadFindings(text);
    std::string name(banner.substr(15));
    name = name.substr(0, name.find('*'));
    EXPECT_THAT(seen, ElementsAre(SeenAt(kBannerMismatch, text, other, name)));
  }
}

TEST(ReadFaults, AMissingSectionIsReportedOnce) {
  const std::string arm = Arm();
  const size_t begin = arm.find(kBanners[3]);
  const size_t end = arm.find(kBanners[5]);
  const std::string text = arm.substr(0, begin) + arm.substr(end);
  EXPECT_THAT(
      ReadFindings(text),
      ElementsAre(SeenAt(kBannerMismatch, text, kBanners[5], "Triangles")));
}

TEST(ReadFaults, TooFewRows) {
  struct Case {
    std::string_view row;     // is taken out
    std::string_view banner;  // where it is missing
    std::string_view path;
  };
  for (const Case& c :
       {Case{"SubsetID: 0 VertexStart: 0 VertexCount: 3 FaceStart: 0 "
             "FaceCount: 1\n",
             kBanners[2], "SubsetTable"},
        Case{"0 1 2\n", kBanners[4], "Triangles"},
        Case{"BoneOffset1 1 0 0 0 0 1 0 0 0 0 1 0 0 -1.5 0 1\n", kBanners[5],
             "BoneOffsets"},
        Case{"ParentIndexOfBone1: 0\n", kBanners[6], "BoneHierarchy"}}) {
    const std::string text = Replaced(Arm(), c.row, "");
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kElementsMissing, text, c.banner, c.path)));
  }
}

TEST(ReadFaults, TooManyRows) {
  struct Case {
    std::string_view row;  // is there twice
    std::string_view token;
    std::string_view path;
  };
  for (const Case& c : {Case{"0 1 2\n", "0", "Triangles"},
                        Case{"ParentIndexOfBone1: 0\n",
                             "ParentIndexOfBone1:", "BoneHierarchy"}}) {
    const std::string twice = std::string(c.row) + std::string(c.row);
    const std::string text = Replaced(Arm(), c.row, twice);
    EXPECT_THAT(
        ReadFindings(text),
        ElementsAre(SeenAt(kElementsSurplus, text, c.token, c.path, c.row)));
  }
}

TEST(ReadFaults, TextAfterTheEnd) {
  std::string text = Arm() + "\nEOF 1\n";
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kTrailingText, text, "EOF 1\n", "file")));
  text = StaticTriangle(Dialect::kD3D12) + "2 1 0\n";
  EXPECT_THAT(
      ReadFindings(text),
      ElementsAre(SeenAt(kElementsSurplus, text, "2", "Triangles", "0 1 2\n")));
  text = StaticTriangle(Dialect::kD3D12) + "***BoneOffsets***\n";
  EXPECT_THAT(
      ReadFindings(text),
      ElementsAre(SeenAt(kTrailingText, text, "***BoneOffsets***\n", "file")));
}

// ---- Rows -------------------------------------------------------------------

TEST(ReadFaults, LabelsGluedToTheirValues) {
  const std::string text = Replaced(Arm(), "Normal: 0 0", "Normal:0 0");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "Normal:0",
                                 "vertices[0].normal")));
}

TEST(ReadFaults, LabelsMisspelt) {
  std::string text = Replaced(Arm(), "#Keyframes: 2", "#KeyFrames: 2");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "#KeyFrames:",
                                 "clips.wave.bones[0].keyframes")));
  text = Replaced(Arm(), "ParentIndexOfBone1:", "ParentIndexOfBone1");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "ParentIndexOfBone1",
                                 "bones[1].parent")));
  text = Replaced(Arm(), "BoneOffset1 ", "BoneOffset7 ");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "BoneOffset7",
                                 "bones[1].offset")));
}

TEST(ReadFaults, LabelsMissing) {
  // The row is lost, the others are not.
  const std::string text = Replaced(Arm(), "Normal: 0 0 -1\n", "0 0 -1\n");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "0",
                                 "vertices[0].normal", "Tangent: 1 0 0 1\n")));
}

TEST(ReadFaults, ANumberTooMany) {
  const std::string text =
      Replaced(Arm(), "Position: 0 0 0", "Position: 0 0 0 9");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text, "9",
                                 "vertices[0].tangent", "Position: 0 0 0 ")));
}

TEST(ReadFaults, ANumberTooFew) {
  const std::string text = Replaced(Arm(), "Position: 0 0 0", "Position: 0 0");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNumberMalformed, text,
                                 "Tangent:", "vertices[0].position")));
}

TEST(ReadFaults, NumbersThatAreNone) {
  for (const std::string_view number :
       {"nan", "inf", "-inf", "0x10", "1,5", "1.2.3", "--1", "1e", "abc"}) {
    const std::string text =
        Replaced(Arm(), "1.25 Pos:", std::string(number) + " Pos:");
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kNumberMalformed, text, number,
                                   "clips.wave.bones[0].keyframes[1].time",
                                   "Quat: 0 0 0 1\n\t\tTime: ")))
        << number;
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
  const std::string long_number(100, '9');
  for (const std::string_view number :
       {std::string_view("1e400"), std::string_view("-1e39"),
        std::string_view(long_number)}) {
    const std::string text = Replaced(Arm(), "BoneOffset0 1 0",
                                      "BoneOffset0 1 " + std::string(number));
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kNumberOutOfRange, text, number,
                                   "bones[0].offset", "BoneOffset0 1 ")));
  }
  std::string text = Replaced(Arm(), "VertexStart: 0", "VertexStart: -1");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNumberOutOfRange, text, "-1",
                                 "subsets[0].vertexStart", "VertexStart: ")));
  text = Replaced(Arm(), "VertexStart: 0", "VertexStart: 4294967296");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNumberOutOfRange, text, "4294967296",
                                 "subsets[0].vertexStart")));
}

TEST(ReadFaults, LongNumbersAreRead) {
  const std::string text = Replaced(Arm(), "Pos: 0 0.5 0",
                                    "Pos: 0 0.5" + std::string(90, '0') + " 0");
  EXPECT_EQ(MustRead(text), MustRead(Arm()));
}

TEST(ReadFaults, AlphaClipIsZeroOrOne) {
  for (const std::string_view flag : {"2", "-1"}) {
    const std::string text =
        Replaced(Arm(), "AlphaClip: 0", "AlphaClip: " + std::string(flag));
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kAlphaClipNotBoolean, text, flag,
                                   "materials[0].alphaClip", "AlphaClip: ")));
  }
  const std::string text = Replaced(Arm(), "AlphaClip: 0", "AlphaClip: true");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNumberMalformed, text, "true",
                                 "materials[0].alphaClip")));
}

TEST(ReadFaults, Names) {
  std::string text = Replaced(Arm(), "DiffuseMap: skin.dds", "DiffuseMap:");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNameMissing, text, "",
                                 "materials[0].diffuseMap", "DiffuseMap:")));
  text = Replaced(Arm(), "NormalMap: skin_nmap.dds", "NormalMap:");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNameMissing, text, "",
                                 "materials[0].normalMap", "NormalMap:")));
  // A banner without its stars is no name, but a name may be like one.
  text = Replaced(Arm(), "NormalMap: skin_nmap.dds", "NormalMap:");
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
    text = Replaced(Arm(), "skin_nmap.dds", marks);
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kNameMissing, text, marks,
                                   "materials[0].normalMap", "NormalMap: ")));
    text =
        Replaced(Arm(), "Clip wave", absl::StrCat("Clip ", std::string(marks)));
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kNameMissing, text, marks, "clips[0].name",
                                   "Clip ")));
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
  text = Replaced(Arm(), "skin.dds", "my skin.dds");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNameHasSpace, text, "my skin.dds",
                                 "materials[0].diffuseMap")));
  text = Replaced(Arm(), "Clip wave", "Clip big wave \t at us");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNameHasSpace, text, "big wave \t at us",
                                 "clips[0].name")));
  // Another label is no part of a name.
  text = Replaced(Arm(), "skin.dds\nNormalMap:", "skin.dds NormalMpa:");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kLabelMismatch, text,
                                 "NormalMpa:", "materials[0].normalMap")));
  text = Replaced(Arm(), "Name: skin", "Name: s\xE9kin");
  EXPECT_THAT(ReadFindings(text), ElementsAre(SeenAt(kNameNotText, text, "\xE9",
                                                     "materials[0].name")));
  text = Replaced(Arm(), "Clip wave", "Clip wa\x01ve");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kNameNotText, text, "\x01", "clips[0].name")));
  text = Replaced(Arm(), "skin.dds", "\xE8\x82\xA1.dds");
  EXPECT_THAT(ReadFindings(text), IsEmpty());
  ReadOptions options;
  options.limits.name_bytes = 10;
  text = Arm();
  EXPECT_THAT(ReadFindings(text, options),
              ElementsAre(SeenAt(kLimitExceeded, text, "skin_nmap.dds",
                                 "materials[0].normalMap")));
}

TEST(ReadFaults, NulBytesAreNoWhiteSpace) {
  std::string text = Arm();
  const size_t at = text.find("Position: 0 0 0");
  text[at + 9] = '\0';
  const std::vector<Seen> seen = ReadFindings(text);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen[0].code, kLabelMismatch);
  EXPECT_EQ(seen[0].offset, at);
}

TEST(ReadFaults, IndicesOutOfRange) {
  std::string text = Replaced(Arm(), "0 1 2\n", "0 3 2\n");
  EXPECT_THAT(
      ReadFindings(text),
      ElementsAre(SeenAt(kVertexIndexOutOfRange, text, "3", "triangles[0]",
                         "Triangles*********************\n0 ")));
  text = Replaced(Arm(), "0 1 2\n", "0 -1 2\n");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kVertexIndexOutOfRange, text, "-1",
                                 "triangles[0]", "Triangles****")));
  text = Replaced(Arm(), "BlendIndices: 0 1 0 0", "BlendIndices: 0 2 0 0");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kBlendIndexOutOfRange, text, "2",
                                 "vertices[1].blendIndices",
                                 "BlendIndices: 0 0 0 0\n\nPosition: 0 1.5 0\n"
                                 "Tangent: 1 0 0 1\nNormal: 0 0 -1\n"
                                 "Tex-Coords: 0 0.25\n"
                                 "BlendWeights: 0.75 0.25 0 0\n"
                                 "BlendIndices: ")));
  for (const std::string_view parent : {"1", "2", "-2", "2147483648"}) {
    text = Replaced(Arm(), "ParentIndexOfBone1: 0",
                    "ParentIndexOfBone1: " + std::string(parent));
    EXPECT_THAT(ReadFindings(text),
                ElementsAre(SeenAt(kParentOutOfOrder, text, parent,
                                   "bones[1].parent", "ParentIndexOfBone1: ")));
  }
  text = Replaced(Arm(), "ParentIndexOfBone0: -1", "ParentIndexOfBone0: 0");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kParentOutOfOrder, text, "0",
                                 "bones[0].parent", "ParentIndexOfBone0: ")));
}

// ---- Clips ------------------------------------------------------------------

TEST(ReadFaults, FewerClipsThanDeclared) {
  const std::string text = Replaced(Arm(), "Clips 1", "Clips 2");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(Seen{kElementsMissing, text.size(), 0, 70, 1,
                               "AnimationClips"}));
}

TEST(ReadFaults, MoreClipsThanDeclared) {
  const std::string arm = Arm();
  const std::string text = arm + arm.substr(arm.find("AnimationClip wave"));
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kElementsSurplus, text, "AnimationClip",
                                 "AnimationClips", "}\n\n}\n")));
}

TEST(ReadFaults, FewerAndMoreBonesInAClip) {
  std::string arm = Arm();
  const size_t bone = arm.find("\tBone1");
  const std::string block = arm.substr(bone, arm.rfind("}\n") - bone);
  std::string text = Replaced(arm, block, "");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kElementsMissing, text, "}", "clips.wave",
                                 "\t}\n\n")));
  text = Replaced(arm, block, block + Replaced(block, "Bone1", "Bone2"));
  EXPECT_THAT(ReadFindings(text), ElementsAre(SeenAt(kElementsSurplus, text,
                                                     "Bone2", "clips.wave")));
}

TEST(ReadFaults, FewerAndMoreKeyframes) {
  std::string text = Replaced(Arm(), "#Keyframes: 2", "#Keyframes: 3");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kElementsMissing, text, "}",
                                 "clips.wave.bones[0].keyframes")));
  text = Replaced(Arm(), "#Keyframes: 2", "#Keyframes: 1");
  EXPECT_THAT(ReadFindings(text),
              ElementsAre(SeenAt(kElementsSurplus, text,
                                 "Time:", "clips.wave.bones[0].keyframes",
                                 "Quat: 0 0 0 1\n\t\t")));
}

TEST(ReadFaults, KeyframeCountsThatCannotBe) {
  for (const std::string_view count : {"100000000", "4294967295", "50"}) {
    const std::string text =
        Replaced(Arm(), "#Keyframes: 2", "#Keyframes: " + std::string(count));
    EXPECT_THAT(ReadFindings(text),
                testing::Contains(SeenAt(kCountTooLarge, text, count,
                                         "clips.wave.bones[0].keyframes",
                                         "#Keyframes: ")));
  }
  const std::string text = Replaced(Arm(), "#Keyframes: 2", "#Keyframes: -2");
  EXPECT_THAT(ReadFindings(text),
              testing::Contains(SeenAt(kCountMalformed, text, "-2",
                                       "clips.wave.bones[0].keyframes",
                                       "#Keyframes: ")));
  ReadOptions options;
  options.limits.keys_per_curve = 1;
  const std::string arm = Arm();
  EXPECT_THAT(ReadFindings(arm, options),
              testing::Contains(SeenAt(kLimitExceeded, arm, "2",
                                       "clips.wave.bones[0].keyframes",
                                       "#Keyframes: ")));
}

}  // namespace
}  // namespace clipguard::m3d
