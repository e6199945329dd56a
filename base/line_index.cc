// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/line_index.h"

#include <algorithm>
#include <cstring>
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
  // is to know is how many, and where the last one is. A comparison of vectors
  // gives -1 where it is true.
  using Bytes __attribute__((vector_size(16))) = uint8_t;
  Bytes line_feeds[4] = {};
  Bytes returns = {};
  const uint8_t* const text = text_.data() + from;
  static_assert(kStride / (4 * sizeof(Bytes)) <= 255);
  for (size_t i = 0; i < kStride; i += 4 * sizeof(Bytes)) {
    for (size_t k = 0; k < 4; ++k) {
      Bytes bytes;
      std::memcpy(&bytes, text + i + k * sizeof(Bytes), sizeof(bytes));
      line_feeds[k] -= reinterpret_cast<Bytes>(bytes == uint8_t{'\n'});
      returns |= reinterpret_cast<Bytes>(bytes == uint8_t{'\r'});
    }
  }
  uint64_t lines = 0;
  bool carriage_returns = false;
  for (size_t lane = 0; lane < sizeof(Bytes); ++lane) {
    for (const Bytes& count : line_feeds) lines += count[lane];
    carriage_returns |= returns[lane] != 0;
  }
  if (carriage_returns) {
    Advance(from, from + kStride, mark);
    return;
  }
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
  // Who asks in order pays for each byte once.
  const size_t begin = at / kStride * kStride;
  if (found_at_ < begin || found_at_ > at) {
    found_ = marks_[at / kStride];
    found_at_ = begin;
  }
  Advance(found_at_, at, found_);
  found_at_ = at;
  return {Saturated(found_.lines + 1), Saturated(at - found_.line_start + 1)};
}

}  // namespace clipguard
