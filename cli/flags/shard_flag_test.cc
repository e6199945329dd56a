// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/shard_flag.h"

#include <filesystem>
#include <map>
#include <string>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using Map = std::map<std::string, std::string>;

absl::StatusOr<Shard> Parse(std::string_view text, const Map& variables) {
  return ParseShard(text, [&](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

// "2 of 4", index from 0; or the message.
std::string Said(std::string_view text, const Map& variables = {}) {
  const auto shard = Parse(text, variables);
  if (!shard.ok()) return std::string(shard.status().message());
  return std::to_string(shard->index) + " of " + std::to_string(shard->count);
}

TEST(ShardFlagTest, AsTheUserSays) {
  EXPECT_EQ(Said("1/1"), "0 of 1");
  EXPECT_EQ(Said("4/4"), "3 of 4");
  // The environment is not asked.
  EXPECT_EQ(Said("1/2", {{"TEST_SHARD_INDEX", "1"}}), "0 of 2");
  for (const char* text : {"", "/", "1", "1/", "/1", "2/1", "1/0", "x/2",
                           "auto/", "auto/0", "auto/x", "automatic", "-1/2"}) {
    EXPECT_THAT(Said(text), Has("--shard is I/N")) << text;
  }
  EXPECT_THAT(Said("0/3"), Has("counted from 1"));
}

TEST(ShardFlagTest, AsSchedulersSay) {
  EXPECT_EQ(
      Said("auto", {{"TEST_SHARD_INDEX", "2"}, {"TEST_TOTAL_SHARDS", "5"}}),
      "2 of 5");
  EXPECT_EQ(Said("auto/8", {{"JOB_COMPLETION_INDEX", "7"}}), "7 of 8");
  EXPECT_EQ(Said("auto", {{"SLURM_ARRAY_TASK_ID", "12"},
                          {"SLURM_ARRAY_TASK_MIN", "10"},
                          {"SLURM_ARRAY_TASK_MAX", "14"},
                          {"SLURM_ARRAY_TASK_STEP", "2"},
                          {"SLURM_ARRAY_TASK_COUNT", "3"}}),
            "1 of 3");
  EXPECT_EQ(Said("auto", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}),
            "0 of 2");
  EXPECT_EQ(Said("auto/2", {{"CLIPGUARD_SHARD_INDEX", "1"},
                            {"CLIPGUARD_SHARD_TOTAL", "2"}}),
            "1 of 2");
}

TEST(ShardFlagTest, ATestOfBazelsThatIsNotShardedIsTheWhole) {
  EXPECT_EQ(Said("auto", {{"TEST_SRCDIR", "/x"}}), "0 of 1");
  EXPECT_THAT(Said("auto/2", {{"TEST_SRCDIR", "/x"}}), Has("TEST_SHARD_INDEX"));
}

TEST(ShardFlagTest, WhatIsMissingOrAmbiguousIsRefused) {
  EXPECT_THAT(
      Said("auto"),
      Has("TEST_SHARD_INDEX (Bazel)", "JOB_COMPLETION_INDEX (Kubernetes)",
          "SLURM_ARRAY_TASK_ID (Slurm)", "CI_NODE_INDEX (GitLab)",
          "CLIPGUARD_SHARD_INDEX"));
  EXPECT_THAT(Said("auto", {{"JOB_COMPLETION_INDEX", "0"}}),
              Has("--shard=auto/N"));
  EXPECT_THAT(Said("auto", {{"TEST_SHARD_INDEX", "0"}}),
              Has("(TEST_TOTAL_SHARDS)"));
  EXPECT_THAT(Said("auto/2", {{"JOB_COMPLETION_INDEX", "0"},
                              {"SLURM_ARRAY_TASK_ID", "1"}}),
              Has("JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"));
}

TEST(ShardFlagTest, NumbersThatDoNotFitAreRefused) {
  EXPECT_THAT(
      Said("auto", {{"TEST_SHARD_INDEX", "5"}, {"TEST_TOTAL_SHARDS", "5"}}),
      Has("TEST_SHARD_INDEX=5 is none of 5 parts, counted from 0"));
  EXPECT_THAT(
      Said("auto/4", {{"TEST_SHARD_INDEX", "1"}, {"TEST_TOTAL_SHARDS", "5"}}),
      Has("TEST_TOTAL_SHARDS=5"));
  EXPECT_THAT(Said("auto", {{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "2"}}),
              Has("counted from 1"));
  EXPECT_THAT(Said("auto/2", {{"JOB_COMPLETION_INDEX", "\x1B[1m"}}),
              Has("is no number, but '\\x1B[1m'"));
  // An array with gaps: 1, 3, 9.
  for (const char* index : {"1", "3", "9"}) {
    EXPECT_THAT(Said("auto", {{"SLURM_ARRAY_TASK_ID", index},
                              {"SLURM_ARRAY_TASK_MIN", "1"},
                              {"SLURM_ARRAY_TASK_MAX", "9"},
                              {"SLURM_ARRAY_TASK_COUNT", "3"}}),
                Has("have gaps"));
  }
  EXPECT_THAT(Said("auto", {{"SLURM_ARRAY_TASK_ID", "2"},
                            {"SLURM_ARRAY_TASK_MIN", "1"},
                            {"SLURM_ARRAY_TASK_STEP", "0"},
                            {"SLURM_ARRAY_TASK_COUNT", "3"}}),
              Has("none of 3 parts"));
}

TEST(ShardFlagTest, BazelIsToldIfItAsks) {
  TempFolder folder;
  const auto announce = [&](const std::string& path) {
    return AnnounceSharding(
        [&](const char* name) -> std::optional<std::string> {
          if (std::string_view(name) != "TEST_SHARD_STATUS_FILE") {
            return std::nullopt;
          }
          return path;
        });
  };
  EXPECT_TRUE(announce(folder / "status").ok());
  EXPECT_TRUE(std::filesystem::exists(folder / "status"));
  EXPECT_THAT(std::string(announce(folder / "none/status").message()),
              Has("No such file"));
  EXPECT_TRUE(AnnounceSharding([](const char*) -> std::optional<std::string> {
                return std::nullopt;
              }).ok());
}

}  // namespace
}  // namespace clipguard::cli
