// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads what ReportLine() wrote.
//
//   auto read = ReadReportLine(line);  // without its line break
//   if (read.ok()) Show(read->report);
//
// Untrusted bytes are fine. A line is read if, and only if, ReportLine() would
// write the same line of what was read: so nothing in it is lost, and nothing
// is taken for something else.

#ifndef CLIPGUARD_CLI_REPORTS_SHARDS_REPORT_READER_H_
#define CLIPGUARD_CLI_REPORTS_SHARDS_REPORT_READER_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_json.h"

namespace clipguard::cli {

struct ReadReport {
  FileReport report;
  // kUsual: without "merge", summary, columns in characters and excerpts are
  // missing, and bytes that are not UTF-8 were replaced.
  JsonDetail detail = JsonDetail::kUsual;
};

// InvalidArgument, with a few words that say why, if it is no such line. The
// cost of checking a file is not in it: FileReport's fields that are in no
// report keep their defaults. Findings have the text of their places, and no
// `ranges`.
absl::StatusOr<ReadReport> ReadReportLine(std::string_view line);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_SHARDS_REPORT_READER_H_
