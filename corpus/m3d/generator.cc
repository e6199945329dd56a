// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes the .m3d part of the corpus: sound characters of every dialect, and for
// each finding of the format the smallest file that triggers it. A damaged file
// is named after the finding it triggers, then the variant:
// invalid/label-mismatch.glued.m3d. The findings expected of a file are those
// that the generator planted in it; no validator is asked.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/m3d/builder.h"
#include "corpus/m3d/figures.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/write_character.h"

namespace clipguard::corpus {
namespace characters {
namespace {

using m3d::Character;
using m3d::Dialect;

void AddValid(FileSet& files) {
  const std::string arm = TextOf(Arm());
  files.Valid("arm", "Two bones, one triangle, one clip", arm);
  files.Valid("biped", "Twenty bones, two materials, two clips",
              TextOf(Biped()));
  Character right_handed = Biped();
  m3d::MirrorZ(right_handed);
  files.Valid("biped-right-handed", "The same in a right-handed space",
              TextOf(right_handed));
  files.Valid("crate", "A static box with six materials, one with Shininess",
              TextOf(Crate()));
  files.Valid("arm-d3d11", "A skinned file of the D3D11 dialect",
              OldTextOf(Arm(), Dialect::kD3D11));
  files.Valid("crate-d3d11", "A static file of the D3D11 dialect",
              OldTextOf(Crate(), Dialect::kD3D11));
  files.Valid("crate-dashed", "A static file of the dashed dialect",
              OldTextOf(Crate(), Dialect::kDashed));
  files.Valid("arm-dashed", "A skinned file of the dashed dialect",
              OldTextOf(Arm(), Dialect::kDashed));
  const std::string dashed = OldTextOf(Arm(), Dialect::kDashed);
  files.Valid("arm-dashed-long",
              "The same with the long labels from the weights on",
              absl::StrReplaceAll(dashed, {{"W:", "BlendWeights:"},
                                           {"I:", "BlendIndices:"},
                                           {"B0:", "BoneOffset0"},
                                           {"B1:", "BoneOffset1"},
                                           {"P0:", "ParentIndexOfBone0:"},
                                           {"P1:", "ParentIndexOfBone1:"},
                                           {"B0", "Bone0"},
                                           {"B1", "Bone1"},
                                           {"#K:", "#Keyframes:"},
                                           {"\t\tT:", "\t\tTime:"},
                                           {" P:", " Pos:"},
                                           {" S:", " Scale:"},
                                           {" Q:", " Quat:"}}));

  const auto spaced = [&](std::string_view name, std::string_view title,
                          std::string_view space) {
    files.Valid(name, title,
                absl::StrReplaceAll(arm, {{"\n", std::string(space)}}));
  };
  spaced("arm-crlf", "Lines end with CR LF", "\r\n");
  spaced("arm-cr", "Lines end with CR", "\r");
  spaced("arm-one-line", "All on one line", " ");
  spaced("arm-tabs", "Tabs, vertical tabs and form feeds between lines",
         "\t\v\f\n");
  files.Valid("arm-no-end", "No white space after the last brace",
              arm.substr(0, arm.find_last_of('}') + 1));

  Text numbers = ArmText();
  numbers.Replace("1.25 Pos", "+1.25 Pos")
      .Replace("1.25 Pos", "125e-2 Pos", "\tBone1")
      .Replace("Pos: 0 0 0", "Pos: 0. .0 -0e0")
      .Replace("Quat: 0 0 0.6 0.8", "Quat: 0 1e-60 6E-1 0.80000000000000000001")
      .Replace("Diffuse: 1", "Diffuse: 1.0000000000000000000000000000000000");
  files.Valid("arm-numbers", "Numbers in every form that is allowed",
              numbers.text());
  Text names = ArmText();
  names.Replace("skin.dds", "\xE8\x82\xA4.dds").Replace("wave", "Take.1/a");
  files.Valid("arm-names", "A name with UTF-8, another with a dot and a slash",
              names.text());
  Text counts = ArmText();
  counts.Replace("VertexCount: 3", "VertexCount: 0");
  files.Valid("arm-empty-range", "A subset without vertices of its own",
              counts.text());
  Character still = Arm();
  still.clips.clear();
  files.Valid("arm-no-clips", "A skeleton without clips", TextOf(still));
  Character empty;
  files.Valid("nothing", "No material, no vertex, nothing", TextOf(empty));
}

void AddSeveral(FileSet& files) {
  Text text = ArmText()
                  .Replace("Roughness: 0.5", "Roughness: 0,5")
                  .Replace("Tex-Coords:", "TexCoords:")
                  .Replace("0 1 2\n", "0 1 7\n")
                  .Replace("Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 nan");
  files.Damaged(
      "and-others", "Faults in four sections", text,
      {At("NUMBER_MALFORMED", text, "0,5", "materials[0].roughness"),
       At("LABEL_MISMATCH", text, "TexCoords:", "vertices[0].texCoords"),
       At("VERTEX_INDEX_OUT_OF_RANGE", text, "7", "triangles[0]", "\n0 1 "),
       At("NUMBER_MALFORMED", text, "nan",
          "clips.wave.bones[1].keyframes[1].rotation")});
}

std::vector<CorpusFile> Generate() {
  FileSet files;
  AddValid(files);
  AddEncodings(files);
  AddTargets(files);
  AddStructure(files);
  AddValues(files);
  AddMesh(files);
  AddSkeleton(files);
  AddSeveral(files);
  return files.Take();
}

std::optional<Format> FormatOf(const CorpusFile& file) {
  if (IsUnknown(file)) return std::nullopt;
  return Format::kM3d;
}

// Checks that writing, reading and writing again gives the same character (but
// for its dialect) and the same text. Returns the reason if not, else "".
std::string Rewrite(const ParsedFile& file) {
  FindingList findings;
  const auto& character = std::get<m3d::Character>(file.model);
  const auto text = m3d::WriteCharacter(character);
  if (!text.ok()) return text.status().ToString();
  const std::vector<uint8_t> bytes(text->begin(), text->end());
  const auto again = m3d::ReadAndValidate(bytes, {}, findings);
  if (!again || !findings.empty()) return "what is written has findings";
  if (character.dialect == m3d::Dialect::kD3D12
          ? *again != character
          : again->vertices != character.vertices ||
                again->clips != character.clips) {
    return "what is written is another character";
  }
  const auto same = m3d::WriteCharacter(*again);
  if (!same.ok()) return same.status().ToString();
  return *same == *text ? "" : "it is written differently the second time";
}

}  // namespace
}  // namespace characters

const CorpusFormat kM3dCorpus = {
    .folder = "m3d",
    .generate = characters::Generate,
    .read_as = [](const CorpusFile&) { return Format::kM3d; },
    .format_of = characters::FormatOf,
    .rewrite = characters::Rewrite,
};

}  // namespace clipguard::corpus
