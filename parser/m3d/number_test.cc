// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/number.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace clipguard::m3d {
namespace {

constexpr int64_t kInt32Least = std::numeric_limits<int32_t>::min();
constexpr int64_t kInt32Most = std::numeric_limits<int32_t>::max();

// Reads one real with TakeReals(), before `behind`. False if there is none.
bool Take(std::string_view text, std::string_view behind, float& value) {
  std::string whole = "\n ";
  whole.append(text).append(behind);
  const char* const end = whole.data() + whole.size();
  const char* const taken = TakeReals(whole.data(), end, {&value, 1});
  EXPECT_TRUE(taken == nullptr || taken == end - behind.size()) << text;
  return taken != nullptr;
}

// ReadReal(); TakeReals() has to agree with it, at the end of a text and long
// before it.
NumberFault Read(std::string_view text, float& value) {
  const NumberFault fault = ReadReal(text, value);
  for (const std::string_view behind :
       {"", "\t", "                                 1"}) {
    float taken = 0;
    EXPECT_EQ(Take(text, behind, taken), fault == NumberFault::kNone) << text;
    if (fault == NumberFault::kNone) {
      EXPECT_EQ(std::bit_cast<uint32_t>(taken), std::bit_cast<uint32_t>(value))
          << text;
    }
  }
  return fault;
}

float Real(std::string_view text) {
  float value = 12345;
  EXPECT_EQ(Read(text, value), NumberFault::kNone) << text;
  return value;
}

// The C library's answer, rounded to the nearest and correct for any length.
void ExpectLikeStrtof(const std::string& text) {
  const float expected = std::strtof(text.c_str(), nullptr);
  float value = 12345;
  const NumberFault fault = Read(text, value);
  if (std::isinf(expected)) {
    EXPECT_EQ(fault, NumberFault::kOutOfRange) << text;
  } else {
    EXPECT_EQ(fault, NumberFault::kNone) << text;
    EXPECT_EQ(std::bit_cast<uint32_t>(value), std::bit_cast<uint32_t>(expected))
        << text;
  }
}

TEST(ReadReal, WhatAStreamAccepts) {
  EXPECT_EQ(Real("0"), 0.0f);
  EXPECT_EQ(Real("+1"), 1.0f);
  EXPECT_EQ(Real("-1.5"), -1.5f);
  EXPECT_EQ(Real("5."), 5.0f);
  EXPECT_EQ(Real(".5"), 0.5f);
  EXPECT_EQ(Real("-.5e1"), -5.0f);
  EXPECT_EQ(Real("1e3"), 1000.0f);
  EXPECT_EQ(Real("1E+3"), 1000.0f);
  EXPECT_EQ(Real("25e-2"), 0.25f);
  EXPECT_EQ(Real("007"), 7.0f);
  EXPECT_TRUE(std::signbit(Real("-0")));
  EXPECT_TRUE(std::signbit(Real("-0.000")));
  EXPECT_TRUE(std::signbit(Real("-1e-999")));
}

TEST(ReadReal, WhatItDoesNot) {
  for (const std::string_view text :
       {"",     "+",     "-",     ".",     "-.",        "e5",      "1e",
        "1e+",  "1.5e-", "nan",   "NaN",   "inf",       "-inf",    "infinity",
        "0x10", "0x1p3", "1,5",   "1.2.3", "--1",       "+-1",     "1 ",
        " 1",   "1f",    "1e5.0", "1_000", "Position:", "\xd9\xa1"}) {
    float value = 12345;
    EXPECT_EQ(ReadReal(text, value), NumberFault::kMalformed) << text;
    EXPECT_EQ(value, 12345) << text;
    // White space is no part of a number.
    if (text.empty() || text.find(' ') != std::string_view::npos) continue;
    EXPECT_FALSE(Take(text, " ", value)) << text;
    EXPECT_FALSE(Take(text, std::string(40, ' '), value)) << text;
  }
  using namespace std::string_view_literals;
  float value = 0;
  EXPECT_EQ(ReadReal("1\0"sv, value), NumberFault::kMalformed);
}

TEST(ReadReal, OutOfRange) {
  float value = 12345;
  for (const std::string_view text :
       {"1e400", "-1e400", "3.4028236e38", "1e39", "1e99999999999999999999"}) {
    EXPECT_EQ(Read(text, value), NumberFault::kOutOfRange) << text;
  }
  EXPECT_EQ(Read(std::string(100, '9'), value), NumberFault::kOutOfRange);
  EXPECT_EQ(value, 12345);
  EXPECT_EQ(Real("3.4028235e38"), std::numeric_limits<float>::max());
  // The largest that rounds down to it.
  EXPECT_EQ(Real("340282356779733661637539395458142568447"),
            std::numeric_limits<float>::max());
  EXPECT_EQ(Real("1e-45"), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(Real("1e-46"), 0.0f);
}

TEST(ReadReal, LongNumbers) {
  ExpectLikeStrtof("0." + std::string(100, '3'));
  ExpectLikeStrtof(std::string(30, '0') + "1.5");
  ExpectLikeStrtof("1" + std::string(30, '0'));
  ExpectLikeStrtof("0." + std::string(40, '0') + "1");
  // Half-way between two floats, and just beside it.
  ExpectLikeStrtof("16777217");
  ExpectLikeStrtof("16777217." + std::string(200, '0') + "1");
  ExpectLikeStrtof("16777219");
  ExpectLikeStrtof("16777218.99999999999999999999999999999999");
  ExpectLikeStrtof("8388608.5");
  ExpectLikeStrtof("8388609.5");
}

TEST(ReadReal, IsTheNearestFloat) {
  std::mt19937_64 random(20261121);
  const auto digit = [&] { return "0123456789"[random() % 10]; };
  for (int i = 0; i < 300'000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    for (size_t n = random() % 10; n > 0; --n) text += digit();
    if (random() % 4 != 0) {
      text += '.';
      for (size_t n = random() % 12; n > 0; --n) text += digit();
    }
    if (text.find_first_of("0123456789") == std::string::npos) text += '7';
    if (random() % 4 == 0) {
      text += "e" + std::to_string(static_cast<int>(random() % 100) - 50);
    }
    ExpectLikeStrtof(text);
    if (HasFailure()) return;
  }
}

TEST(ReadReal, EveryFloatSurvivesNineDigits) {
  std::mt19937 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (!std::isfinite(value)) continue;
    char text[32];
    std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(value));
    ASSERT_EQ(std::bit_cast<uint32_t>(Real(text)),
              std::bit_cast<uint32_t>(value))
        << text;
  }
}

