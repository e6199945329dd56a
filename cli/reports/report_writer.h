// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ReportWriter: how `clipguard validate` says what it found, in one of four
// notations. Writers know files, findings and summaries, and no format.
//
// Render() turns one file's report into text, on any thread. What it makes is
// then added in the order of the files, by one thread. Nothing that differs
// between two runs (times, threads, machine) goes into json, sarif or junit.

#ifndef CLIPGUARD_CLI_REPORTS_REPORT_WRITER_H_
#define CLIPGUARD_CLI_REPORTS_REPORT_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "cli/io/environment.h"
#include "cli/reports/file_report.h"

namespace clipguard::cli {

// One file's part of a report.
struct Rendered {
  std::string text;
  std::string note;  // sarif: a notification about the file, or empty
  uint64_t errors = 0;
  uint64_t warnings = 0;
  bool readable = true;
  std::string_view not_ours;    // FileReport::not_ours
  uint64_t ignored = 0;         // occurrences
  uint64_t baselined = 0;       // occurrences
  std::string_view first_code;  // of the first finding, errors first; or empty

  size_t size() const { return text.size() + note.size(); }
};

// Files of a kind that clipguard does not read.
struct NotOurs {
  uint64_t files = 0;
  std::string example;  // the first one's name
};

struct Totals {
  uint64_t files = 0;
  uint64_t valid = 0;
  uint64_t invalid = 0;
  uint64_t unreadable = 0;
  uint64_t errors = 0;
  uint64_t warnings = 0;
  uint64_t skipped = 0;                          // files that are not ours
  std::map<std::string_view, NotOurs> not_ours;  // by kind: "a PNG image"
  uint64_t ignored = 0;                          // occurrences
  uint64_t baselined = 0;                        // occurrences
};

class ReportWriter {
 public:
  virtual ~ReportWriter() = default;

  virtual Rendered Render(const FileReport& report) const = 0;

  virtual void Begin(Output& out) = 0;
  virtual void Add(const Rendered& rendered, Output& out) = 0;
  virtual void End(const Totals& totals, Output& out) = 0;
};

struct TextOptions {
  bool strict = false;  // a file with warnings is invalid
  bool colors = false;
  size_t width = 80;
};

// For people. One line with the verdict, then the findings, those of one code
// together.
std::unique_ptr<ReportWriter> MakeTextWriter(const TextOptions& options);

// NDJSON: one object a file and line.
std::unique_ptr<ReportWriter> MakeJsonWriter();

// SARIF 2.1.0, which code hosts show beside the files.
std::unique_ptr<ReportWriter> MakeSarifWriter();

// JUnit XML, which build servers show as tests: one test a file.
std::unique_ptr<ReportWriter> MakeJunitWriter(bool strict);

// Fills in all of `rendered` but the texts.
void FillVerdict(const FileReport& report, Rendered& rendered);

// Adds a file that is not ours.
void CountNotOurs(const std::string& file, std::string_view kind,
                  Totals& totals);

// "3 files are not of a format that clipguard reads: text (LICENSE and 1 more),
// a PNG image (icon.png)"; empty if all are.
std::string NotOursText(const Totals& totals);

// "2 errors, 1 warning"; empty if there are none.
std::string CountFindings(uint64_t errors, uint64_t warnings);

// One file's findings as text for people: grouped by code, errors first, each
// line ending in a line break.
std::string FindingsText(const FindingList& findings,
                         const TextOptions& options);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_REPORT_WRITER_H_
