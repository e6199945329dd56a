// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows of an .m3d file: which fields a row has, in which order, and for
// each field its label, its name in the paths of findings, and what follows the
// label. docs/formats/m3d.md has the same as a grammar.
//
// Everything that knows where something is in a row has it from here, at
// compile time: the reader, the least sizes that bound the counts, the writer,
// and the validator, which points at fields. character_fields.h says where in a
// Character each field is.

#ifndef CLIPGUARD_PARSER_M3D_SCHEMA_H_
#define CLIPGUARD_PARSER_M3D_SCHEMA_H_

#include <stddef.h>
#include <stdint.h>

namespace clipguard::m3d {

// The kind of value after a label. A word is a token that is not a label.
enum class Kind : uint8_t {
  kNothing,
  kReal,   // read as float32
  kWhole,  // a whole number that fits a uint32_t
  kIndex,  // a whole number that names an element
  kCount,  // a whole number: so many elements follow
  kFlag,   // 0 or 1
  kName,   // any token
};

struct Field {
  const char* label;  // empty: none
  const char* name;   // in the paths of findings, and for what is below
  Kind kind = Kind::kNothing;
  uint8_t words = 0;
  // The label that some files have instead.
  const char* other_label = nullptr;
  // The label goes on with the number of the row, and ends with this; the other
  // label with that number and the second of these.
  const char* after_number = nullptr;
  const char* other_after_number = nullptr;
};

// The field as files with its other label have it. REQUIRES: it has one.
constexpr Field OtherOf(const Field& field) {
  return {.label = field.other_label,
          .name = field.name,
          .kind = field.kind,
          .words = field.words,
          .after_number = field.other_after_number};
}

// ---- Rows -------------------------------------------------------------------

// All of the first section. Its names are those of messages: paths have the
// labels. The other labels are those of the dashed dialect.
inline constexpr Field kHeaderRow[] = {
    {"#Materials", "materials", Kind::kCount, 1, "Materials"},
    {"#Vertices", "vertices", Kind::kCount, 1, "Vertices"},
    {"#Triangles", "triangles", Kind::kCount, 1, "Triangles"},
    {"#Bones", "bones", Kind::kCount, 1, "Bones"},
    {"#AnimationClips", "clips", Kind::kCount, 1, "AnimationClips"},
};

// Dialect::kD3D12.
inline constexpr Field kD3D12MaterialRow[] = {
    {"Name:", "name", Kind::kName, 1},
    {"Diffuse:", "diffuse", Kind::kReal, 3},
    {"Fresnel0:", "fresnel0", Kind::kReal, 3},
    {"Roughness:", "roughness", Kind::kReal, 1, "Shininess:"},
    {"AlphaClip:", "alphaClip", Kind::kFlag, 1},
    {"MaterialTypeName:", "materialTypeName", Kind::kName, 1},
    {"DiffuseMap:", "diffuseMap", Kind::kName, 1},
    {"NormalMap:", "normalMap", Kind::kName, 1},
};

// Dialect::kD3D11 and kDashed.
inline constexpr Field kD3D11MaterialRow[] = {
    {"Ambient:", "ambient", Kind::kReal, 3},
    {"Diffuse:", "diffuse", Kind::kReal, 3},
    {"Specular:", "specular", Kind::kReal, 3},
    {"SpecPower:", "specPower", Kind::kReal, 1},
    {"Reflectivity:", "reflectivity", Kind::kReal, 3},
    {"AlphaClip:", "alphaClip", Kind::kFlag, 1},
    {"Effect:", "effect", Kind::kName, 1},
    {"DiffuseMap:", "diffuseMap", Kind::kName, 1},
    {"NormalMap:", "normalMap", Kind::kName, 1},
};

// Dialect::kD3D10: bare names, and a label without a colon.
inline constexpr Field kD3D10MaterialRow[] = {
    {"", "diffuseMap", Kind::kName, 1},
    {"", "specularMap", Kind::kName, 1},
    {"", "normalMap", Kind::kName, 1},
    {"Reflectivity", "reflectivity", Kind::kReal, 3},
};

inline constexpr Field kSubsetRow[] = {
    {"SubsetID:", "id", Kind::kWhole, 1},
    {"VertexStart:", "vertexStart", Kind::kWhole, 1},
    {"VertexCount:", "vertexCount", Kind::kWhole, 1},
    {"FaceStart:", "faceStart", Kind::kWhole, 1},
    {"FaceCount:", "faceCount", Kind::kWhole, 1},
};

// From here on, the other labels are the short ones of the dashed dialect. The
// first row of a section says which ones it has; weights and indices may have
// long ones after short ones. Static files have the first kStaticVertexFields.
inline constexpr Field kVertexRow[] = {
    {"Position:", "position", Kind::kReal, 3, "P:"},
    {"Tangent:", "tangent", Kind::kReal, 4, "T:"},
    {"Normal:", "normal", Kind::kReal, 3, "N:"},
    {"Tex-Coords:", "texCoords", Kind::kReal, 2, "T:"},
    {"BlendWeights:", "blendWeights", Kind::kReal, 4, "W:"},
    {"BlendIndices:", "blendIndices", Kind::kIndex, 4, "I:"},
};
inline constexpr size_t kStaticVertexFields = 4;

// Dialect::kD3D10: tangents do not say the bitangent's sign.
inline constexpr Field kD3D10VertexRow[] = {
    {"Position:", "position", Kind::kReal, 3},
    {"Tangent:", "tangent", Kind::kReal, 3},
    {"Normal:", "normal", Kind::kReal, 3},
    {"Tex-Coords:", "texCoords", Kind::kReal, 2},
};

inline constexpr Field kTriangleRow[] = {{"", "", Kind::kIndex, 3}};
// Dialect::kD3D10: the last one is the number of the material.
inline constexpr Field kD3D10TriangleRow[] = {
    {"", "", Kind::kIndex, 3},
    {"", "material", Kind::kIndex, 1},
};

inline constexpr Field kBoneOffsetRow[] = {
    {.label = "BoneOffset",
     .name = "offset",
     .kind = Kind::kReal,
     .words = 16,
     .other_label = "B",
     .after_number = "",
     .other_after_number = ":"},
};

inline constexpr Field kParentRow[] = {
    {.label = "ParentIndexOfBone",
     .name = "parent",
     .kind = Kind::kIndex,
     .words = 1,
     .other_label = "P",
     .after_number = ":",
     .other_after_number = ":"},
};

// Clips and their bones are not rows of numbers, but lists between braces.
inline constexpr const char* kListBegin = "{";
inline constexpr const char* kListEnd = "}";

// Before the list of bones, and after it.
inline constexpr Field kClipRow[] = {
    {"AnimationClip", "name", Kind::kName, 1},
    {kListBegin, ""},
    {kListEnd, ""},
};

// Before the list of keyframes, and after it.
inline constexpr Field kClipBoneRow[] = {
    {.label = "Bone",
     .name = "",
     .other_label = "B",
     .after_number = "",
     .other_after_number = ""},
    {"#Keyframes:", "keyframes", Kind::kCount, 1, "#K:"},
    {kListBegin, ""},
    {kListEnd, ""},
};

inline constexpr Field kKeyRow[] = {
    {"Time:", "time", Kind::kReal, 1, "T:"},
    {"Pos:", "translation", Kind::kReal, 3, "P:"},
    {"Scale:", "scale", Kind::kReal, 3, "S:"},
    {"Quat:", "rotation", Kind::kReal, 4, "Q:"},
};

// ---- What follows from them -------------------------------------------------

consteval size_t LengthOf(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

consteval bool AreEqual(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

template <size_t N>
consteval size_t FieldsIn(const Field (&)[N]) {
  return N;
}

// The number of the field with this name. Does not compile if no field has it.
template <size_t N>
consteval size_t FieldOf(const Field (&row)[N], const char* name) {
  size_t field = 0;
  while (!AreEqual(row[field].name, name)) ++field;
  return field;
}

// How many tokens the first `fields` of a row have: labels and words.
template <size_t N>
consteval size_t TokensIn(const Field (&row)[N], size_t fields = N) {
  size_t tokens = 0;
  for (size_t i = 0; i < fields; ++i) {
    tokens += row[i].words;
    if (row[i].label[0] != '\0') ++tokens;
  }
  return tokens;
}

// The position among the tokens of a row that a field begins at: its label.
template <size_t N>
consteval size_t LabelAt(const Field (&row)[N], size_t field) {
  return TokensIn(row, field);
}

// The position of its first word.
template <size_t N>
consteval size_t WordsAt(const Field (&row)[N], size_t field) {
  return TokensIn(row, field + 1) - row[field].words;
}

// How many real numbers there are in the first `fields` of a row.
template <size_t N>
consteval size_t RealsIn(const Field (&row)[N], size_t fields = N) {
  size_t reals = 0;
  for (size_t i = 0; i < fields; ++i) {
    if (row[i].kind == Kind::kReal) reals += row[i].words;
  }
  return reals;
}

// The length of a label, with a number of one digit if it has one.
consteval size_t LeastLabel(const char* label, const char* after_number) {
  const size_t number =
      after_number == nullptr ? 0 : 1 + LengthOf(after_number);
  return LengthOf(label) + number;
}

// The fewest bytes that fields [first, end) of a row take: the shorter labels,
// one character a word and a row's number, and white space after each token.
template <size_t N>
consteval uint64_t LeastBytes(const Field (&row)[N], size_t first = 0,
                              size_t end = N, bool other_labels = true) {
  uint64_t bytes = 0;
  for (size_t i = first; i < end; ++i) {
    const Field& field = row[i];
    size_t label = LeastLabel(field.label, field.after_number);
    if (other_labels && field.other_label != nullptr) {
      const size_t other =
          LeastLabel(field.other_label, field.other_after_number);
      if (other < label) label = other;
    }
    if (label != 0) bytes += label + 1;
    bytes += uint64_t{2} * field.words;
  }
  return bytes;
}

// Some tokens of a row: those of a field, or a part of it.
struct RowPart {
  size_t first;
  size_t tokens;
  const char* name;  // of the field, or of the first of several
};

// From one field to another, labels included.
template <size_t N>
consteval RowPart FieldsFrom(const Field (&row)[N], const char* first,
                             const char* last) {
  const size_t begin = LabelAt(row, FieldOf(row, first));
  return {begin, TokensIn(row, FieldOf(row, last) + 1) - begin, first};
}

// Label and words.
template <size_t N>
consteval RowPart WholeField(const Field (&row)[N], const char* name) {
  return FieldsFrom(row, name, name);
}

// Words [first, first + words); without them, all of them.
template <size_t N>
consteval RowPart WordsOf(const Field (&row)[N], const char* name, size_t first,
                          size_t words) {
  const size_t field = FieldOf(row, name);
  const size_t all = row[field].words;
  // Does not compile if the field has fewer.
  if (first > all || words > all - first) __builtin_unreachable();
  return {WordsAt(row, field) + first, words, row[field].name};
}
template <size_t N>
consteval RowPart WordsOf(const Field (&row)[N], const char* name) {
  return WordsOf(row, name, 0, row[FieldOf(row, name)].words);
}

static_assert(AreEqual(kVertexRow[kStaticVertexFields].name, "blendWeights"));

// A row of each kind, as short as it gets.
static_assert(LeastBytes(kD3D12MaterialRow) ==
              LengthOf("Name: a Diffuse: 0 0 0 Fresnel0: 0 0 0 Roughness: 0 "
                       "AlphaClip: 0 MaterialTypeName: a DiffuseMap: a "
                       "NormalMap: a "));
static_assert(LeastBytes(kD3D11MaterialRow) ==
              LengthOf("Ambient: 0 0 0 Diffuse: 0 0 0 Specular: 0 0 0 "
                       "SpecPower: 0 Reflectivity: 0 0 0 AlphaClip: 0 "
                       "Effect: a DiffuseMap: a NormalMap: a "));
static_assert(LeastBytes(kSubsetRow) ==
              LengthOf("SubsetID: 0 VertexStart: 0 VertexCount: 0 "
                       "FaceStart: 0 FaceCount: 0 "));
static_assert(LeastBytes(kVertexRow) ==
              LengthOf("P: 0 0 0 T: 0 0 0 0 N: 0 0 0 T: 0 0 "
                       "W: 0 0 0 0 I: 0 0 0 0 "));
static_assert(LeastBytes(kTriangleRow) == LengthOf("0 0 0 "));
static_assert(LeastBytes(kBoneOffsetRow) ==
              LengthOf("B0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "));
static_assert(LeastBytes(kParentRow) == LengthOf("P0: 0 "));
static_assert(LeastBytes(kClipRow) == LengthOf("AnimationClip a { } "));
static_assert(LeastBytes(kClipBoneRow) == LengthOf("B0 #K: 0 { } "));
static_assert(LeastBytes(kKeyRow) ==
              LengthOf("T: 0 P: 0 0 0 S: 0 0 0 Q: 0 0 0 0 "));
static_assert(LeastBytes(kKeyRow, 0, FieldsIn(kKeyRow), false) ==
              LengthOf("Time: 0 Pos: 0 0 0 Scale: 0 0 0 Quat: 0 0 0 0 "));

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_SCHEMA_H_
