// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/context.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

namespace clipguard::bench {
namespace {

TEST(BenchmarkContextTest, SaysWhereFiguresAreFrom) {
  setenv("CLIPGUARD_COMMIT", "0123456789ab", /*overwrite=*/1);
  std::map<std::string, std::string> context;
  for (const auto& [key, value] : BenchmarkContext()) context[key] = value;
  EXPECT_EQ(context.size(), 5u);
  EXPECT_EQ(context["commit"], "0123456789ab");
  EXPECT_NE(context["kernel"], "");
  EXPECT_NE(context["cpu"], "");
  EXPECT_NE(context["compiler"], "");
  EXPECT_NE(context["flags"].find("-ffp-contract=off"), std::string::npos);
}

TEST(BenchmarkContextTest, TheCommitMayBeUnknown) {
  unsetenv("CLIPGUARD_COMMIT");
  unsetenv("BUILD_WORKSPACE_DIRECTORY");
  for (const auto& [key, value] : BenchmarkContext()) {
    if (key == "commit") {
      EXPECT_EQ(value, "unknown");
    }
  }
}

}  // namespace
}  // namespace clipguard::bench
