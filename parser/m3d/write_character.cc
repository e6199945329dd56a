// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/write_character.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/piece_writer.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"

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
    "--------------------------------BoneOffsets-",
    "------------------------------BoneHierarchy-",
    "-----------------------------AnimationClips-"};

// The banner of D3D10 files before their materials.
constexpr std::string_view kD3D10Banner =
    "***************Subsets********************";

// A dielectric's reflectance at normal incidence.
constexpr float kDielectric = 0.05f;
// The specular power of a perfectly smooth material.
constexpr float kMostSpecPower = 256;
// The effect of D3D10 materials, which name none.
constexpr std::string_view kNoEffect = "none";

// ---- Text -------------------------------------------------------------------

class Writer {
 public:
  Writer(const Character& character, Dialect dialect, PieceWriter& out)
      : c_(character), dialect_(dialect), pieces_(out), out_(out.text()) {}

  void Write() {
    WriteHeader();
    Banner(Section::kMaterials);
    for (size_t i = 0; i < c_.materials.size(); ++i) WriteMaterial(i);
    if (!is_d3d10()) WriteSubsets();
    Banner(Section::kVertices);
    for (size_t i = 0; i < c_.vertices.positions.size(); ++i) WriteVertex(i);
    Banner(Section::kTriangles);
    if (is_d3d10()) {
      WriteD3D10Triangles();
      return;
    }
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
  bool is_d3d10() const { return dialect_ == Dialect::kD3D10; }

  void Banner(Section section) {
    if (is_d3d10() && section == Section::kMaterials) {
      Add(kD3D10Banner, "\n");
      return;
    }
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

  // Appends the label of a field of row number `row`.
  void AddLabel(const Field& field, size_t row) {
    out_ += field.label;
    if (field.after_number != nullptr) Add(row, field.after_number);
  }

  // Appends fields [0, kEnd) of row number `row`, with `separator` between them
  // and a line break after the last one.
  template <const auto& kRow, size_t kEnd = FieldsIn(kRow), typename Members,
            typename Get>
  void Row(size_t row, const Members& members, Get get,
           std::string_view separator, bool other_labels = false) {
    ForEachField<kRow, 0, kEnd>(
        members, get, [&](auto field, const auto& value) {
          constexpr const Field& kThis = kRow[field];
          if (field != 0) out_ += separator;
          if constexpr (kThis.other_label != nullptr) {
            AddLabel(other_labels ? OtherOf(kThis) : kThis, row);
          } else {
            AddLabel(kThis, row);
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
    const size_t end =
        is_d3d10() ? FieldOf(kHeaderRow, "bones") : kCountMembers.size();
    for (size_t i = 0; i < end; ++i) {
      Add(is_dashed() ? kHeaderRow[i].other_label : kHeaderRow[i].label, " ",
          counts.*kCountMembers[i], "\n");
    }
    out_ += '\n';
  }

  void WriteMaterial(size_t i) {
    if (dialect_ == Dialect::kD3D12) {
      WriteD3D12Material(i);
    } else if (is_d3d10()) {
      WriteD3D10Material(c_.materials[i]);
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

  void WriteD3D10Material(const Material& m) {
    const auto& look = std::get<D3D10Look>(m.look);
    Add(m.diffuse_map, "\n", look.specular_map, "\n", m.normal_map, "\n",
        kD3D10MaterialRow[FieldOf(kD3D10MaterialRow, "reflectivity")].label);
    Words(look.reflectivity);
    out_ += '\n';
    pieces_.PassOn();
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

  void WriteSubsets() {
    Banner(Section::kSubsets);
    for (size_t i = 0; i < c_.subsets.size(); ++i) {
      Row<kSubsetRow>(i, kSubsetMembers, MembersOf(c_.subsets[i]), " ");
    }
    out_ += '\n';
  }

  void WriteD3D10Triangles() {
    for (const Subset& s : c_.subsets) {
      for (const auto& [a, b, c] :
           std::span(c_.triangles).subspan(s.face_start, s.face_count)) {
        Add(a, " ", b, " ", c, " ", s.id, "\n");
        pieces_.PassOn();
      }
    }
  }

  void WriteD3D10Vertex(size_t i) {
    const Vertices& v = c_.vertices;
    const std::array<std::span<const float>, FieldsIn(kD3D10VertexRow)> values =
        {RealsOf(v.positions[i]), RealsOf(v.tangents[i]).first<3>(),
         RealsOf(v.normals[i]), RealsOf(v.tex_coords[i])};
    for (size_t k = 0; k < values.size(); ++k) {
      Add(kD3D10VertexRow[k].label);
      for (const float number : values[k]) Add(" ", FloatText(number));
      out_ += '\n';
    }
    out_ += '\n';
    pieces_.PassOn();
  }

  void WriteVertex(size_t i) {
    if (is_d3d10()) {
      WriteD3D10Vertex(i);
      return;
    }
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
      Row<kBoneOffsetRow>(i, kBoneOffsetMembers, ElementsOf(c_, i), "",
                          is_dashed());
    }
    out_ += '\n';
    Banner(Section::kHierarchy);
    for (size_t i = 0; i < c_.bones(); ++i) {
      Row<kParentRow>(i, kParentMembers, ElementsOf(c_, i), "", is_dashed());
    }
    out_ += '\n';
    Banner(Section::kClips);
    for (const Clip& clip : c_.clips) WriteClip(clip);
  }

  void WriteClip(const Clip& clip) {
    constexpr Field kBone = kClipBoneRow[0];
    constexpr Field kKeys = kClipBoneRow[FieldOf(kClipBoneRow, "keyframes")];
    const Field bone = is_dashed() ? OtherOf(kBone) : kBone;
    const Field keys = is_dashed() ? OtherOf(kKeys) : kKeys;
    Add(kClipLabel, " ", clip.name, "\n", kListBegin, "\n");
    for (size_t b = 0; b < c_.bones(); ++b) {
      const uint64_t first = clip.first_key[b];
      const uint64_t end = clip.first_key[b + 1];
      Add("\t");
      AddLabel(bone, b);
      Add(" ", keys.label, " ", end - first, "\n\t", kListBegin, "\n");
      for (uint64_t i = first; i < end; ++i) {
        out_ += "\t\t";
        Row<kKeyRow>(i - first, kKeyMembers, ElementsOf(clip, i), " ",
                     is_dashed());
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
