// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/suggest.h"

#include <array>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"validate", "info",
                                                    "sample", "explain"};

TEST(SuggestTest, FindsWhatWasMeant) {
  EXPECT_EQ(Nearest("vaildate", kNames), "validate");  // swapped
  EXPECT_EQ(Nearest("valdate", kNames), "validate");   // missing
  EXPECT_EQ(Nearest("inffo", kNames), "info");         // too many
  EXPECT_EQ(Nearest("sanple", kNames), "sample");      // wrong
  EXPECT_EQ(Nearest("EXPLAIN", kNames), "explain");
  EXPECT_EQ(Nearest("val", kNames), "validate");  // begun
}

TEST(SuggestTest, GuessesNothingFarFetched) {
  EXPECT_EQ(Nearest("frobnicate", kNames), "");
  EXPECT_EQ(Nearest("", kNames), "");
  EXPECT_EQ(Nearest(std::string(100'000, 'v'), kNames), "");
}

TEST(SuggestTest, Messages) {
  EXPECT_EQ(UnknownName("command", "inf", kNames),
            "unknown command 'inf'; did you mean 'info'?");
  EXPECT_EQ(UnknownName("command", "x\n", kNames),
            "unknown command 'x\\n' (known: validate, info, sample, explain)");
  // An alias is suggested, followed by all known names.
  const std::string_view targets[] = {"glb", "json"};
  EXPECT_EQ(UnknownName("target", "gltf", targets),
            "unknown target 'gltf'; did you mean 'glb'? (known: glb, json)");
}

}  // namespace
}  // namespace clipguard::cli
