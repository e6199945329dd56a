// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/nearest_name.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

// The whole table.
size_t FullDistance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1,
                                     std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const size_t differ = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + differ});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

TEST(NameDistanceTest, CountsUpToABound) {
  EXPECT_EQ(NameDistance("", "", 0), 0u);
  EXPECT_EQ(NameDistance("open", "opne", 3), 1u);
  EXPECT_EQ(NameDistance("Open_Speed", "open-sped", 3), 1u);
  EXPECT_EQ(NameDistance("abcdef", "ghijkl", 6), 6u);
  EXPECT_EQ(NameDistance("abcdef", "ghijkl", 3), 4u);
  EXPECT_EQ(NameDistance("a", "abcdefgh", 6), 7u);
}

TEST(NameDistanceTest, EqualsTheWholeTable) {
  std::mt19937 random(1);
  const auto word = [&] {
    std::string text(random() % 14, ' ');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string a = word();
    const std::string b = word();
    const size_t most = random() % 7;
    ASSERT_EQ(NameDistance(a, b, most), std::min(FullDistance(a, b), most + 1))
        << a << " " << b << " " << most;
  }
}

TEST(NearestNameTest, FindsWhatWasMeant) {
  constexpr std::array<std::string_view, 3> kNames = {"progress", "pro", "end"};
  EXPECT_EQ(NearestName("progres", kNames), "progress");
  EXPECT_EQ(NearestName("Pro", kNames), "pro");
  EXPECT_EQ(NearestName("edn", kNames), "end");
  EXPECT_EQ(NearestName("speed", kNames), "");
  EXPECT_EQ(NearestName("", kNames), "");
  EXPECT_EQ(NearestName(std::string(100, 'p'), kNames), "");
}

TEST(DidYouMeanTest, QuotesTheNearestName) {
  const std::string_view names[] = {"open", "close"};
  const auto quote = [](std::string_view name) {
    return "<" + std::string(name) + ">";
  };
  EXPECT_EQ(DidYouMean("opne", names, quote), "; did you mean <open>?");
  EXPECT_EQ(DidYouMean("zzzzzz", names, quote), "");
}

}  // namespace
}  // namespace clipguard
