// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/float_text.h"

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

using Limits = std::numeric_limits<float>;

TEST(FloatTextTest, WritesTheShortestForm) {
  EXPECT_EQ(FloatText(0.0f), "0");
  EXPECT_EQ(FloatText(-0.0f), "-0");
  EXPECT_EQ(FloatText(1.0f), "1");
  EXPECT_EQ(FloatText(-1.5f), "-1.5");
  EXPECT_EQ(FloatText(0.1f), "0.1");
  EXPECT_EQ(FloatText(1.0f / 3), "0.33333334");
  EXPECT_EQ(FloatText(16777216.0f), "16777216");
  EXPECT_EQ(FloatText(Limits::max()), "3.4028235e+38");
  EXPECT_EQ(FloatText(Limits::lowest()), "-3.4028235e+38");
  EXPECT_EQ(FloatText(Limits::min()), "1.1754944e-38");
  EXPECT_EQ(FloatText(Limits::denorm_min()), "1e-45");
}

TEST(FloatTextTest, AColumnsNumbersLookLikeFloats) {
  const auto text = [](float value) {
    std::string out = "1.5,";
    AppendColumnFloat(value, out);
    return out.substr(4);
  };
  EXPECT_EQ(text(0), "0.0");
  EXPECT_EQ(text(-0.0f), "-0.0");
  EXPECT_EQ(text(16777216), "16777216.0");
  EXPECT_EQ(text(0.1f), "0.1");
  EXPECT_EQ(text(1e20f), "1e+20");
  EXPECT_EQ(text(Limits::infinity()), "Infinity");
  EXPECT_EQ(text(-Limits::infinity()), "-Infinity");
  EXPECT_EQ(text(Limits::quiet_NaN()), "NaN");
}

TEST(FloatTextTest, NamesWhatIsNotANumber) {
  EXPECT_EQ(FloatText(Limits::infinity()), "Infinity");
  EXPECT_EQ(FloatText(-Limits::infinity()), "-Infinity");
  // Quiet, negative, signalling, and with a payload.
  for (uint32_t word : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu}) {
    EXPECT_EQ(FloatText(std::bit_cast<float>(word)), "NaN") << word;
  }
}

TEST(FloatTextTest, ReadsBackAsTheSameFloat) {
  // Every exponent, subnormals included, with some 300 fractions each: a step
  // that is coprime to all powers of two.
  size_t checked = 0;
  for (uint64_t word = 0; word < 0x7f800000; word += 27'943) {
    for (uint32_t sign : {0u, 0x80000000u}) {
      const float value =
          std::bit_cast<float>(static_cast<uint32_t>(word) | sign);
      const std::string text = FloatText(value);
      char* end = nullptr;
      const float back = std::strtof(text.c_str(), &end);
      ASSERT_EQ(std::bit_cast<uint32_t>(back), std::bit_cast<uint32_t>(value))
          << text;
      ASSERT_EQ(*end, '\0') << text;
      ++checked;
    }
  }
  EXPECT_GT(checked, 150'000u);
}

TEST(FloatTextTest, FewerDigitsWouldNotReadBack) {
  for (uint64_t word = 1; word < 0x7f800000; word += 279'431) {
    const float value = std::bit_cast<float>(static_cast<uint32_t>(word));
    const std::string text = FloatText(value);
    int digits = 0;
    for (char c : text.substr(0, text.find('e'))) {
      digits += c >= '0' && c <= '9';
    }
    // Zeros on both sides only say where the point is.
    int shortest = 1;
    for (; shortest < 9; ++shortest) {
      char buffer[32];
      std::snprintf(buffer, sizeof(buffer), "%.*e", shortest - 1,
                    static_cast<double>(value));
      if (std::strtof(buffer, nullptr) == value) break;
    }
    // A number written out without exponent may have zeros to place the point.
    if (text.find('e') != std::string::npos) {
      EXPECT_EQ(digits, shortest) << text;
    } else {
      EXPECT_LE(text.size(), static_cast<size_t>(shortest) + 5) << text;
    }
  }
}

TEST(FloatTextTest, DoesNotDependOnTheLocale) {
  const char* const before = std::setlocale(LC_ALL, nullptr);
  ASSERT_NE(before, nullptr);
  const std::string saved = before;
  // Not every machine has a locale with a decimal comma; C.UTF-8 is there.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  const std::string text = FloatText(1234.5f);
  std::setlocale(LC_ALL, saved.c_str());
  EXPECT_EQ(text, "1234.5");
}

}  // namespace
}  // namespace clipguard
