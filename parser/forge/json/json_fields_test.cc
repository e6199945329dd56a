// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/json_fields.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "base/numbers.h"
#include "gtest/gtest.h"

namespace clipguard::forge {
namespace {

TEST(ParseJavaFloatTest, TakesWhatTheGameTakes) {
  EXPECT_EQ(ReadJavaFloat("0.5"), 0.5f);
  EXPECT_EQ(ReadJavaFloat(" \t0.25 "), 0.25f);
  EXPECT_EQ(ReadJavaFloat("+1"), 1.0f);
  EXPECT_EQ(ReadJavaFloat("-1."), -1.0f);
  EXPECT_EQ(ReadJavaFloat(".5"), 0.5f);
  EXPECT_EQ(ReadJavaFloat("5e-1"), 0.5f);
  EXPECT_EQ(ReadJavaFloat("2E+1d"), 20.0f);
  EXPECT_EQ(ReadJavaFloat("0.2f"), 0.2f);
  EXPECT_EQ(ReadJavaFloat("1F"), 1.0f);
  EXPECT_EQ(ReadJavaFloat("1e39"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("-1e39"), -kInfinity);
  EXPECT_EQ(ReadJavaFloat("1e-60"), 0.0f);
  EXPECT_EQ(ReadJavaFloat("Infinity"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("-Infinity"), -kInfinity);
  EXPECT_TRUE(std::isnan(ReadJavaFloat("+NaN").value()));
  EXPECT_EQ(ReadJavaFloat("0x1p-1"), 0.5f);
  EXPECT_EQ(ReadJavaFloat("-0X1.8P1f"), -3.0f);
  EXPECT_EQ(ReadJavaFloat("0x1.p1"), 2.0f);
  EXPECT_EQ(ReadJavaFloat("0x.8p1"), 1.0f);
  EXPECT_EQ(ReadJavaFloat("0x0p999"), 0.0f);
  EXPECT_EQ(ReadJavaFloat("0x1.8p-150"), 0x1p-149f);
  EXPECT_EQ(ReadJavaFloat("0x1p-150"), 0.0f);
  EXPECT_EQ(ReadJavaFloat("0x1.ffffffp-1"), 1.0f);
  EXPECT_EQ(ReadJavaFloat("0x1p999"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("0x1p-999"), 0.0f);
  // Exponents at the edge of 64 bits, with digits that add to them.
  EXPECT_EQ(ReadJavaFloat("0x12p9223372036854775807"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("0x0.01p9223372036854775807"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("0x0.01p-9223372036854775808"), 0.0f);
  EXPECT_EQ(ReadJavaFloat("0x12p-9223372036854775808"), 0.0f);
  EXPECT_EQ(ReadJavaFloat("0x12p9223372036854775808"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("0x12p-9223372036854775809"), 0.0f);
  EXPECT_TRUE(std::signbit(ReadJavaFloat("-0").value()));
}

// The characters after a text's end are not read.
TEST(ParseJavaFloatTest, EndsWithItsText) {
  EXPECT_EQ(ReadJavaFloat(std::string_view("1234").substr(0, 2)), 12.0f);
  EXPECT_EQ(ReadJavaFloat(std::string_view("0x1p34").substr(0, 5)), 8.0f);
  EXPECT_EQ(ReadJavaDouble(std::string_view("0.55").substr(0, 3)), 0.5);
}

TEST(ParseJavaFloatTest, RefusesWhatTheGameRefuses) {
  const std::vector<std::string> words = absl::StrSplit(
      "| |+|-|.|e1|1e|1e+|f|--1|+-1|1 2|0,5|1ff|inf|nan|infinity|NAN|Infinityf|"
      "0x1|0x|0xp1|0x1p|0x1.8|0x-1p0|0x+1p0|0xnan(p)|1_0|0b1|\xc2\xa0"
      "1",
      '|');
  for (const std::string& text : words) {
    EXPECT_EQ(ReadJavaFloat(text), std::nullopt) << text;
    EXPECT_EQ(ReadJavaDouble(text), std::nullopt) << text;
  }
}

TEST(ParseJavaFloatTest, KnowsWhichEndOfTheRangeIsExceeded) {
  const std::string zeros(400, '0');
  EXPECT_EQ(ReadJavaFloat("0x1" + zeros + "p-10"), kInfinity);
  EXPECT_EQ(ReadJavaFloat("0x0." + zeros + "1p10"), 0.0f);
  EXPECT_EQ(ReadJavaDouble("-0x1" + zeros + "p-10"), -kInfinity);
  EXPECT_EQ(ReadJavaDouble("0x.1p-99999999999999999999"), 0.0);
  EXPECT_EQ(ReadJavaDouble("0x.1p99999999999999999999"), kInfinity);
  // The last exponents that 64 bits hold, with digits that add to them.
  EXPECT_EQ(ReadJavaDouble("0x12p9223372036854775807"), kInfinity);
  EXPECT_EQ(ReadJavaDouble("-0x12.0p9223372036854775807"), -kInfinity);
  EXPECT_EQ(ReadJavaDouble("0x.01p-9223372036854775808"), 0.0);
  EXPECT_EQ(ReadJavaDouble("0x0.001p9223372036854775807"), kInfinity);
  EXPECT_EQ(ReadJavaDouble("0x1000p-9223372036854775808"), 0.0);
}

TEST(ParseJavaIntTest, TakesASignAndDigits) {
  EXPECT_EQ(ReadJavaInt("0"), 0);
  EXPECT_EQ(ReadJavaInt("007"), 7);
  EXPECT_EQ(ReadJavaInt("+1"), 1);
  EXPECT_EQ(ReadJavaInt("-1"), -1);
  EXPECT_EQ(ReadJavaInt("-2147483648"), std::numeric_limits<int32_t>::min());
  for (const char* text : {"", "+", "-", "+-1", "--1", "1.0", " 1", "1 ", "0x1",
                           "2147483648", "-2147483649", "1e1"}) {
    EXPECT_EQ(ReadJavaInt(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace clipguard::forge
