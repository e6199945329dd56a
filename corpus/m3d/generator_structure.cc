// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "corpus/m3d/builder.h"
#include "corpus/m3d/figures.h"
#include "parser/m3d/character.h"

namespace clipguard::corpus::characters {
namespace {

using m3d::Dialect;

constexpr std::string_view kBanners[] = {
    "***************Materials*********************",
    "***************SubsetTable*******************",
    "***************Vertices**********************",
    "***************Triangles*********************",
    "***************BoneOffsets*******************",
    "***************BoneHierarchy*****************",
    "***************AnimationClips****************"};

// Two materials, of which the triangles are not in the order; a normal of every
// triangle of its own.
constexpr std::string_view kD3D10Text =
    "***************m3d-File-Header***************\n"
    "#Materials 2\n#Vertices 7\n#Triangles 3\n\n"
    "***************Subsets********************\n"
    "bricks.dds\nmaps\\bricks_spec.dds\nbricks_normal.dds\n"
    "Reflectivity 0 0 0\n"
    "roof.dds\nroof_spec.dds\nroof_normal.dds\nReflectivity 0.5 0.25 0\n\n"
    "***************Vertices*********************\n"
    "Position: 0 0 0\nTangent: 1 0 0\nNormal: 0 0 -1\nTex-Coords: 0 1\n\n"
    "Position: 0 1 0\nTangent: 1 0 0\nNormal: 0 0 -1\nTex-Coords: 0 0\n\n"
    "Position: 1 1 0\nTangent: 1 0 0\nNormal: 0 0 -1\nTex-Coords: 1 0\n\n"
    "Position: 1 0 0\nTangent: 1 0 0\nNormal: 0 0 -1\nTex-Coords: 1 1\n\n"
    "Position: 0 1 0\nTangent: 1 0 0\nNormal: 0 1 0\nTex-Coords: 0 1\n\n"
    "Position: 0 1 1\nTangent: 1 0 0\nNormal: 0 1 0\nTex-Coords: 0 0\n\n"
    "Position: 1 1 1\nTangent: 1 0 0\nNormal: 0 1 0\nTex-Coords: 1 0\n\n"
    "***************Triangles********************\n"
    "0 1 2 0\n4 5 6 1\n0 2 3 0\n";

void AddD3D10(FileSet& files) {
  const Text text{std::string(kD3D10Text)};
  files.Valid("d3d10", "A file of the D3D10 dialect", text.text());
  const auto changed = [&](std::string_view from, std::string_view to) {
    Text copy = text;
    copy.Replace(from, to);
    return copy;
  };
  Text wrong = changed("4 5 6 1", "4 5 6 2");
  files.Damaged("NUMBER_OUT_OF_RANGE", "d3d10-material",
                "A D3D10 triangle of a third material", wrong, "2",
                "triangles[1].material", "\n4 5 6 ");
  wrong = changed("0 1 2 0", "0 1 7 0");
  files.Damaged("VERTEX_INDEX_OUT_OF_RANGE", "d3d10",
                "A D3D10 triangle with a vertex that there is not", wrong, "7",
                "triangles[0]", "\n0 1 ");
  wrong = changed("roof_normal.dds\n", "");
  files.Damaged("d3d10", "A D3D10 material of two maps", wrong,
                {{"NAME_MISSING", wrong.Find("\nReflectivity", "roof_spec.dds"),
                  0, "materials[1].normalMap", 1}});
  wrong = changed("Normal: 0 1 0\nTex-Coords: 0 0",
                  "Normal: 0 3 0\nTex-Coords: 0 0");
  files.Damaged("NORMAL_NOT_UNIT", "d3d10", "A long normal of a D3D10 file",
                wrong, "0 3 0", "vertices[5].normal");
  wrong = changed("0 2 3 0", "0 2 2 0");
  wrong.Replace(
      "Position: 1 0 0\nTangent: 1 0 0\nNormal: 0 0 -1\n"
      "Tex-Coords: 1 1\n\n",
      "");
  wrong.Replace("#Vertices 7", "#Vertices 6");
  wrong.Replace("4 5 6 1", "3 4 5 1");
  files.Damaged("TRIANGLE_DEGENERATE", "d3d10",
                "The last row of D3D10 triangles, none of the last "
                "material",
                wrong, "0 2 2", "triangles[2]");
}

}  // namespace

// Texts in other encodings than UTF-8: `before` NULs before each character, and
// `after` after it.
void AddEncodings(FileSet& files) {
  using namespace std::string_view_literals;
  const std::string crate = TextOf(Crate());
  const auto add = [&](std::string_view variant, std::string_view title,
                       std::string_view mark, size_t before, size_t after) {
    std::string wide(mark);
    for (const char c : crate) {
      wide.append(before, '\0').append(1, c).append(after, '\0');
    }
    files.Damaged(
        variant, title, Text(std::move(wide)),
        {{"TEXT_ENCODING_UNSUPPORTED", 0, before + 1 + after, "file", 1}});
  };
  add("utf-16", "UTF-16, as PowerShell writes it", "\xFF\xFE", 0, 1);
  add("utf-16be-mark", "UTF-16, big-endian", "\xFE\xFF", 1, 0);
  add("utf-16le", "UTF-16, little-endian, without a byte order mark", "", 0, 1);
  add("utf-32", "UTF-32, little-endian", "\xFF\xFE\0\0"sv, 0, 3);
  add("utf-32be", "UTF-32, big-endian, without a byte order mark", "", 3, 0);
}

// Files that a certain program reads differently, and files that are missing.
void AddTargets(FileSet& files) {
  const Text d3d11(OldTextOf(Arm(), Dialect::kD3D11));
  files.Damaged("TARGET_CANNOT_LOAD", "d3d11",
                "D3D11 materials for the loader of D3D12", d3d11,
                "Ambient:", "materials[0]");
  files.For("d3d12-book");
  const Text arm = ArmText();
  files.Damaged("TARGET_CANNOT_LOAD", "d3d12",
                "D3D12 materials for the loader of D3D11", arm,
                "Name:", "materials[0]");
  files.For("d3d11-book");
  const Text crate = CrateText();
  files.Damaged("TARGET_PLAYS_DIFFERENTLY", "",
                "Shininess for a loader that takes it for roughness", crate,
                "Shininess:", "materials[3].roughness");
  files.For("d3d12-book");
  const Text dashed(OldTextOf(Crate(), Dialect::kDashed));
  files.Valid("dashed-for-d3d11", "The dashed dialect, for the loader of D3D11",
              dashed.text());
  files.For("d3d11-book");

  Text textures = ArmText();
  textures.Replace("skin.dds", "none").Replace("skin_nmap.dds", "bump.dds");
  files.Damaged("TEXTURE_MISSING", "",
                "A normal map that is not there, and no diffuse map", textures,
                "bump.dds", "materials[0].normalMap");
  files.Textures({"skin.dds", "Bump.dds"});
}

void AddStructure(FileSet& files) {
  Text text = ArmText();
  text.Prepend("\xEF\xBB\xBF");
  files.Damaged("BYTE_ORDER_MARK_PRESENT", "", "A UTF-8 byte order mark", text,
                "\xEF\xBB\xBF", "file");

  text = Text(
      "***************m3d-File-Header***************\n#Materials 1\n"
      "#Vertices 3\n#Triangles 1\n\n"
      "***************Materials*********************\nName: pillar\n");
  files.Damaged("DIALECT_UNSUPPORTED", "",
                "A header without bones, and no D3D10 file", text,
                "***************Materials*********************", "#Bones");
  AddD3D10(files);

  for (const auto& [variant, title, last, path] :
       {std::array<std::string_view, 4>{"header", "Cut after the first label",
                                        "#Materials", "#Materials"},
        {"triangle", "Cut within a triangle",
         "Triangles*********************\n0 1", "triangles[0]"},
        {"clip", "Cut within a keyframe",
         "1.25 Pos: 0 1.5 0 Scale: 1 1 1 Quat:",
         "clips.wave.bones[1].keyframes[1].rotation"}}) {
    const Text whole = ArmText();
    const Text cut(whole.text().substr(0, whole.Find(last) + last.size()));
    files.Damaged(
        variant, title, cut,
        {{"TEXT_ENDS_EARLY", cut.text().size(), 0, std::string(path)}});
  }

  const Text crate(CrateText().text().substr(
      0, CrateText().Find("\nTex-Coords", "Position: 1 2 1")));
  files.Damaged(
      "vertex", "Cut within a vertex", crate,
      {{"TEXT_ENDS_EARLY", crate.text().size(), 0, "vertices[7].texCoords"}});

  files.Damaged("BANNER_MISMATCH", "header", "The first banner is misspelt",
                ArmText().Replace("m3d-File", "m4d-File"),
                "***************m4d-File-Header***************",
                "m3d-File-Header");
  files.Damaged("BANNER_MISMATCH", "misspelt",
                "The banner of the vertices is misspelt",
                ArmText().Replace(kBanners[2], "***Vertexes***"),
                "***Vertexes***", "Vertices");
  files.Damaged("BANNER_MISMATCH", "two-missing", "Two sections are missing",
                Text(ArmText().text().substr(0, ArmText().Find(kBanners[3])) +
                     ArmText().text().substr(ArmText().Find(kBanners[5]))),
                kBanners[5], "Triangles");
  files.Damaged("BANNER_MISMATCH", "none",
                "The banner of the materials is missing",
                ArmText().Replace(kBanners[0], ""), "Name:", "Materials");
  files.Damaged("BANNER_MISMATCH", "no-clips",
                "The banner of the clips is missing",
                ArmText().Replace(kBanners[6], ""), "AnimationClip",
                "AnimationClips", "ParentIndexOfBone1: 0");

  files.Damaged("LABEL_MISMATCH", "glued", "A label is glued to its value",
                ArmText().Replace("Normal: 0 0", "Normal:0 0"), "Normal:0",
                "vertices[0].normal");
  text = ArmText().Replace("Normal: 0 0 -1\n", "0 0 -1\n");
  files.Damaged("LABEL_MISMATCH", "missing", "A label is missing", text, "0",
                "vertices[0].normal",
                text.text().substr(text.Find("Tangent:"), 17));
  files.Damaged("LABEL_MISMATCH", "case", "A label in another case",
                ArmText().Replace("#Keyframes:", "#KeyFrames:"),
                "#KeyFrames:", "clips.wave.bones[0].keyframes");
  files.Damaged("LABEL_MISMATCH", "colon", "A label without its colon",
                ArmText().Replace("ParentIndexOfBone1:", "ParentIndexOfBone1"),
                "ParentIndexOfBone1", "bones[1].parent");
  files.Damaged("LABEL_MISMATCH", "number",
                "A label with another bone's number",
                ArmText().Replace("BoneOffset1", "BoneOffset2"), "BoneOffset2",
                "bones[1].offset");
  files.Damaged("LABEL_MISMATCH", "extra-number", "A number too many",
                ArmText().Replace("Position: 0 0 0", "Position: 0 0 0 9"), "9",
                "vertices[0].tangent", "Position: 0 0 0 ");
  text = ArmText();
  std::string nul = text.text();
  nul[text.Find("Position: 0") + 9] = '\0';
  text = Text(nul);
  files.Damaged("nul", "A NUL byte for a space", text,
                {At("LABEL_MISMATCH", text,
                    std::string_view("Position:\0"
                                     "0",
                                     11),
                    "vertices[0].position"),
                 At("NUMBER_MALFORMED", text,
                    std::string_view("\0"
                                     "0",
                                     2),
                    "vertices[0].position")});

  for (const std::string_view label :
       {"#Materials", "#Vertices", "#Triangles", "#Bones", "#AnimationClips"}) {
    files.Damaged("COUNT_MALFORMED",
                  absl::AsciiStrToLower(std::string(label.substr(1))),
                  "A count of -1", ArmWithCount(label, "-1"), "-1", label,
                  std::string(label) + " ");
  }
  files.Damaged("COUNT_MALFORMED", "keyframes", "Two and a half keyframes",
                ArmText().Replace("#Keyframes: 2", "#Keyframes: 2.5"), "2.5",
                "clips.wave.bones[0].keyframes");

  for (const auto& [variant, label, count] :
       {std::array<std::string_view, 3>{"materials", "#Materials",
                                        "2147483647"},
        {"vertices", "#Vertices", "4294967295"},
        {"triangles", "#Triangles", "1431655766"},
        {"bones", "#Bones", "4294967295"},
        {"clips", "#AnimationClips", "2147483647"}}) {
    files.Damaged(
        "COUNT_TOO_LARGE", variant, "A count that the file cannot hold",
        ArmWithCount(label, count), count, label, std::string(label) + " ");
  }
  files.Damaged(
      "COUNT_TOO_LARGE", "keyframes", "A hundred million keyframes",
      ArmText().Replace("#Keyframes: 2", "#Keyframes: 100000000", "\tBone1"),
      "100000000", "clips.wave.bones[1].keyframes");

  text = CrateText().Replace("#AnimationClips 0", "#AnimationClips 1");
  files.Damaged("CLIPS_WITHOUT_BONES", "", "A clip in a static file", text, "1",
                "#AnimationClips", "Clips ");

  const std::string arm = ArmText().text();
  files.Damaged("ELEMENTS_MISSING", "triangles", "A triangle is missing",
                ArmText().Replace("0 1 2\n", ""), kBanners[4], "Triangles");
  text = ArmText().Replace("#AnimationClips 1", "#AnimationClips 2");
  files.Damaged(
      "clips", "A clip is missing", text,
      {{"ELEMENTS_MISSING", text.text().size(), 0, "AnimationClips"}});
  files.Damaged("ELEMENTS_MISSING", "keyframes", "A keyframe is missing",
                ArmText().Replace("#Keyframes: 2", "#Keyframes: 3"), "}",
                "clips.wave.bones[0].keyframes");
  const size_t bone = arm.find("\tBone1");
  const std::string block = arm.substr(bone, arm.rfind("}\n") - bone);
  files.Damaged("ELEMENTS_MISSING", "bones", "A bone is missing in a clip",
                ArmText().Replace(block, ""), "}", "clips.wave", "\t}\n\n");

  files.Damaged("ELEMENTS_SURPLUS", "triangles", "A triangle too many",
                ArmText().Replace("0 1 2\n", "0 1 2\n2 1 0\n"), "2",
                "Triangles", "0 1 2\n");
  text = CrateText().Append("0 1 2\n");
  files.Damaged("static", "A triangle too many at the end of a static file",
                text,
                {{"ELEMENTS_SURPLUS", text.text().size() - 6, 1, "Triangles"}});
  files.Damaged("ELEMENTS_SURPLUS", "clips", "A clip too many",
                Text(arm + arm.substr(arm.find("AnimationClip wave"))),
                "AnimationClip", "AnimationClips", "}\n\n}\n");
  files.Damaged("ELEMENTS_SURPLUS", "keyframes", "A keyframe too many",
                ArmText().Replace("#Keyframes: 2", "#Keyframes: 1"),
                "Time:", "clips.wave.bones[0].keyframes", "Quat: 0 0 0 1\n");
  files.Damaged(
      "ELEMENTS_SURPLUS", "bones", "A bone too many in a clip",
      ArmText().Replace(
          block, block + absl::StrReplaceAll(block, {{"Bone1", "Bone2"}})),
      "Bone2", "clips.wave");

  files.Damaged("TRAILING_TEXT", "", "Text after the last clip",
                ArmText().Append("\nThe end.\n"), "The end.\n", "file");
}

}  // namespace clipguard::corpus::characters
