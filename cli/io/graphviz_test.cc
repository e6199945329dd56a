// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// With scripts in place of Graphviz.

#include "cli/io/graphviz.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;

class GraphvizTest : public testing::Test {
 protected:
  GraphvizTest() : path_(std::getenv("PATH")) {
    setenv("PATH", (folder_.path() + ":" + path_).c_str(), /*replace=*/1);
  }
  ~GraphvizTest() override { setenv("PATH", path_.c_str(), /*replace=*/1); }

  void Install(std::string_view script) {
    const std::string file =
        folder_.Write("dot", "#!/bin/sh\n" + std::string(script));
    ASSERT_EQ(chmod(file.c_str(), 0755), 0);
  }

  absl::Status Draw(std::string_view dot, const GraphvizLimits& limits = {}) {
    SpoolFile graph;
    graph.Write(dot);
    SpoolFile svg;
    absl::Status s = clipguard::cli::Draw(graph, "svg", limits, svg);
    drawn_.clear();
    EXPECT_TRUE(
        svg.Read([&](std::string_view piece) { drawn_ += piece; }).ok());
    return s;
  }

  TempFolder folder_;
  const std::string path_;
  std::string drawn_;
};

TEST_F(GraphvizTest, GivesWhatTheProgramSays) {
  Install("printf '%s ' \"$1\"; cat");
  const std::string dot(200'000, 'x');
  EXPECT_TRUE(Draw(dot).ok());
  EXPECT_EQ(drawn_, "-Tsvg " + dot);
}

TEST_F(GraphvizTest, LimitsItsMemory) {
  Install("ulimit -v");
  EXPECT_TRUE(Draw("").ok());
  EXPECT_EQ(drawn_, "1048576\n");
  EXPECT_TRUE(Draw("", {.memory = uint64_t{512} << 20}).ok());
  EXPECT_EQ(drawn_, "524288\n");
}

TEST_F(GraphvizTest, EndsItWhenItTakesTooLong) {
  Install("exec sleep 100");
  const absl::Status s = Draw("", {.time = std::chrono::milliseconds(100)});
  EXPECT_TRUE(absl::IsDeadlineExceeded(s)) << s;
}

TEST_F(GraphvizTest, EndsItWhenItSaysTooMuch) {
  Install("while :; do echo xxxxxxxxxxxxxxxx; done");
  const absl::Status s = Draw("", {.bytes = 1000});
  EXPECT_TRUE(absl::IsResourceExhausted(s)) << s;
  EXPECT_LE(drawn_.size(), 1000u);
}

TEST_F(GraphvizTest, TellsFaults) {
  Install("echo half; exit 3");
  EXPECT_TRUE(absl::IsInternal(Draw("")));
  Install("exit 0");  // without a word
  EXPECT_TRUE(absl::IsInternal(Draw("")));
  Install("kill -9 $$");
  EXPECT_TRUE(absl::IsInternal(Draw("")));
  const std::string file = folder_.Write("dot", "no program at all\n");
  ASSERT_EQ(chmod(file.c_str(), 0755), 0);
  EXPECT_THAT(std::string(Draw("").message()),
              HasSubstr("could not be started"));
  // Nothing that could be run.
  setenv("PATH", folder_.path().c_str(), /*replace=*/1);
  ASSERT_EQ(chmod(file.c_str(), 0644), 0);
  const absl::Status missing = Draw("");
  EXPECT_TRUE(absl::IsNotFound(missing)) << missing;
}

// Killed, not asked.
TEST_F(GraphvizTest, EndsWithTheProgramThatStartedIt) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(pipe(ends.data()), 0);
  // The script says so when it lives on, and closes the pipe when it does not.
  const std::string to_us = std::to_string(ends[1]);
  Install("printf started >&" + to_us + "\nsleep 20 " + to_us +
          ">&-\nprintf ' alive' >&" + to_us + "\n");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    close(ends[0]);
    const absl::Status s = Draw("");
    _exit(s.ok() ? 0 : 1);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 64> piece;
  for (;;) {
    const ssize_t got = read(ends[0], piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    said.append(piece.data(), static_cast<size_t>(got));
    if (said == "started") kill(child, SIGKILL);
  }
  close(ends[0]);
  EXPECT_EQ(said, "started");
  int result = 0;
  EXPECT_EQ(waitpid(child, &result, 0), child);
  EXPECT_TRUE(WIFSIGNALED(result));
}

}  // namespace
}  // namespace clipguard::cli
