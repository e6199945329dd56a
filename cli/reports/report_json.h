// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JSON that `validate` writes for a file, and the parts of it that other
// commands' JSON has, too. docs/cli.md has the fields.
//
// "merge" holds what the usual fields lack: "about", the summary; for each of
// the findings the column in characters and the excerpt; "fixes"; and "file",
// "message", "path" and the like once more where they are not UTF-8. All its
// strings are as by ToPercent(), so that any bytes come back: see
// report_reader.h.

#ifndef CLIPGUARD_CLI_REPORTS_REPORT_JSON_H_
#define CLIPGUARD_CLI_REPORTS_REPORT_JSON_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "cli/reports/file_report.h"
#include "parser/finding.h"

namespace clipguard::cli {

// How much an object says about a file: the fields for people and scripts, or
// in one more field, "merge", all that any report needs.
enum class JsonDetail : uint8_t { kUsual, kForMerge };

// The line of one file, with its line break, as validate writes it.
std::string ReportLine(const FileReport& report, JsonDetail detail);

// "format" to "warnings", and "dropped", "ignored" and "baselined" if they are
// not 0.
// REQUIRES: report.readable().
void WriteHeading(const FileReport& report, JsonWriter& json);

// One finding, as an object.
void WriteFinding(const Finding& finding, JsonWriter& json);

// A list of them.
void WriteFindings(std::string_view key, std::span<const Finding> findings,
                   JsonWriter& json);

// "error", for what is not a finding.
void WriteError(std::string_view code, std::string_view message,
                JsonWriter& json);

// The same for a file that could not be read.
void WriteProblem(std::string_view problem, JsonWriter& json);

// The line of a file that cannot be read, or whose result cannot be written.
std::string ProblemJson(const FileReport& report);
std::string NotWrittenJson(std::string_view file, std::string_view problem);

// "skipped", for a file that is not ours.
void WriteSkipped(const FileReport& report, JsonWriter& json);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_REPORT_JSON_H_
