// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The parts that several commands' JSON has in common.

#ifndef CLIPGUARD_CLI_REPORTS_REPORT_JSON_H_
#define CLIPGUARD_CLI_REPORTS_REPORT_JSON_H_

#include <string_view>

#include "cli/reports/file_report.h"
#include "cli/reports/json.h"

namespace clipguard::cli {

// "format" to "warnings", and "dropped", "ignored" and "baselined" if they are
// not 0.
// REQUIRES: report.readable().
void WriteHeading(const FileReport& report, JsonWriter& json);

// "error", for what is not a finding.
void WriteError(std::string_view code, std::string_view message,
                JsonWriter& json);

// The same for a file that could not be read.
void WriteProblem(std::string_view problem, JsonWriter& json);

// "skipped", for a file that is not ours.
void WriteSkipped(const FileReport& report, JsonWriter& json);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_REPORT_JSON_H_
