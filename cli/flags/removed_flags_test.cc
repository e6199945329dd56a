// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/removed_flags.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "cli/flags/command_line.h"
#include "cli/flags/flag_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> Words(std::string_view text) {
  return absl::StrSplit(std::string(text), ' ', absl::SkipEmpty());
}

std::string MessageOf(const absl::Status& status) {
  return {status.message().data(), status.message().size()};
}

TEST(RemovedFlagsTest, SayWhatToUseInstead) {
  for (const RemovedFlag& removed : AllRemovedFlags()) {
    EXPECT_FALSE(removed.instead.empty());
    EXPECT_FALSE(removed.instead.ends_with('.'));
    for (const std::string& command : Words(removed.commands)) {
      for (const std::string& flag : Words(removed.flags)) {
        std::vector<std::string> values = Words(removed.values);
        if (values.empty()) values.emplace_back();
        for (const std::string& value : values) {
          const absl::Status s = CheckRemoved(command, flag, value);
          EXPECT_TRUE(absl::IsInvalidArgument(s)) << command << flag << value;
          EXPECT_THAT(MessageOf(s), StartsWith(flag));
          EXPECT_THAT(MessageOf(s), HasSubstr(std::string(removed.instead)));
        }
      }
    }
  }
}

// Else the row would never be reached.
TEST(RemovedFlagsTest, AreNotInTheTableOfFlags) {
  for (const RemovedFlag& removed : AllRemovedFlags()) {
    for (const std::string& command : Words(removed.commands)) {
      for (const std::string& flag : Words(removed.flags)) {
        const FlagSpec* const spec = FindFlag(command, flag);
        const bool is_there = spec != nullptr && spec->IsOf(command);
        EXPECT_EQ(is_there, !removed.values.empty()) << command << flag;
        if (!is_there) continue;
        for (const std::string& value : Words(removed.values)) {
          EXPECT_EQ(std::ranges::find(spec->values.names, value),
                    spec->values.names.end())
              << value;
        }
      }
    }
  }
}

TEST(RemovedFlagsTest, OthersAreNotRemoved) {
  EXPECT_TRUE(CheckRemoved("graph", "--format", "dot").ok());
  EXPECT_TRUE(CheckRemoved("graph", "--format", "").ok());
  EXPECT_TRUE(CheckRemoved("info", "--format", "svg").ok());
  EXPECT_TRUE(CheckRemoved("sample", "--resume", "").ok());
}

std::string ParseGraph(const std::vector<std::string>& args) {
  std::string format;
  std::vector<std::string> paths;
  CommandLine line("graph");
  line.Value("--format", &format);
  line.Paths(&paths);
  return MessageOf(line.Parse(args));
}

TEST(RemovedFlagsTest, CommandLineTellsThem) {
  EXPECT_THAT(ParseGraph({"--format=svg", "a"}),
              HasSubstr("clipguard graph FILE | dot -Tsvg"));
  EXPECT_THAT(ParseGraph({"--format", "png", "a"}), HasSubstr("-Tpng"));
  std::string finding;
  std::vector<std::string> paths;
  CommandLine line("reduce");
  line.Value("--finding", &finding);
  line.Paths(&paths);
  EXPECT_THAT(MessageOf(line.Parse({"--crash=a {}", "-x", "b"})),
              StartsWith("--crash was removed: "));
  EXPECT_THAT(MessageOf(line.Parse({"--crash", "a {}", "b"})),
              StartsWith("--crash was removed: "));
}

}  // namespace
}  // namespace clipguard::cli
