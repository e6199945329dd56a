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
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "parser/float_text.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/piece_writer.h"

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

// Those of files of the dashed dialect.
constexpr std::array<std::string_view, kSections> kDashedBanners = {
    "---------------------------M3D_File_Header-",
    "----------------------------------Materials-",
    "-------------------------------Subset_Table-",
    "-----------------------------------Vertices-",
    "----------------------------------Triangles-",
    "-------------------------------Bone_Offsets-",
    "-----------------------------Bone_Hierarchy-",
    "----------------------------Animation_Clips-"};

// A dielectric's reflectance at normal incidence.
constexpr float kDielectric = 0.05f;
// The specular power of a perfectly smooth material.
constexpr float kMostSpecPower = 256;
// The effect of D3D10 materials, which name none.
constexpr std::string_view kNoEffect = "none";

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

// Whether all numbers of an array are.
template <typename T>
bool AreAllFinite(const Array<T>& array) {
  return std::all_of(array.begin(), array.end(),
                     [](const T& value) { return AreFinite(RealsOf(value)); });
}

// The same of all arrays of real numbers that a row's members are.
template <const auto& kRow, typename Members, typename Arrays>
bool AreAllFinite(const Members& members, const Arrays& arrays) {
  return ForEachField<kRow>(members, MembersOf(arrays),
                            [](auto field, const auto& array) {
                              if constexpr (kRow[field].kind == Kind::kReal) {
                                return AreAllFinite(array);
                              } else {
                                return true;
                              }
                            });
}

// Whether the label after a field stands in the place of its word. A normal map
// is followed by the next material; in a file of another dialect, that may be
// its name.
template <const auto& kRow, size_t kField>
bool IsNextLabel(std::string_view name) {
  constexpr size_t kNext = (kField + 1) % FieldsIn(kRow);
  return name == kRow[kNext].label;
}

// Whether one of a material's names is the label that follows it in kRow.
template <const auto& kRow, size_t kType>
bool HasALabel(const Material& m) {
  return IsNextLabel<kRow, kType>(m.type) ||
         IsNextLabel<kRow, FieldOf(kRow, "diffuseMap")>(m.diffuse_map) ||
         IsNextLabel<kRow, FieldOf(kRow, "normalMap")>(m.normal_map);
}

bool HasALabel(const Material& m, Dialect dialect) {
  if (dialect != Dialect::kD3D12) {
    return HasALabel<kD3D11MaterialRow, FieldOf(kD3D11MaterialRow, "effect")>(
        m);
  }
  return HasALabel<kD3D12MaterialRow,
                   FieldOf(kD3D12MaterialRow, "materialTypeName")>(m);
}

absl::Status CheckMaterial(const Material& m, size_t i, Dialect dialect) {
  constexpr size_t kName = FieldOf(kD3D12MaterialRow, "name");
  const auto* d3d10 = std::get_if<D3D10Look>(&m.look);
  const std::string_view type = d3d10 != nullptr ? kNoEffect : m.type;
  for (const std::string_view name : {type, m.diffuse_map, m.normal_map}) {
    if (!IsToken(name)) return Refuse("material", i, "a name is no token");
  }
  if (HasALabel(m, dialect)) {
    return Refuse("material", i, "a name is the label that follows it");
  }
  bool finite = AreFinite(m.diffuse);
  if (const auto* look = std::get_if<D3D12Look>(&m.look)) {
    if (dialect == Dialect::kD3D12 &&
        (!IsToken(m.name) || IsNextLabel<kD3D12MaterialRow, kName>(m.name))) {
      return Refuse("material", i, "its name is no token, or a label");
    }
    finite &= AreFinite(look->fresnel0) && std::isfinite(look->roughness);
  } else if (d3d10 != nullptr) {
    finite &= AreFinite(d3d10->reflectivity);
  } else {
    const auto& old = std::get<D3D11Look>(m.look);
    finite &= AreFinite(old.reflectivity) && std::isfinite(old.spec_power);
    if (dialect != Dialect::kD3D12) {
      finite &= AreFinite(old.ambient) && AreFinite(old.specular);
    }
  }
  if (!finite) return Refuse("material", i, "a number is not finite");
  return absl::OkStatus();
}

