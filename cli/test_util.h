// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the tests of the command line: recordings, and a whole run of the
// program in-process. Tests that run nothing take testing/temp_folder.h alone:
// this links all of the program.

#ifndef CLIPGUARD_CLI_TEST_UTIL_H_
#define CLIPGUARD_CLI_TEST_UTIL_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io/environment.h"
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
