// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/number.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "fast_float/fast_float.h"

namespace clipguard::m3d {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Powers of ten that a float32 holds exactly: 5^10 is below 2^24.
constexpr std::array<float, 11> kPowersOfTen = {
    1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
// Whole numbers up to this are float32 as well.
constexpr uint64_t kMostExactWhole = uint64_t{1} << 24;

// The digits of a real without its exponent, while they fit.
struct Decimal {
  uint64_t digits = 0;      // as a whole number
  int64_t after_point = 0;  // how many of them follow the point
  bool fits = true;

  void Add(char c) {
    if (digits > kMostExactWhole) fits = false;
    if (fits) digits = digits * 10 + static_cast<uint64_t>(c - '0');
  }
};

}  // namespace

NumberFault ReadReal(std::string_view text, float& value) {
  const char* p = text.data();
  const char* const end = p + text.size();
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  const char* const start = p;

  Decimal decimal;
  bool any = false;
  for (; p != end && IsDigit(*p); ++p, any = true) decimal.Add(*p);
  if (p != end && *p == '.') {
    for (++p; p != end && IsDigit(*p); ++p, any = true) {
      decimal.Add(*p);
      ++decimal.after_point;
    }
  }
  if (!any) return NumberFault::kMalformed;
  const bool has_exponent = p != end && (*p == 'e' || *p == 'E');
  if (has_exponent) {
    ++p;
    if (p != end && (*p == '-' || *p == '+')) ++p;
    const char* const first = p;
    while (p != end && IsDigit(*p)) ++p;
    if (p == first) return NumberFault::kMalformed;
  }
  if (p != end) return NumberFault::kMalformed;

  // A quotient of two float32 is rounded once, to the nearest: so this one is
  // what the text says.
  if (!has_exponent && decimal.fits && decimal.digits <= kMostExactWhole &&
      decimal.after_point < static_cast<int64_t>(kPowersOfTen.size())) {
    const float magnitude =
        static_cast<float>(decimal.digits) /
        kPowersOfTen[static_cast<size_t>(decimal.after_point)];
    value = negative ? -magnitude : magnitude;
    return NumberFault::kNone;
  }
  // The others are for the library. Its releases differ in what they call an
  // overflow and an underflow, not in the number that they give.
  float magnitude = 0;
  const auto result = fast_float::from_chars(start, end, magnitude);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) {
    return NumberFault::kMalformed;
  }
  if (std::isinf(magnitude)) return NumberFault::kOutOfRange;
  value = negative ? -magnitude : magnitude;
  return NumberFault::kNone;
}

NumberFault ReadInteger(std::string_view text, int64_t least, int64_t most,
                        int64_t& value) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.empty()) return NumberFault::kMalformed;
  // More than any integer that is asked for, and far from overflow.
  constexpr int64_t kEnough = int64_t{1} << 40;
  int64_t magnitude = 0;
  for (const char c : text) {
    if (!IsDigit(c)) return NumberFault::kMalformed;
    if (magnitude < kEnough) magnitude = magnitude * 10 + (c - '0');
  }
  const int64_t number = negative ? -magnitude : magnitude;
  if (number < least || number > most) return NumberFault::kOutOfRange;
  value = number;
  return NumberFault::kNone;
}

}  // namespace clipguard::m3d
