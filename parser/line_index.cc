// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/line_index.h"

#include <algorithm>
#include <array>
#include <limits>

namespace clipguard {
namespace {

uint32_t Saturated(uint64_t value) {
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  return static_cast<uint32_t>(std::min(value, kMost));
}

}  // namespace

void LineIndex::AdvanceStride(size_t from, Mark& mark) const {
  // Carriage returns are rare: without them, lines end with LF, and all there
  // is to know is how many, and where the last one is. The loops are simple so
  // that compilers make vector code of them.
  constexpr size_t kLanes = 64;
  std::array<uint8_t, kLanes> line_feeds = {};
  uint8_t carriage_returns = 0;
  const uint8_t* const text = text_.data() + from;
  static_assert(kStride / kLanes <= 255);
  for (size_t i = 0; i < kStride; i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const uint8_t c = text[i + lane];
      line_feeds[lane] = static_cast<uint8_t>(line_feeds[lane] + (c == '\n'));
      carriage_returns |= static_cast<uint8_t>(c == '\r');
    }
  }
  if (carriage_returns != 0) {
    Advance(from, from + kStride, mark);
    return;
  }
  uint64_t lines = 0;
  for (const uint8_t count : line_feeds) lines += count;
  if (lines == 0) return;
  mark.lines += lines;
  size_t last = kStride;
  while (text[last - 1] != '\n') --last;
  mark.line_start = from + last;
}

void LineIndex::Advance(size_t from, size_t to, Mark& mark) const {
  for (size_t i = from; i < to; ++i) {
    const uint8_t c = text_[i];
    if (c != '\n' && c != '\r') continue;
    // CRLF is one end, at its LF.
    if (c == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n') continue;
    ++mark.lines;
    mark.line_start = i + 1;
  }
}

LinePlace LineIndex::Find(uint64_t offset) {
  if (marks_.empty()) {
    marks_.reserve(text_.size() / kStride + 1);
    Mark mark;
    marks_.push_back(mark);
    for (size_t at = 0; text_.size() - at >= kStride; at += kStride) {
      AdvanceStride(at, mark);
      marks_.push_back(mark);
    }
  }
  const auto at = static_cast<size_t>(std::min<uint64_t>(offset, text_.size()));
  Mark mark = marks_[at / kStride];
  Advance(at / kStride * kStride, at, mark);
  return {Saturated(mark.lines + 1), Saturated(at - mark.line_start + 1)};
}

}  // namespace clipguard
