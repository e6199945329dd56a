// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the tests of the command line: recordings, and a whole run of the
// program in-process. Tests that run nothing take testing/temp_folder.h alone:
// this links all of the program.

#ifndef CLIPGUARD_CLI_TEST_UTIL_H_
#define CLIPGUARD_CLI_TEST_UTIL_H_

#include <cstdint>
#include <map>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "cli/io/environment.h"
#include "gmock/gmock.h"
#include "parser/mrtk/input_animation.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"  // IWYU pragma: export

namespace clipguard::cli {

// A valid 1.1 recording of nothing: 23 bytes.
std::string EmptyRecording();

// A valid 1.1 recording: a camera that rises from y = 1 at 0 s to y = 2 at
// 2 s, and a marker at 0.5 s.
std::string CameraRecording(std::string_view marker = "start");

// The same, with an infinite key time: one error, at byte 39.
std::string BadRecording();

// With a presence byte of 2: one warning.
std::string UnusualRecording();

std::string Encoded(const mrtk::InputAnimation& animation);

struct RunResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// Runs the program. `input` is what it finds on standard input.
RunResult RunProgram(const std::vector<std::string>& args,
                     std::string_view input = {},
                     const Terminal& terminal = {});

// These words, which blanks part, and then the arguments, which may have
// blanks; an argument can be a list of them.
template <typename... Args>
std::vector<std::string> AsTyped(std::string_view words, const Args&... args) {
  std::vector<std::string> line = absl::StrSplit(
      absl::string_view(words.data(), words.size()), ' ', absl::SkipEmpty());
  [[maybe_unused]] const auto add = [&](const auto& arg) {
    if constexpr (requires { arg.front().front(); }) {
      line.insert(line.end(), arg.begin(), arg.end());
    } else {
      line.emplace_back(arg);
    }
  };
  (add(args), ...);
  return line;
}
inline std::vector<std::string> AsTyped(std::vector<std::string> args) {
  return args;
}

// Runs the program, as Clipguard("info --format=json", path).
template <typename... Args>
RunResult Clipguard(const Args&... args) {
  return RunProgram(AsTyped(args...));
}

// The same with something on standard input.
template <typename... Args>
RunResult Piped(std::string_view input, const Args&... args) {
  return RunProgram(AsTyped(args...), input);
}

// An exit code, and the line that expects it.
struct ExpectedExit {
  explicit(false)
      ExpectedExit(int expected,
                   std::source_location where = std::source_location::current())
      : code(expected), from(where) {}

  int code;
  std::source_location from;
};
RunResult RunExpecting(const ExpectedExit& exit,
                       const std::vector<std::string>& args,
                       std::string_view input = {});

// Runs the program as Clipguard() does; the test fails if it exits otherwise.
template <typename... Args>
RunResult Exits(ExpectedExit exit, const Args&... args) {
  return RunExpecting(exit, AsTyped(args...));
}
// The same, where nothing is printed; returns what is said.
template <typename... Args>
std::string Refusal(ExpectedExit exit, const Args&... args) {
  RunResult result = RunExpecting(exit, AsTyped(args...));
  EXPECT_EQ(result.out, "");
  return std::move(result.err);
}
template <typename... Args>
RunResult PipedExits(ExpectedExit exit, std::string_view input,
                     const Args&... args) {
  return RunExpecting(exit, AsTyped(args...), input);
}

// Matches a text that has all of these parts, in any order.
template <typename... Parts>
auto Has(const Parts&... parts) {
  return ::testing::AllOf(::testing::HasSubstr(std::string(parts))...);
}

// Without line breaks, whose places depend on how long paths are.
std::string Unwrapped(std::string text);

// A run that writes a report of each of these formats, too.
struct ReportedRun {
  RunResult said;
  std::map<std::string, std::string> reports;  // by format
};
ReportedRun RunWithReports(std::vector<std::string> args,
                           std::span<const char* const> formats);

// A JSON document; fails the test if the text is not JSON or not UTF-8.
rapidjson::Document Json(const std::string& text);

// The lines of a text, without their line breaks.
std::vector<std::string> Lines(const std::string& text);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_TEST_UTIL_H_
