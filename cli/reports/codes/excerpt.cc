// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/codes/excerpt.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/memory/work_counter.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

constexpr size_t kExcerptsOfCode = 3;
constexpr size_t kRowBytes = 16;
constexpr std::string_view kDots = "...";

// Whether the bytes in front of text[at] are the beginning of its character.
bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xC0) == 0x80; }

Excerpt TextExcerpt(std::span<const uint8_t> file, const Finding& finding) {
  constexpr uint64_t kMost = Excerpt::kMostBytes;
  const uint64_t offset = finding.bytes.offset;
  const uint64_t before = std::min<uint64_t>(finding.column - 1, kMost);
  if (before > offset) return {};
  const uint64_t begin = offset - before;
  const uint64_t end = std::min<uint64_t>(file.size(), offset + kMost);
  Excerpt excerpt;
  excerpt.bytes.assign(file.begin() + static_cast<ptrdiff_t>(begin),
                       file.begin() + static_cast<ptrdiff_t>(end));
  CountWork(excerpt.bytes.size());
  excerpt.offset = begin;
  excerpt.is_text = true;
  excerpt.cut_before = uint64_t{finding.column} - 1 > before;
  const size_t line_end = excerpt.bytes.find('\n', before);
  if (line_end != std::string::npos) {
    excerpt.bytes.resize(line_end);
  } else {
    excerpt.cut_after = end < file.size();
  }
  if (excerpt.bytes.ends_with('\r')) excerpt.bytes.pop_back();
  // No part of a character at the cut.
  size_t part = 0;
  while (excerpt.cut_before && part < 3 && part < before &&
         IsContinuation(excerpt.bytes[part])) {
    ++part;
  }
  excerpt.bytes.erase(0, part);
  excerpt.offset += part;
  return excerpt;
}

Excerpt BinaryExcerpt(std::span<const uint8_t> file, const Finding& finding) {
  const uint64_t offset = finding.bytes.offset;
  const uint64_t marked = std::min<uint64_t>(finding.bytes.length, kRowBytes);
  const uint64_t size = std::min<uint64_t>(file.size(), kRowBytes);
  // The finding stands in the middle, but where the file begins or ends.
  const uint64_t before = std::min(offset, (kRowBytes - marked) / 2);
  const uint64_t begin = std::min(offset - before, file.size() - size);
  Excerpt excerpt;
  excerpt.bytes.assign(file.begin() + static_cast<ptrdiff_t>(begin),
                       file.begin() + static_cast<ptrdiff_t>(begin + size));
  CountWork(size);
  excerpt.offset = begin;
  return excerpt;
}

Excerpt MakeExcerpt(std::span<const uint8_t> file, const Finding& finding) {
  const ByteRange& place = finding.bytes;
  if (place.offset > file.size() || file.empty()) return {};
  if (finding.line != 0 && finding.column != 0) {
    return TextExcerpt(file, finding);
  }
  // About the file as a whole, or shown by the message already.
  if (place.offset == 0 && place.length >= file.size()) return {};
  if (finding.code == FindingCode::kFormatUnknown) return {};
  return BinaryExcerpt(file, finding);
}

// Text that is shown in one or more columns: a character, or an escape for it.
struct Cell {
  std::string shown;
  size_t width = 1;
  uint64_t offset = 0;  // of its first byte in the file
};

