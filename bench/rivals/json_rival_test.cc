// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/json_rival.h"

#include <string_view>

#include "gtest/gtest.h"

namespace clipguard::bench {
namespace {

TEST(JsonRivalTest, AllReadTheSame) {
  for (const JsonRival& rival : JsonRivals()) {
    SCOPED_TRACE(rival.name);
    const bool tree = std::string_view(rival.name).ends_with("dom");
    EXPECT_EQ(rival.read("{\"a\": [1, 2.5, \"x\"], // no\n \"b\": null}"),
              tree ? 2u : 8u);
    EXPECT_EQ(rival.read("{\"a\": [1, 2.5}"), 0u);
  }
}

}  // namespace
}  // namespace clipguard::bench
