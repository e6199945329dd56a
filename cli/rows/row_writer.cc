// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/row_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/numbers.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 5> kFormats = {"csv", "json", "ndjson",
                                                      "npy", "npz"};
// Between the rows of a list.
constexpr std::string_view kBetween = ",\n";

// Whether a row has a value in a column, and which.
struct Cell {
  bool there = false;
  float value = 0;
};

Cell CellOf(const SampleRow& row, size_t column) {
  const size_t i = column - row.first;  // of an earlier one: very large
  if (i >= row.values.size() || !row.there[i]) return {};
  return {true, row.values[i]};
}

// A number, or the name of what JSON has no number for.
void AppendJsonFloat(float value, std::string& out) {
  const bool is_text = !std::isfinite(value);
  if (is_text) out += '"';
  AppendColumnFloat(value, out);
  if (is_text) out += '"';
}

void AppendFloat(float value, std::string& out) {
  const auto bits = std::bit_cast<uint32_t>(value);
  for (size_t i = 0; i < sizeof(bits); ++i) {
    out += static_cast<char>(bits >> (8 * i) & 0xff);
  }
}

// The code points of a text that is UTF-8.
template <typename Visit>
void ForEachCodePoint(std::string_view utf8, Visit visit) {
  for (size_t i = 0; i < utf8.size();) {
    const auto first = static_cast<uint8_t>(utf8[i]);
    const size_t size = first < 0x80   ? 1
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                                       : 4;
    uint32_t c = size == 1 ? first : first & (0xffu >> (size + 1));
    for (size_t k = 1; k < size; ++k) {
      c = c << 6 | (static_cast<uint8_t>(utf8[i + k]) & 0x3f);
    }
    visit(c);
    i += size;
  }
}

// NumPy has no texts without room.
size_t Room(size_t width) { return std::max<size_t>(width, 1); }

}  // namespace

std::span<const std::string_view> TableFormatNames() { return kFormats; }

TableFormat TableFormatOf(std::string_view name) {
  return static_cast<TableFormat>(std::ranges::find(kFormats, name) -
                                  kFormats.begin());
}

RowWriter::RowWriter(TableLayout layout) : layout_(std::move(layout)) {
  const auto columns = ValueColumns(layout_.shape);
  for (const size_t column : layout_.columns) {
    is_boolean_.push_back(columns[column].is_boolean);
  }
  if (layout_.format == TableFormat::kJson ||
      layout_.format == TableFormat::kNdjson) {
    for (const size_t column : layout_.columns) {
      json_keys_.push_back(absl::StrCat(",\"", columns[column].name, "\":"));
    }
  }
  row_bytes_ = sizeof(float) * (1 + layout_.columns.size());
  for (size_t i = 0; i < kTextColumns; ++i) {
    if (has(i)) row_bytes_ += 4 * Room(layout_.widths[i]);
  }
}

std::string_view RowWriter::title(size_t text) const {
  constexpr std::array<std::string_view, kTextColumns> kTitles = {
      "file", "clip", "part", "joint"};
  return text == kJointText ? layout_.joint_title : kTitles[text];
}

std::string RowWriter::Header() const {
  const auto columns = ValueColumns(layout_.shape);
  switch (layout_.format) {
    case TableFormat::kJson:
      return "[";
    case TableFormat::kNdjson:
    case TableFormat::kNpz:
      return {};
    case TableFormat::kNpy: {
      std::string descr = "[";
      const auto add = [&](std::string_view name, std::string_view type) {
        absl::StrAppendFormat(&descr, "%s('%s', '%s')",
                              descr.size() > 1 ? ", " : "", name, type);
      };
      for (size_t i = 0; i < kTextColumns; ++i) {
        if (i == kPartText) add("time", "<f4");
        if (has(i)) add(title(i), absl::StrCat("<U", Room(layout_.widths[i])));
      }
      for (const size_t column : layout_.columns) {
        add(columns[column].name, "<f4");
      }
      return NumpyHeader(descr + "]", absl::StrCat(layout_.rows, ","));
    }
    case TableFormat::kCsv:
      break;
  }
  std::string header;
  const auto add = [&](std::string_view name) {
    if (!header.empty()) header += ',';
    header += name;
  };
  for (size_t i = 0; i < kTextColumns; ++i) {
    if (i == kPartText) add("time");
    if (has(i)) add(title(i));
  }
  for (const size_t column : layout_.columns) add(columns[column].name);
  return header + "\n";
}

