// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The C interface: any file, any flags. It says what the command line says of
// the same bytes; what is written goes to memory, and is the same twice.

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/clipguard.h"
#include "clipguard/c_api.h"
#include "fuzz/cli/cli_input.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"

namespace clipguard {
namespace {

// A path that no system has.
constexpr const char* kPath = "/no-such-folder/file";

struct Ran {
  int code = 0;
  std::string out;
  std::string err;
  std::string written;

  friend bool operator==(const Ran&, const Ran&) = default;
};

Ran RunModule(const std::vector<std::string>& args,
              std::span<const uint8_t> bytes) {
  std::vector<const char*> words;
  for (const std::string& arg : args) words.push_back(arg.c_str());
  const clipguard_file files[] = {
      {kPath, CLIPGUARD_FILE, bytes.data(), bytes.size(), nullptr},
      {"-", CLIPGUARD_FILE, bytes.data(), bytes.size(), nullptr}};
  const clipguard_input input = {words.data(), words.size(), files,  2,
                                 nullptr,      nullptr,      nullptr};
  clipguard_result* const result = clipguard_run(&input);
  CLIPGUARD_CHECK(result != nullptr);
  Ran ran;
  ran.code = clipguard_exit_code(result);
  size_t size = 0;
  const char* text = clipguard_output(result, &size);
  CLIPGUARD_CHECK(text[size] == '\0');
  ran.out.assign(text, size);
  text = clipguard_messages(result, &size);
  ran.err.assign(text, size);
  for (size_t i = 0; i < clipguard_written_count(result); ++i) {
    const auto* const file = clipguard_written(result, i, &size);
    ran.written += clipguard_written_path(result, i);
    ran.written.append(reinterpret_cast<const char*>(file), size);
  }
  clipguard_free(result);
  CLIPGUARD_CHECK(ran.code >= 0 && ran.code <= 3);
  CLIPGUARD_CHECK(ran.code < 2 || !ran.err.empty());
  return ran;
}

std::vector<std::string> ArgsOf(const fuzz::CliInput& input) {
  std::vector<std::string> args = fuzz::Defused(input.args);
  // A caller of C cannot pass bytes after a null byte.
  for (std::string& arg : args) arg = arg.c_str();
  // A page has to go somewhere.
  if (!args.empty() && args[0] == "report") {
    args.insert(args.begin() + 1, "--out=-");
  }
  return args;
}

void Run(std::span<const uint8_t> bytes) {
  const auto input = fuzz::SplitCliInput(bytes);
  std::vector<std::string> args = ArgsOf(input);
  const Ran ran = RunModule(args, input.file);

  // As a file, and with a result that is written.
  for (std::string& arg : args) {
    if (arg == "-") arg = kPath;
  }
  if (!args.empty()) {
    const bool has_out = args.size() > 1 && args[1] == "--out=-";
    args.insert(args.begin() + (has_out ? 2 : 1), "--out=o");
  }
  CLIPGUARD_CHECK(RunModule(args, input.file) == RunModule(args, input.file));

  if (ran.err.find("the program alone") != std::string::npos) return;
  cli::StringOutput out;
  cli::StringOutput err;
  const int file = memfd_create("input", MFD_CLOEXEC);
  CLIPGUARD_CHECK(write(file, input.file.data(), input.file.size()) ==
                  static_cast<ssize_t>(input.file.size()));
  CLIPGUARD_CHECK(lseek(file, 0, SEEK_SET) == 0);
  cli::Environment env{.out = out, .err = err, .in_fd = file};
  args = ArgsOf(input);
  CLIPGUARD_CHECK(ran.code == cli::RunClipguard(args, env));
  CLIPGUARD_CHECK(ran.out == out.text());
  // A command may be the name of a file of this machine.
  CLIPGUARD_CHECK(ran.err == err.text() ||
                  err.text().find("try: clipguard view") != std::string::npos);
  close(file);
}

constexpr fuzz::Inputs kInputs = {
    .seeds =
        "fuzz/corpus/cli fuzz/regressions corpus/forge corpus/m3d "
        "corpus/mrtk",
    .dictionary = "fuzz/mrtk/mrtk.dict",
    .mutate = fuzz::MutateCliInput};
CLIPGUARD_FUZZ_PROPERTY(c_api, Run, kInputs);

}  // namespace
}  // namespace clipguard
