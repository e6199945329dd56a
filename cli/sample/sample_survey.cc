// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/sample/sample_survey.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/formats/sample_size.h"
#include "cli/io/name_text.h"
#include "cli/io/suggest.h"

namespace clipguard::cli {
namespace {

// A table's layout, whether or not NumPy takes it.
TableLayout AnyLayoutOf(const SamplePlan& plan, const SampleSurvey& survey) {
  TableLayout layout;
  // A document has its keys once, and is as large as CSV.
  layout.format = plan.document ? TableFormat::kCsv : plan.format;
  layout.shape = plan.shape;
  layout.rows = survey.rows;
  layout.widths = survey.widths;
  const size_t columns = ValueColumns(plan.shape).size();
  if (plan.shape == TableShape::kLong) {
    layout.texts.fill(true);
    for (size_t i = 0; i < columns; ++i) {
      if (i != kValid || survey.columns.valid) layout.columns.push_back(i);
    }
  } else {
    layout.texts[kFileText] = plan.several;
    layout.texts[kClipText] = plan.several && survey.clips;
    layout.texts[kJointText] = survey.columns.joint;
    if (!plan.several) layout.joint_title = survey.joint_title;
    for (size_t i = 0; i < columns; ++i) {
      if (survey.columns.values[i]) layout.columns.push_back(i);
    }
  }
  return layout;
}

}  // namespace

SampleSurvey::SampleSurvey() {
  columns.values.resize(ValueColumns(TableShape::kWide).size());
}

void SampleSurvey::Add(const SampleSurvey& other) {
  for (size_t i = 0; i < columns.values.size(); ++i) {
    if (other.columns.values[i]) columns.values[i] = true;
  }
  columns.joint |= other.columns.joint;
  columns.valid |= other.columns.valid;
  clips |= other.clips;
  rows = SaturatingSum(rows, other.rows);
  values = SaturatingSum(values, other.values);
  text_bytes = SaturatingSum(text_bytes, other.text_bytes);
  steps = SaturatingSum(steps, other.steps);
  for (size_t i = 0; i < widths.size(); ++i) {
    widths[i] = std::max(widths[i], other.widths[i]);
  }
}

absl::StatusOr<std::vector<float>> TimesOf(const OpenFile& open,
                                           const SamplePlan& plan,
                                           std::string_view clip,
                                           const TimeSpan& span) {
  return plan.times.at_keys ? open.KeyTimes(clip, plan.true_times)
                            : MakeTimes(plan.times, span);
}

void UseNamesOfBoth(const OpenFile& open, const ColumnChoice& choice) {
  if (choice.is_all() || !open.is_recording()) return;
  for (const std::string_view name : NamesOfBoth()) choice.Wants(name);
}

absl::Status ForEachClip(
    const OpenFile& open, const SamplePlan& plan, ClipsTaken taken,
    absl::FunctionRef<absl::Status(std::string_view, const RowSource&,
                                   std::span<const float>)>
        visit) {
  const RowOptions options = {.shape = plan.shape,
                              .raw_rotation = plan.raw_rotation,
                              .true_times = plan.true_times,
                              .choice = &plan.choice,
                              .clip = plan.clip,
                              .all_clips = taken == ClipsTaken::kAll};
  // Clips with the same span share their times, which are made once.
  std::vector<float> times;
  std::optional<TimeSpan> made_for;
  UseNamesOfBoth(open, plan.choice);
  return open.ForEachClip(options, [&](const RowClip& clip) {
    if (made_for != clip.span || plan.times.at_keys) {
      auto made = TimesOf(open, plan, clip.name, clip.span);
      if (!made.ok()) return made.status();
      times = *std::move(made);
      made_for = clip.span;
    }
    if (!plan.values.empty() || !plan.inputs.empty()) {
      return absl::InvalidArgumentError(
          "--value and --set are for animation state machines");
    }
    return visit(clip.name, clip.rows, times);
  });
}

absl::Status Survey(const OpenFile& open, const FileReport& about,
                    const SamplePlan& plan, ClipsTaken taken,
                    SampleSurvey& survey) {
  const auto widen = [&](TextColumn text, size_t width) {
    survey.widths[text] = std::max(survey.widths[text], width);
  };
  const std::string file = FileNameText(about.file);
  widen(kFileText, NumpyWidth(file));
  absl::Status s = ForEachClip(
      open, plan, taken,
      [&](std::string_view clip, const RowSource& rows,
          std::span<const float> times) {
        rows.AddColumns(survey.columns);
        survey.clips |= !clip.empty();
        survey.joint_title = rows.joint_title();
        const RowTotals totals = rows.RowsOfATime();
        widen(kClipText, NumpyWidth(clip));
        widen(kPartText, totals.part_width);
        widen(kJointText, totals.joint_width);
        const bool named = plan.several || plan.shape == TableShape::kLong;
        const uint64_t text_bytes =
            totals.text_bytes +
            (named ? totals.rows * (file.size() + clip.size()) : 0);
        const auto add = [&](uint64_t& sum, uint64_t of_a_time) {
          sum = SaturatingSum(sum, of_a_time * times.size());
        };
        add(survey.rows, totals.rows);
        add(survey.values, totals.values);
        add(survey.text_bytes, text_bytes);
        add(survey.steps, totals.steps);
        return absl::OkStatus();
      });
  if (!s.ok()) return s;
  const RowWriter writer(AnyLayoutOf(plan, survey));
  return CheckSampleSize(
      {.bytes = writer.Bytes(survey.rows, survey.values, survey.text_bytes),
       .values = survey.values,
       .steps = survey.steps},
      about.bytes, plan.run.check.read.limits);
}

absl::StatusOr<TableLayout> LayoutOf(const SamplePlan& plan,
                                     const SampleSurvey& survey) {
  TableLayout layout = AnyLayoutOf(plan, survey);
  if (layout.format == TableFormat::kNpy &&
      RowWriter(layout).Header().size() > kMostNumpyHeader) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s are more than numpy.load() takes in an .npy file: --format=npz, "
        "--shape=long, or fewer with --only",
        Count(layout.columns.size(), "column")));
  }
  return layout;
}

