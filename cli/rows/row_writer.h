// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Writes rows of samples as CSV, JSON, or NumPy's arrays. The contents of cells
// are the same in all of them.

#ifndef CLIPGUARD_CLI_ROWS_ROW_WRITER_H_
#define CLIPGUARD_CLI_ROWS_ROW_WRITER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/output_file.h"
#include "cli/io/environment.h"
#include "cli/rows/numpy_file.h"
#include "cli/rows/row_source.h"

namespace clipguard::cli {

enum class TableFormat : uint8_t { kCsv, kJson, kNdjson, kNpy, kNpz };

// "csv", "json", "ndjson", "npy", "npz".
std::span<const std::string_view> TableFormatNames();
// REQUIRES: it is one of them.
TableFormat TableFormatOf(std::string_view name);
inline bool IsNumpy(TableFormat format) {
  return format == TableFormat::kNpy || format == TableFormat::kNpz;
}

// Bytes that a number takes as text, with what separates it from the next one:
// about so many, as most float32 have eight or nine digits.
inline constexpr uint64_t kBytesOfNumber = 11;

// The text columns of a row, in their order; the time is between clip and part.
enum TextColumn : uint8_t { kFileText, kClipText, kPartText, kJointText };
inline constexpr size_t kTextColumns = 4;
using RowTexts = std::array<std::string_view, kTextColumns>;

// The beginning of a row of a CSV table, up to its time. Kept for the next row
// of the same clip, which mostly has the same.
struct RowStart {
  float time = 0;
  std::string csv;
};

struct TableLayout {
  TableFormat format = TableFormat::kCsv;
  TableShape shape = TableShape::kWide;
  std::array<bool, kTextColumns> texts = {};
  std::string joint_title = "joint";
  std::vector<size_t> columns;  // of ValueColumns()
  // NumPy's arrays say beforehand how many rows there are, and how long texts
  // are at most: in characters.
  uint64_t rows = 0;
  std::array<size_t, kTextColumns> widths = {};
};

// Thread-safe.
class RowWriter {
 public:
  explicit RowWriter(TableLayout layout);

  const TableLayout& layout() const { return layout_; }

  // The text before the first row, and after the last one. Empty for an
  // archive: see RowOutput.
  std::string Header() const;
  std::string Footer() const;

  // Appends a row. `start` is that of the row before if file and clip are the
  // same, else a new one. False if a text has no room in a NumPy array: the
  // file is no longer what it was when they were measured.
  [[nodiscard]] bool Append(const RowTexts& texts, const SampleRow& row,
                            RowStart& start, std::string& out) const;

  // Bytes of a row in NumPy's formats.
  size_t row_bytes() const { return row_bytes_; }

  // How large a table becomes with so many rows, if `values` cells have a
  // number, and all texts have so many bytes. Exact for NumPy's formats, else
  // about right; 2^63 if it is more.
  uint64_t Bytes(uint64_t rows, uint64_t values, uint64_t text_bytes) const;

  // The arrays of an archive, in the order in which they are in a row.
  std::vector<NpzWriter::Array> Arrays() const;

 private:
  void AppendCsvRow(const RowTexts& texts, const SampleRow& row,
                    RowStart& start, std::string& out) const;
  void AppendJsonRow(const RowTexts& texts, const SampleRow& row,
                     std::string& out) const;
  bool AppendRecord(const RowTexts& texts, const SampleRow& row,
                    std::string& out) const;
  bool has(size_t text) const { return layout_.texts[text]; }
  std::string_view title(size_t text) const;

  TableLayout layout_;
  std::vector<uint8_t> is_boolean_;     // of columns
  std::vector<std::string> json_keys_;  // of columns: ,"x":
  size_t row_bytes_ = 0;
};

// Where rows go, piece after piece.
class RowOutput {
 public:
  // `archive` is the file that `out` is, of an .npz; else null.
  RowOutput(const RowWriter& writer, Output& out, OutputFile* archive);

  void Begin();
  // Rows that the writer has appended to one text.
  void Add(std::string_view rows);
  // False if there are not as many rows as a NumPy array has said.
  [[nodiscard]] bool End();

 private:
  const RowWriter& writer_;
  Output& out_;
  OutputFile* archive_;
  std::optional<NpzWriter> npz_;
  std::vector<size_t> array_bytes_;
  uint64_t bytes_ = 0;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_ROWS_ROW_WRITER_H_
