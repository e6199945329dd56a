// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/write_character.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "parser/float_text.h"
#include "parser/m3d/format.h"

namespace clipguard::m3d {
namespace {

// The banners of the D3D12 book's exporter, in the order of Section.
constexpr std::array<std::string_view, kSections> kBanners = {
    "***************m3d-File-Header***************",
    "***************Materials*********************",
    "***************SubsetTable*******************",
    "***************Vertices**********************",
    "***************Triangles*********************",
    "***************BoneOffsets*******************",
    "***************BoneHierarchy*****************",
    "***************AnimationClips****************"};

// A dielectric's reflectance at normal incidence.
constexpr float kDielectric = 0.05f;
// The specular power of a perfectly smooth material.
constexpr float kMostSpecPower = 256;

// ---- Whether it can be written ----------------------------------------------

absl::Status Refuse(std::string_view what, size_t index, std::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s %d cannot be written: %s", what, index, why));
}

bool IsToken(std::string_view name) {
  return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
    return IsSpace(static_cast<uint8_t>(c));
  });
}

bool AreFinite(std::span<const float> numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](float x) { return std::isfinite(x); });
}

// The numbers of an array of structures of nothing but floats.
template <typename T>
std::span<const float> Numbers(const Array<T>& array) {
  constexpr size_t kEach =
      sizeof(T) / sizeof(float);  // NOLINT(bugprone-sizeof-expression)
  static_assert(kEach * sizeof(float) == sizeof(T));
  if (array.empty()) return {};
  return {reinterpret_cast<const float*>(array.data()), array.size() * kEach};
}

absl::Status CheckMaterial(const Material& m, size_t i) {
  for (const std::string_view name : {m.type, m.diffuse_map, m.normal_map}) {
    if (!IsToken(name)) return Refuse("material", i, "a name is no token");
  }
  // A name in whose place a reader sees the label behind it. A normal map is
  // followed by the next material; in a file of another dialect, that may be
  // its name.
  if (m.type == "DiffuseMap:" || m.diffuse_map == "NormalMap:" ||
      m.normal_map == "Name:") {
    return Refuse("material", i, "a name is the label that follows it");
  }
  bool finite = AreFinite(m.diffuse);
  if (const auto* look = std::get_if<D3D12Look>(&m.look)) {
    if (!IsToken(m.name) || m.name == "Diffuse:") {
      return Refuse("material", i, "its name is no token, or a label");
    }
    finite &= AreFinite(look->fresnel0) && std::isfinite(look->roughness);
  } else {
    const auto& old = std::get<D3D11Look>(m.look);
    finite &= AreFinite(old.reflectivity) && std::isfinite(old.spec_power);
  }
  if (!finite) return Refuse("material", i, "a number is not finite");
  return absl::OkStatus();
}

absl::Status CheckMesh(const Character& c) {
  const Vertices& v = c.vertices;
  const size_t vertices = v.positions.size();
  const size_t blended = c.is_skinned() ? vertices : 0;
  if (c.subsets.size() != c.materials.size()) {
    return absl::InvalidArgumentError("each material needs one subset");
  }
  if (v.tangents.size() != vertices || v.normals.size() != vertices ||
      v.tex_coords.size() != vertices || v.blend_weights.size() != blended ||
      v.blend_indices.size() != blended) {
    return absl::InvalidArgumentError(
        "the vertices' arrays differ in their sizes");
  }
  if (!AreFinite(Numbers(v.positions)) || !AreFinite(Numbers(v.tangents)) ||
      !AreFinite(Numbers(v.normals)) || !AreFinite(Numbers(v.tex_coords)) ||
      !AreFinite(Numbers(v.blend_weights))) {
    return absl::InvalidArgumentError("a number of a vertex is not finite");
  }
  for (size_t i = 0; i < v.blend_indices.size(); ++i) {
    for (const uint8_t index : v.blend_indices[i]) {
      if (index >= c.bones()) return Refuse("vertex", i, "a bone is missing");
    }
  }
  for (size_t i = 0; i < c.triangles.size(); ++i) {
    for (const uint32_t index : c.triangles[i]) {
      if (index >= vertices) {
        return Refuse("triangle", i, "a vertex is missing");
      }
    }
  }
  constexpr size_t kMost = std::numeric_limits<uint32_t>::max();
  if (std::max({c.materials.size(), vertices, c.triangles.size(), c.bones(),
                c.clips.size()}) > kMost) {
    return absl::InvalidArgumentError("more elements than a count can say");
  }
  return absl::OkStatus();
}

