// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/test_util.h"

#include <cstdio>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cli/clipguard.h"
#include "gtest/gtest.h"

namespace clipguard::cli {

std::string Encoded(const mrtk::InputAnimation& animation) {
  const auto bytes = mrtk::WriteInputAnimation(animation, mrtk::kRecorder11);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return {bytes->begin(), bytes->end()};
}

std::string EmptyRecording() { return Encoded({}); }

namespace {

mrtk::InputAnimation Camera() {
  using mrtk::CurveSlot;
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {
      {.time = 0, .value = 1}, {.time = 2, .value = 2}};
  animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys = {
      {.time = 0, .value = 1}, {.time = 2, .value = 1}};
  for (const auto component :
       {mrtk::kPositionX, mrtk::kPositionZ, mrtk::kRotationX, mrtk::kRotationY,
        mrtk::kRotationZ}) {
    animation.curve(CurveSlot::Camera(component)).keys = {{.time = 0},
                                                          {.time = 2}};
  }
  return animation;
}

}  // namespace

std::string CameraRecording(std::string_view marker) {
  mrtk::InputAnimation animation = Camera();
  animation.markers = {{.time = 0.5f, .name = std::string(marker)}};
  return Encoded(animation);
}

std::string BadRecording() {
  mrtk::InputAnimation animation = Camera();
  // 16 bytes of header, 3 of presence, 12 of the curve's header, one key.
  animation.curve(mrtk::CurveSlot::Camera(mrtk::kPositionX)).keys[1].time =
      std::numeric_limits<float>::infinity();
  return Encoded(animation);
}

std::string UnusualRecording() {
  std::string bytes = CameraRecording();
  bytes[16] = '\x02';
  return bytes;
}

std::string Unwrapped(std::string text) {
  absl::RemoveExtraAsciiWhitespace(&text);
  return text;
}

RunResult RunProgram(const std::vector<std::string>& args,
                     std::string_view input, const Terminal& terminal) {
  StringOutput out;
  StringOutput err;
  std::FILE* in = std::tmpfile();
  std::fwrite(input.data(), 1, input.size(), in);
  EXPECT_EQ(std::fseek(in, 0, SEEK_SET), 0);
  Environment env{.out = out,
                  .err = err,
                  .in_fd = fileno(in),
                  .out_terminal = terminal,
                  .err_terminal = terminal};
  RunResult result;
  result.exit_code = RunClipguard(args, env);
  result.out = out.text();
  result.err = err.text();
  std::fclose(in);
  return result;
}

RunResult RunExpecting(const ExpectedExit& exit,
                       const std::vector<std::string>& args,
                       std::string_view input) {
  RunResult result = RunProgram(args, input);
  if (result.exit_code != exit.code) {
    ADD_FAILURE_AT(exit.from.file_name(), static_cast<int>(exit.from.line()))
        << ::testing::PrintToString(args) << " exits with " << result.exit_code
        << ", not " << exit.code << "\n"
        << result.out << result.err;
  }
  return result;
}

rapidjson::Document Json(const std::string& text) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(text.data(),
                                                        text.size());
  EXPECT_FALSE(document.HasParseError()) << text;
  return document;
}

ReportedRun RunWithReports(std::vector<std::string> args,
                           std::span<const char* const> formats) {
  const TempFolder folder;
  for (const char* const format : formats) {
    args.insert(args.begin() + 1,
                absl::StrCat("--output=", format, ":", folder / format));
  }
  ReportedRun run = {.said = RunProgram(args), .reports = {}};
  for (const char* const format : formats) {
    run.reports[format] = ReadFile(folder / format);
  }
  return run;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  return lines;
}

}  // namespace clipguard::cli
