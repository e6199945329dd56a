// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard reads numbers with absl::from_chars() where the module's library
// has no std::from_chars(), and absent.cc makes the one of the other. Do both
// say the same, to the last bit?

#include <bit>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>
#include <system_error>
#include <type_traits>

#include "absl/strings/charconv.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace clipguard {
namespace {

template <typename Float>
void ExpectSame(const std::string& text, bool hex) {
  using Bits = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  Float by_std = 7;
  const auto expected = std::from_chars(
      begin, end, by_std,
      hex ? std::chars_format::hex : std::chars_format::general);
  Float by_absl = 7;
  const auto read = absl::from_chars(
      begin, end, by_absl,
      hex ? absl::chars_format::hex : absl::chars_format::general);
  ASSERT_EQ(read.ec, expected.ec) << text;
  ASSERT_EQ(read.ptr - begin, expected.ptr - begin) << text;
  // Where it is out of range, std leaves the value alone.
  if (expected.ec != std::errc()) return;
  ASSERT_EQ(std::bit_cast<Bits>(by_absl), std::bit_cast<Bits>(by_std)) << text;
}

void ExpectSame(const std::string& text, bool hex = false) {
  for (const std::string& signed_text : {text, "-" + text}) {
    ExpectSame<float>(signed_text, hex);
    ExpectSame<double>(signed_text, hex);
  }
}

TEST(FromCharsTest, EdgesAreReadAlike) {
  for (const absl::string_view text : absl::StrSplit(
           ". - +1 0 00 0. .0 1e 1e+ 1e5x 1e400 1e-400 1e-46 1e39 1e309 "
           "0e999999999 1e99999999999999999 1e-99999999999999999 3.4028235e38 "
           "3.40282356779733661637e38 3.4028235677973366e38 "
           "3.4028235677973367e38 1.1754943e-38 1.17549435e-38 1.4e-45 7e-46 "
           "7.006492321624085e-46 7.0064923216240862e-46 "
           "1.7976931348623157e308 1.7976931348623158e308 "
           "1.7976931348623159e308 4.9e-324 2.4703282292062327e-324 "
           "2.4703282292062328e-324 2.2250738585072011e-308 "
           "2.2250738585072014e-308 9007199254740993 9007199254740992.999 "
           "16777217 16777217.0000000000000000000001 16777219 inf nan 1.5.5 "
           "1_0 1,5",
           ' ')) {
    ExpectSame(std::string(text));
  }
  // But "0x10" is a number for absl: who calls it says that it is none.

  // Many digits: a half that only the last one decides.
  const std::string zeros(900, '0');
  for (const char* half : {"16777217", "9007199254740993", "33554435"}) {
    ExpectSame(absl::StrCat(half, ".", zeros));
    ExpectSame(absl::StrCat(half, ".", zeros, "1"));
    ExpectSame(absl::StrCat(half, zeros, "e-900"));
    ExpectSame(absl::StrCat(half, zeros, "1e-901"));
  }
  ExpectSame(absl::StrCat("0.", zeros, "1"));
  ExpectSame(absl::StrCat("1", zeros));
  ExpectSame(absl::StrCat("1", zeros, "e-900"));
}

TEST(FromCharsTest, EdgesInHexadecimalAreReadAlike) {
  for (const absl::string_view text : absl::StrSplit(
           "1p0 1.8p1 .8p0 1.p0 p0 1p 1p+ 1P3 ffp-4 1.000001p0 "
           "1.0000010000000000000001p0 1.000003p0 1.fffffep127 1.ffffffp127 "
           "1.fffffefffffffffffffffp127 1p128 1p-126 1p-149 1p-150 "
           "1.000000000001p-150 1.8p-149 1.8p-148 1p-1074 1p-1075 "
           "1.00000000000000001p-1075 1.fffffffffffffp1023 "
           "1.fffffffffffff7fp1023 1.fffffffffffff8p1023 1p1024 0p0 0p9999999 "
           "0.0p-9999999 1p99999 0x1p0 1p-99999 123456789abcdef0123456789p-60 "
           "0.00000000000000000000000000000123456789abcdefp100 1.5",
           ' ')) {
    ExpectSame(std::string(text), /*hex=*/true);
  }
}

// Neighbours, what is half-way between them, and what is just beside that.
TEST(FromCharsTest, HalvesAreReadAlike) {
  std::mt19937_64 random(27);
  for (int i = 0; i < 20'000; ++i) {
    const auto low =
        std::bit_cast<float>(static_cast<uint32_t>(random() % 0x7f7fffff));
    const auto high = std::bit_cast<float>(std::bit_cast<uint32_t>(low) + 1);
    const double half = (double{low} + double{high}) / 2;
    ExpectSame(absl::StrFormat("%.9g", low));
    ExpectSame(absl::StrFormat("%.150e", half));  // all its digits
    ExpectSame(absl::StrFormat("%.20e", half));
    ExpectSame(absl::StrFormat("%.150e", half) + "1");
    const auto wide = std::bit_cast<double>(random() % 0x7fefffffffffffff);
    ExpectSame(absl::StrFormat("%.17g", wide));
    ExpectSame(absl::StrFormat("%.25e", wide));
    const std::string hex = absl::StrFormat("%a", half).substr(2);
    ExpectSame(hex, /*hex=*/true);
    ExpectSame(absl::StrFormat("%x.%xp%d", random(), random(),
                               static_cast<int>(random() % 2400) - 1300),
               /*hex=*/true);
    ExpectSame(absl::StrFormat("%d.%de%d", random(), random(),
                               static_cast<int>(random() % 700) - 350));
  }
}

}  // namespace
}  // namespace clipguard