absl::Status CheckSkeleton(const Character& c) {
  if (c.bone_offsets.size() != c.bones()) {
    return absl::InvalidArgumentError("each bone needs one offset");
  }
  if (!c.is_skinned() && !c.clips.empty()) {
    return absl::InvalidArgumentError("clips without bones");
  }
  for (size_t i = 0; i < c.bones(); ++i) {
    if (!AreFinite(c.bone_offsets[i])) {
      return Refuse("bone", i, "its offset is not finite");
    }
    if (c.parents[i] < -1 || c.parents[i] >= static_cast<int64_t>(i)) {
      return Refuse("bone", i, "its parent does not precede it");
    }
  }
  for (size_t i = 0; i < c.clips.size(); ++i) {
    const Clip& clip = c.clips[i];
    if (!IsToken(clip.name)) return Refuse("clip", i, "its name is no token");
    if (clip.first_key.size() != c.bones() + 1 || clip.first_key[0] != 0 ||
        !std::is_sorted(clip.first_key.begin(), clip.first_key.end()) ||
        clip.first_key.back() != clip.keys() ||
        clip.translations.size() != clip.keys() ||
        clip.scales.size() != clip.keys() ||
        clip.rotations.size() != clip.keys()) {
      return Refuse("clip", i, "its arrays do not fit each other");
    }
    if (!AreFinite(Numbers(clip.times)) ||
        !AreFinite(Numbers(clip.translations)) ||
        !AreFinite(Numbers(clip.scales)) ||
        !AreFinite(Numbers(clip.rotations))) {
      return Refuse("clip", i, "a number is not finite");
    }
  }
  return absl::OkStatus();
}

