// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The outcome of `clipguard sample`, for each file and for all of them, and the
// messages about it.

#ifndef CLIPGUARD_CLI_SAMPLE_SAMPLE_FATE_H_
#define CLIPGUARD_CLI_SAMPLE_SAMPLE_FATE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/formats/format_handler.h"
#include "cli/io/environment.h"
#include "cli/io/progress.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"
#include "cli/sample/sample_run.h"
#include "cli/sample/sample_survey.h"

namespace clipguard::cli {

// The outcome for one file.
enum class Fate : uint8_t {
  kSampled,
  kNothing,     // nothing was recorded of what is asked for
  kNoRows,      // a state machine
  kNotOurs,     // nobody named it
  kErrors,      // left out
  kRefused,     // left out: what is asked for does not fit it
  kUnreadable,  // left out
  kFailed,      // the result cannot be written
};

struct Done {
  Fate fate = Fate::kSampled;
  std::string code;               // of the first error
  std::vector<std::string> says;  // for the user
  std::string kind;               // kind of a file of unknown format
  std::string rows;               // that are not written yet
  uint64_t row_count = 0;
  SampleSurvey survey = {};         // of a survey
  std::vector<std::string> names;   // of a survey
  std::unique_ptr<OutputFile> out;  // to be committed

  size_t size() const { return rows.size() + sizeof(*this); }
};

// "a.bin: what is said of it".
std::string Of(const std::string& file, std::string_view what);

// Takes what a status says of a file, if it is not OK.
void TakeStatus(const absl::Status& status, const std::string& file,
                Done& done);

Done Unreadable(const FileReport& about);

using Use =
    absl::FunctionRef<absl::Status(const OpenFile&, const FileReport&, Done&)>;

// Reads and checks a file, and uses it if it has no errors.
Done Look(const Input& input, const SamplePlan& plan, InputFile& file, Use use);

// The outcome for all files.
class Tally {
 public:
  void Add(const std::string& file, const Done& done) {
    if (done.fate == Fate::kNotOurs) {
      CountNotOurs(file, done.kind, not_ours_);
      return;
    }
    ++files_;
    rows_ += done.row_count;
    ++fates_[done.fate];
    if (done.fate == Fate::kErrors && !done.code.empty()) ++codes_[done.code];
  }

  uint64_t files() const { return files_; }
  uint64_t of(Fate fate) const {
    const auto found = fates_.find(fate);
    return found == fates_.end() ? 0 : found->second;
  }

  int ExitCode(const SamplePlan& plan) const;

  // "195 of 200 files, 1,000 rows; 5 with errors: 3 END_OF_FILE, 2 ...".
  std::string Text(bool verbose) const;

  std::string NotOurs() const { return NotOursText(not_ours_); }

 private:
  uint64_t files_ = 0;
  uint64_t rows_ = 0;
  std::map<Fate, uint64_t> fates_;
  std::map<std::string, uint64_t> codes_;
  Totals not_ours_;
};

// Says what there is to say of a file.
void SayAll(const Done& done, Progress& bar, Environment& env);

// Says of a file that has no rows why, with --verbose.
void SayWhyNoRows(const SamplePlan& plan, const std::string& file, Done& done);

// Prints the summary at the end; to standard output, unless that is the table.
void SayEnd(const SamplePlan& plan, const Tally& tally, std::string_view what,
            Environment& env);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_SAMPLE_SAMPLE_FATE_H_
