// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report of `clipguard reduce` about a file, as text and as JSON.

#ifndef CLIPGUARD_CLI_REPORTS_ACTIONS_REDUCE_REPORT_H_
#define CLIPGUARD_CLI_REPORTS_ACTIONS_REDUCE_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "actions/reduce/reduce.h"
#include "cli/reports/file_report.h"
#include "parser/finding.h"

namespace clipguard::cli {

struct ReduceReport {
  std::string file;    // as named
  uint64_t bytes = 0;  // of the original
  // The verdict on the result; of a file that does not show it, on itself.
  FileReport result;
  // The finding that is kept, at paths of one kind (actions::KindOfPlace());
  // nullopt: the file does not show it.
  FindingCode code = {};
  std::optional<std::string> place;
  // That finding in the result.
  std::optional<Finding> found;
  // Null if the file does not show it.
  const actions::Reduced* reduced = nullptr;
  // Where the result is written; empty: nowhere.
  std::string output;
};

// For people. REQUIRES: report.reduced.
std::string ReduceText(const ReduceReport& report);

// An object, on a line.
std::string ReduceJson(const ReduceReport& report);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_ACTIONS_REDUCE_REPORT_H_
