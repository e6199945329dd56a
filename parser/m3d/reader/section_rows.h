// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How the rows of a section are read: one after the other, each field by field
// as schema.h says; and, where rows are many, by a kernel of bulk_rows.h as
// long as it can.
//
// A lost row still counts as a row, so that the next one has its own number.

#ifndef CLIPGUARD_PARSER_M3D_READER_SECTION_ROWS_H_
#define CLIPGUARD_PARSER_M3D_READER_SECTION_ROWS_H_

#include <algorithm>
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
#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {

// ---- The fields of a row ----------------------------------------------------

// What the fields of a row are read with.
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

// Reads fields [kFirst, kEnd) of a row into its members (character_fields.h).
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

// Reads the rows of a section with read(i).
template <typename ReadRow>
Outcome ReadRows(Reading& r, Section section, ReadRow read) {
  const uint64_t count = RowsOf(r.counts, section);
  std::vector<uint64_t>& places = PlacesOf(r, section);
  for (uint64_t i = 0; i < count; ++i) {
    Remember(r, i, places);
    if (IsBannerInstead(r, section, i) || !r.cursor().BeginRow()) {
      return Outcome::kLost;
    }
    if (read(i) == Outcome::kEnded) return Outcome::kEnded;
  }
  return Outcome::kRead;
}

// ---- With a kernel's help ---------------------------------------------------

// When to ask a kernel again that read little of what it cut into tokens: after
// 2, 4, 8 ... rows, so that a file with many rows that it cannot read costs
// little more than without it.
class BackOff {
 public:
  bool IsOver() {
    if (wait_ != 0) --wait_;
    return wait_ == 0;
  }
  // Of a kernel that read `read` bytes and cut up `scanned`.
  void Result(uint64_t read, uint64_t scanned) {
    const bool paid = read != 0 && scanned <= kMostScanned * read;
    next_ = paid ? 1 : std::min<uint64_t>(next_ * 2, 256);
    wait_ = paid ? 0 : next_;
  }

 private:
  static constexpr uint64_t kMostScanned = 8;  // bytes for each one read

  uint64_t next_ = 1;
  uint64_t wait_ = 0;
};

// ReadReal(), as bulk_rows.h has it.
bool ReadRealBytes(const uint8_t* text, size_t length, float* value);

// Lets a kernel read what it can: bulk(text) says how many rows it did.
template <typename Bulk>
size_t ReadInBulk(Reading& r, BackOff& back_off, uint64_t row, uint64_t* places,
                  Bulk bulk) {
  if (r.bulk == nullptr || r.cursor().offset() < kRoomBefore ||
      !back_off.IsOver()) {
    return 0;
  }
  BulkText text = {r.in.bytes().data(),
                   r.in.bytes().size(),
                   r.cursor().offset(),
                   ReadRealBytes,
                   places,
                   row,
                   0};
  const size_t rows = bulk(text);
  CountWork(text.scanned);
  back_off.Result(text.offset - r.cursor().offset(), text.scanned);
  if (rows != 0) r.cursor().MoveTo(text.offset);
  return rows;
}

// ReadRows() with a kernel's help: bulk(text, i) reads rows from number i on.
// Sets whole_rows.
template <typename Bulk, typename ReadRow>
Outcome ReadManyRows(Reading& r, Section section, Bulk bulk, ReadRow read) {
  static_assert(CharacterPlaces::kRowsAPlace == kRowsAMark);
  const uint64_t count = RowsOf(r.counts, section);
  std::vector<uint64_t>& places = PlacesOf(r, section);
  BackOff back_off;
  r.whole_rows = 0;
  for (uint64_t i = 0; i < count; ++i) {
    i += ReadInBulk(r, back_off, i, places.data(),
                    [&](BulkText& text) { return bulk(text, i); });
    if (r.in.ok()) r.whole_rows = i;
    if (i == count) break;
    Remember(r, i, places);
    if (IsBannerInstead(r, section, i) || !r.cursor().BeginRow()) {
      return Outcome::kLost;
    }
    if (read(i) == Outcome::kEnded) return Outcome::kEnded;
    if (r.in.ok()) r.whole_rows = i + 1;
  }
  return Outcome::kRead;
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_SECTION_ROWS_H_
