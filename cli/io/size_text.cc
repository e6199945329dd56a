// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/size_text.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include "absl/strings/charconv.h"

namespace clipguard::cli {

std::optional<uint64_t> ParseNumber(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> ParseFinite(std::string_view text) {
  // absl would take hexadecimal digits as well.
  if (text.find_first_of("xX") != std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto [end, error] =
      absl::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<uint64_t> ParseSize(std::string_view text) {
  int shift = 0;
  if (!text.empty()) {
    constexpr std::string_view kUnits = "kMGT";
    const char last = text.back() == 'K' ? 'k' : text.back();
    const size_t unit = kUnits.find(last);
    if (unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  const std::optional<uint64_t> value = ParseNumber(text);
  if (!value || *value > UINT64_MAX >> shift) return std::nullopt;
  return *value << shift;
}

}  // namespace clipguard::cli
