// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by commands that write a file of each input (repair, optimize,
// convert): they find the files, decide all output paths before the first
// write, read each file, and write its result.

#ifndef CLIPGUARD_CLI_RUN_CHANGED_FILES_H_
#define CLIPGUARD_CLI_RUN_CHANGED_FILES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "cli/run/check_plan.h"
#include "cli/run/output_plan.h"
#include "cli/run/result_files.h"

namespace clipguard::cli {

struct ChangeFlags {
  ReadFlags read;
  FileFlags files;
  ResultFlags result;
  std::string format = "text";  // or "json"
  std::optional<double> jobs;
  bool quiet = false;
  bool stats = false;

  // All but those of `result`.
  void AddTo(CommandLine& line);
};

// One file that is read, and where what it becomes goes.
class ChangedFile {
 public:
  // `place` is where the result goes; empty: nowhere. All must outlive it.
  ChangedFile(const InputFile& file, const Input& input,
              const std::string& place, const ResultFlags& flags,
              const CheckOptions& check, Environment& env)
      : file_(file),
        input_(input),
        place_(place),
        flags_(flags),
        check_(check),
        env_(env) {}

  std::span<const uint8_t> bytes() const { return file_.bytes(); }
  // The file as it was parsed; may be null.
  OpenFile* open() const { return open_; }
  void set_open(OpenFile* open) { open_ = open; }
  const Input& input() const { return input_; }
  const CheckOptions& check() const { return check_; }

  // Writes the result, if it goes anywhere; in place only if it `is_changed`,
  // and with --dry-run not at all. Where it goes, or would go; empty: nowhere.
  std::string Put(bool is_changed, absl::FunctionRef<void(Output&)> write);
  std::string Put(std::span<const uint8_t> result, bool is_changed);

  // The file that is to be committed, if there is one; and why it could not be
  // opened, if it could not.
  std::unique_ptr<OutputFile> TakeOutput() { return std::move(out_); }
  const std::string& problem() const { return problem_; }

 private:
  const InputFile& file_;
  OpenFile* open_ = nullptr;
  const Input& input_;
  const std::string& place_;
  const ResultFlags& flags_;
  const CheckOptions& check_;
  Environment& env_;
  std::unique_ptr<OutputFile> out_;
  std::string problem_;
};

// Occurrences of one code, or files with one reason, by outcome.
struct CodeCounts {
  uint64_t found = 0;
  uint64_t mended = 0;
  uint64_t salvaged = 0;  // of a file that was cut
  uint64_t left = 0;
};

// The outcome for one file.
struct ChangeResult {
  std::string text;     // the report on the file
  std::string verdict;  // "REPAIRED": files are counted by it
  bool failed = false;  // it has errors that are left, or was refused
  std::map<std::string, CodeCounts> codes = {};

  size_t size() const { return text.size() + verdict.size(); }
};

// The outcome for all files.
struct ChangeSummary {
  std::map<std::string, uint64_t> verdicts;
  std::map<std::string, CodeCounts> codes;
  bool failed = false;

  // "3 files: 1 INVALID, 2 ok", and a line for each code. Empty for one file.
  std::string Text() const;
};

// look() puts the result of one file, on any thread, and gives what became of
// it, which is not said if writing fails.
using LookAtChange =
    absl::FunctionRef<ChangeResult(const FileReport& found, ChangedFile& file)>;

// Looks at each input that is ours, or that the outputs take, and says the
// summary, as text. The exit code: of reading and writing, and kExitFindings if
// something failed.
int ChangeInputs(CheckPlan plan, const ChangeFlags& flags,
                 const std::vector<Input>& inputs, const OutputPlan& outputs,
                 Environment& env, LookAtChange look);

// The same for the files that the flags name.
int ChangeFiles(std::string_view command, ChangeFlags& flags, Environment& env,
                LookAtChange look);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_CHANGED_FILES_H_
