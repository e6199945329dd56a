// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The work of `clipguard sample`: one file, all files as one table, or a table
// for each.

#ifndef CLIPGUARD_CLI_SAMPLE_SAMPLE_RUN_H_
#define CLIPGUARD_CLI_SAMPLE_SAMPLE_RUN_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/flags/time_plan.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "cli/rows/column_choice.h"
#include "cli/rows/row_source.h"
#include "cli/rows/row_writer.h"
#include "cli/run/check_plan.h"

namespace clipguard::cli {

// The plan of a run whose flags are valid.
struct SamplePlan {
  CheckPlan run;
  TimePlan times;
  TableFormat format = TableFormat::kJson;
  TableShape shape = TableShape::kWide;
  bool several = false;  // one table of several files
  // JSON of a file is its document, part by part, and not a list of rows.
  bool document = false;
  bool raw_rotation = false;
  bool true_times = false;
  std::string clip;  // empty: all clips where there is a column for them
  std::vector<std::string> values;
  std::vector<InputSetting> inputs;
  ColumnChoice choice;
  bool require_files = false;
  std::string out;       // empty: standard output
  bool quiet = false;    // say nothing but what is wrong
  bool verbose = false;  // name the files without rows, too
};

// Returns a line for each warning of a file that makes its values wrong.
std::vector<std::string> DoubtsAbout(const FileReport& about);

// Writes what one file does; to `file`, if that is not null, else to `out`.
// InvalidArgument if the request does not fit; DataLoss if the file is at
// fault, ResourceExhausted if it asks for too much. Nothing is written then.
absl::Status WriteSamples(const OpenFile& open, const FileReport& about,
                          const SamplePlan& plan, Output& out,
                          OutputFile* file);

// Each gives the exit code.
int SampleIntoTable(const SamplePlan& plan, const std::vector<Input>& inputs,
                    Environment& env);
int SampleIntoFolder(const SamplePlan& plan, const std::vector<Input>& inputs,
                     const std::vector<std::string>& places, Environment& env);
int ListColumns(const SamplePlan& plan, const std::vector<Input>& inputs,
                Environment& env);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_SAMPLE_SAMPLE_RUN_H_
