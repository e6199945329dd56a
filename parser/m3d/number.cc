// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "base/memory/work_counter.h"
#include "fast_float/fast_float.h"

namespace clipguard::m3d {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Powers of ten that a double holds exactly: 5^22 is below 2^53.
constexpr std::array<double, 23> kPowersOfTen = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
// Whole numbers up to this are doubles as well.
constexpr uint64_t kMostExactWhole = uint64_t{1} << 53;

// A number: digits * 10^-places. Good for at most kMostDigits digits: more of
// them wrap around.
struct Decimal {
  uint64_t digits = 0;
  int64_t places = 0;
};
constexpr ptrdiff_t kMostDigits = std::numeric_limits<uint64_t>::digits10;

// Takes the digits that come next.
void TakeDigits(const char*& p, const char* const end, uint64_t& digits) {
  uint64_t value = digits;
  const char* at = p;
  for (; at != end && IsDigit(*at); ++at) {
    value = value * 10 + static_cast<uint64_t>(*at - '0');
  }
  p = at;
  digits = value;
}

// The float32 nearest to the number, where that can be told from a double: the
// quotient (or product) of two exact doubles is rounded once, and rounding it
// again gives the nearest float32 unless it lies half-way between two, where
// the first rounding may have moved it.
bool NearestFloat(const Decimal& decimal, float& value) {
  if (decimal.digits > kMostExactWhole) return false;
  const auto power =
      static_cast<uint64_t>(std::min<int64_t>(std::abs(decimal.places), 1000));
  if (power >= kPowersOfTen.size()) return false;
  const auto digits = static_cast<double>(decimal.digits);
  const double number = decimal.places >= 0 ? digits / kPowersOfTen[power]
                                            : digits * kPowersOfTen[power];
  // Denormal numbers have fewer bits, and other places to lie half-way.
  constexpr double kLeast = std::numeric_limits<float>::min();
  constexpr double kMost = std::numeric_limits<float>::max();
  if (number != 0 && !(number >= kLeast && number <= kMost)) return false;
  // The 29 bits that a double has and a float32 has not.
  constexpr uint64_t kMore = (uint64_t{1} << 29) - 1;
  constexpr uint64_t kHalfWay = uint64_t{1} << 28;
  if ((std::bit_cast<uint64_t>(number) & kMore) == kHalfWay) return false;
  value = static_cast<float>(number);
  return true;
}

// ReadReal() for the text from p to the end. Leaves p at what is wrong.
NumberFault ReadRealFrom(const char*& p, const char* const end, float& value) {
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  const char* const start = p;

  Decimal decimal;
  TakeDigits(p, end, decimal.digits);
  ptrdiff_t digits = p - start;
  if (p != end && *p == '.') {
    const char* const point = p++;
    TakeDigits(p, end, decimal.digits);
    decimal.places = p - point - 1;
    digits += decimal.places;
  }
  if (digits == 0) return NumberFault::kMalformed;
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    const bool minus = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) ++p;
    const char* const first = p;
    // More than any exponent that matters, and far from overflow.
    constexpr int64_t kEnough = 100'000;
    int64_t exponent = 0;
    for (; p != end && IsDigit(*p); ++p) {
      if (exponent < kEnough) exponent = exponent * 10 + (*p - '0');
    }
    if (p == first) return NumberFault::kMalformed;
    decimal.places += minus ? exponent : -exponent;
  }
  if (p != end) return NumberFault::kMalformed;

  float magnitude = 0;
  if (digits <= kMostDigits && NearestFloat(decimal, magnitude)) {
    value = negative ? -magnitude : magnitude;
    return NumberFault::kNone;
  }
  // The others are for the library. Its releases differ in what they call an
  // overflow and an underflow, not in the number that they give.
  const auto result = fast_float::from_chars(start, end, magnitude);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) {
    return NumberFault::kMalformed;
  }
  if (std::isinf(magnitude)) return NumberFault::kOutOfRange;
  value = negative ? -magnitude : magnitude;
  return NumberFault::kNone;
}

}  // namespace

NumberFault ReadReal(std::string_view text, float& value) {
  const char* p = text.data();
  const NumberFault fault = ReadRealFrom(p, p + text.size(), value);
  CountWork(static_cast<uint64_t>(p - text.data()));
  return fault;
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
  size_t digits = 0;
  for (; digits < text.size() && IsDigit(text[digits]); ++digits) {
    if (magnitude < kEnough) magnitude = magnitude * 10 + (text[digits] - '0');
  }
  CountWork(digits);
  if (digits != text.size()) return NumberFault::kMalformed;
  const int64_t number = negative ? -magnitude : magnitude;
  if (number < least || number > most) return NumberFault::kOutOfRange;
  value = number;
  return NumberFault::kNone;
}

}  // namespace clipguard::m3d
