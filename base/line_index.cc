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

bool LineIndex::EndsLine(size_t at) const {
  if (text_[at] != '\r') return text_[at] == '\n';
  // CRLF is one end, at its LF.
  return at + 1 == text_.size() || text_[at + 1] != '\n';
}

void LineIndex::AdvanceStride(size_t from, Mark& mark) const {
  // The last byte of all has none after it to be compared with.
  if (from + kStride == text_.size()) {
    Advance(from, from + kStride, mark);
    return;
  }
  // All there is to know is how many lines end, and where the last one does. A
  // comparison of vectors gives -1 where it is true.
  using Bytes __attribute__((vector_size(16))) = uint8_t;
  Bytes ends[4] = {};
  const uint8_t* const text = text_.data() + from;
  static_assert(kStride / (4 * sizeof(Bytes)) <= 255);
  for (size_t i = 0; i < kStride; i += 4 * sizeof(Bytes)) {
    for (size_t k = 0; k < 4; ++k) {
      Bytes bytes;
      Bytes next;
      std::memcpy(&bytes, text + i + k * sizeof(Bytes), sizeof(bytes));
      std::memcpy(&next, text + i + k * sizeof(Bytes) + 1, sizeof(next));
      ends[k] -= reinterpret_cast<Bytes>(
          (bytes == uint8_t{'\n'}) |
          ((bytes == uint8_t{'\r'}) & (next != uint8_t{'\n'})));
    }
  }
  uint64_t lines = 0;
  for (size_t lane = 0; lane < sizeof(Bytes); ++lane) {
    for (const Bytes& count : ends) lines += count[lane];
  }
  if (lines == 0) return;
  mark.lines += lines;
  mark.line_start = from + kStride;
  while (!EndsLine(mark.line_start - 1)) --mark.line_start;
}

void LineIndex::Advance(size_t from, size_t to, Mark& mark) const {
  for (size_t i = from; i < to; ++i) {
    if (!EndsLine(i)) continue;
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