// ---- Text -------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(const Character& character) : c_(character) {}

  std::string Write() {
    Banner(Section::kHeader);
    Add("#Materials ", c_.materials.size(), "\n#Vertices ",
        c_.vertices.positions.size(), "\n#Triangles ", c_.triangles.size(),
        "\n#Bones ", c_.bones(), "\n#AnimationClips ", c_.clips.size(), "\n\n");
    Banner(Section::kMaterials);
    for (size_t i = 0; i < c_.materials.size(); ++i) WriteMaterial(i);
    Banner(Section::kSubsets);
    for (const Subset& s : c_.subsets) {
      Add("SubsetID: ", s.id, " VertexStart: ", s.vertex_start,
          " VertexCount: ", s.vertex_count);
      Add(" FaceStart: ", s.face_start, " FaceCount: ", s.face_count, "\n");
    }
    out_ += '\n';
    Banner(Section::kVertices);
    for (size_t i = 0; i < c_.vertices.positions.size(); ++i) WriteVertex(i);
    Banner(Section::kTriangles);
    for (const auto& [a, b, c] : c_.triangles) {
      Add(a, " ", b, " ", c, "\n");
    }
    if (c_.is_skinned()) WriteSkeleton();
    return std::move(out_);
  }

 private:
  // Appends texts and integers.
  template <typename... Parts>
  void Add(const Parts&... parts) {
    (AddOne(parts), ...);
  }
  void AddOne(std::string_view text) { out_ += text; }
  template <std::integral Integer>
  void AddOne(Integer number) {
    std::array<char, 24> digits;
    const char* const end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out_.append(digits.data(), static_cast<size_t>(end - digits.data()));
  }

  void Banner(Section section) {
    Add(kBanners[static_cast<size_t>(section)], "\n");
  }

  // A label and its numbers, without a line break.
  void Labelled(std::string_view label, std::span<const float> numbers) {
    out_ += label;
    for (const float number : numbers) {
      Add(" ", FloatText(number));
    }
  }
  void Line(std::string_view label, std::span<const float> numbers) {
    Labelled(label, numbers);
    out_ += '\n';
  }
  void Line(std::string_view label, const Float3& v) {
    Line(label, std::array{v.x, v.y, v.z});
  }
  void Line(std::string_view label, const Float4& v) {
    Line(label, std::array{v.x, v.y, v.z, v.w});
  }

  void WriteMaterial(size_t i) {
    const Material& m = c_.materials[i];
    D3D12Look look;
    if (const auto* old = std::get_if<D3D11Look>(&m.look)) {
      Add("Name: material", i, "\n");
      look = Converted(*old);
    } else {
      Add("Name: ", m.name, "\n");
      look = std::get<D3D12Look>(m.look);
    }
    Line("Diffuse:", m.diffuse);
    Line("Fresnel0:", look.fresnel0);
    Line(look.says_shininess ? "Shininess:" : "Roughness:",
         std::array{look.roughness});
    Add("AlphaClip: ", m.alpha_clip ? 1 : 0, "\nMaterialTypeName: ", m.type,
        "\nDiffuseMap: ", m.diffuse_map);
    Add("\nNormalMap: ", m.normal_map, "\n\n");
  }

  static D3D12Look Converted(const D3D11Look& old) {
    D3D12Look look;
    const bool reflects =
        std::any_of(old.reflectivity.begin(), old.reflectivity.end(),
                    [](float x) { return x != 0; });
    if (reflects) {
      look.fresnel0 = old.reflectivity;
    } else {
      look.fresnel0.fill(kDielectric);
    }
    look.roughness =
        std::clamp(1 - old.spec_power / kMostSpecPower, 0.0f, 1.0f);
    return look;
  }

  void WriteVertex(size_t i) {
    const Vertices& v = c_.vertices;
    Line("Position:", v.positions[i]);
    Line("Tangent:", v.tangents[i]);
    Line("Normal:", v.normals[i]);
    Line("Tex-Coords:", std::array{v.tex_coords[i].x, v.tex_coords[i].y});
    if (c_.is_skinned()) {
      Line("BlendWeights:", v.blend_weights[i]);
      const auto& [a, b, c, d] = v.blend_indices[i];
      Add("BlendIndices: ", a, " ", b, " ", c);
      Add(" ", d, "\n");
    }
    out_ += '\n';
  }

  void WriteSkeleton() {
    out_ += '\n';
    Banner(Section::kBoneOffsets);
    for (size_t i = 0; i < c_.bones(); ++i) {
      Add("BoneOffset", i);
      Line({}, c_.bone_offsets[i]);
    }
    out_ += '\n';
    Banner(Section::kHierarchy);
    for (size_t i = 0; i < c_.bones(); ++i) {
      Add("ParentIndexOfBone", i, ": ", c_.parents[i], "\n");
    }
    out_ += '\n';
    Banner(Section::kClips);
    for (const Clip& clip : c_.clips) WriteClip(clip);
  }

  void WriteClip(const Clip& clip) {
    Add("AnimationClip ", clip.name, "\n{\n");
    for (size_t b = 0; b < c_.bones(); ++b) {
      const uint64_t first = clip.first_key[b];
      const uint64_t end = clip.first_key[b + 1];
      Add("\tBone", b, " #Keyframes: ", end - first, "\n\t{\n");
      for (uint64_t i = first; i < end; ++i) {
        const Float3& t = clip.translations[i];
        const Float3& s = clip.scales[i];
        const Float4& q = clip.rotations[i];
        Labelled("\t\tTime:", std::array{clip.times[i]});
        Labelled(" Pos:", std::array{t.x, t.y, t.z});
        Labelled(" Scale:", std::array{s.x, s.y, s.z});
        Line(" Quat:", q);
      }
      out_ += "\t}\n\n";
    }
    out_ += "}\n\n";
  }

  const Character& c_;
  std::string out_;
};

}  // namespace

absl::StatusOr<std::string> WriteCharacter(const Character& character) {
  for (size_t i = 0; i < character.materials.size(); ++i) {
    if (absl::Status s = CheckMaterial(character.materials[i], i); !s.ok()) {
      return s;
    }
  }
  if (absl::Status s = CheckMesh(character); !s.ok()) return s;
  if (absl::Status s = CheckSkeleton(character); !s.ok()) return s;
  return Writer(character).Write();
}

}  // namespace clipguard::m3d
