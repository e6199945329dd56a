// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags of `clipguard validate` that say how findings are reported.

#ifndef CLIPGUARD_CLI_FLAGS_REPORT_FLAGS_H_
#define CLIPGUARD_CLI_FLAGS_REPORT_FLAGS_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/files/output_file.h"
#include "cli/flags/command_line.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"
#include "cli/reports/shard_lines.h"

namespace clipguard::cli {

// The files of --output. Commit() puts them in place; without it, none is
// written.
class ReportFiles {
 public:
  struct File {
    std::string format;
    std::unique_ptr<OutputFile> out;
  };

  // Opens them, and says which cannot be written: the others are.
  void Open(std::span<const std::string> outputs, Environment& env);

  bool empty() const { return files_.empty(); }
  std::span<const File> files() const { return files_; }

  // Says which could not be written; false if there is one, or was.
  [[nodiscard]] bool Commit(Environment& env);

 private:
  bool all_opened_ = true;
  std::vector<File> files_;
};

// --format, --output, --quiet, --verbose, --color and --findings-page.
struct ReportFlags {
  // Facts about the run.
  struct About {
    size_t files = 0;
    ShardHeader shard = {};  // for a shard report
  };

  std::string format = "text";
  std::string color = "auto";
  std::vector<std::string> outputs;  // FORMAT:FILE
  std::string findings_page;
  bool quiet = false;
  bool verbose = false;

  void AddTo(CommandLine& line);

  // InvalidArgument if a name is none of those that there are, or two flags
  // contradict each other.
  absl::Status Check() const;

  // Requests the data about each file that the reports need. REQUIRES: Check()
  // is ok.
  void AskFor(CheckOptions& options) const;

  // Makes the writer of the printed report and of all files. REQUIRES: Check()
  // is ok, and the files stay open.
  std::unique_ptr<ReportWriter> MakeWriter(const Environment& env,
                                           const About& about,
                                           const ReportFiles& files) const;

  // The files of `outputs`.
  std::vector<std::string> Files() const;

  // Whether there is such a report, printed or in a file.
  bool Has(std::string_view its_format) const;

  // Prints notes about the reports when they are done.
  void SayNotes(const Totals& totals, Environment& env) const;

 private:
  std::unique_ptr<ReportWriter> MakeOne(const std::string& its_format,
                                        const Terminal& terminal,
                                        const About& about) const;
};

// Whether to print in colours, if `flag`, what --color says, is not auto.
void ApplyColor(std::string_view flag, Terminal& terminal);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_REPORT_FLAGS_H_
