// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// QuickRow: rows of which everything is as it should be, as nearly all are.
//
// It goes over the bytes once, each word with the one expectation that its
// place in the row allows, and says nothing about why that is not met: then the
// RowReader reads the row from its beginning, and is the one to judge. So it
// may be stricter than the format, and is never laxer.

#ifndef CLIPGUARD_PARSER_M3D_READER_QUICK_ROW_H_
#define CLIPGUARD_PARSER_M3D_READER_QUICK_ROW_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "parser/m3d/format.h"
#include "parser/m3d/number.h"

namespace clipguard::m3d {

class QuickRow {
 public:
  // REQUIRES: at `offset` a token begins, or white space is there.
  QuickRow(std::span<const uint8_t> bytes, size_t offset)
      : begin_(reinterpret_cast<const char*>(bytes.data())),
        end_(begin_ + bytes.size()),
        p_(begin_ + offset) {}

  // The end of what was taken or looked at.
  size_t offset() const { return static_cast<size_t>(p_ - begin_); }

  // Each is false if something else comes next.
  bool Label(std::string_view label) {
    SkipSpaces();
    if (!std::string_view(p_, end_).starts_with(label)) return false;
    p_ += label.size();
    return p_ != end_ && IsSpace(static_cast<uint8_t>(*p_));
  }

  bool Reals(std::span<float> out) {
    const char* const end = TakeReals(p_, end_, out);
    if (end != nullptr) p_ = end;
    return end != nullptr;
  }

  // Indices below `bound`, of up to nine digits.
  template <typename Index, size_t kCount>
  bool Indices(std::array<Index, kCount>& out, uint64_t bound) {
    for (Index& index : out) {
      SkipSpaces();
      const char* const first = p_;
      uint32_t value = 0;
      for (; p_ != end_ && *p_ >= '0' && *p_ <= '9' && p_ - first < 9; ++p_) {
        value = value * 10 + static_cast<uint32_t>(*p_ - '0');
      }
      if (p_ == first || value >= bound || !AtEndOfToken()) return false;
      index = static_cast<Index>(value);
    }
    return true;
  }

 private:
  bool AtEndOfToken() const {
    return p_ == end_ || IsSpace(static_cast<uint8_t>(*p_));
  }
  void SkipSpaces() {
    while (p_ != end_ && IsSpace(static_cast<uint8_t>(*p_))) ++p_;
  }

  const char* const begin_;
  const char* const end_;
  const char* p_;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_QUICK_ROW_H_
