// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ReportWriter: how `clipguard validate` says what it found, in one of several
// notations. Writers know files, findings and summaries, and no format.
//
// Render() turns one file's report into text, on any thread. One thread then
// adds the texts in the order of the files. Nothing that differs between two
// runs (times, threads, machine) goes into json, sarif or junit.

#ifndef CLIPGUARD_CLI_REPORTS_REPORT_WRITER_H_
#define CLIPGUARD_CLI_REPORTS_REPORT_WRITER_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "cli/reports/shard_lines.h"

namespace clipguard::cli {

// One file's part of a report.
struct Rendered {
  std::string text;
  // sarif: a notification about the file, or empty. github: lines of the log.
  std::string note;
  uint64_t errors = 0;
  uint64_t warnings = 0;
  uint64_t bytes = 0;  // of the file
  bool readable = true;
  std::string not_ours;    // FileReport::not_ours
  uint64_t ignored = 0;    // occurrences
  uint64_t baselined = 0;  // occurrences
  // The code of the first finding that follows from no other, errors first; or
  // empty.
  std::string_view first_code;
  uint64_t findings = 0;                 // that are listed
  std::bitset<kFindingCodeCount> codes;  // of those
  // The other reports of the run, see MakeSeveralReportsWriter().
  std::vector<Rendered> others = {};

  size_t size() const {
    size_t sum = text.size() + note.size();
    for (const Rendered& other : others) sum += other.size();
    return sum;
  }
};

// Files of a kind that clipguard does not read.
struct NotOurs {
  uint64_t files = 0;
  std::string example;  // the first one's name
};

struct Totals {
  uint64_t files = 0;
  uint64_t valid = 0;
  uint64_t warned = 0;  // of those valid, some have warnings
  uint64_t invalid = 0;
  uint64_t unreadable = 0;
  uint64_t errors = 0;
  uint64_t warnings = 0;
  uint64_t bytes = 0;
  uint64_t findings = 0;  // that are listed
  uint64_t skipped = 0;   // files that are not ours
  std::map<std::string, NotOurs, std::less<>> not_ours;  // by kind
  uint64_t ignored = 0;                                  // occurrences
  uint64_t baselined = 0;                                // occurrences
};

class ReportWriter {
 public:
  virtual ~ReportWriter() = default;

  virtual Rendered Render(const FileReport& report) const = 0;

  virtual void Begin(Output& out) = 0;
  virtual void Add(const Rendered& rendered, Output& out) = 0;
  virtual void End(const Totals& totals, Output& out) = 0;
};

// How much is said of a file.
enum class Detail : uint8_t {
  kVerdict,  // a line, if something is wrong with it
  kNormal,   // some of the findings, in a few lines
  kAll,      // every finding
};

struct TextOptions {
  bool colors = false;
  size_t width = 80;
  Detail detail = Detail::kNormal;
  bool list_good = true;  // a line for each file with nothing wrong
  // So many findings of a code are shown with Detail::kAll.
  size_t most_of_code = std::numeric_limits<size_t>::max();
  // A hint on how to show the findings that are left out.
  std::string_view more = "clipguard validate -v shows all";
};

// For people. One line with the verdict, then the findings, those of one code
// together, and what follows from others with those.
std::unique_ptr<ReportWriter> MakeTextWriter(const TextOptions& options);

// NDJSON: one object a file and line.
std::unique_ptr<ReportWriter> MakeJsonWriter();

// The same with all that other reports need, and which part of a run it is.
std::unique_ptr<ReportWriter> MakeShardWriter(ShardHeader header);

// SARIF 2.1.0, which code hosts show beside the files. Rules link to their
// heading on `page`, the address of docs/findings.md, if there is one.
std::unique_ptr<ReportWriter> MakeSarifWriter(std::string page = {});

// JUnit XML, which build servers show as tests: one test a file.
std::unique_ptr<ReportWriter> MakeJunitWriter();

// Commands that GitHub's workflows show as annotations. There are no more than
// GitHub shows; the other findings are lines of the log.
std::unique_ptr<ReportWriter> MakeGithubWriter();

// GitLab's Code Quality report.
std::unique_ptr<ReportWriter> MakeGitlabWriter();

// A summary in Markdown: sums, and the worst findings of all, in a short table.
std::unique_ptr<ReportWriter> MakeMarkdownWriter();

// A further report, and where it goes.
struct ReportTo {
  std::unique_ptr<ReportWriter> writer;
  Output* out;
};

// Writes all of them at once. The output that is passed is the main writer's.
std::unique_ptr<ReportWriter> MakeSeveralReportsWriter(
    std::unique_ptr<ReportWriter> main, std::vector<ReportTo> others);

// Fills in all of `rendered` but the texts.
void FillVerdict(const FileReport& report, Rendered& rendered);

// A finding's path, message and repeats in one line, cut where it is very long;
// safe for a terminal.
std::string OneLine(const Finding& finding);

// The path of a file as code hosts want it, from the repository's root: without
// "./" in front.
std::string_view RepositoryPath(std::string_view file);
// Adds a file that is not ours.
void CountNotOurs(const std::string& file, const std::string& kind,
                  Totals& totals);

// Adds a file to the sums.
void CountFile(const std::string& file, const Rendered& rendered,
               Totals& totals);

// "3 files are not of a format that clipguard reads: text (LICENSE and 1 more),
// a PNG image (icon.png)"; empty if all are.
std::string NotOursText(const Totals& totals);

// "2 errors, 1 warning"; empty if there are none.
std::string CountFindings(uint64_t errors, uint64_t warnings);

// One file's findings as text for people: grouped by code, errors first, each
// line ending in a line break.
std::string FindingsText(const FileReport& report, const TextOptions& options);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_REPORT_WRITER_H_