// Whether the vertices of D3D10 materials lie apart, as those of subsets do.
absl::Status CheckApart(const Character& c) {
  std::vector<Subset> order(c.subsets.begin(), c.subsets.end());
  std::ranges::sort(order, {}, &Subset::vertex_start);
  uint64_t end = 0;
  for (const Subset& subset : order) {
    if (subset.vertex_count == 0) continue;
    if (subset.vertex_start < end) {
      return Refuse("material", subset.id,
                    "its triangles share vertices with those of another, or "
                    "lie among them: other dialects want them apart");
    }
    end = uint64_t{subset.vertex_start} + subset.vertex_count;
  }
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
  if (!AreAllFinite<kVertexRow>(kVertexMembers, v)) {
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
    if (!AreAllFinite<kKeyRow>(kKeyMembers, clip)) {
      return Refuse("clip", i, "a number is not finite");
    }
  }
  return absl::OkStatus();
}

// ---- Text -------------------------------------------------------------------

class Writer {
 public:
  Writer(const Character& character, Dialect dialect, PieceWriter& out)
      : c_(character), dialect_(dialect), pieces_(out), out_(out.text()) {}

  void Write() {
    WriteHeader();
    Banner(Section::kMaterials);
    for (size_t i = 0; i < c_.materials.size(); ++i) WriteMaterial(i);
    Banner(Section::kSubsets);
    for (size_t i = 0; i < c_.subsets.size(); ++i) {
      Row<kSubsetRow>(i, kSubsetMembers, MembersOf(c_.subsets[i]), " ");
    }
    out_ += '\n';
    Banner(Section::kVertices);
    for (size_t i = 0; i < c_.vertices.positions.size(); ++i) WriteVertex(i);
    Banner(Section::kTriangles);
    for (const auto& [a, b, c] : c_.triangles) {
      Add(a, " ", b, " ", c, "\n");
      pieces_.PassOn();
    }
    if (c_.is_skinned()) WriteSkeleton();
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

  bool is_dashed() const { return dialect_ == Dialect::kDashed; }

  void Banner(Section section) {
    const auto& banners = is_dashed() ? kDashedBanners : kBanners;
    Add(banners[static_cast<size_t>(section)], "\n");
  }

  // Appends what follows a label, each word after a space.
  template <typename Value>
  void Words(const Value& value) {
    if constexpr (ValueTraits<Value>::kKind == Kind::kReal) {
      for (const float number : RealsOf(value)) Add(" ", FloatText(number));
    } else if constexpr (ValueTraits<Value>::kKind == Kind::kFlag) {
      Add(" ", value ? 1 : 0);
    } else if constexpr (ValueTraits<Value>::kWords > 1) {
      for (const auto number : value) Add(" ", number);
    } else {
      Add(" ", value);
    }
  }

  // Appends fields [0, kEnd) of row number `row`, with `separator` between them
  // and a line break after the last one.
  template <const auto& kRow, size_t kEnd = FieldsIn(kRow), typename Members,
            typename Get>
  void Row(size_t row, const Members& members, Get get,
           std::string_view separator, bool other_labels = false) {
    ForEachField<kRow, 0, kEnd>(members, get,
                                [&](auto field, const auto& value) {
                                  constexpr const Field& kThis = kRow[field];
                                  if (field != 0) out_ += separator;
                                  std::string_view label = kThis.label;
                                  if constexpr (kThis.other_label != nullptr) {
                                    if (other_labels) label = kThis.other_label;
                                  }
                                  out_ += label;
                                  if constexpr (kThis.after_number != nullptr) {
                                    Add(row, kThis.after_number);
                                  }
                                  Words(value);
                                  return true;
                                });
    out_ += '\n';
    pieces_.PassOn();
  }

  void WriteHeader() {
    const Counts counts = {c_.materials.size(), c_.vertices.positions.size(),
                           c_.triangles.size(), c_.bones(), c_.clips.size()};
    Banner(Section::kHeader);
    for (size_t i = 0; i < kCountMembers.size(); ++i) {
      Add(is_dashed() ? kHeaderRow[i].other_label : kHeaderRow[i].label, " ",
          counts.*kCountMembers[i], "\n");
    }
    out_ += '\n';
  }

  void WriteMaterial(size_t i) {
    if (dialect_ == Dialect::kD3D12) {
      WriteD3D12Material(i);
    } else {
      WriteD3D11Material(i);
    }
    out_ += '\n';
  }

  void WriteD3D12Material(size_t i) {
    Material m = LaterMaterial(i);
    std::string name;
    if (const auto* old = std::get_if<D3D11Look>(&m.look)) {
      name = absl::StrCat("material", i);
      m.name = name;
      m.look = Converted(*old);
    }
    Row<kD3D12MaterialRow>(i, kD3D12MaterialMembers, MaterialMembersOf(m), "\n",
                           std::get<D3D12Look>(m.look).says_shininess);
  }

  void WriteD3D11Material(size_t i) {
    Material m = LaterMaterial(i);
    if (const auto* look = std::get_if<D3D12Look>(&m.look)) {
      m.look = Converted(*look, m.diffuse);
    }
    Row<kD3D11MaterialRow>(i, kD3D11MaterialMembers, MaterialMembersOf(m),
                           "\n");
  }

  // A material of a dialect later than D3D10.
  Material LaterMaterial(size_t i) const {
    Material m = c_.materials[i];
    if (const auto* look = std::get_if<D3D10Look>(&m.look)) {
      D3D11Look later;
      later.ambient = m.diffuse;
      later.spec_power = 1;
      later.reflectivity = look->reflectivity;
      m.type = kNoEffect;
      m.look = later;
    }
    return m;
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

  static D3D11Look Converted(const D3D12Look& look,
                             const std::array<float, 3>& diffuse) {
    D3D11Look old;
    old.ambient = diffuse;
    old.specular = look.fresnel0;
    const bool reflects =
        std::any_of(look.fresnel0.begin(), look.fresnel0.end(),
                    [](float x) { return x != kDielectric; });
    if (reflects) old.reflectivity = look.fresnel0;
    old.spec_power =
        std::clamp(1 - look.roughness, 0.0f, 1.0f) * kMostSpecPower;
    return old;
  }

  void WriteVertex(size_t i) {
    const auto members = ElementsOf(c_.vertices, i);
    if (c_.is_skinned()) {
      Row<kVertexRow>(i, kVertexMembers, members, "\n", is_dashed());
    } else {
      Row<kVertexRow, kStaticVertexFields>(i, kVertexMembers, members, "\n",
                                           is_dashed());
    }
    out_ += '\n';
  }

  void WriteSkeleton() {
    out_ += '\n';
    Banner(Section::kBoneOffsets);
    for (size_t i = 0; i < c_.bones(); ++i) {
      Row<kBoneOffsetRow>(i, kBoneOffsetMembers, ElementsOf(c_, i), "");
    }
    out_ += '\n';
    Banner(Section::kHierarchy);
    for (size_t i = 0; i < c_.bones(); ++i) {
      Row<kParentRow>(i, kParentMembers, ElementsOf(c_, i), "");
    }
    out_ += '\n';
    Banner(Section::kClips);
    for (const Clip& clip : c_.clips) WriteClip(clip);
  }

  void WriteClip(const Clip& clip) {
    constexpr Field kBone = kClipBoneRow[0];
    constexpr Field kKeys = kClipBoneRow[FieldOf(kClipBoneRow, "keyframes")];
    Add(kClipLabel, " ", clip.name, "\n", kListBegin, "\n");
    for (size_t b = 0; b < c_.bones(); ++b) {
      const uint64_t first = clip.first_key[b];
      const uint64_t end = clip.first_key[b + 1];
      Add("\t", kBone.label, b, kBone.after_number, " ", kKeys.label, " ",
          end - first, "\n\t", kListBegin, "\n");
      for (uint64_t i = first; i < end; ++i) {
        out_ += "\t\t";
        Row<kKeyRow>(i - first, kKeyMembers, ElementsOf(clip, i), " ");
      }
      Add("\t", kListEnd, "\n\n");
    }
    Add(kListEnd, "\n\n");
  }

  const Character& c_;
  const Dialect dialect_;
  PieceWriter& pieces_;
  std::string& out_;  // of the piece
};

}  // namespace

absl::Status CheckWritable(const Character& character, Dialect dialect) {
  for (size_t i = 0; i < character.materials.size(); ++i) {
    if (absl::Status s = CheckMaterial(character.materials[i], i, dialect);
        !s.ok()) {
      return s;
    }
  }
  if (dialect == Dialect::kD3D10) {
    return absl::InvalidArgumentError("D3D10 files are not written");
  }
  if (absl::Status s = CheckMesh(character); !s.ok()) return s;
  if (character.dialect == Dialect::kD3D10) {
    if (absl::Status s = CheckApart(character); !s.ok()) return s;
  }
  return CheckSkeleton(character);
}

void WriteCharacter(const Character& character, Dialect dialect,
                    PieceWriter& out) {
  Writer(character, dialect, out).Write();
}

absl::StatusOr<std::string> WriteCharacter(const Character& character,
                                           Dialect dialect) {
  if (absl::Status s = CheckWritable(character, dialect); !s.ok()) return s;
  std::string text;
  const auto append = [&](std::span<const uint8_t> piece) {
    text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  };
  PieceWriter out(append);
  WriteCharacter(character, dialect, out);
  out.Flush();
  return text;
}

}  // namespace clipguard::m3d
