// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report of `clipguard optimize` about a file, as text and as JSON.

#ifndef CLIPGUARD_CLI_REPORTS_ACTIONS_OPTIMIZE_REPORT_H_
#define CLIPGUARD_CLI_REPORTS_ACTIONS_OPTIMIZE_REPORT_H_

#include <optional>
#include <string>

#include "actions/optimize/optimize.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {

struct OptimizeReport {
  const FileReport& source;
  actions::OptimizeOptions options;
  // Nothing if the file has errors, or is no recording.
  std::optional<actions::Optimized> result;
  // Where the result is written; empty: nowhere.
  std::string output;
  bool dry_run = false;
};

// For people.
std::string OptimizeText(const OptimizeReport& report,
                         const TextOptions& options);

// An object, on a line.
std::string OptimizeJson(const OptimizeReport& report);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_ACTIONS_OPTIMIZE_REPORT_H_
