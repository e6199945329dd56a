// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The command line, in-process: any file, any flags. Exit code 0 to 3, with a
// reason for 2 and 3, and nothing on standard output with 2; JSON, SARIF and
// GitLab's report are JSON, in UTF-8; no control character is printed; a second
// run says the same.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/clipguard.h"
#include "fuzz/cli/cli_input.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "rapidjson/document.h"

namespace clipguard {
namespace {

struct Ran {
  int code = 0;
  std::string out;
  std::string err;
};

// One document or, one after the other, several. Gives each to visit().
template <typename Visit>
void ForEachDocument(const std::string& text, Visit visit) {
  rapidjson::StringStream in(text.c_str());
  while (in.Peek() != '\0') {
    rapidjson::Document document;
    document.ParseStream<rapidjson::kParseValidateEncodingFlag |
                         rapidjson::kParseStopWhenDoneFlag>(in);
    CLIPGUARD_CHECK(!document.HasParseError());
    visit(document);
    while (in.Peek() == '\n') in.Take();
  }
}

// Nothing that would paint on a terminal or break a log's lines; colours, if
// they are asked for, are escape sequences.
void CheckPrintable(const std::string& text, bool colors) {
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    CLIPGUARD_CHECK(c == '\n' || (byte >= 0x20 && byte != 0x7F) ||
                    (colors && c == '\x1B'));
  }
}

Ran RunOnce(const std::vector<std::string>& args, int file) {
  cli::StringOutput out;
  cli::StringOutput err;
  cli::Environment env{.out = out, .err = err, .in_fd = file};
  CLIPGUARD_CHECK(lseek(file, 0, SEEK_SET) == 0);
  const int code = cli::RunClipguard(args, env);
  return {code, out.text(), err.text()};
}

std::string Run(const fuzz::CliInput& input, int file) {
  const std::vector<std::string> args = fuzz::Defused(input.args);
  const Ran ran = RunOnce(args, file);
  CLIPGUARD_CHECK(ran.code >= 0 && ran.code <= 3);
  CLIPGUARD_CHECK(ran.code < 2 || !ran.err.empty());
  // Wrong usage is seen before anything is done, but in a script for `play`,
  // and 2 of `diff` has another meaning, too.
  CLIPGUARD_CHECK(ran.code != 2 || ran.out.empty() || args[0] == "play" ||
                  args[0] == "diff");
  const bool colors = std::ranges::any_of(args, [](const std::string& arg) {
    return arg.starts_with("--color") || arg == "always";
  });
  // Tables have names as they are, and NumPy's are no text.
  const bool is_table = !args.empty() && args[0] == "sample" &&
                        !ran.out.starts_with('{') && !ran.out.starts_with('[');
  if (!is_table) CheckPrintable(ran.out, colors);
  CheckPrintable(ran.err, false);
  if (ran.code < 2 && (ran.out.starts_with('{') || ran.out.starts_with('['))) {
    ForEachDocument(ran.out, [](const rapidjson::Document&) {});
  }
  return std::to_string(ran.code) + ran.out + ran.err;
}

void Run(std::span<const uint8_t> bytes) {
  const auto input = fuzz::SplitCliInput(bytes);
  const int file = memfd_create("input", MFD_CLOEXEC);
  CLIPGUARD_CHECK(write(file, input.file.data(), input.file.size()) ==
                  static_cast<ssize_t>(input.file.size()));
  const std::string once = Run(input, file);
  CLIPGUARD_CHECK(Run(input, file) == once);
  close(file);
}

constexpr fuzz::Inputs kInputs = {
    .seeds = "fuzz/corpus/cli fuzz/regressions corpus/forge corpus/mrtk",
    .dictionary = "fuzz/mrtk/mrtk.dict",
    .mutate = fuzz::MutateCliInput};
CLIPGUARD_FUZZ_PROPERTY(cli, Run, kInputs);

}  // namespace
}  // namespace clipguard
