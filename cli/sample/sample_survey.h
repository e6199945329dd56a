// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Measures a table before its first row is written: which columns, how many
// rows, how long the texts in them.

#ifndef CLIPGUARD_CLI_SAMPLE_SAMPLE_SURVEY_H_
#define CLIPGUARD_CLI_SAMPLE_SAMPLE_SURVEY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/formats/format_handler.h"
#include "cli/reports/file_report.h"
#include "cli/rows/row_source.h"
#include "cli/rows/row_writer.h"
#include "cli/sample/sample_run.h"

namespace clipguard::cli {

// Which clips of a file: all of them, or the first.
enum class ClipsTaken : bool { kFirst, kAll };

struct SampleSurvey {
  SampleSurvey();

  ColumnSet columns;
  bool clips = false;  // whether one has a name
  std::string joint_title;
  uint64_t rows = 0;
  uint64_t values = 0;
  uint64_t text_bytes = 0;
  uint64_t steps = 0;  // RowTotals::steps of all times
  std::array<size_t, kTextColumns> widths = {};

  void Add(const SampleSurvey& other);
  size_t size() const { return sizeof(*this); }
};

// The times of a clip's rows. The faults of MakeTimes() and KeyTimes().
absl::StatusOr<std::vector<float>> TimesOf(const OpenFile& open,
                                           const SamplePlan& plan,
                                           std::string_view clip,
                                           const TimeSpan& span);

// Calls visit() for each clip that is asked for, with the times of its rows.
// The faults of WriteSamples(), or what visit() gives.
absl::Status ForEachClip(
    const OpenFile& open, const SamplePlan& plan, ClipsTaken taken,
    absl::FunctionRef<absl::Status(std::string_view, const RowSource&,
                                   std::span<const float>)>
        visit);

// Surveys a file. The faults of WriteSamples(): ResourceExhausted if it would
// give more than the limits allow.
absl::Status Survey(const OpenFile& open, const FileReport& about,
                    const SamplePlan& plan, ClipsTaken taken,
                    SampleSurvey& survey);

// InvalidArgument if no numpy.load() would take it.
absl::StatusOr<TableLayout> LayoutOf(const SamplePlan& plan,
                                     const SampleSurvey& survey);

// A hint, if most of a large table is cells without a value; else nothing.
std::string HintAboutEmptyCells(const RowWriter& writer,
                                const SampleSurvey& survey);

// Patterns of --only fit all that a recording or a capture may have, if the
// file is one of these, whether or not this one has it.
void UseNamesOfBoth(const OpenFile& open, const ColumnChoice& choice);

// InvalidArgument, with which of the files' names may have been meant, if a
// pattern of --only has fitted nothing so far.
absl::Status CheckChoice(const ColumnChoice& choice,
                         std::span<const std::string> names);

// Names that are kept, to list them or to suggest one.
inline constexpr size_t kMostNames = 100'000;

// The names of all that could be chosen of a file, each once; the first
// kMostNames.
std::vector<std::string> NamesIn(const OpenFile& open, const SamplePlan& plan);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_SAMPLE_SAMPLE_SURVEY_H_