std::string RowWriter::Footer() const {
  return layout_.format == TableFormat::kJson ? "]\n" : "";
}

uint64_t RowWriter::Bytes(uint64_t rows, uint64_t values,
                          uint64_t text_bytes) const {
  size_t of_row = row_bytes_;
  double of_values = 0;
  if (!IsNumpy(layout_.format)) {
    const bool is_csv = layout_.format == TableFormat::kCsv;
    const std::string_view nothing = is_csv ? "" : "null";
    // Each cell is empty, until it has a value.
    of_row =
        kBytesOfNumber + layout_.columns.size() * (nothing.size() + is_csv);
    for (const std::string& key : json_keys_) of_row += key.size();
    for (size_t i = 0; i < kTextColumns; ++i) {
      if (has(i)) of_row += is_csv ? 1 : title(i).size() + 6;
    }
    of_values = static_cast<double>(values) *
                static_cast<double>(kBytesOfNumber - 1 - nothing.size());
    of_values += static_cast<double>(text_bytes);
  }
  constexpr double kMost = 0x1p63;
  return static_cast<uint64_t>(std::min(
      static_cast<double>(rows) * static_cast<double>(of_row) + of_values,
      kMost));
}

bool RowWriter::Append(const RowTexts& texts, const SampleRow& row,
                       RowStart& start, std::string& out) const {
  switch (layout_.format) {
    case TableFormat::kCsv:
      AppendCsvRow(texts, row, start, out);
      return true;
    case TableFormat::kJson:
      out += kBetween;
      AppendJsonRow(texts, row, out);
      return true;
    case TableFormat::kNdjson:
      AppendJsonRow(texts, row, out);
      out += '\n';
      return true;
    case TableFormat::kNpy:
    case TableFormat::kNpz:
      break;
  }
  return AppendRecord(texts, row, out);
}

void RowWriter::AppendCsvRow(const RowTexts& texts, const SampleRow& row,
                             RowStart& start, std::string& out) const {
  if (start.csv.empty() || std::bit_cast<uint32_t>(start.time) !=
                               std::bit_cast<uint32_t>(row.time)) {
    start.time = row.time;
    start.csv.clear();
    for (const size_t i : {kFileText, kClipText}) {
      if (!has(i)) continue;
      AppendCsv(texts[i], start.csv);
      start.csv += ',';
    }
    AppendColumnFloat(row.time, start.csv);
    start.csv += ',';
  }
  out += start.csv;
  for (const size_t i : {kPartText, kJointText}) {
    if (!has(i)) continue;
    AppendCsv(texts[i], out);
    out += ',';
  }
  for (size_t i = 0; i < layout_.columns.size(); ++i) {
    const Cell cell = CellOf(row, layout_.columns[i]);
    if (cell.there && is_boolean_[i] != 0) {
      out += cell.value != 0 ? '1' : '0';
    } else if (cell.there) {
      AppendColumnFloat(cell.value, out);
    }
    out += ',';
  }
  out.back() = '\n';
}

void RowWriter::AppendJsonRow(const RowTexts& texts, const SampleRow& row,
                              std::string& out) const {
  out += '{';
  for (size_t i = 0; i < kTextColumns; ++i) {
    if (i == kPartText) {
      out += out.back() == '{' ? "\"time\":" : ",\"time\":";
      AppendJsonFloat(row.time, out);
    }
    if (!has(i)) continue;
    if (out.back() != '{') out += ',';
    absl::StrAppendFormat(&out, "\"%s\":", title(i));
    // The part of a wide row, or what a part has no joint for.
    if (texts[i].empty()) {
      out += "null";
    } else {
      AppendJson(texts[i], out);
    }
  }
  for (size_t i = 0; i < layout_.columns.size(); ++i) {
    const Cell cell = CellOf(row, layout_.columns[i]);
    out += json_keys_[i];
    if (!cell.there) {
      out += "null";
    } else if (is_boolean_[i] != 0) {
      out += cell.value != 0 ? "true" : "false";
    } else {
      AppendJsonFloat(cell.value, out);
    }
  }
  out += '}';
}

