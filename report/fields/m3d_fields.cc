// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/m3d_fields.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"

namespace clipguard::report {
namespace {

using m3d::IsLabel;
using m3d::Section;
using m3d::Token;
using SchemaField = m3d::Field;

// A field of a row, and where it is in it.
struct Found {
  const SchemaField* field = nullptr;
  size_t index = 0;
};

// The field of a row that a token is the label of. Labels that two fields have
// are those of the next one.
Found FieldOfLabel(std::string_view token, std::span<const SchemaField> row,
                   size_t next) {
  for (size_t i = 0; i < row.size(); ++i) {
    const size_t index = (next + i) % row.size();
    if (IsLabel(token, row[index])) return {&row[index], index};
  }
  return {};
}

// A row of D3D10 triangles, whose last word is the number of the material.
constexpr SchemaField kD3D10Triangle = {"", "", m3d::Kind::kIndex,
                                        m3d::TokensIn(m3d::kD3D10TriangleRow)};

class Walker {
 public:
  Walker(std::span<const uint8_t> bytes, FieldList& fields)
      : in_(bytes), fields_(fields) {}

  void Walk() {
    while (const Token token = in_.Next()) {
      if (token.offset > fields_.end() || fields_.full()) return;
      is_d3d10_ |= m3d::IsD3D10MaterialsBanner(token.text);
      if (const auto section = m3d::SectionOfBanner(token.text)) {
        Begin(*section, token);
      } else if (section_ == Section::kTriangles || !Label(token)) {
        Word(token);
      }
    }
  }

 private:
  void Begin(Section section, const Token& token) {
    section_ = section;
    row_ = std::nullopt;
    next_ = 0;
    words_left_ = 0;
    if (section == Section::kTriangles) ExpectTriangle();
    fields_.Add(token.range(), FieldType::kLabel,
                [&] { return std::string(m3d::SectionName(section)); });
  }

  // Takes a label, and what follows from it.
  bool Label(const Token& token) {
    if (!section_) return false;
    const Found found = Find(*section_, token.text);
    if (found.field == nullptr) return false;
    next_ = found.index + 1;
    Expect(*found.field);
    fields_.Add(token.range(), FieldType::kLabel, [&] { return Path(); });
    return true;
  }

  Found Find(Section section, std::string_view token) {
    switch (section) {
      case Section::kHeader:
        return FieldOfLabel(token, m3d::kHeaderRow, next_);
      case Section::kMaterials: {
        const Found found = InRow(token, m3d::kD3D12MaterialRow);
        return found.field != nullptr ? found
                                      : InRow(token, m3d::kD3D11MaterialRow);
      }
      case Section::kSubsets:
        return InRow(token, m3d::kSubsetRow);
      case Section::kVertices:
        return InRow(token, m3d::kVertexRow);
      case Section::kTriangles:
        return {};
      case Section::kBoneOffsets:
        return InRow(token, m3d::kBoneOffsetRow);
      case Section::kHierarchy:
        return InRow(token, m3d::kParentRow);
      case Section::kClips:
        return InClip(token);
    }
    return {};
  }

  // Rows begin with their first field.
  Found InRow(std::string_view token, std::span<const SchemaField> row) {
    const Found found = FieldOfLabel(token, row, next_);
    if (found.field != nullptr && found.index == 0) row_ = row_ ? *row_ + 1 : 0;
    return found;
  }

  Found InClip(std::string_view token) {
    if (IsLabel(token, m3d::kClipRow[0])) {
      row_ = row_ ? *row_ + 1 : 0;
      bone_ = key_ = std::nullopt;
      clip_name_.clear();
      return {&m3d::kClipRow[0], 0};
    }
    if (IsLabel(token, m3d::kClipBoneRow[0])) {
      bone_ = bone_ ? *bone_ + 1 : 0;
      key_ = std::nullopt;
      return {&m3d::kClipBoneRow[0], 0};
    }
    if (IsLabel(token, m3d::kClipBoneRow[1])) return {&m3d::kClipBoneRow[1], 0};
    const Found found = FieldOfLabel(token, m3d::kKeyRow, next_);
    if (found.field != nullptr && found.index == 0) key_ = key_ ? *key_ + 1 : 0;
    return found;
  }

  void ExpectTriangle() {
    Expect(is_d3d10_ ? kD3D10Triangle : m3d::kTriangleRow[0]);
  }

  void Expect(const SchemaField& field) {
    field_ = &field;
    words_left_ = field.words;
    words_begin_ = std::nullopt;
  }

  // Takes a word of the field that is expected; others are passed over.
  void Word(const Token& token) {
    if (words_left_ == 0) return;
    if (!words_begin_) words_begin_ = token.offset;
    if (--words_left_ != 0) return;
    if (section_ == Section::kTriangles) row_ = row_ ? *row_ + 1 : 0;
    if (section_ == Section::kClips && field_ == &m3d::kClipRow[0]) {
      clip_name_ = token.text;
    }
    const uint64_t end = token.offset + token.text.size();
    fields_.Add({*words_begin_, end - *words_begin_}, FieldType::kWord,
                [&] { return Path(); });
    if (section_ == Section::kTriangles) ExpectTriangle();
  }

  // As in findings.
  std::string Path() const {
    if (!section_) return {};
    if (section_ == Section::kHeader) return field_->label;
    std::string path;
    if (section_ == Section::kClips) {
      path = m3d::ClipPath(row_.value_or(0), clip_name_);
      if (bone_) absl::StrAppend(&path, ".bones[", *bone_, "]");
      if (key_) absl::StrAppend(&path, ".keyframes[", *key_, "]");
    } else {
      path = m3d::RowPlural(*section_);
      absl::StrAppend(&path, "[", row_.value_or(0), "]");
    }
    const std::string_view name = field_->name;
    if (!name.empty()) {
      path += '.';
      path += name;
    }
    return path;
  }

  m3d::TokenCursor in_;
  FieldList& fields_;
  bool is_d3d10_ = false;
  std::optional<Section> section_;
  std::optional<uint64_t> row_;
  std::optional<uint64_t> bone_;  // of a clip
  std::optional<uint64_t> key_;   // of a bone
  std::string clip_name_;
  size_t next_ = 0;  // the field after the last one
  const SchemaField* field_ = nullptr;
  size_t words_left_ = 0;
  std::optional<uint64_t> words_begin_;
};

}  // namespace

void ListM3dFields(std::span<const uint8_t> bytes, FieldList& fields) {
  Walker(bytes, fields).Walk();
}

}  // namespace clipguard::report
