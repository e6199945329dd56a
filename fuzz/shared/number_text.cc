// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/shared/number_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace clipguard::fuzz {
namespace {

constexpr std::string_view kOddNumbers =
    "nan NaN -nan inf -inf infinity nan(1) 0x10 0x1p-3 1,5 1'000 1_0 1f "
    "1.0f 1d3 --1 +-1 - + . -. e5 .e5 1e 1e+ 1e- 1e5.0 1.2.3 1e400 "
    "-1e400 1e-400 -1e-400 1e99999999999999999999 "
    "1e-99999999999999999999 0e99999999999999999999 3.4028235e38 "
    "3.4028236e38 3.402823567e38 3.40282357e38 -3.4028236e38 "
    "1.17549435e-38 1.17549421e-38 1.40129846e-45 7.00649232e-46 "
    "7.0064923e-46 7.1e-46 -0 +0 -0.0 0. .0 5. .5 +1 +.5 -5. "
    "00000000000000000001 0000.5000000000000000 1e0 1E+05 1e-05 1E-5 "
    "100000000 12345678 123456789 16777217 16777219 33554435 8388608.5 "
    "8388609.5 0.1 0.30000001192092896 99999999 9.9999999 0.99999999 "
    "1234567.89 12345678.9 4294967295 4294967296 2147483648 -2147483648 "
    "18446744073709551616 255 256 -1 -2 "
    "0.000000000000000000000000000000000000000000001 "
    "100000000000000000000000000000000000000 "
    "1000000000000000000000000000000000000000 "
    "1.00000005960464477539062500000000000000000000000000000000001 "
    "1.0000000596046447753906250 "
    "0.3333333333333333333333333333333333333333333333333333333333333333333";
constexpr std::string_view kOddIndices =
    "+0 +1 -0 -1 00 007 1.0 1. 1e0 0x1 65535 65536 255 256 257 "
    "4294967295 4294967296 4294967297 2147483647 2147483648 "
    "18446744073709551616 1,";

std::string Printed(double value, std::chars_format format, int precision) {
  char buffer[400];
  const auto [end, error] = std::to_chars(std::begin(buffer), std::end(buffer),
                                          value, format, precision);
  return error == std::errc() ? std::string(buffer, end) : "0";
}

// A finite float of any size; mostly of an ordinary one.
float AnyFloat(Random& random) {
  if (!random.OneIn(4)) return (random.Share() - 0.5f) * 200;
  const auto value = std::bit_cast<float>(static_cast<uint32_t>(random.Next()));
  return std::isfinite(value) ? value : 1;
}

// Next to the middle between a float and its neighbour, where the last digit
// of many decides.
std::string NearMiddle(Random& random) {
  const float low = std::fabs(AnyFloat(random));
  const float high = std::nextafter(low, 3e38f);
  const double middle = (static_cast<double>(low) + high) / 2;
  const bool fixed = low > 1e-6f && low < 1e15f && random.OneIn(2);
  const auto format =
      fixed ? std::chars_format::fixed : std::chars_format::scientific;
  const int precision =
      random.OneIn(4) ? 150 : static_cast<int>(6 + random.Below(12));
  return Printed(middle, format, precision);
}

std::string ManyDigits(Random& random) {
  std::string digits;
  const size_t size =
      random.OneIn(4) ? 100 + random.Below(700) : 8 + random.Below(24);
  const bool zeros = random.OneIn(4);
  for (size_t i = 0; i < size; ++i) {
    digits += static_cast<char>('0' + (zeros ? 0 : random.Below(10)));
  }
  if (!random.OneIn(4)) digits.insert(random.Below(size + 1), 1, '.');
  if (random.OneIn(2)) {
    digits += "e" + std::to_string(static_cast<int>(random.Below(100)) - 50);
  }
  return digits;
}

}  // namespace

std::string ShortestNumber(float value) {
  char buffer[64];
  const auto [end, error] =
      std::to_chars(std::begin(buffer), std::end(buffer), value);
  return error == std::errc() ? std::string(buffer, end) : "0";
}

std::string OrdinaryNumber(Random& random) {
  const float value = AnyFloat(random);
  return Printed(value, std::chars_format::general,
                 static_cast<int>(1 + random.Below(9)));
}

std::string OddNumber(Random& random) {
  switch (random.Below(6)) {
    case 0:
      return NearMiddle(random);
    case 1:
      return ManyDigits(random);
    case 2:
      return OrdinaryNumber(random);
    default:
      return random.PickWord(kOddNumbers);
  }
}

std::string OddIndex(Random& random) { return random.PickWord(kOddIndices); }

std::string ChangedNumber(Random& random, const std::string& old) {
  float value = 0;
  std::from_chars(old.data(), old.data() + old.size(), value);
  switch (random.Below(6)) {
    case 0:
      return OrdinaryNumber(random);
    case 1:
      return ShortestNumber(ChangedFloat(random, value));
    case 2:
      return Printed(value, std::chars_format::scientific,
                     static_cast<int>(random.Below(12)));
    case 3:
      return Printed(value, std::chars_format::fixed,
                     static_cast<int>(random.Below(12)));
    case 4: {
      // One digit, or one more.
      std::string digits = old;
      const size_t at = random.Below(digits.size());
      const char digit = static_cast<char>('0' + random.Below(10));
      if (random.OneIn(2)) {
        digits.insert(at, 1, digit);
      } else if (digits[at] >= '0' && digits[at] <= '9') {
        digits[at] = digit;
      }
      return digits;
    }
    default:
      return random.OneIn(2) ? NearMiddle(random) : OddNumber(random);
  }
}

bool LooksLikeNumber(const std::string& word) {
  return !word.empty() &&
         word.find_first_of("0123456789") != std::string::npos &&
         word.find_first_of(":#{}") == std::string::npos;
}

}  // namespace clipguard::fuzz