std::string HintAboutEmptyCells(const RowWriter& writer,
                                const SampleSurvey& survey) {
  constexpr double kMuch = 16e6;
  const auto columns = static_cast<double>(writer.layout().columns.size());
  const double cells = static_cast<double>(survey.rows) * columns;
  const double empty = cells - static_cast<double>(survey.values);
  const auto bytes = static_cast<double>(
      writer.Bytes(survey.rows, survey.values, survey.text_bytes));
  const double wasted =
      empty * static_cast<double>(writer.Bytes(1, 0, 0)) / columns;
  if (!(wasted > kMuch && wasted > bytes / 2)) return {};
  return absl::StrFormat(
      "%.0f %% of the cells are empty, and take %s of %s. --only takes some of "
      "the columns (--list-columns says how many files have each), and "
      "--shape=long has no rows without values",
      100 * empty / cells, Bytes(static_cast<uint64_t>(wasted)),
      Bytes(static_cast<uint64_t>(bytes)));
}

absl::Status CheckChoice(const ColumnChoice& choice,
                         std::span<const std::string> names) {
  const std::vector<std::string> unused = choice.Unused();
  if (unused.empty()) return absl::OkStatus();
  std::set<std::string> parts;
  for (const std::string& name : names) {
    AddParts(name, parts);
    if (name.ends_with("tion") || name.ends_with(".origin")) {
      for (const char* axis : {".x", ".y", ".z"}) AddParts(name + axis, parts);
    }
    if (name.ends_with(".rotation")) AddParts(name + ".w", parts);
  }
  const std::vector<std::string_view> known(parts.begin(), parts.end());
  const std::string& typed = unused.front();
  std::string problem = UnknownName("part or joint", typed, known);
  const std::string other = WithOtherJointNames(typed);
  if (const auto meant = ColumnChoice::Parse({&other, 1}); meant.ok()) {
    for (const std::string_view name : known) {
      if (!meant->Wants(name)) continue;
      problem =
          absl::StrFormat("unknown part or joint '%s'; did you mean '%s'?",
                          ToPrintable(typed), ToPrintable(other));
      break;
    }
  }
  return absl::InvalidArgumentError(problem +
                                    " (--list-columns shows what there is)");
}

std::vector<std::string> NamesIn(const OpenFile& open, const SamplePlan& plan) {
  std::vector<std::string> names;
  open.ForEachName(plan.clip, [&](std::string_view name) {
    if (names.size() < kMostNames) names.emplace_back(name);
  });
  return names;
}

}  // namespace clipguard::cli