bool RowWriter::AppendRecord(const RowTexts& texts, const SampleRow& row,
                             std::string& out) const {
  const auto append_text = [&](size_t i) {
    if (!has(i)) return true;
    size_t room = Room(layout_.widths[i]);
    bool fits = true;
    ForEachCodePoint(ToUtf8(texts[i]), [&](uint32_t c) {
      fits = fits && room != 0;
      if (!fits) return;
      --room;
      for (size_t k = 0; k < 4; ++k) {
        out += static_cast<char>(c >> (8 * k) & 0xff);
      }
    });
    out.append(4 * room, '\0');
    return fits;
  };
  const auto append_numbers = [&] {
    for (const size_t column : layout_.columns) {
      const Cell cell = CellOf(row, column);
      AppendFloat(cell.there ? cell.value : kNan, out);
    }
  };
  if (layout_.format == TableFormat::kNpz) {
    AppendFloat(row.time, out);
    append_numbers();
    return append_text(kFileText) && append_text(kClipText) &&
           append_text(kPartText) && append_text(kJointText);
  }
  if (!append_text(kFileText) || !append_text(kClipText)) return false;
  AppendFloat(row.time, out);
  if (!append_text(kPartText) || !append_text(kJointText)) return false;
  append_numbers();
  return true;
}

std::vector<NpzWriter::Array> RowWriter::Arrays() const {
  std::vector<NpzWriter::Array> arrays = {{"time", "'<f4'", "", sizeof(float)}};
  const auto columns = ValueColumns(layout_.shape);
  for (const size_t column : layout_.columns) {
    const std::string& name = columns[column].array;
    if (arrays.back().name != name) arrays.push_back({name, "'<f4'", "", 0});
    NpzWriter::Array& array = arrays.back();
    array.row_bytes += sizeof(float);
    const size_t width = array.row_bytes / sizeof(float);
    // One chosen column, or a state, makes an array of numbers, not of lists.
    if (width > 1) array.shape = absl::StrCat(width);
    if (name == "matrix" && width == 16) array.shape = "4, 4";
  }
  // Texts are last: not all who read such archives know what they are. "file"
  // is an argument of numpy.savez(), which would take it for that.
  for (size_t i = 0; i < kTextColumns; ++i) {
    if (!has(i)) continue;
    const size_t room = Room(layout_.widths[i]);
    arrays.push_back({i == kFileText ? "path" : std::string(title(i)),
                      absl::StrCat("'<U", room, "'"), "", 4 * room});
  }
  return arrays;
}

RowOutput::RowOutput(const RowWriter& writer, Output& out, OutputFile* archive)
    : writer_(writer), out_(out), archive_(archive) {}

void RowOutput::Begin() {
  if (archive_ == nullptr) {
    out_.Write(writer_.Header());
    return;
  }
  std::vector<NpzWriter::Array> arrays = writer_.Arrays();
  for (const NpzWriter::Array& array : arrays) {
    array_bytes_.push_back(array.row_bytes);
  }
  npz_.emplace(std::move(arrays), writer_.layout().rows, *archive_);
}

void RowOutput::Add(std::string_view rows) {
  if (rows.empty()) return;
  const bool is_first = bytes_ == 0;
  bytes_ += rows.size();
  if (!npz_) {
    if (is_first && writer_.layout().format == TableFormat::kJson) {
      rows.remove_prefix(kBetween.size());
      out_.Write("\n");
    }
    out_.Write(rows);
    return;
  }
  // Beyond what was said there is no room: End() says so.
  const size_t row_bytes = writer_.row_bytes();
  if (bytes_ > writer_.layout().rows * row_bytes) return;
  size_t begin = 0;
  std::string column;
  for (size_t a = 0; a < array_bytes_.size(); ++a) {
    column.clear();
    for (size_t i = begin; i < rows.size(); i += row_bytes) {
      column += rows.substr(i, array_bytes_[a]);
    }
    npz_->Append(a, column);
    begin += array_bytes_[a];
  }
}

bool RowOutput::End() {
  if (!IsNumpy(writer_.layout().format)) {
    if (bytes_ != 0 && writer_.layout().format == TableFormat::kJson) {
      out_.Write("\n");
    }
    out_.Write(writer_.Footer());
    return true;
  }
  if (bytes_ != writer_.layout().rows * writer_.row_bytes()) return false;
  if (npz_) npz_->Finish();
  return true;
}

}  // namespace clipguard::cli
