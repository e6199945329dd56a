// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/clip_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "parser/m3d/format.h"
#include "parser/m3d/number.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::actions {

void ClipText::CopyUntil(uint64_t offset) {
  if (offset <= done_) return;
  const auto piece = bytes_.subspan(static_cast<size_t>(done_),
                                    static_cast<size_t>(offset - done_));
  out_.reserve(bytes_.size());
  out_.insert(out_.end(), piece.begin(), piece.end());
  done_ = offset;
}

bool ClipText::PutCount(uint64_t offset, uint64_t before, uint64_t after) {
  // Back over the '{' and the space before it to the number's last digit.
  size_t end = static_cast<size_t>(offset);
  if (end == 0 || bytes_[end - 1] != '{') return false;
  --end;
  while (end > 0 && m3d::IsSpace(bytes_[end - 1])) --end;
  size_t begin = end;
  while (begin > done_ && !m3d::IsSpace(bytes_[begin - 1])) --begin;
  const std::string_view word(
      reinterpret_cast<const char*>(bytes_.data()) + begin, end - begin);
  int64_t count = 0;
  if (m3d::ReadInteger(word, 0, std::numeric_limits<int64_t>::max(), count) !=
          m3d::NumberFault::kNone ||
      static_cast<uint64_t>(count) != before) {
    return false;
  }
  CopyUntil(begin);
  const std::string digits = absl::StrCat(after);
  out_.insert(out_.end(), digits.begin(), digits.end());
  done_ = end;
  return true;
}

std::optional<ClipText::Sizes> ClipText::KeepKeys(
    uint64_t offset, std::span<const uint8_t> stays) {
  const auto after = static_cast<uint64_t>(
      stays.size() - std::ranges::count(stays, uint8_t{0}));
  if (after != stays.size() && !PutCount(offset, stays.size(), after)) {
    return std::nullopt;
  }
  m3d::TokenCursor in(bytes_, static_cast<size_t>(offset));
  Sizes sizes;
  size_t key = 0;
  bool skips = false;
  for (;;) {
    const m3d::Token token = in.Next();
    if (!token) return std::nullopt;
    const bool ends = token.text == m3d::kListEnd;
    if (!ends && token.text != m3d::kKeyRow[0].label) continue;
    // What is between two keyframes goes with the first one.
    if (skips) {
      sizes.after -= token.offset - done_;
      done_ = token.offset;
    }
    if (ends) {
      if (key != stays.size()) return std::nullopt;
      sizes.before = token.offset - offset;
      sizes.after += sizes.before;
      return sizes;
    }
    if (key == stays.size()) return std::nullopt;
    skips = stays[key++] == 0;
    if (skips) CopyUntil(token.offset);
  }
}

std::vector<uint8_t> ClipText::Finish() {
  CopyUntil(bytes_.size());
  return std::move(out_);
}

}  // namespace clipguard::actions
