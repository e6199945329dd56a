// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/sample/sample_survey.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/io/suggest.h"

namespace clipguard::cli {
namespace {

// Names that are kept to suggest one of them.
constexpr size_t kMostNames = 100'000;

absl::StatusOr<std::vector<float>> TimesOf(const OpenFile& open,
                                           const SamplePlan& plan,
                                           std::string_view clip) {
  const absl::StatusOr<TimeSpan> span = open.SampleSpan(clip);
  if (!span.ok()) return span.status();
  auto times = MakeTimes(plan.times, *span);
  if (absl::IsInvalidArgument(times.status()) && !span->endless) {
    return absl::OutOfRangeError(times.status().message());
  }
  return times;
}

std::vector<std::string_view> ClipsOf(const OpenFile& open,
                                      const SamplePlan& plan,
                                      ClipsTaken taken) {
  if (plan.clip.empty() && taken == ClipsTaken::kAll) {
    std::vector<std::string_view> all = open.RowClips();
    if (!all.empty()) return all;
  }
  // One that there is not, if there is none: that is said.
  return {plan.clip};
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
  clips |= other.clips;
  rows += other.rows;
  for (size_t i = 0; i < widths.size(); ++i) {
    widths[i] = std::max(widths[i], other.widths[i]);
  }
}

absl::Status ForEachClip(
    const OpenFile& open, const SamplePlan& plan, ClipsTaken taken,
    absl::FunctionRef<absl::Status(std::string_view, const RowSource&,
                                   std::span<const float>)>
        visit) {
  const RowOptions options = {.shape = plan.shape,
                              .raw_rotation = plan.raw_rotation,
                              .choice = &plan.choice};
  for (const std::string_view clip : ClipsOf(open, plan, taken)) {
    const auto times = TimesOf(open, plan, clip);
    if (!times.ok()) return times.status();
    if (!plan.values.empty() || !plan.inputs.empty()) {
      return absl::InvalidArgumentError(
          "--value and --set are for animation state machines");
    }
    const auto rows = open.OpenRows(clip, options);
    if (!rows.ok()) return rows.status();
    if (absl::Status s = visit(clip, **rows, *times); !s.ok()) return s;
  }
  return absl::OkStatus();
}

absl::Status Survey(const OpenFile& open, std::string_view file,
                    const SamplePlan& plan, ClipsTaken taken,
                    SampleSurvey& survey) {
  const auto widen = [&](TextColumn text, std::string_view value) {
    size_t& width = survey.widths[text];
    width = std::max(width, NumpyWidth(value));
  };
  if (IsNumpy(plan.format)) widen(kFileText, file);
  return ForEachClip(open, plan, taken,
                     [&](std::string_view clip, const RowSource& rows,
                         std::span<const float> times) {
                       if (plan.shape == TableShape::kWide) {
                         rows.AddColumns(survey.columns);
                       }
                       survey.clips |= !clip.empty();
                       survey.joint_title = rows.joint_title();
                       if (!IsNumpy(plan.format)) return absl::OkStatus();
                       widen(kClipText, clip);
                       survey.rows +=
                           times.size() *
                           rows.ForEachRowOfATime([&](std::string_view part,
                                                      std::string_view joint) {
                             widen(kPartText, part);
                             widen(kJointText, joint);
                           });
                       return absl::OkStatus();
                     });
}

absl::StatusOr<TableLayout> LayoutOf(const SamplePlan& plan,
                                     const SampleSurvey& survey, bool several) {
  TableLayout layout;
  layout.format = plan.format;
  layout.shape = plan.shape;
  layout.rows = survey.rows;
  layout.widths = survey.widths;
  const size_t columns = ValueColumns(plan.shape).size();
  if (plan.shape == TableShape::kLong) {
    layout.texts.fill(true);
    for (size_t i = 0; i < columns; ++i) layout.columns.push_back(i);
  } else {
    layout.texts[kFileText] = several;
    layout.texts[kClipText] = several && survey.clips;
    layout.texts[kJointText] = survey.columns.joint;
    if (!several) layout.joint_title = survey.joint_title;
    for (size_t i = 0; i < columns; ++i) {
      if (survey.columns.values[i]) layout.columns.push_back(i);
    }
  }
  if (layout.format == TableFormat::kNpy &&
      RowWriter(layout).Header().size() > kMostNumpyHeader) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s are more than numpy.load() takes in an .npy file: --format=npz, "
        "--shape=long, or fewer with --only",
        Count(layout.columns.size(), "column")));
  }
  return layout;
}

absl::Status CheckChoice(const ColumnChoice& choice,
                         std::span<const std::string> names) {
  const auto recordings = NamesOfRecordings();
  for (const std::string_view name : recordings) choice.Wants(name);
  const std::vector<std::string> unused = choice.Unused();
  if (unused.empty()) return absl::OkStatus();
  std::vector<std::string_view> known(recordings.begin(), recordings.end());
  known.insert(known.end(), names.begin(), names.end());
  return absl::InvalidArgumentError(
      UnknownName("part or joint", unused.front(), known) +
      "; --list-columns shows what there is");
}

std::vector<std::string> NamesIn(const OpenFile& open, const SamplePlan& plan) {
  std::vector<std::string> names;
  for (const std::string_view clip : ClipsOf(open, plan, ClipsTaken::kAll)) {
    const auto rows = open.OpenRows(clip, {});
    if (!rows.ok()) continue;
    (*rows)->ForEachName([&](std::string_view name) {
      if (names.size() < kMostNames) names.emplace_back(name);
    });
  }
  return names;
}

}  // namespace clipguard::cli
