// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags of `clipguard validate` that say how findings are reported.

#ifndef CLIPGUARD_CLI_COMMANDS_REPORT_FLAGS_H_
#define CLIPGUARD_CLI_COMMANDS_REPORT_FLAGS_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "cli/commands/command_line.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {

// --format, --quiet, --verbose and --color.
struct ReportFlags {
  // What is known of the run.
  struct About {
    bool strict = false;
    size_t files = 0;
  };

  std::string format = "text";
  std::string color = "auto";
  bool quiet = false;
  bool verbose = false;

  void AddTo(CommandLine& line);

  // InvalidArgument if a name is none of those that there are, or two flags
  // contradict each other.
  absl::Status Check() const;

  // What the reports need to know of each file. REQUIRES: Check() is ok.
  void AskFor(CheckOptions& options) const;

  // REQUIRES: Check() is ok.
  std::unique_ptr<ReportWriter> MakeWriter(const Environment& env,
                                           const About& about) const;
};

// Whether to print in colours. InvalidArgument if `flag`, what --color says, is
// not auto, always or never.
absl::Status ApplyColor(const std::string& flag, Terminal& terminal);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_REPORT_FLAGS_H_
