// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/test_files.h"

#include <cstddef>
#include <cstdlib>

#include "base/line_index.h"
#include "parser/finding_catalog.h"
#include "parser/m3d/checks/validate.h"

namespace clipguard::m3d {
namespace {

constexpr std::string_view kArm =
    "***************m3d-File-Header***************\n"
    "#Materials 1\n"
    "#Vertices 3\n"
    "#Triangles 1\n"
    "#Bones 2\n"
    "#AnimationClips 1\n"
    "\n"
    "***************Materials*********************\n"
    "Name: skin\n"
    "Diffuse: 1 0.8 0.6\n"
    "Fresnel0: 0.05 0.05 0.05\n"
    "Roughness: 0.5\n"
    "AlphaClip: 0\n"
    "MaterialTypeName: Skinned\n"
    "DiffuseMap: skin.dds\n"
    "NormalMap: skin_nmap.dds\n"
    "\n"
    "***************SubsetTable*******************\n"
    "SubsetID: 0 VertexStart: 0 VertexCount: 3 FaceStart: 0 FaceCount: 1\n"
    "\n"
    "***************Vertices**********************\n"
    "Position: 0 0 0\n"
    "Tangent: 1 0 0 1\n"
    "Normal: 0 0 -1\n"
    "Tex-Coords: 0 1\n"
    "BlendWeights: 1 0 0 0\n"
    "BlendIndices: 0 0 0 0\n"
    "\n"
    "Position: 0 1.5 0\n"
    "Tangent: 1 0 0 1\n"
    "Normal: 0 0 -1\n"
    "Tex-Coords: 0 0.25\n"
    "BlendWeights: 0.75 0.25 0 0\n"
    "BlendIndices: 0 1 0 0\n"
    "\n"
    "Position: 1 1.5 0\n"
    "Tangent: 1 0 0 -1\n"
    "Normal: 0 0.6 -0.8\n"
    "Tex-Coords: 1 0.25\n"
    "BlendWeights: 0 1 0 0\n"
    "BlendIndices: 0 1 0 0\n"
    "\n"
    "***************Triangles*********************\n"
    "0 1 2\n"
    "\n"
    "***************BoneOffsets*******************\n"
    "BoneOffset0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n"
    "BoneOffset1 1 0 0 0 0 1 0 0 0 0 1 0 0 -1.5 0 1\n"
    "\n"
    "***************BoneHierarchy*****************\n"
    "ParentIndexOfBone0: -1\n"
    "ParentIndexOfBone1: 0\n"
    "\n"
    "***************AnimationClips****************\n"
    "AnimationClip wave\n"
    "{\n"
    "\tBone0 #Keyframes: 2\n"
    "\t{\n"
    "\t\tTime: 0 Pos: 0 0 0 Scale: 1 1 1 Quat: 0 0 0 1\n"
    "\t\tTime: 1.25 Pos: 0 0.5 0 Scale: 1 1 1 Quat: 0 0 0 1\n"
    "\t}\n"
    "\n"
    "\tBone1 #Keyframes: 2\n"
    "\t{\n"
    "\t\tTime: 0 Pos: 0 1.5 0 Scale: 1 1 1 Quat: 0 0 0 1\n"
    "\t\tTime: 1.25 Pos: 0 1.5 0 Scale: 1 1 1 Quat: 0 0 0.6 0.8\n"
    "\t}\n"
    "\n"
    "}\n";

// As the exporter of the dashed dialect writes skinned files.
constexpr std::string_view kDashedArm =
    "----M3D_File_Header-\nMaterials 1\nVertices 3\nTriangles 1\nBones 2\n"
    "AnimationClips 1\n----Materials-\nAmbient: 1 1 1\nDiffuse: 1 1 1\n"
    "Specular: 0.5 0.5 0.5\nSpecPower: 12\nReflectivity: 0 0 0\nAlphaClip: 0\n"
    "Effect: Normal\nDiffuseMap: a\nNormalMap: b\n----Subset_Table-\n"
    "SubsetID: 0 VertexStart: 0 VertexCount: 3 FaceStart: 0 FaceCount: 1\n"
    "----Vertices-\n"
    "P: 0 0 0\nT: 1 0 0 1\nN: 0 0 -1\nT: 0 1\nW: 1 0 0 0\nI: 0 0 0 0\n"
    "P: 0 1 0\nT: 1 0 0 1\nN: 0 0 -1\nT: 0 0\nW: 0.5 0.5 0 0\nI: 0 1 0 0\n"
    "P: 1 1 0\nT: 1 0 0 1\nN: 0 0 -1\nT: 1 0\nW: 1 0 0 0\nI: 1 0 0 0\n"
    "----Triangles-\n0 1 2\n----BoneOffsets-\n"
    "B0: 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n"
    "B1: 1 0 0 0 0 1 0 0 0 0 1 0 0 -1 0 1\n"
    "----BoneHierarchy-\nP0: -1\nP1: 0\n----AnimationClips-\n"
    "AnimationClip Wave\n{\nB0 #K: 1 {\n"
    "T: 0 P: 0 0 0 S: 1 1 1 Q: 0 0 0 1\n}\n"
    "B1 #K: 2 {\nT: 0 P: 0 1 0 S: 1 1 1 Q: 0 0 0 1\n"
    "T: 0.5 P: 0 1 0 S: 1 1 1 Q: 0 0 0.6 0.8\n}\n}\n";

size_t Find(std::string_view text, std::string_view what,
            std::string_view behind) {
  size_t from = 0;
  if (!behind.empty()) {
    from = text.find(behind);
    if (from == std::string_view::npos) std::abort();
    from += behind.size();
  }
  const size_t at = text.find(what, from);
  if (at == std::string_view::npos) std::abort();
  return at;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << GetCodeInfo(seen.code).name << " at " << seen.offset << '+'
             << seen.length << " (" << seen.line << ':' << seen.column << ") "
             << seen.path;
}

std::vector<Seen> SeenIn(const FindingList& list) {
  std::vector<Seen> seen;
  for (const Finding& f : list.findings()) {
    seen.push_back(
        {f.code, f.bytes.offset, f.bytes.length, f.line, f.column, f.path});
  }
  return seen;
}

std::vector<Seen> ReadFindings(std::string_view text,
                               const ReadOptions& options) {
  FindingList list;
  const bool ok = ReadCharacter(BytesOf(text), options, list).has_value();
  if (ok != (list.errors() == 0)) std::abort();
  return SeenIn(list);
}

std::vector<Seen> AllFindings(std::string_view text,
                              const ReadOptions& options) {
  FindingList list;
  const bool ok = ReadAndValidate(BytesOf(text), options, list).has_value();
  if (ok != (list.errors() == 0)) std::abort();
  return SeenIn(list);
}

Character MustRead(std::string_view text, const ReadOptions& options) {
  FindingList list;
  auto character = ReadCharacter(BytesOf(text), options, list);
  if (!character) std::abort();
  return *std::move(character);
}

std::string Arm() { return std::string(kArm); }

std::string DashedArm() { return std::string(kDashedArm); }

std::string StaticTriangle(Dialect dialect) {
  const bool dashed = dialect == Dialect::kDashed;
  const auto banner = [&](std::string_view stars, std::string_view dashes) {
    return dashed ? "-----------" + std::string(dashes) + "-\n"
                  : "***********" + std::string(stars) + "*******\n";
  };
  const std::string mark = dashed ? "" : "#";
  std::string text = banner("m3d-File-Header", "M3D_File_Header") + mark +
                     "Materials 1\n" + mark + "Vertices 3\n" + mark +
                     "Triangles 1\n" + mark + "Bones 0\n" + mark +
                     "AnimationClips 0\n\n" + banner("Materials", "Materials");
  if (dialect == Dialect::kD3D12) {
    text +=
        "Name: stone\nDiffuse: 1 1 1\nFresnel0: 0.05 0.05 0.05\n"
        "Shininess: 0.5\nAlphaClip: 1\nMaterialTypeName: stone\n"
        "DiffuseMap: stones\nNormalMap: stones_nmap\n\n";
  } else {
    text +=
        "Ambient: 0.5 0.5 0.5\nDiffuse: 0.9 0.9 0.9\nSpecular: 0.7 0.7 0.7\n"
        "SpecPower: 32\nReflectivity: 0 0 0\nAlphaClip: 1\nEffect: Normal\n"
        "DiffuseMap: stones.dds\nNormalMap: stones_nmap.dds\n\n";
  }
  text += banner("SubsetTable", "Subset_Table") +
          "SubsetID: 0 VertexStart: 0 VertexCount: 3 FaceStart: 0 "
          "FaceCount: 1\n\n" +
          banner("Vertices", "Vertices");
  for (const std::string_view position : {"0 0 0", "0 1 0", "1 1 5e-1"}) {
    text += (dashed ? "P: " : "Position: ") + std::string(position) + "\n";
    text += dashed ? "T: 1 0 0 1\nN: 0 0 -1.0\nT: 0.5 0.5\n\n"
                   : "Tangent: 1 0 0 1\nNormal: 0 0 -1.0\n"
                     "Tex-Coords: 0.5 0.5\n\n";
  }
  return text + banner("Triangles", "Triangles") + "0 1 2\n";
}

std::string Replaced(std::string_view text, std::string_view from,
                     std::string_view to, std::string_view behind) {
  std::string out(text);
  return out.replace(Find(text, from, behind), from.size(), to);
}

Seen SeenAt(FindingCode code, std::string_view text, std::string_view what,
            std::string_view path, std::string_view behind) {
  const size_t at = Find(text, what, behind);
  LineIndex lines(BytesOf(text));
  const LinePlace place = lines.Find(at);
  return {code, at, what.size(), place.line, place.column, std::string(path)};
}

}  // namespace clipguard::m3d
