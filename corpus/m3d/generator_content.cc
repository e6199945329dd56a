// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/m3d/builder.h"
#include "corpus/m3d/figures.h"
#include "parser/m3d/character.h"

namespace clipguard::corpus::characters {

using m3d::Character;
using m3d::Clip;

// ---- Numbers and names ------------------------------------------------------

void AddValues(FileSet& files) {
  for (const auto& [variant, number] :
       {std::pair<std::string_view, std::string_view>{"nan", "nan"},
        {"inf", "-inf"},
        {"hexadecimal", "0x10"},
        {"comma", "1,5"},
        {"two-points", "1.2.5"},
        {"exponent", "1e"}}) {
    files.Damaged(
        "NUMBER_MALFORMED", variant, "Not a number",
        ArmText().Replace("1.25 Pos", std::string(number) + " Pos", "\tBone1"),
        number, "clips.wave.bones[1].keyframes[1].time", "\tBone1");
  }
  Text text = ArmText().Replace("Position: 0 0 0", "Position: 0 0");
  files.Damaged("NUMBER_MALFORMED", "missing", "A number too few", text,
                "Tangent:", "vertices[0].position");

  files.Damaged("NUMBER_MALFORMED", "tangent",
                "The tangent of a triangle without area",
                ArmText().Replace("Tangent: -1 0 -0 1",
                                  "Tangent: -nan(ind) -nan(ind) -nan(ind) 1"),
                "-nan(ind)", "vertices[0].tangent", {}, 3);

  const std::string nines(100, '9');
  for (const auto& [variant, number] :
       {std::pair<std::string_view, std::string_view>{"exponent", "1e400"},
        {"negative", "-3.5e38"},
        {"digits", nines}}) {
    files.Damaged("NUMBER_OUT_OF_RANGE", variant,
                  "A number that float32 cannot hold",
                  ArmText().Replace("BoneOffset1 1",
                                    "BoneOffset1 " + std::string(number)),
                  number, "bones[1].offset", "BoneOffset1 ");
  }
  files.Damaged("NUMBER_OUT_OF_RANGE", "start", "A negative start",
                ArmText().Replace("FaceStart: 0", "FaceStart: -1"), "-1",
                "subsets[0].faceStart");

  files.Damaged("NAME_MISSING", "", "A texture without a name",
                ArmText().Replace("DiffuseMap: skin.dds", "DiffuseMap:"), "",
                "materials[0].diffuseMap", "DiffuseMap:");
  files.Damaged("NAME_MISSING", "banner",
                "A texture without a name before a banner",
                ArmText().Replace("NormalMap: skin_nmap.dds", "NormalMap:"), "",
                "materials[0].normalMap", "NormalMap:");
  files.Damaged("NAME_MISSING", "dashes",
                "Dashes where a texture's name should be",
                ArmText().Replace("skin_nmap.dds", "----"), "----",
                "materials[0].normalMap");
  files.Damaged("NAME_MISSING", "short-banner",
                "A texture without a name before a banner of single stars",
                ArmText()
                    .Replace("NormalMap: skin_nmap.dds", "NormalMap:")
                    .Replace("***************SubsetTable*******************",
                             "*SubsetTable*"),
                "", "materials[0].normalMap", "NormalMap:");
  files.Damaged("NAME_HAS_SPACE", "", "A texture's name with a space in it",
                ArmText().Replace("skin.dds", "the skin.dds"), "the skin.dds",
                "materials[0].diffuseMap");
  files.Damaged("NAME_HAS_SPACE", "clip", "A clip's name of four words",
                ArmText().Replace("wave", "big wave \t at us"),
                "big wave \t at us", "clips[0].name");
  files.Damaged("NAME_NOT_TEXT", "latin-1", "A name in Latin-1",
                ArmText().Replace("Name: skin",
                                  "Name: Stra\xDF"
                                  "e"),
                "\xDF", "materials[0].name");
  files.Damaged("NAME_NOT_TEXT", "control", "A name with a control character",
                ArmText().Replace("wave", "wa\x7Fve"), "\x7F", "clips[0].name");
  files.Damaged("ALPHA_CLIP_NOT_BOOLEAN", "", "A boolean that is 2",
                ArmText().Replace("AlphaClip: 0", "AlphaClip: 2"), "2",
                "materials[0].alphaClip", "AlphaClip: ");

  text = ArmText();
  files.Damaged("LIMIT_EXCEEDED", "name-bytes", "A name longer than its limit",
                text, "skin_nmap.dds", "materials[0].normalMap");
  files.Limit("name-bytes", 10);
  files.Damaged("LIMIT_EXCEEDED", "keys-per-curve",
                "More keyframes than their limit", text, "2",
                "clips.wave.bones[0].keyframes", "#Keyframes: ");
  files.Limit("keys-per-curve", 1);
}

// ---- The mesh ---------------------------------------------------------------

void AddMesh(FileSet& files) {
  Text text = CrateText().Replace("Name: top", "Name: back");
  files.Damaged("MATERIAL_NAME_DUPLICATE", "", "Two materials with one name",
                text, "back", "materials[3].name", "bottom");
  files.Damaged("SUBSET_ID_UNEXPECTED", "", "Two subsets with one number",
                CrateText().Replace("SubsetID: 4", "SubsetID: 5"), "5",
                "subsets[4].id",
                "SubsetID: "
                "3 VertexStart: 0 VertexCount: 0 FaceStart: 6 "
                "FaceCount: 2\nSubsetID: ");

  files.Damaged("SUBSET_OUT_OF_RANGE", "vertices",
                "A subset with more vertices than there are",
                ArmText().Replace("VertexCount: 3", "VertexCount: 4"),
                "VertexStart: 0 VertexCount: 4", "subsets[0].vertexStart");
  text = ArmText().Replace("FaceStart: 0 FaceCount: 1",
                           "FaceStart: 4294967295 FaceCount: 4294967295");
  files.Damaged("triangles", "A subset at the end of 32 bits", text,
                {At("SUBSET_OUT_OF_RANGE", text,
                    "FaceStart: 4294967295 FaceCount: 4294967295",
                    "subsets[0].faceStart"),
                 At("TRIANGLE_WITHOUT_SUBSET", text, "0 1 2", "triangles[0]",
                    "Triangles****")});
  files.Damaged("SUBSETS_OVERLAP", "", "Two subsets share a triangle",
                CrateText().Replace("FaceStart: 2 FaceCount: 2",
                                    "FaceStart: 1 FaceCount: 3"),
                "FaceStart: 1 FaceCount: 3", "subsets[1].faceStart");
  files.Damaged("TRIANGLE_WITHOUT_SUBSET", "",
                "Two triangles belong to no subset",
                CrateText().Replace("FaceStart: 10 FaceCount: 2",
                                    "FaceStart: 10 FaceCount: 0"),
                "1 3 7", "triangles[10]");

  files.Damaged("VERTEX_INDEX_OUT_OF_RANGE", "",
                "A triangle of a vertex that does not exist",
                ArmText().Replace("0 1 2\n", "0 1 3\n"), "3", "triangles[0]",
                "\n0 1 ");
  files.Damaged(
      "TRIANGLE_DEGENERATE", "indices", "A triangle with one vertex twice",
      CrateText().Replace("0 2 3\n", "0 2 2\n"), "0 2 2", "triangles[0]");
  files.Damaged("TRIANGLE_DEGENERATE", "positions",
                "A triangle with two corners at one place",
                ArmText().Replace("Position: 1 1.5 0", "Position: 0 1.5 0"),
                "0 1 2", "triangles[0]", "Triangles****");

  Character mixed = Crate();
  for (const size_t i : {1, 2}) {
    std::swap(mixed.triangles[i][1], mixed.triangles[i][2]);
  }
  files.Damaged("HANDEDNESS_UNCLEAR", "",
                "Two of twelve triangles are inside out", Text(TextOf(mixed)),
                "0 2 3", "triangles");

  Character unused = Crate();
  unused.vertices.positions.push_back({3, 0, 0});
  unused.vertices.normals.push_back({0, 1, 0});
  unused.vertices.tangents.push_back({1, 0, 0, 1});
  unused.vertices.tex_coords.push_back({0, 0});
  files.Damaged("VERTEX_UNUSED", "", "A vertex that no triangle uses",
                Text(TextOf(unused)), "Position: 3 0 0", "vertices[8]");

  files.Damaged("NORMAL_NOT_UNIT", "", "A normal of length 2",
                ArmText().Replace("Normal: 0 0 -1", "Normal: 0 0 -2"), "0 0 -2",
                "vertices[0].normal", "Normal: ");
  text = ArmText();
  const std::string tangent =
      text.text().substr(text.Find("Tangent: "),
                         text.Find("\n", "Tangent: ") - text.Find("Tangent: "));
  text.Replace(tangent, "Tangent: 0 0 0 1");
  files.Damaged("TANGENT_NOT_UNIT", "", "A tangent of length 0", text, "0 0 0",
                "vertices[0].tangent", "Tangent: ");
  text =
      ArmText().Replace(tangent, tangent.substr(0, tangent.size() - 1) + "0");
  files.Damaged("TANGENT_SIGN_UNUSUAL", "", "A tangent without a sign", text,
                "0", "vertices[0].tangent",
                tangent.substr(0, tangent.size() - 1));

  text = ArmText().Replace("BlendIndices: 1 0 0 0", "BlendIndices: 2 0 0 0");
  files.Damaged("BLEND_INDEX_OUT_OF_RANGE", "",
                "A vertex that follows a bone that does not exist", text, "2",
                "vertices[2].blendIndices",
                text.text().substr(0, text.Find("2 0 0 0")));
  files.Damaged(
      "BLEND_WEIGHT_OUT_OF_RANGE", "", "Blend weights below 0 and above 1",
      ArmText().Replace("BlendWeights: 0.75 0.25", "BlendWeights: 1.5 -0.5"),
      "1.5", "vertices[1].blendWeights", "Tex-Coords: 0.5 0.125", 2);
  files.Damaged(
      "BLEND_WEIGHTS_NOT_ONE", "", "Blend weights that sum to 0.95",
      ArmText().Replace("BlendWeights: 0.75 0.25", "BlendWeights: 0.7 0.25"),
      "0.7 0.25 0 0", "vertices[1].blendWeights");
}

// ---- The skeleton and its clips ---------------------------------------------

void AddSkeleton(FileSet& files) {
  for (const auto& [variant, title, parent] :
       {std::array<std::string_view, 3>{"itself", "A bone's parent is itself",
                                        "1"},
        {"later", "A bone's parent does not exist", "2"},
        {"negative", "A bone's parent is -2", "-2"}}) {
    files.Damaged(
        "PARENT_OUT_OF_ORDER", variant, title,
        ArmText().Replace("ParentIndexOfBone1: 0",
                          "ParentIndexOfBone1: " + std::string(parent)),
        parent, "bones[1].parent", "ParentIndexOfBone1: ");
  }
  Text text =
      ArmText().Replace("ParentIndexOfBone1: 0", "ParentIndexOfBone1: -1");
  files.Damaged("BONE_WITHOUT_PARENT", "", "A skeleton with two roots", text,
                "-1", "bones[1].parent", "ParentIndexOfBone1: ");
  files.Damaged("BONE_UNUSED", "", "A bone that no vertex follows",
                ArmText()
                    .Replace("BlendIndices: 0 1 0 0", "BlendIndices: 0 0 0 0")
                    .Replace("BlendIndices: 1 0 0 0", "BlendIndices: 0 0 0 0"),
                "ParentIndexOfBone1: 0", "bones[1]");
  Character chain = Arm();
  for (int32_t b = 2; b < 97; ++b) {
    chain.parents.push_back(b - 1);
    chain.bone_offsets.push_back(chain.bone_offsets[1]);
    Clip& clip = chain.clips[0];
    for (const float time : {0.0f, 1.25f}) {
      clip.times.push_back(time);
      clip.translations.push_back({});
      clip.scales.push_back({1, 1, 1});
      clip.rotations.push_back({0, 0, 0, 1});
    }
    clip.first_key.push_back(clip.times.size());
  }
  chain.vertices.blend_indices[0] = {96, 0, 0, 0};
  files.Damaged("BONES_ABOVE_96", "", "A skeleton of 97 bones",
                Text(TextOf(chain)), "ParentIndexOfBone96: 95", "bones[96]");
  files.Damaged("BONE_OFFSET_NOT_AFFINE", "",
                "An inverse bind matrix written transposed",
                ArmText().Replace("BoneOffset1 1 0 0 0", "BoneOffset1 1 0 0 5"),
                "1 0 0 5 0 1 0 0 0 0 1 0 0 -1.5 0 1", "bones[1].offset");
  Character flat = Arm();
  flat.bone_offsets[1][10] = 0;
  text = Text(TextOf(flat));
  files.Damaged("BONE_OFFSET_SINGULAR", "",
                "An inverse bind matrix that flattens", text,
                "1 0 0 0 0 1 0 0 0 0 0 0 0 -1.5 0 1", "bones[1].offset");

  const std::string arm = ArmText().text();
  files.Damaged("CLIP_NAME_DUPLICATE", "", "Two clips with one name",
                Text(arm + arm.substr(arm.find("AnimationClip wave")))
                    .Replace("Clips 1", "Clips 2"),
                "wave", "clips[1].name", "}\n\n}\n");

  Character still = Arm();
  still.clips[0] = {};
  still.clips[0].name = "still";
  still.clips[0].first_key = {0, 0, 0};
  files.Damaged("CLIP_WITHOUT_KEYS", "", "A clip without keyframes",
                Text(TextOf(still)), "still", "clips.still");
  Character half = Arm();
  half.clips[0].first_key = {0, 2, 2};
  half.clips[0].times.resize(2);
  half.clips[0].translations.resize(2);
  half.clips[0].scales.resize(2);
  half.clips[0].rotations.resize(2);
  text = Text(TextOf(half));
  files.Damaged("", "A bone without keyframes", text,
                {{"BONE_WITHOUT_KEYS", text.Find("{", "\tBone1 ") + 1, 0,
                  "clips.wave.bones[1].keyframes"}});
  files.Damaged("CLIP_ENDS_APART", "", "A bone that ends before the clip",
                ArmText().Replace("Time: 1.25", "Time: 1", "\tBone1 "),
                "Time: 1", "clips.wave.bones[1].keyframes", "\tBone1 ");

  text = ArmText().Replace("Time: 0 ", "Time: 2.5 ");
  files.Damaged("", "A keyframe before the one that precedes it", text,
                {At("KEY_TIME_DECREASING", text, "1.25",
                    "clips.wave.bones[0].keyframes[1].time", "Time: 2.5"),
                 At("CLIP_ENDS_APART", text, "Time: 1.25",
                    "clips.wave.bones[0].keyframes", {}, 2)});
  text = ArmText().Replace("\t\tTime: 1.25 Pos: 0 0 0",
                           "\t\tTime: 0 Pos: 1 0 0 Scale: 1 1 1 Quat: 0 0 0 1\n"
                           "\t\tTime: 1.25 Pos: 0 0 0");
  text.Replace("#Keyframes: 2", "#Keyframes: 3");
  files.Damaged("KEY_TIME_DUPLICATE", "", "Two keyframes at one time", text,
                "0", "clips.wave.bones[0].keyframes[1].time",
                "Quat: 0 0 0 1\n\t\tTime: ");
  files.Damaged("ROTATION_NOT_UNIT", "", "A quaternion that is longer than 1",
                ArmText().Replace("Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 0.9"),
                "0 0 0.6 0.9", "clips.wave.bones[1].keyframes[1].rotation");
  files.Damaged("SCALE_NOT_ONE", "", "A bone that is scaled",
                ArmText().Replace("Scale: 1 1 1", "Scale: 1 2 1", "\tBone1 "),
                "1 2 1", "clips.wave.bones[1].keyframes[0].scale", "Scale: ");
  Character zeros = Arm();
  for (Clip& clip : zeros.clips) {
    for (uint64_t i = clip.first_key[1]; i < clip.first_key[2]; ++i) {
      clip.rotations[i] = {};
      clip.scales[i] = {};
    }
  }
  files.Damaged("ONLY_ZEROS", "", "A bone whose rotations and scales are 0",
                Text(TextOf(zeros)), "0 0 0 0",
                "clips.wave.bones[1].keyframes[0].rotation",
                "Scale: 0 0 0 Quat: ");
  for (m3d::Float4& tangent : zeros.vertices.tangents) {
    tangent = {0, 0, 0, 1};
  }
  files.Damaged("ONLY_ZEROS", "tangents", "A bone, and tangents, of zeros",
                Text(TextOf(zeros)), "0 0 0 0",
                "clips.wave.bones[1].keyframes[0].rotation",
                "Scale: 0 0 0 Quat: ");
  text = ArmText()
             .Replace("0 0 -1.5 0 1", "0 0 3e+38 0 1")
             .Replace("Pos: 0 1.5 0", "Pos: 0 3e+38 0");
  files.Damaged("", "A bone twice as far away as float32 can say", text,
                {{"TRANSFORM_OVERFLOWS", text.Find("{", "\tBone1 ") + 1, 0,
                  "clips.wave.bones[1]"}});
}

}  // namespace clipguard::corpus::characters
