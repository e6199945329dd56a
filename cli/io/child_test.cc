// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/child.h"

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kLong = std::chrono::seconds(30);

TEST(ChildTest, Words) {
  EXPECT_THAT(*WordsOf("a  b\tc"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(*WordsOf("'a b'c \"d \\\" e\" ''"),
              ElementsAre("a bc", "d \" e", ""));
  EXPECT_THAT(*WordsOf("a\\ b '\\'"), ElementsAre("a b", "\\"));
  EXPECT_THAT(*WordsOf(" "), ElementsAre());
  EXPECT_EQ(WordsOf("a 'b").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(ChildTest, HowItFails) {
  TempFolder folder;
  const std::string errors = folder / "errors";
  const auto failure = [&](const std::string& script) {
    return RunChild({"sh", "-c", script}, errors, kLong)->failure;
  };
  EXPECT_EQ(failure("exit 0"), "");
  EXPECT_EQ(failure("exit 1"), "");
  EXPECT_EQ(failure("exit 127"), "");
  EXPECT_EQ(failure("exit 134"), "exit code 134");
  EXPECT_EQ(failure("kill -SEGV $$"), "signal 11");
  EXPECT_EQ(failure("echo '==7==ERROR: AddressSanitizer: heap-overflow on 1' "
                    ">&2; exit 1"),
            "AddressSanitizer: heap-overflow");
  EXPECT_EQ(failure("echo 'a.c:1:2: runtime error: x' >&2"),
            "UndefinedBehaviorSanitizer");
  EXPECT_EQ(failure("cat; echo; echo 'Sanitizer: '"), "");
}

TEST(ChildTest, TakesTooLong) {
  TempFolder folder;
  const auto end = RunChild({"sh", "-c", "sleep 60 & sleep 60"},
                            folder / "errors", std::chrono::milliseconds(50));
  EXPECT_TRUE(end->too_long);
  EXPECT_EQ(end->failure, "");
}

TEST(ChildTest, CannotBeStarted) {
  TempFolder folder;
  const auto end = RunChild({folder / "none"}, folder / "errors", kLong);
  EXPECT_EQ(end.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(end.status().message(), HasSubstr("cannot be started"));
}

}  // namespace
}  // namespace clipguard::cli
