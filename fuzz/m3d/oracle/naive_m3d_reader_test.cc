// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The differential tests are only as good as the reader that they trust: its
// numbers are tried here one by one.

#include "fuzz/m3d/oracle/naive_m3d_reader.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace clipguard::fuzz {
namespace {

uint32_t Bits(const std::string& word) {
  const auto number = ReadNumberNaively(word);
  EXPECT_TRUE(number.has_value()) << word;
  return std::bit_cast<uint32_t>(number.value_or(-77));
}

uint32_t Bits(float number) { return std::bit_cast<uint32_t>(number); }

TEST(NaiveM3dReaderTest, TakesWhatAStreamTakes) {
  EXPECT_EQ(Bits("0"), Bits(0.0f));
  EXPECT_EQ(Bits("-0"), Bits(-0.0f));
  EXPECT_EQ(Bits("+1"), Bits(1.0f));
  EXPECT_EQ(Bits("5."), Bits(5.0f));
  EXPECT_EQ(Bits(".5"), Bits(0.5f));
  EXPECT_EQ(Bits("-.5"), Bits(-0.5f));
  EXPECT_EQ(Bits("+.5E+1"), Bits(5.0f));
  EXPECT_EQ(Bits("1e-05"), Bits(1e-5f));
  EXPECT_EQ(Bits("0e99999999999999999999"), Bits(0.0f));
  EXPECT_EQ(Bits("00000000000000000000000000000000000000000001.250"),
            Bits(1.25f));
}

TEST(NaiveM3dReaderTest, RefusesWhatIsNoNumber) {
  for (const char* word :
       {"",   "-",   "+",   ".",     "-.",       "e5",   ".e5",
        "1e", "1e+", "nan", "inf",   "infinity", "0x10", "1,5",
        "1f", "--1", "+-1", "1.2.3", "1e5.0",    "1 "}) {
    EXPECT_FALSE(ReadNumberNaively(word).has_value()) << word;
  }
}

TEST(NaiveM3dReaderTest, RefusesWhatIsTooLarge) {
  EXPECT_EQ(Bits("3.4028235e38"), Bits(std::numeric_limits<float>::max()));
  EXPECT_EQ(Bits("3.4028235677973366e38"),
            Bits(std::numeric_limits<float>::max()));
  EXPECT_FALSE(ReadNumberNaively("3.4028235677973367e38").has_value());
  EXPECT_FALSE(ReadNumberNaively("-1e400").has_value());
  EXPECT_FALSE(ReadNumberNaively("1e99999999999999999999").has_value());
  EXPECT_FALSE(ReadNumberNaively(std::string(40, '9')).has_value());
}

TEST(NaiveM3dReaderTest, RoundsWhatIsTooSmall) {
  const std::string zeros(50, '0');
  EXPECT_EQ(Bits("1e-400"), Bits(0.0f));
  EXPECT_EQ(Bits("-1e-99999999999999999999"), Bits(-0.0f));
  EXPECT_EQ(Bits("7.0064923216240853e-46"), Bits(0.0f));
  EXPECT_EQ(Bits("7.0064923216240854e-46"), 1u);
  EXPECT_EQ(Bits("0." + zeros + "1"), Bits(0.0f));
  EXPECT_EQ(Bits("1.17549421e-38"), 0x007fffffu);
  EXPECT_EQ(Bits("1.17549435e-38"), 0x00800000u);
}

TEST(NaiveM3dReaderTest, RoundsToTheNearest) {
  EXPECT_EQ(Bits("16777217"), Bits(16777216.0f));
  EXPECT_EQ(Bits("16777217.0000000000000000000000000001"), Bits(16777218.0f));
  EXPECT_EQ(Bits("8388608.5"), Bits(8388608.0f));
  EXPECT_EQ(Bits("8388609.5"), Bits(8388610.0f));
  // In double, this is the middle between two floats; it is not.
  EXPECT_EQ(Bits("1.00000017881393432617187499"), 0x3f800001u);
  EXPECT_EQ(Bits("1.00000017881393432617187501"), 0x3f800002u);
}

}  // namespace
}  // namespace clipguard::fuzz
