// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/number.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <system_error>

#include "base/memory/work_counter.h"
#include "fast_float/fast_float.h"
#include "parser/m3d/format.h"

namespace clipguard::m3d {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Powers of ten that a double holds exactly: 5^22 is below 2^53.
constexpr std::array<double, 23> kPowersOfTen = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Takes up to eight digits, as many as come next, without a branch about how
// many they are. Returns how many. REQUIRES: eight bytes may be read.
size_t TakeDigits(const char*& p, uint64_t& number) {
  uint64_t word;
  std::memcpy(&word, p, sizeof(word));
  if constexpr (std::endian::native == std::endian::big) {
    word = __builtin_bswap64(word);
  }
  constexpr uint64_t kOnes = 0x0101010101010101;
  word ^= kOnes * '0';
  // A byte above 9 has its highest bit set, now or after the addition.
  const uint64_t others = ((word + kOnes * 0x76) | word) & kOnes * 0x80;
  const auto count = static_cast<size_t>(std::countr_zero(others)) / 8;
  // Zeros come first; then pairs of bytes become one number, and so on.
  word = word << 4 * (8 - count) << 4 * (8 - count);
  word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ff;
  word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
  word = (word * 10000 + (word >> 32)) & 0xffffffff;
  constexpr std::array<uint32_t, 9> kPowers = {
      1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
  number = number * kPowers[count] + word;
  p += count;
  return count;
}

// Takes a number of the kind that files are full of: few digits, and perhaps a
// negative exponent. False if it is another. Properties that a processor cannot
// predict, the sign and the number of digits after the point, are no branches.
// REQUIRES: 32 bytes may be read.
bool TakePlain(const char*& from, float& value) {
  const char* p = from;
  const bool negative = *p == '-';
  p += negative ? 1 : 0;
  const char* const first = p;
  uint64_t number = 0;
  for (; IsDigit(*p) && p - first < 8; ++p) {
    number = number * 10 + static_cast<uint64_t>(*p - '0');
  }
  auto digits = static_cast<size_t>(p - first);
  size_t places = 0;
  if (*p == '.') {
    places = TakeDigits(++p, number);
    digits += places;
  }
  if (digits - 1 >= 15) return false;
  if (*p == 'E' || *p == 'e') {
    if (p[1] != '-' || !IsDigit(p[2])) return false;
    places += static_cast<size_t>(p[2] - '0');
    p += 3;
    if (IsDigit(*p)) {
      places +=
          9 * static_cast<size_t>(p[-1] - '0') + static_cast<size_t>(*p - '0');
      ++p;
    }
    if (places >= kPowersOfTen.size()) return false;
  }
  // The quotient of two exact doubles is rounded once, and rounding it again
  // gives the nearest float32 unless it lies half-way between two, where the
  // first rounding may have moved it. It is far from denormal.
  const double quotient =
      static_cast<double>(static_cast<int64_t>(number)) / kPowersOfTen[places];
  // The 29 bits that a double has and a float32 has not.
  constexpr uint64_t kMore = (uint64_t{1} << 29) - 1;
  constexpr uint64_t kHalfWay = uint64_t{1} << 28;
  if ((std::bit_cast<uint64_t>(quotient) & kMore) == kHalfWay) return false;
  value = std::copysign(static_cast<float>(quotient), negative ? -1.0f : 1.0f);
  from = p;
  return true;
}

// ReadReal() of the longest real that begins at p. Leaves p behind it, or at
// what is wrong.
NumberFault TakeReal(const char*& p, const char* const end, float& value) {
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  if (p == end || !(IsDigit(*p) || *p == '.')) return NumberFault::kMalformed;
  float magnitude = 0;
  const auto result = fast_float::from_chars(p, end, magnitude);
  p = result.ptr;
  if (result.ec == std::errc::invalid_argument) return NumberFault::kMalformed;
  // Releases of the library differ in what they call an overflow and an
  // underflow, not in the number that they give.
  if (std::isinf(magnitude)) return NumberFault::kOutOfRange;
  value = negative ? -magnitude : magnitude;
  return NumberFault::kNone;
}

}  // namespace

NumberFault ReadReal(std::string_view text, float& value) {
  const char* p = text.data();
  const char* const end = p + text.size();
  float number = 0;
  const NumberFault fault = TakeReal(p, end, number);
  CountWork(static_cast<uint64_t>(p - text.data()));
  if (p != end) return NumberFault::kMalformed;
  if (fault == NumberFault::kNone) value = number;
  return fault;
}

const char* TakeReals(const char* const begin, const char* const end,
                      std::span<float> out) {
  const auto is_space = [](char c) { return IsSpace(static_cast<uint8_t>(c)); };
  const char* p = begin;
  for (float& value : out) {
    while (p != end && is_space(*p)) ++p;
    const char* const first = p;
    if (end - p >= 32 && TakePlain(p, value) && is_space(*p)) continue;
    p = first;
    if (TakeReal(p, end, value) != NumberFault::kNone ||
        (p != end && !is_space(*p))) {
      CountWork(static_cast<uint64_t>(p - begin));
      return nullptr;
    }
  }
  return p;
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