TEST(TakeReals, ReadsSoMany) {
  const std::string text =
      "1.5 -2e-3\n\t 12345678.12345678 7" + std::string(40, ' ') + "x";
  const char* const end = text.data() + text.size();
  std::array<float, 4> out = {};
  const char* const taken = TakeReals(text.data(), end, out);
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(taken - text.data(), text.rfind('7') + 1);
  EXPECT_EQ(out, (std::array{1.5f, -2e-3f, 12345678.0f, 7.0f}));
  EXPECT_EQ(TakeReals(taken, end, {out.data(), 1}), nullptr);
  EXPECT_EQ(TakeReals(taken, end, {}), taken);
}

TEST(ReadInteger, AcceptsItsRange) {
  int64_t value = 0;
  EXPECT_EQ(ReadInteger("-1", -1, 10, value), NumberFault::kNone);
  EXPECT_EQ(value, -1);
  EXPECT_EQ(ReadInteger("+10", -1, 10, value), NumberFault::kNone);
  EXPECT_EQ(value, 10);
  EXPECT_EQ(ReadInteger("0000000000000000000000000007", 0, 10, value),
            NumberFault::kNone);
  EXPECT_EQ(value, 7);
  EXPECT_EQ(ReadInteger("-0", 0, 10, value), NumberFault::kNone);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(ReadInteger("2147483647", kInt32Least, kInt32Most, value),
            NumberFault::kNone);
  EXPECT_EQ(value, kInt32Most);
}

TEST(ReadInteger, RefusesTheRest) {
  int64_t value = 5;
  for (const std::string_view text :
       {"", "-", "+", "1.0", "1e3", "0x10", "1,5", "nan", "1 ", "--1", "#"}) {
    EXPECT_EQ(ReadInteger(text, -10, 10, value), NumberFault::kMalformed)
        << text;
  }
  for (const std::string_view text :
       {"11", "-11", "2147483648", "4294967295", "99999999999999999999999999",
        "-99999999999999999999999999", "18446744073709551617"}) {
    EXPECT_EQ(ReadInteger(text, -10, 10, value), NumberFault::kOutOfRange)
        << text;
  }
  EXPECT_EQ(value, 5);
}

}  // namespace
}  // namespace clipguard::m3d
