// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An example for each finding: an excerpt that triggers it, and how it should
// be. cli/reports/codes/example_list.inc lists them.

#ifndef CLIPGUARD_CLI_REPORTS_CODES_EXAMPLES_H_
#define CLIPGUARD_CLI_REPORTS_CODES_EXAMPLES_H_

#include <cstdint>
#include <string_view>

#include "parser/finding_catalog.h"

namespace clipguard::cli {

enum class ExampleKind : uint8_t {
  kText,   // of a file of the corpus
  kBytes,  // the same, in hexadecimal
  kTold,   // not from a file: what it takes is too much for an excerpt
};

struct Example {
  FindingCode code;
  ExampleKind kind;
  // Path of the file below corpus/; empty for kTold.
  std::string_view file;
  // " .. " stands for what stays. `after` is empty where all is to go.
  std::string_view before;
  std::string_view after;
  // The meaning of the excerpts: "a key's time: NaN; 0 s". May be empty.
  std::string_view about;
};

// Every code has one.
const Example& ExampleOf(FindingCode code);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_CODES_EXAMPLES_H_
