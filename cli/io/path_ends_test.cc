// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/path_ends.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(PathEndsTest, FoldersOfTheNameCount) {
  const std::vector<std::string> paths = {"a.png", "x/a.png", "y/x/a.png",
                                          "X/a.png", "ax/a.png"};
  const PathEnds exact(paths, false);
  EXPECT_THAT(exact.Find(paths, "a.png", 9), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(exact.Find(paths, "a.png", 2), ElementsAre(0, 1));
  EXPECT_THAT(exact.Find(paths, "x/a.png", 9), ElementsAre(1, 2));
  EXPECT_THAT(exact.Find(paths, "y/x/a.png", 9), ElementsAre(2));
  EXPECT_THAT(exact.Find(paths, "z/y/x/a.png", 9), IsEmpty());
  EXPECT_THAT(exact.Find(paths, "/a.png", 9), IsEmpty());
  EXPECT_THAT(exact.Find(paths, "png", 9), IsEmpty());
  EXPECT_THAT(exact.Find(paths, "", 9), IsEmpty());
  EXPECT_THAT(PathEnds(paths, true).Find(paths, "X/A.png", 9),
              ElementsAre(1, 2, 3));
  EXPECT_THAT(PathEnds({}, false).Find({}, "a", 9), IsEmpty());
}

// The same as to look at each path.
TEST(PathEndsTest, FindsWhatASearchOfAllFinds) {
  std::mt19937 random(1);
  const auto path = [&] {
    std::string text;
    for (uint32_t left = 1 + random() % 4; left != 0; --left) {
      text += text.empty() ? "" : "/";
      text += "aAbé"[random() % 3];
    }
    return text;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> paths(random() % 40);
    for (std::string& one : paths) one = path();
    const std::string name = path();
    const size_t most = random() % 9;
    for (const bool fold_case : {false, true}) {
      const auto form = [&](std::string_view text) {
        std::string with_slash = "/" + std::string(text);
        if (fold_case) absl::AsciiStrToLower(&with_slash);
        return with_slash;
      };
      std::vector<uint32_t> expected;
      for (uint32_t i = 0; i < paths.size(); ++i) {
        if (expected.size() < most && form(paths[i]).ends_with(form(name))) {
          expected.push_back(i);
        }
      }
      EXPECT_EQ(PathEnds(paths, fold_case).Find(paths, name, most), expected);
    }
  }
}

}  // namespace
}  // namespace clipguard::cli
