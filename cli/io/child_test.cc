// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/child.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr ChildLimits kLong = {.time = std::chrono::seconds(30),
                               .memory = uint64_t{1} << 40,
                               .file = uint64_t{1} << 20};

ChildLimits Limited(std::chrono::milliseconds time, uint64_t memory) {
  ChildLimits limits = kLong;
  limits.time = time;
  limits.memory = memory;
  return limits;
}

// Whether a process ends soon, whoever's it is.
bool Ends(const std::string& pid) {
  for (int i = 0; i < 1000; ++i) {
    std::ifstream in("/proc/" + pid + "/stat");
    std::string state;
    if (!std::getline(in, state) || state.find(") Z ") != std::string::npos) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

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
  const auto end =
      RunChild({"sh", "-c", "sleep 60 & sleep 60"}, folder / "errors",
               Limited(std::chrono::milliseconds(50), kLong.memory));
  EXPECT_EQ(end->excess, ChildEnd::Excess::kTime);
  EXPECT_EQ(end->failure, "");
}

TEST(ChildTest, LeavesNoChildren) {
  TempFolder folder;
  for (const std::string how : {"exit 0", "kill -SEGV $$"}) {
    const std::string script =
        "sleep 300 & echo $! > '" + folder / "pid" + "'; " + how;
    ASSERT_TRUE(RunChild({"sh", "-c", script}, folder / "errors", kLong).ok());
    std::ifstream in(folder / "pid");
    std::string pid;
    ASSERT_TRUE(std::getline(in, pid));
    EXPECT_TRUE(Ends(pid)) << how;
  }
}

TEST(ChildTest, WritesTooMuch) {
  TempFolder folder;
  const std::string out = folder / "out";
  const auto end = RunChild({"dd", "if=/dev/zero", "of=" + out, "bs=65536"},
                            folder / "errors", kLong);
  EXPECT_EQ(end->excess, ChildEnd::Excess::kFile);
  EXPECT_EQ(end->failure, "");
  EXPECT_EQ(std::filesystem::file_size(out), kLong.file);
}

TEST(ChildTest, TakesTooMuchMemory) {
  TempFolder folder;
  // A line that has no end, in a process of its own.
  const std::string script = "tail -n 1 /dev/zero; sleep 20";
  const auto end = RunChild({"sh", "-c", script}, folder / "errors",
                            Limited(std::chrono::seconds(30), 100 << 20));
  EXPECT_EQ(end->excess, ChildEnd::Excess::kMemory);
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
