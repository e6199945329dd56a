// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/m3d/generator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "corpus/m3d/figures.h"
#include "parser/m3d/character.h"

namespace clipguard::corpus {
namespace {

using m3d::Character;
using m3d::Dialect;

// A text that is changed before it becomes a file.
class Text {
 public:
  explicit Text(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

  // The offset of `what`, the first after `behind`.
  size_t Find(std::string_view what, std::string_view behind = {}) const {
    const size_t from = text_.find(behind);
    if (from == std::string::npos) std::abort();
    const size_t at = text_.find(what, from + behind.size());
    if (at == std::string::npos) std::abort();
    return at;
  }

  Text& Replace(std::string_view from, std::string_view to,
                std::string_view behind = {}) {
    text_.replace(Find(from, behind), from.size(), to);
    return *this;
  }
  Text& Append(std::string_view text) {
    text_ += text;
    return *this;
  }
  Text& Prepend(std::string_view text) {
    text_.insert(0, text);
    return *this;
  }

 private:
  std::string text_;
};

Text ArmText() { return Text(TextOf(Arm())); }
Text CrateText() { return Text(TextOf(Crate())); }

// The arm's file with another count, whose label is "#Vertices" or the like.
Text ArmWithCount(std::string_view label, std::string_view count) {
  Text text = ArmText();
  const std::string start = std::string(label) + " ";
  const size_t at = text.Find(start) + start.size();
  return text.Replace(start + text.text().substr(at, 1),
                      start + std::string(count));
}

// A finding of some text: the first `what` after `behind`.
ExpectedFinding At(std::string_view code, const Text& text,
                   std::string_view what, std::string_view path,
                   std::string_view behind = {}, uint64_t count = 1) {
  return {std::string(code), text.Find(what, behind), what.size(),
          std::string(path), count};
}

class FileSet {
 public:
  // A file without findings.
  void Valid(std::string_view name, std::string_view title,
             std::string_view text) {
    Add("m3d/valid/" + std::string(name), title, text, {});
  }

  // A file with one finding, for which it is named.
  void Finding(std::string_view folder, std::string_view variant,
               std::string_view title, const Text& text,
               const ExpectedFinding& finding) {
    Findings(folder, finding.code, variant, title, text, {finding});
  }
  void Error(std::string_view variant, std::string_view title, const Text& text,
             const ExpectedFinding& finding) {
    Finding("invalid", variant, title, text, finding);
  }
  void Warning(std::string_view variant, std::string_view title,
               const Text& text, const ExpectedFinding& finding) {
    Finding("warnings", variant, title, text, finding);
  }

  // A file with several, named for the first.
  void Findings(std::string_view folder, std::string_view code,
                std::string_view variant, std::string_view title,
                const Text& text, std::vector<ExpectedFinding> findings) {
    std::string name = absl::StrReplaceAll(
        absl::AsciiStrToLower(std::string(code)), {{"_", "-"}});
    if (!variant.empty()) {
      name += '.';
      name += variant;
    }
    Add("m3d/" + std::string(folder) + "/" + name, title, text.text(),
        std::move(findings));
  }

  // The program that the file that was added last is meant for.
  void For(std::string_view target) { files_.back().target = target; }

  // The textures that there are for it.
  void Textures(std::vector<std::string> names) {
    files_.back().textures = std::move(names);
  }

  std::vector<CorpusFile> Take() {
    std::sort(files_.begin(), files_.end(),
              [](const CorpusFile& a, const CorpusFile& b) {
                return a.name < b.name;
              });
    return std::move(files_);
  }

  // Limits for the file that was added last.
  void Limit(std::string_view name, uint64_t value) {
    files_.back().limits.push_back({std::string(name), value});
  }

 private:
  void Add(const std::string& name, std::string_view title,
           std::string_view text, std::vector<ExpectedFinding> findings) {
    CorpusFile file;
    file.name = name + ".m3d";
    file.title = title;
    file.bytes.assign(text.begin(), text.end());
    file.findings = std::move(findings);
    files_.push_back(std::move(file));
  }