// Columns that a terminal gives a character that is no text trick. East Asian
// wide characters and emoji have two.
size_t ColumnsOf(char32_t c) {
  const bool wide =
      (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
      (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
      (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
      (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
      (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

// Whether a character is drawn over the one before it: marks would then not
// stand under what they mean.
bool IsCombining(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x483 && c <= 0x489) ||
         (c >= 0x591 && c <= 0x5C7) || (c >= 0x610 && c <= 0x61A) ||
         (c >= 0x64B && c <= 0x65F) || (c >= 0x900 && c <= 0x903) ||
         (c >= 0xE31 && c <= 0xE4E && c != 0xE32 && c != 0xE33) ||
         (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF) ||
         (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE00 && c <= 0xFE0F) ||
         (c >= 0xFE20 && c <= 0xFE2F);
}

// Decodes a UTF-8 character of more than one byte. REQUIRES: it is valid.
char32_t Decoded(std::string_view bytes) {
  char32_t c = static_cast<uint8_t>(bytes[0]) & (0x7Fu >> bytes.size());
  for (const char byte : bytes.substr(1)) {
    c = c << 6 | (static_cast<uint8_t>(byte) & 0x3Fu);
  }
  return c;
}

std::vector<Cell> Cells(const Excerpt& excerpt) {
  std::vector<Cell> cells;
  std::string_view left = excerpt.bytes;
  while (!left.empty()) {
    const std::string_view bytes = left.substr(0, FirstCharacterSize(left));
    Cell cell;
    cell.offset = excerpt.offset + (excerpt.bytes.size() - left.size());
    if (bytes == "\t") {
      cell.shown = "    ";
    } else {
      cell.shown = ToPrintable(bytes);
    }
    cell.width = cell.shown.size();
    if (bytes.size() > 1 && cell.shown == bytes) {
      const char32_t c = Decoded(bytes);
      cell.width = ColumnsOf(c);
      if (IsCombining(c)) {
        cell.shown = absl::StrFormat("\\u{%X}", static_cast<uint32_t>(c));
        cell.width = cell.shown.size();
      }
    }
    cells.push_back(std::move(cell));
    left.remove_prefix(bytes.size());
  }
  return cells;
}

// Which cells to show, so that they fit with the dots for what is cut.
struct Window {
  size_t begin = 0;
  size_t end = 0;
};

Window WindowOf(const std::vector<Cell>& cells, size_t mark, size_t columns) {
  size_t all = 0;
  for (const Cell& cell : cells) all += cell.width;
  if (all <= columns) return {0, cells.size()};
  columns -= std::min(columns, 2 * kDots.size());
  // A third of the line is for what comes before.
  Window window{mark, mark};
  size_t used = 0;
  while (window.begin > 0 &&
         used + cells[window.begin - 1].width <= columns / 3) {
    used += cells[--window.begin].width;
  }
  while (window.end < cells.size() &&
         used + cells[window.end].width <= columns) {
    used += cells[window.end++].width;
  }
  // And more, where little comes after it.
  while (window.begin > 0 && used + cells[window.begin - 1].width <= columns) {
    used += cells[--window.begin].width;
  }
  return window;
}

struct Drawing {
  std::string gutter;
  std::string shown;
  size_t mark_at = 0;     // columns of `shown` before the marks
  size_t mark_width = 1;  // columns that they take
};

Drawing DrawText(const Excerpt& excerpt, const Finding& finding,
                 size_t columns) {
  const std::vector<Cell> cells = Cells(excerpt);
  const uint64_t from = finding.bytes.offset;
  const uint64_t to = from + finding.bytes.length;
  const auto mark = static_cast<size_t>(
      std::find_if(cells.begin(), cells.end(),
                   [&](const Cell& cell) { return cell.offset >= from; }) -
      cells.begin());
  Drawing drawing;
  drawing.gutter = absl::StrCat(finding.line);
  columns -= std::min(columns, drawing.gutter.size() + 3);
  const Window window = WindowOf(cells, mark, std::max<size_t>(columns, 20));
  if (excerpt.cut_before || window.begin != 0) drawing.shown = kDots;
  drawing.mark_at = drawing.shown.size();
  drawing.mark_width = 0;
  for (size_t i = window.begin; i < window.end; ++i) {
    drawing.shown += cells[i].shown;
    if (cells[i].offset < from) {
      drawing.mark_at += cells[i].width;
    } else if (cells[i].offset < to) {
      drawing.mark_width += cells[i].width;
    }
  }
  drawing.mark_width = std::max<size_t>(drawing.mark_width, 1);
  if (excerpt.cut_after || window.end != cells.size()) drawing.shown += kDots;
  return drawing;
}

Drawing DrawBytes(const Excerpt& excerpt, const Finding& finding) {
  Drawing drawing;
  drawing.gutter = absl::StrFormat("0x%X", excerpt.offset);
  for (size_t i = 0; i < excerpt.bytes.size(); ++i) {
    absl::StrAppendFormat(&drawing.shown, "%s%02x", i == 0 ? "" : " ",
                          static_cast<uint8_t>(excerpt.bytes[i]));
  }
  const uint64_t before = finding.bytes.offset - excerpt.offset;
  const uint64_t marked =
      std::min<uint64_t>(finding.bytes.length, excerpt.bytes.size() - before);
  drawing.mark_at = static_cast<size_t>(3 * before);
  drawing.mark_width = marked == 0 ? 1 : static_cast<size_t>(3 * marked - 1);
  return drawing;
}

}  // namespace

std::vector<Excerpt> MakeExcerpts(std::span<const uint8_t> file,
                                  std::span<const Finding> findings) {
  std::vector<Excerpt> excerpts(findings.size());
  std::array<uint8_t, kFindingCodeCount> made{};
  for (size_t i = 0; i < findings.size(); ++i) {
    uint8_t& of_code = made[static_cast<size_t>(findings[i].code)];
    if (of_code == kExcerptsOfCode) continue;
    ++of_code;
    excerpts[i] = MakeExcerpt(file, findings[i]);
  }
  return excerpts;
}

std::string CodeFrame(const Excerpt& excerpt, const Finding& finding,
                      const FrameOptions& options) {
  const uint64_t offset = finding.bytes.offset;
  // A text's line break is not in the excerpt, but may be what is marked.
  const uint64_t most = excerpt.bytes.size() + (excerpt.is_text ? 1 : 0);
  if (excerpt.empty() || offset < excerpt.offset ||
      offset - excerpt.offset > most) {
    return {};
  }
  const size_t columns =
      options.width - std::min(options.width, options.indent);
  const Drawing drawing = excerpt.is_text ? DrawText(excerpt, finding, columns)
                                          : DrawBytes(excerpt, finding);
  const std::string indent(options.indent, ' ');
  const std::string dim = options.colors ? "\x1B[2m" : "";
  const std::string red = options.colors ? "\x1B[31m" : "";
  const std::string end = options.colors ? "\x1B[0m" : "";
  std::string out = absl::StrCat(indent, dim, drawing.gutter, " |", end);
  if (!drawing.shown.empty()) absl::StrAppend(&out, " ", drawing.shown);
  absl::StrAppend(&out, "\n", indent, dim,
                  std::string(drawing.gutter.size(), ' '), " |", end, " ",
                  std::string(drawing.mark_at, ' '), red,
                  std::string(drawing.mark_width, '^'), end, "\n");
  return out;
}

}  // namespace clipguard::cli
