// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard graph, from end to end, in-process.

#include <algorithm>
#include <string>

#include "cli/play/forge_test_files.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::Not;
using ::testing::StartsWith;

using GraphCommandTest = ForgeDoorTest;

TEST_F(GraphCommandTest, GraphShowsWhatTriggers) {
  EXPECT_THAT(
      Exits(0, "graph", resources_, machine_).out,
      AllOf(StartsWith("digraph"),
            Has("start -> s0;", "s0 -> s1;", "t0 [label=\" time reaches 2 \", ",
                "t0 -> s2 [dir=forward];",
                "t1 [label=\" door@wide reaches 0.25 \", ")));
}

TEST_F(GraphCommandTest, GraphMarksWhatIsWrong) {
  const RunResult result =
      PipedExits(0, R"({"parameters": {}, "clips": {"a\"\\N&lt;": "#identity",
          "open": ["trigger_positive", "example:block/door@wide", "#identity",
                   "!transition:ajar"],
          "still": ["apply", "example:block/door@wide", 1],
          "ajar": "#identity", "shut": "#identity"},
          "states": ["open", "shut", "a\"\\N&lt;", "ajar", "still"],
          "transitions": {"a\"\\N&lt;": "shut", "open": "ajar",
                          "ajar": ["shut", "still"]},
          "start_state": "open"})",
                 "graph", resources_, "-");
  EXPECT_THAT(result.out,
              AllOf(Has("s2 [label=<<b>a&quot;\\\\N&amp;lt;</b><br/>",
                        "label=\"cannot be reached\"",
                        "label=\" door@wide reaches 0.25 \\n "
                        "not listed \""),
                    Not(Has("s4 -> t"))));
}

TEST_F(GraphCommandTest, StatesWithoutClipsAreDrawn) {
  const std::string text =
      R"({"parameters": {}, "clips": {}, "states": ["wide", "shut"],
          "transitions": {"wide": "shut", "shut": "wide"},
          "start_state": "wide"})";
  const RunResult result = PipedExits(1, text, "graph -");
  EXPECT_THAT(result.out, AllOf(Has("starts in wide; 2 states, 2 transitions",
                                    "start -> s0;", "s0 -> "),
                                Not(Has("cannot be reached"))));
  EXPECT_THAT(Piped(text, "validate -").out, Has("2 states, 2 transitions"));
}

TEST_F(GraphCommandTest, GraphsAreRefusedWhenTooLarge) {
  std::string text =
      R"({"parameters": {}, "clips": {"a": "m:b/a_clip_with_a_name_that_)"
      R"(is_written_at_each_state@c"}, "states": ["a")";
  for (int i = 0; i < 1000; ++i) text += R"(,"a")";
  text += R"(], "transitions": {"a": "a"}, "start_state": "a"})";
  for (const char* format : {"--format=dot", "--format=mermaid"}) {
    const RunResult result =
        PipedExits(1, text, "graph", format, "--limit=graph-bytes=1", "-");
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err,
                Has("LIMIT_EXCEEDED: /states/", "--limit=graph-bytes=1,"));
  }
}

// A large graph waits in a temporary file until it is whole.
TEST_F(GraphCommandTest, LargeGraphsAreWrittenWhole) {
  std::string text =
      R"({"parameters": {}, "clips": {"a": "#identity"}, "states": ["a")";
  for (int i = 0; i < 100'000; ++i) text += R"(,"a")";
  text += R"(], "transitions": {"a": "a"}, "start_state": "a"})";
  const RunResult result = PipedExits(0, text, "graph -");
  EXPECT_GT(result.out.size(), size_t{8} << 20);
  EXPECT_THAT(result.out, StartsWith("digraph"));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 200'017);
  EXPECT_THAT(result.out,
              AllOf(Has("  s0 -> s0;\n  }\n"), EndsWith(">;\n}\n")));
}

TEST_F(GraphCommandTest, PicturesAreForGraphviz) {
  for (const char* format : {"--format=svg", "--format=png"}) {
    EXPECT_THAT(Refusal(2, "graph", format, machine_),
                Has("clipguard graph FILE | dot -Tsvg"));
  }
}

TEST_F(GraphCommandTest, GraphAsMermaid) {
  EXPECT_THAT(Exits(0, "graph --format=mermaid", resources_, machine_).out,
              Has("\nstateDiagram-v2\n", "  s1 --> s2 : time reaches 2\n"));
}

}  // namespace
}  // namespace clipguard::cli
