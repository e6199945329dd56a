// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How the rows of a section are read: one after the other, each field by field
// as schema.h says; and, where rows are many, at once if it is a QuickRow.
//
// A lost row still counts as a row, so that the next one has its own number.

#ifndef CLIPGUARD_PARSER_M3D_READER_SECTION_ROWS_H_
#define CLIPGUARD_PARSER_M3D_READER_SECTION_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "parser/finding.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/quick_row.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {

// ---- The fields of a row ----------------------------------------------------

// Options for reading the fields of a row.
struct FieldOptions {
  RowEnds ends;
  bool other_labels = false;  // those of the fields that have some
};

// Reads one field of a row. kIndex is for the caller, who knows the range.
template <const auto& kRow, size_t kField, typename Value>
Outcome ReadField(RowReader& in, Value& value, const ElementPath& at,
                  const FieldOptions& options) {
  constexpr const Field& kThis = kRow[kField];
  std::string_view label = kThis.label;
  if constexpr (kThis.other_label != nullptr) {
    if (options.other_labels) label = kThis.other_label;
  }
  if constexpr (kThis.kind == Kind::kReal) {
    return in.LabelledReals(label, RealsOf(value), at, options.ends);
  } else {
    const Outcome outcome = in.Label(label, at, options.ends);
    if (outcome != Outcome::kRead) return outcome;
    if constexpr (kThis.kind == Kind::kWhole) {
      return in.Uint32(value, at);
    } else if constexpr (kThis.kind == Kind::kFlag) {
      return in.Flag(value, at);
    } else {
      static_assert(kThis.kind == Kind::kName);
      std::string_view next = options.ends.next;
      if constexpr (kField + 1 < FieldsIn(kRow)) next = kRow[kField + 1].label;
      return in.Name(value, next, at);
    }
  }
}

// Takes fields [kFirst, kEnd) of a row, all of them reals, into its members
// (character_fields.h). kOther: they have their other labels.
template <const auto& kRow, bool kOther = false, size_t kFirst = 0,
          size_t kEnd = FieldsIn(kRow), typename Members, typename Get>
bool TakeFields(QuickRow& row, const Members& members, Get get) {
  return ForEachField<kRow, kFirst, kEnd>(
      members, get, [&](auto field, auto& value) {
        constexpr const Field& kField = kRow[field];
        constexpr std::string_view kLabel =
            kOther ? kField.other_label : kField.label;
        return row.Label(kLabel) && row.Reals(RealsOf(value));
      });
}

// Reads fields [kFirst, kEnd) of a row into its members.
template <const auto& kRow, size_t kFirst = 0, size_t kEnd = FieldsIn(kRow),
          typename Members, typename Get>
Outcome ReadFields(RowReader& in, const Members& members, Get get,
                   ElementPath at, const FieldOptions& options) {
  Outcome outcome = Outcome::kRead;
  ForEachField<kRow, kFirst, kEnd>(members, get, [&](auto field, auto& value) {
    at.field = kRow[field].name;
    outcome = ReadField<kRow, field>(in, value, at, options);
    return outcome == Outcome::kRead;
  });
  return outcome;
}

// Sets fields [0, kEnd) of a row to 0.
template <const auto& kRow, size_t kEnd = FieldsIn(kRow), typename Members,
          typename Get>
void ClearFields(const Members& members, Get get) {
  ForEachField<kRow, 0, kEnd>(members, get, [](auto, auto& value) {
    value = {};
    return true;
  });
}

// ---- The rows of a section --------------------------------------------------

// Whether there is a banner where row number `row` should be. Reports it.
inline bool IsBannerInstead(Reading& r, Section section, uint64_t row) {
  const Token token = r.cursor().Peek();
  if (!LooksLikeBanner(token.text)) return false;
  r.in.Report(FindingCode::kElementsMissing, token.range(),
              {.field = SectionName(section)},
              {absl::StrCat(row), absl::StrCat(RowsOf(r.counts, section)),
               RowPlural(section)});
  return true;
}

// Makes room for the places of a section's rows.
inline std::vector<uint64_t>& PlacesOf(Reading& r, Section section) {
  constexpr uint64_t kStep = CharacterPlaces::kRowsAPlace;
  std::vector<uint64_t>& places = r.places.rows[static_cast<size_t>(section)];
  places.resize((RowsOf(r.counts, section) + kStep - 1) / kStep);
  return places;
}

inline void Remember(Reading& r, uint64_t row, std::vector<uint64_t>& places) {
  constexpr uint64_t kStep = CharacterPlaces::kRowsAPlace;
  if (row % kStep == 0) places[row / kStep] = r.cursor().offset();
}

// Whether take(row) takes the next row as a whole. If not, nothing is taken.
template <typename Take>
bool TakeQuickRow(Reading& r, Take take) {
  if (!r.quick_rows) return false;
  const size_t begin = r.cursor().offset();
  QuickRow row(r.in.bytes(), begin);
  const bool taken = take(row);
  CountWork(row.offset() - begin);
  if (taken) r.cursor().MoveTo(row.offset());
  return taken;
}

// Reads the rows of a section: row i with read(i), unless take(row, i) takes it
// as a whole. Sets whole_rows.
template <typename ReadRow, typename Take>
Outcome ReadRows(Reading& r, Section section, ReadRow read, Take take) {
  const uint64_t count = RowsOf(r.counts, section);
  std::vector<uint64_t>& places = PlacesOf(r, section);
  r.whole_rows = 0;
  for (uint64_t i = 0; i < count; ++i) {
    Remember(r, i, places);
    if (!TakeQuickRow(r, [&](QuickRow& row) { return take(row, i); })) {
      if (IsBannerInstead(r, section, i) || !r.cursor().BeginRow()) {
        return Outcome::kLost;
      }
      if (read(i) == Outcome::kEnded) return Outcome::kEnded;
    }
    if (r.in.ok()) r.whole_rows = i + 1;
  }
  return Outcome::kRead;
}
template <typename ReadRow>
Outcome ReadRows(Reading& r, Section section, ReadRow read) {
  return ReadRows(r, section, read, [](QuickRow&, uint64_t) { return false; });
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_SECTION_ROWS_H_
