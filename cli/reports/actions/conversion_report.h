// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The output of `clipguard convert` for a file, as text and as JSON.

#ifndef CLIPGUARD_CLI_REPORTS_ACTIONS_CONVERSION_REPORT_H_
#define CLIPGUARD_CLI_REPORTS_ACTIONS_CONVERSION_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {

struct ConversionReport {
  // The file; its findings are those that decide: its own errors, if it has
  // some, otherwise what the conversion loses.
  FileReport source;
  std::string_view to;  // the target
  // Where the result goes, or would go; empty: there is none.
  std::string output;
  bool written = false;
  // Properties that the target by its nature never holds. Codes and severities
  // have no meaning here.
  FindingList notes;
  uint64_t bytes = 0;  // of the result
  std::vector<actions::ConversionFact> facts;
  // Why there is no result, if it is no finding.
  std::string problem;
};

// For people.
std::string ConversionText(const ConversionReport& report,
                           const TextOptions& options);

// An object, on a line.
std::string ConversionJson(const ConversionReport& report);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_ACTIONS_CONVERSION_REPORT_H_