  std::vector<CorpusFile> files_;
};

// ---- Sound files ------------------------------------------------------------

void AddValid(FileSet& files) {
  const std::string arm = TextOf(Arm());
  files.Valid("arm", "Two bones, one triangle, one clip", arm);
  files.Valid("biped", "Twenty bones, two materials, two clips",
              TextOf(Biped()));
  files.Valid("crate", "A static box with six materials, one with Shininess",
              TextOf(Crate()));
  files.Valid("arm-d3d11", "A skinned file of the D3D11 dialect",
              OldTextOf(Arm(), Dialect::kD3D11));
  files.Valid("crate-d3d11", "A static file of the D3D11 dialect",
              OldTextOf(Crate(), Dialect::kD3D11));
  files.Valid("crate-dashed", "A static file of the dashed dialect",
              OldTextOf(Crate(), Dialect::kDashed));

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

// ---- Text and structure -----------------------------------------------------

constexpr std::string_view kBanners[] = {
    "***************Materials*********************",
    "***************SubsetTable*******************",
    "***************Vertices**********************",
    "***************Triangles*********************",
    "***************BoneOffsets*******************",
    "***************BoneHierarchy*****************",
    "***************AnimationClips****************"};

// Texts in other encodings than UTF-8: `before` NULs before each character, and
// `after` behind it.
void AddEncodings(FileSet& files) {
  using namespace std::string_view_literals;
  const std::string crate = TextOf(Crate());
  const auto add = [&](std::string_view variant, std::string_view title,
                       std::string_view mark, size_t before, size_t after) {
    std::string wide(mark);
    for (const char c : crate) {
      wide.append(before, '\0').append(1, c).append(after, '\0');
    }
    files.Error(
        variant, title, Text(std::move(wide)),
        {"TEXT_ENCODING_UNSUPPORTED", 0, before + 1 + after, "file", 1});
  };
  add("utf-16", "UTF-16, as PowerShell writes it", "\xFF\xFE", 0, 1);
  add("utf-16be-mark", "UTF-16, big-endian", "\xFE\xFF", 1, 0);
  add("utf-16le", "UTF-16, little-endian, without a byte order mark", "", 0, 1);
  add("utf-32", "UTF-32, little-endian", "\xFF\xFE\0\0"sv, 0, 3);
  add("utf-32be", "UTF-32, big-endian, without a byte order mark", "", 3, 0);
}

// What a certain program reads as something else, and files that are missing.
void AddTargets(FileSet& files) {
  const Text d3d11(OldTextOf(Arm(), Dialect::kD3D11));
  files.Error("d3d11", "D3D11 materials for the loader of D3D12", d3d11,
              At("TARGET_CANNOT_LOAD", d3d11, "Ambient:", "materials[0]"));
  files.For("d3d12-book");
  const Text arm = ArmText();
  files.Error("d3d12", "D3D12 materials for the loader of D3D11", arm,
              At("TARGET_CANNOT_LOAD", arm, "Name:", "materials[0]"));
  files.For("d3d11-book");
  const Text crate = CrateText();
  files.Warning("", "Shininess for a loader that takes it for roughness", crate,
                At("TARGET_PLAYS_DIFFERENTLY", crate,
                   "Shininess:", "materials[3].roughness"));
  files.For("d3d12-book");
  const Text dashed(OldTextOf(Crate(), Dialect::kDashed));
  files.Valid("dashed-for-d3d11", "The dashed dialect, for the loader of D3D11",
              dashed.text());
  files.For("d3d11-book");

  Text textures = ArmText();
  textures.Replace("skin.dds", "none").Replace("skin_nmap.dds", "bump.dds");
  files.Warning(
      "", "A normal map that is not there, and no diffuse map", textures,
      At("TEXTURE_MISSING", textures, "bump.dds", "materials[0].normalMap"));
  files.Textures({"skin.dds", "Bump.dds"});
}

void AddStructure(FileSet& files) {
  Text text = ArmText();
  text.Prepend("\xEF\xBB\xBF");
  files.Warning("", "A UTF-8 byte order mark", text,
                At("BYTE_ORDER_MARK_PRESENT", text, "\xEF\xBB\xBF", "file"));

  text = Text(
      "***************m3d-File-Header***************\n#Materials 1\n"
      "#Vertices 3\n#Triangles 1\n\n"
      "***************Subsets********************\npillar.dds\n");
  files.Error("", "A file of the D3D10 dialect", text,
              At("DIALECT_UNSUPPORTED", text,
                 "***************Subsets********************", "#Bones"));

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
    files.Error(variant, title, cut,
                {"TEXT_ENDS_EARLY", cut.text().size(), 0, std::string(path)});
  }

  const Text crate(CrateText().text().substr(
      0, CrateText().Find("\nTex-Coords", "Position: 1 2 1")));
  files.Error(
      "vertex", "Cut within a vertex", crate,
      {"TEXT_ENDS_EARLY", crate.text().size(), 0, "vertices[7].texCoords"});

  text = ArmText().Replace("m3d-File", "m4d-File");
  files.Error(
      "header", "The first banner is misspelt", text,
      At("BANNER_MISMATCH", text,
         "***************m4d-File-Header***************", "m3d-File-Header"));
  text = ArmText().Replace(kBanners[2], "***Vertexes***");
  files.Error("misspelt", "The banner of the vertices is misspelt", text,
              At("BANNER_MISMATCH", text, "***Vertexes***", "Vertices"));
  text = Text(ArmText().text().substr(0, ArmText().Find(kBanners[3])) +
              ArmText().text().substr(ArmText().Find(kBanners[5])));
  files.Error("two-missing", "Two sections are missing", text,
              At("BANNER_MISMATCH", text, kBanners[5], "Triangles"));
  text = ArmText().Replace(kBanners[0], "");
  files.Error("none", "The banner of the materials is missing", text,
              At("BANNER_MISMATCH", text, "Name:", "Materials"));
  text = ArmText().Replace(kBanners[6], "");
  files.Error("no-clips", "The banner of the clips is missing", text,
              At("BANNER_MISMATCH", text, "AnimationClip", "AnimationClips",
                 "ParentIndexOfBone1: 0"));

  text = ArmText().Replace("Normal: 0 0", "Normal:0 0");
  files.Error("glued", "A label is glued to its value", text,
              At("LABEL_MISMATCH", text, "Normal:0", "vertices[0].normal"));
  text = ArmText().Replace("Normal: 0 0 -1\n", "0 0 -1\n");
  files.Error("missing", "A label is missing", text,
              At("LABEL_MISMATCH", text, "0", "vertices[0].normal",
                 text.text().substr(text.Find("Tangent:"), 17)));
  text = ArmText().Replace("#Keyframes:", "#KeyFrames:");
  files.Error("case", "A label in another case", text,
              At("LABEL_MISMATCH", text,
                 "#KeyFrames:", "clips.wave.bones[0].keyframes"));
  text = ArmText().Replace("ParentIndexOfBone1:", "ParentIndexOfBone1");
  files.Error(
      "colon", "A label without its colon", text,
      At("LABEL_MISMATCH", text, "ParentIndexOfBone1", "bones[1].parent"));
  text = ArmText().Replace("BoneOffset1", "BoneOffset2");
  files.Error("number", "A label with another bone's number", text,
              At("LABEL_MISMATCH", text, "BoneOffset2", "bones[1].offset"));
  text = ArmText().Replace("skin.dds", "the skin.dds");
  files.Error("space", "A name with a space in it", text,
              At("LABEL_MISMATCH", text, "skin.dds", "materials[0].normalMap"));
  text = ArmText().Replace("Position: 0 0 0", "Position: 0 0 0 9");
  files.Error("extra-number", "A number too many", text,
              At("LABEL_MISMATCH", text, "9", "vertices[0].tangent",
                 "Position: 0 0 0 "));
  text = ArmText();
  std::string nul = text.text();
  nul[text.Find("Position: 0") + 9] = '\0';
  text = Text(nul);
  files.Findings("invalid", "LABEL_MISMATCH", "nul", "A NUL byte for a space",
                 text,
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
    text = ArmWithCount(label, "-1");
    files.Error(
        absl::AsciiStrToLower(std::string(label.substr(1))), "A count of -1",
        text,
        At("COUNT_MALFORMED", text, "-1", label, std::string(label) + " "));
  }
  text = ArmText().Replace("#Keyframes: 2", "#Keyframes: 2.5");
  files.Error(
      "keyframes", "Two and a half keyframes", text,
      At("COUNT_MALFORMED", text, "2.5", "clips.wave.bones[0].keyframes"));

  for (const auto& [variant, label, count] :
       {std::array<std::string_view, 3>{"materials", "#Materials",
                                        "2147483647"},
        {"vertices", "#Vertices", "4294967295"},
        {"triangles", "#Triangles", "1431655766"},
        {"bones", "#Bones", "4294967295"},
        {"clips", "#AnimationClips", "2147483647"}}) {
    text = ArmWithCount(label, count);
    files.Error(
        variant, "A count that the file cannot hold", text,
        At("COUNT_TOO_LARGE", text, count, label, std::string(label) + " "));
  }
  text = ArmText().Replace("#Keyframes: 2", "#Keyframes: 100000000", "\tBone1");
  files.Error("keyframes", "A hundred million keyframes", text,
              At("COUNT_TOO_LARGE", text, "100000000",
                 "clips.wave.bones[1].keyframes"));

  text = CrateText().Replace("#AnimationClips 0", "#AnimationClips 1");
  files.Error(
      "", "A clip in a static file", text,
      At("CLIPS_WITHOUT_BONES", text, "1", "#AnimationClips", "Clips "));

  const std::string arm = ArmText().text();
  text = ArmText().Replace("0 1 2\n", "");
  files.Error("triangles", "A triangle is missing", text,
              At("ELEMENTS_MISSING", text, kBanners[4], "Triangles"));
  text = ArmText().Replace("#AnimationClips 1", "#AnimationClips 2");
  files.Error("clips", "A clip is missing", text,
              {"ELEMENTS_MISSING", text.text().size(), 0, "AnimationClips"});
  text = ArmText().Replace("#Keyframes: 2", "#Keyframes: 3");
  files.Error(
      "keyframes", "A keyframe is missing", text,
      At("ELEMENTS_MISSING", text, "}", "clips.wave.bones[0].keyframes"));
  const size_t bone = arm.find("\tBone1");
  const std::string block = arm.substr(bone, arm.rfind("}\n") - bone);
  text = ArmText().Replace(block, "");
  files.Error("bones", "A bone is missing in a clip", text,
              At("ELEMENTS_MISSING", text, "}", "clips.wave", "\t}\n\n"));

  text = ArmText().Replace("0 1 2\n", "0 1 2\n2 1 0\n");
  files.Error("triangles", "A triangle too many", text,
              At("ELEMENTS_SURPLUS", text, "2", "Triangles", "0 1 2\n"));
  text = CrateText().Append("0 1 2\n");
  files.Error("static", "A triangle too many at the end of a static file", text,
              {"ELEMENTS_SURPLUS", text.text().size() - 6, 1, "Triangles"});
  text = Text(arm + arm.substr(arm.find("AnimationClip wave")));
  files.Error("clips", "A clip too many", text,
              At("ELEMENTS_SURPLUS", text, "AnimationClip", "AnimationClips",
                 "}\n\n}\n"));
  text = ArmText().Replace("#Keyframes: 2", "#Keyframes: 1");
  files.Error("keyframes", "A keyframe too many", text,
              At("ELEMENTS_SURPLUS", text,
                 "Time:", "clips.wave.bones[0].keyframes", "Quat: 0 0 0 1\n"));
  text = ArmText().Replace(
      block, block + absl::StrReplaceAll(block, {{"Bone1", "Bone2"}}));
  files.Error("bones", "A bone too many in a clip", text,
              At("ELEMENTS_SURPLUS", text, "Bone2", "clips.wave"));

  text = ArmText().Append("\nThe end.\n");
  files.Warning("", "Text after the last clip", text,
                At("TRAILING_TEXT", text, "The end.\n", "file"));
}

// ---- Numbers and names ------------------------------------------------------

void AddValues(FileSet& files) {
  for (const auto& [variant, number] :
       {std::pair<std::string_view, std::string_view>{"nan", "nan"},
        {"inf", "-inf"},
        {"hexadecimal", "0x10"},
        {"comma", "1,5"},
        {"two-points", "1.2.5"},
        {"exponent", "1e"}}) {
    const Text text =
        ArmText().Replace("1.25 Pos", std::string(number) + " Pos", "\tBone1");
    files.Error(variant, "Not a number", text,
                At("NUMBER_MALFORMED", text, number,
                   "clips.wave.bones[1].keyframes[1].time", "\tBone1"));
  }
  Text text = ArmText().Replace("Position: 0 0 0", "Position: 0 0");
  files.Error("missing", "A number too few", text,
              At("NUMBER_MALFORMED", text, "Tangent:", "vertices[0].position"));

  const std::string nines(100, '9');
  for (const auto& [variant, number] :
       {std::pair<std::string_view, std::string_view>{"exponent", "1e400"},
        {"negative", "-3.5e38"},
        {"digits", nines}}) {
    text = ArmText().Replace("BoneOffset1 1",
                             "BoneOffset1 " + std::string(number));
    files.Error(variant, "A number that float32 cannot hold", text,
                At("NUMBER_OUT_OF_RANGE", text, number, "bones[1].offset",
                   "BoneOffset1 "));
  }
  text = ArmText().Replace("FaceStart: 0", "FaceStart: -1");
  files.Error("start", "A negative start", text,
              At("NUMBER_OUT_OF_RANGE", text, "-1", "subsets[0].faceStart"));

  text = ArmText().Replace("DiffuseMap: skin.dds", "DiffuseMap:");
  files.Error(
      "", "A texture without a name", text,
      At("NAME_MISSING", text, "", "materials[0].diffuseMap", "DiffuseMap:\n"));
  text = ArmText().Replace("Name: skin",
                           "Name: Stra\xDF"
                           "e");
  files.Warning("latin-1", "A name in Latin-1", text,
                At("NAME_NOT_TEXT", text, "\xDF", "materials[0].name"));
  text = ArmText().Replace("wave", "wa\x7Fve");
  files.Warning("control", "A name with a control character", text,
                At("NAME_NOT_TEXT", text, "\x7F", "clips[0].name"));
  text = ArmText().Replace("AlphaClip: 0", "AlphaClip: 2");
  files.Error("", "A boolean that is 2", text,
              At("ALPHA_CLIP_NOT_BOOLEAN", text, "2", "materials[0].alphaClip",
                 "AlphaClip: "));

  text = ArmText();
  files.Error(
      "name-bytes", "A name longer than its limit", text,
      At("LIMIT_EXCEEDED", text, "skin_nmap.dds", "materials[0].normalMap"));
  files.Limit("name-bytes", 10);
  files.Findings("invalid", "LIMIT_EXCEEDED", "keys-per-curve",
                 "More keyframes than their limit", text,
                 {At("LIMIT_EXCEEDED", text, "2",
                     "clips.wave.bones[0].keyframes", "#Keyframes: ")});
  files.Limit("keys-per-curve", 1);
}

// ---- The mesh ---------------------------------------------------------------

void AddMesh(FileSet& files) {
  Text text = CrateText().Replace("Name: top", "Name: back");
  files.Warning("", "Two materials with one name", text,
                At("MATERIAL_NAME_DUPLICATE", text, "back", "materials[3].name",
                   "bottom"));
  text = CrateText().Replace("SubsetID: 4", "SubsetID: 5");
  files.Warning("", "Two subsets with one number", text,
                At("SUBSET_ID_UNEXPECTED", text, "5", "subsets[4].id",
                   "SubsetID: "
                   "3 VertexStart: 0 VertexCount: 0 FaceStart: 6 "
                   "FaceCount: 2\nSubsetID: "));

  text = ArmText().Replace("VertexCount: 3", "VertexCount: 4");
  files.Error("vertices", "A subset with more vertices than there are", text,
              At("SUBSET_OUT_OF_RANGE", text, "VertexStart: 0 VertexCount: 4",
                 "subsets[0].vertexStart"));
  text = ArmText().Replace("FaceStart: 0 FaceCount: 1",
                           "FaceStart: 4294967295 FaceCount: 4294967295");
  files.Findings("invalid", "SUBSET_OUT_OF_RANGE", "triangles",
                 "A subset at the end of 32 bits", text,
                 {At("SUBSET_OUT_OF_RANGE", text,
                     "FaceStart: 4294967295 FaceCount: 4294967295",
                     "subsets[0].faceStart"),
                  At("TRIANGLE_WITHOUT_SUBSET", text, "0 1 2", "triangles[0]",
                     "Triangles****")});
  text = CrateText().Replace("FaceStart: 2 FaceCount: 2",
                             "FaceStart: 1 FaceCount: 3");
  files.Error("", "Two subsets share a triangle", text,
              At("SUBSETS_OVERLAP", text, "FaceStart: 1 FaceCount: 3",
                 "subsets[1].faceStart"));
  text = CrateText().Replace("FaceStart: 10 FaceCount: 2",
                             "FaceStart: 10 FaceCount: 0");
  files.Warning("", "Two triangles belong to no subset", text,
                At("TRIANGLE_WITHOUT_SUBSET", text, "1 3 7", "triangles[10]"));

  text = ArmText().Replace("0 1 2\n", "0 1 3\n");
  files.Error(
      "", "A triangle of a vertex that does not exist", text,
      At("VERTEX_INDEX_OUT_OF_RANGE", text, "3", "triangles[0]", "\n0 1 "));
  text = CrateText().Replace("0 2 3\n", "0 2 2\n");
  files.Warning("indices", "A triangle with one vertex twice", text,
                At("TRIANGLE_DEGENERATE", text, "0 2 2", "triangles[0]"));
  text = ArmText().Replace("Position: 1 1.5 0", "Position: 0 1.5 0");
  files.Warning("positions", "A triangle with two corners at one place", text,
                At("TRIANGLE_DEGENERATE", text, "0 1 2", "triangles[0]",
                   "Triangles****"));

  Character unused = Crate();
  unused.vertices.positions.push_back({3, 0, 0});
  unused.vertices.normals.push_back({0, 1, 0});
  unused.vertices.tangents.push_back({1, 0, 0, 1});
  unused.vertices.tex_coords.push_back({0, 0});
  text = Text(TextOf(unused));
  files.Warning("", "A vertex that no triangle uses", text,
                At("VERTEX_UNUSED", text, "Position: 3 0 0", "vertices[8]"));

  text = ArmText().Replace("Normal: 0 0 -1", "Normal: 0 0 -2");
  files.Warning(
      "", "A normal of length 2", text,
      At("NORMAL_NOT_UNIT", text, "0 0 -2", "vertices[0].normal", "Normal: "));
  text = ArmText();
  const std::string tangent =
      text.text().substr(text.Find("Tangent: "),
                         text.Find("\n", "Tangent: ") - text.Find("Tangent: "));
  text.Replace(tangent, "Tangent: 0 0 0 1");
  files.Warning("", "A tangent of length 0", text,
                At("TANGENT_NOT_UNIT", text, "0 0 0", "vertices[0].tangent",
                   "Tangent: "));
  text =
      ArmText().Replace(tangent, tangent.substr(0, tangent.size() - 1) + "0");
  files.Warning("", "A tangent without a sign", text,
                At("TANGENT_SIGN_UNUSUAL", text, "0", "vertices[0].tangent",
                   tangent.substr(0, tangent.size() - 1)));

  text = ArmText().Replace("BlendIndices: 1 0 0 0", "BlendIndices: 2 0 0 0");
  files.Error(
      "", "A vertex that follows a bone that does not exist", text,
      At("BLEND_INDEX_OUT_OF_RANGE", text, "2", "vertices[2].blendIndices",
         text.text().substr(0, text.Find("2 0 0 0"))));
  text = ArmText().Replace("BlendWeights: 0.75 0.25", "BlendWeights: 1.5 -0.5");
  files.Warning("", "Blend weights below 0 and above 1", text,
                At("BLEND_WEIGHT_OUT_OF_RANGE", text, "1.5",
                   "vertices[1].blendWeights", "Tex-Coords: 0.5 0.125", 2));
  text = ArmText().Replace("BlendWeights: 0.75 0.25", "BlendWeights: 0.7 0.25");
  files.Warning("", "Blend weights that sum to 0.95", text,
                At("BLEND_WEIGHTS_NOT_ONE", text, "0.7 0.25 0 0",
                   "vertices[1].blendWeights"));
}

// ---- The skeleton and its clips ---------------------------------------------

void AddSkeleton(FileSet& files) {
  for (const auto& [variant, title, parent] :
       {std::array<std::string_view, 3>{"itself", "A bone's parent is itself",
                                        "1"},
        {"later", "A bone's parent does not exist", "2"},
        {"negative", "A bone's parent is -2", "-2"}}) {
    const Text text = ArmText().Replace(
        "ParentIndexOfBone1: 0", "ParentIndexOfBone1: " + std::string(parent));
    files.Error(variant, title, text,
                At("PARENT_OUT_OF_ORDER", text, parent, "bones[1].parent",
                   "ParentIndexOfBone1: "));
  }
  Text text =
      ArmText().Replace("ParentIndexOfBone1: 0", "ParentIndexOfBone1: -1");
  files.Error("", "A skeleton with two roots", text,
              At("BONE_WITHOUT_PARENT", text, "-1", "bones[1].parent",
                 "ParentIndexOfBone1: "));
  text = ArmText()
             .Replace("BlendIndices: 0 1 0 0", "BlendIndices: 0 0 0 0")
             .Replace("BlendIndices: 1 0 0 0", "BlendIndices: 0 0 0 0");
  files.Warning("", "A bone that no vertex follows", text,
                At("BONE_UNUSED", text, "ParentIndexOfBone1: 0", "bones[1]"));
  text = ArmText().Replace("BoneOffset1 1 0 0 0", "BoneOffset1 1 0 0 5");
  files.Warning("", "An inverse bind matrix written transposed", text,
                At("BONE_OFFSET_NOT_AFFINE", text,
                   "1 0 0 5 0 1 0 0 0 0 1 0 0 -1.5 0 1", "bones[1].offset"));
  Character flat = Arm();
  flat.bone_offsets[1][10] = 0;
  text = Text(TextOf(flat));
  files.Warning("", "An inverse bind matrix that flattens", text,
                At("BONE_OFFSET_SINGULAR", text,
                   "1 0 0 0 0 1 0 0 0 0 0 0 0 -1.5 0 1", "bones[1].offset"));

  const std::string arm = ArmText().text();
  text = Text(arm + arm.substr(arm.find("AnimationClip wave")))
             .Replace("Clips 1", "Clips 2");
  files.Error(
      "", "Two clips with one name", text,
      At("CLIP_NAME_DUPLICATE", text, "wave", "clips[1].name", "}\n\n}\n"));

  Character still = Arm();
  still.clips[0] = {};
  still.clips[0].name = "still";
  still.clips[0].first_key = {0, 0, 0};
  text = Text(TextOf(still));
  files.Error("", "A clip without keyframes", text,
              At("CLIP_WITHOUT_KEYS", text, "still", "clips.still"));
  Character half = Arm();
  half.clips[0].first_key = {0, 2, 2};
  half.clips[0].times.resize(2);
  half.clips[0].translations.resize(2);
  half.clips[0].scales.resize(2);
  half.clips[0].rotations.resize(2);
  text = Text(TextOf(half));
  files.Error("", "A bone without keyframes", text,
              {"BONE_WITHOUT_KEYS", text.Find("{", "\tBone1 ") + 1, 0,
               "clips.wave.bones[1].keyframes"});
  text = ArmText().Replace("Time: 1.25", "Time: 1", "\tBone1 ");
  files.Warning("", "A bone that ends before the clip", text,
                At("CLIP_ENDS_APART", text, "Time: 1",
                   "clips.wave.bones[1].keyframes", "\tBone1 "));

  text = ArmText().Replace("Time: 0 ", "Time: 2.5 ");
  files.Findings("invalid", "KEY_TIME_DECREASING", "",
                 "A keyframe before the one that precedes it", text,
                 {At("KEY_TIME_DECREASING", text, "1.25",
                     "clips.wave.bones[0].keyframes[1].time", "Time: 2.5"),
                  At("CLIP_ENDS_APART", text, "Time: 1.25",
                     "clips.wave.bones[0].keyframes", {}, 2)});
  text = ArmText().Replace("\t\tTime: 1.25 Pos: 0 0 0",
                           "\t\tTime: 0 Pos: 1 0 0 Scale: 1 1 1 Quat: 0 0 0 1\n"
                           "\t\tTime: 1.25 Pos: 0 0 0");
  text.Replace("#Keyframes: 2", "#Keyframes: 3");
  files.Warning(
      "", "Two keyframes at one time", text,
      At("KEY_TIME_DUPLICATE", text, "0",
         "clips.wave.bones[0].keyframes[1].time", "Quat: 0 0 0 1\n\t\tTime: "));
  text = ArmText().Replace("Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 0.9");
  files.Warning("", "A quaternion that is longer than 1", text,
                At("ROTATION_NOT_UNIT", text, "0 0 0.6 0.9",
                   "clips.wave.bones[1].keyframes[1].rotation"));
  text = ArmText().Replace("Scale: 1 1 1", "Scale: 1 2 1", "\tBone1 ");
  files.Warning("", "A bone that is scaled", text,
                At("SCALE_NOT_ONE", text, "1 2 1",
                   "clips.wave.bones[1].keyframes[0].scale", "Scale: "));
  text = ArmText()
             .Replace("0 0 -1.5 0 1", "0 0 3e+38 0 1")
             .Replace("Pos: 0 1.5 0", "Pos: 0 3e+38 0");
  files.Warning("", "A bone twice as far away as float32 can say", text,
                {"TRANSFORM_OVERFLOWS", text.Find("{", "\tBone1 ") + 1, 0,
                 "clips.wave.bones[1]"});
}

void AddSeveral(FileSet& files) {
  Text text = ArmText()
                  .Replace("Roughness: 0.5", "Roughness: 0,5")
                  .Replace("Tex-Coords:", "TexCoords:")
                  .Replace("0 1 2\n", "0 1 7\n")
                  .Replace("Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 nan");
  files.Findings(
      "invalid", "NUMBER_MALFORMED", "and-others", "Faults in four sections",
      text,
      {At("NUMBER_MALFORMED", text, "0,5", "materials[0].roughness"),
       At("LABEL_MISMATCH", text, "TexCoords:", "vertices[0].texCoords"),
       At("VERTEX_INDEX_OUT_OF_RANGE", text, "7", "triangles[0]", "\n0 1 "),
       At("NUMBER_MALFORMED", text, "nan",
          "clips.wave.bones[1].keyframes[1].rotation")});
}

}  // namespace

std::vector<CorpusFile> M3dCorpus() {
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

}  // namespace clipguard::corpus
