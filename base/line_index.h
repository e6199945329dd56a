// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// LineIndex: lines and columns of byte offsets in a text, for findings.
//
// A line ends with LF, CRLF, or a CR that is not followed by LF. Columns count
// bytes: editors disagree about the rest. Both begin at 1.

#ifndef CLIPGUARD_BASE_LINE_INDEX_H_
#define CLIPGUARD_BASE_LINE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clipguard {

struct LinePlace {
  uint32_t line = 1;
  uint32_t column = 1;

  friend bool operator==(const LinePlace&, const LinePlace&) = default;
};

// Looks at the text for the first time when it is first asked, once from
// beginning to end; from then on a question costs a look at kStride bytes at
// most, in whatever order they come, and less in order. Remembers 16 bytes for
// each kStride of text.
// Thread-compatible. Must not outlive the text.
class LineIndex {
 public:
  static constexpr size_t kStride = 4096;

  explicit LineIndex(std::span<const uint8_t> text) : text_(text) {}

  // The place of a byte. One past the end is the place where the text ends; an
  // offset beyond that counts as that. Numbers above 2^32 - 1 stay there.
  LinePlace Find(uint64_t offset);

 private:
  // Where the text stands after a multiple of kStride bytes.
  struct Mark {
    uint64_t lines = 0;       // that have ended
    uint64_t line_start = 0;  // offset of the line's first byte
  };

  // Whether a line ends with this byte.
  bool EndsLine(size_t at) const;
  // Moves `mark` from byte `from` on by kStride.
  void AdvanceStride(size_t from, Mark& mark) const;
  // Moves it to `to`.
  void Advance(size_t from, size_t to, Mark& mark) const;

  std::span<const uint8_t> text_;
  std::vector<Mark> marks_;
  Mark found_;  // at the byte that was asked for last
  size_t found_at_ = 0;
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_LINE_INDEX_H_
