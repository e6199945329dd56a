// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/line_endings.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace clipguard {

std::string ConvertedLines::Times() const {
  return count == 1 ? "once" : absl::StrCat(count, " times");
}

std::optional<ConvertedLines> FindConvertedLines(
    std::span<const uint8_t> bytes) {
  ConvertedLines lines;
  for (auto lf = std::ranges::find(bytes, '\n'); lf != bytes.end();
       lf = std::find(lf + 1, bytes.end(), '\n')) {
    if (lf == bytes.begin() || lf[-1] != '\r') return std::nullopt;
    if (lines.count++ == 0) {
      lines.first = static_cast<uint64_t>(lf - bytes.begin()) - 1;
    }
  }
  if (lines.count == 0) return std::nullopt;
  return lines;
}

std::vector<uint8_t> WithoutConversion(std::span<const uint8_t> bytes) {
  std::vector<uint8_t> without;
  without.reserve(bytes.size());
  for (const uint8_t byte : bytes) {
    if (byte == '\n' && !without.empty()) without.pop_back();
    without.push_back(byte);
  }
  return without;
}

bool Explains(const ConvertedLines& lines, std::span<const uint8_t> bytes,
              bool is_whole,
              absl::FunctionRef<bool(std::span<const uint8_t>)> fits) {
  constexpr uint64_t kProof = 4;
  return (!is_whole && lines.count >= kProof) || fits(WithoutConversion(bytes));
}

}  // namespace clipguard
