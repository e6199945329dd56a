// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The command line, in-process: any file, any flags. Exit code 0 to 3, with a
// reason for 2 and 3; JSON and SARIF are JSON, in UTF-8; a second run says the
// same.

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/clipguard.h"
#include "fuzz/cli/cli_input.h"
#include "fuzz/shared/check.h"
#include "rapidjson/document.h"

namespace clipguard {
namespace {

// One document or, one after the other, several.
void CheckJson(const std::string& text) {
  rapidjson::StringStream in(text.c_str());
  while (in.Peek() != '\0') {
    rapidjson::Document document;
    document.ParseStream<rapidjson::kParseValidateEncodingFlag |
                         rapidjson::kParseStopWhenDoneFlag>(in);
    CLIPGUARD_CHECK(!document.HasParseError());
    while (in.Peek() == '\n') in.Take();
  }
}

std::string Run(const fuzz::CliInput& input, int file) {
  cli::StringOutput out;
  cli::StringOutput err;
  cli::Environment env{.out = out, .err = err, .in_fd = file};
  CLIPGUARD_CHECK(lseek(file, 0, SEEK_SET) == 0);
  const int code = cli::RunClipguard(fuzz::Defused(input.args), env);
  CLIPGUARD_CHECK(code >= 0 && code <= 3);
  CLIPGUARD_CHECK(code < 2 || !err.text().empty());
  if (code < 2 && out.text().starts_with('{')) CheckJson(out.text());
  return std::to_string(code) + out.text() + err.text();
}

}  // namespace
}  // namespace clipguard

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto input = clipguard::fuzz::SplitCliInput({data, size});
  const int file = memfd_create("input", MFD_CLOEXEC);
  CLIPGUARD_CHECK(write(file, input.file.data(), input.file.size()) ==
                  static_cast<ssize_t>(input.file.size()));
  const std::string once = clipguard::Run(input, file);
  CLIPGUARD_CHECK(clipguard::Run(input, file) == once);
  close(file);
  return 0;
}
