// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/io/name_text.h"
#include "cli/reports/actions/action_reports.h"

namespace clipguard::cli {
namespace {

using actions::ChangeKind;
using actions::Comparison;
using actions::Difference;
using actions::KeyChanges;
using actions::Measure;

constexpr size_t kShown = 10;         // differences, without --all
constexpr size_t kMeasuresShown = 3;  // of a difference, without --all
constexpr size_t kIndent = 11;        // the width of "  changed  "
constexpr size_t kTextShown = 100;    // bytes of what was there before

std::string_view UnitText(std::string_view unit, std::optional<Format> format) {
  if (unit == "units") {
    return IsRecording(format) ? " m" : " units";
  }
  if (unit == "degrees") return " degrees";
  if (unit == "seconds") return " s";
  return "";
}

std::string MeasureText(const Measure& measure, std::optional<Format> format) {
  std::string text =
      std::isfinite(measure.found)
          ? absl::StrFormat("%s %.3g%s", measure.what, measure.found,
                            UnitText(measure.unit, format))
          : absl::StrFormat("%s: not both are finite numbers", measure.what);
  if (measure.time != Measure::kNoTime) {
    absl::StrAppendFormat(&text, " at %.6g", measure.time);
    absl::StrAppend(&text, format == Format::kForgeArmature ? "" : " s");
  }
  return text;
}

std::string KeysText(const KeyChanges& keys) {
  std::string text;
  const auto add = [&](uint64_t count, std::string_view what) {
    if (count == 0) return;
    absl::StrAppendFormat(&text, "%s%s %s", text.empty() ? "" : ", ",
                          Grouped(count), what);
  };
  add(keys.added, "added");
  add(keys.removed, "removed");
  add(keys.moved, "moved");
  add(keys.altered, "altered");
  return text;
}

// Returns the text after the path.
std::string DetailText(const Difference& difference,
                       std::optional<Format> format, bool all) {
  std::vector<std::string> parts;
  if (difference.keys) {
    parts.push_back(absl::StrFormat("keys: %s, from %.6g s on",
                                    KeysText(*difference.keys),
                                    difference.keys->first));
  } else if (!difference.before.empty() && !difference.after.empty()) {
    parts.push_back(absl::StrFormat("%s -> %s",
                                    Shortened(difference.before, kTextShown),
                                    Shortened(difference.after, kTextShown)));
  } else if (!difference.before.empty() || !difference.after.empty()) {
    parts.push_back(Shortened(
        difference.before.empty() ? difference.after : difference.before,
        kTextShown));
  }
  for (size_t i = 0; i < difference.measures.size(); ++i) {
    if (i == kMeasuresShown && !all) break;
    const Measure& measure = difference.measures[i];
    if (measure.found == 0 && difference.measures.size() > 1) continue;
    parts.push_back(MeasureText(measure, format));
  }
  if (difference.count > 1 && !difference.keys) {
    parts.push_back(Grouped(difference.count) + " in all");
  }
  std::string text;
  for (const std::string& part : parts) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", part);
  }
  return text;
}

std::string DifferenceText(const Difference& difference,
                           std::optional<Format> format,
                           const DiffTextOptions& options) {
  std::string path = ToPrintable(difference.path);
  // Where the path alone does not say what it is.
  const bool says = difference.subject == "pose" || difference.keys ||
                    path.find(difference.subject) != std::string::npos;
  const std::string line =
      says ? path : absl::StrFormat("%s %s", difference.subject, path);
  const std::string detail = DetailText(difference, format, options.all);
  std::string text =
      absl::StrFormat("  %-8s %s\n", ChangeKindName(difference.kind), line);
  if (!detail.empty()) text += Wrap(detail, options.width, kIndent);
  return text;
}

// Summarises in a line or two the differences in notation alone.
std::string NotesText(const Comparison& comparison,
                      const DiffTextOptions& options) {
  KeyChanges keys;
  uint64_t curves = 0;
  uint64_t others = 0;
  std::string layout;
  for (const Difference& difference : comparison.differences()) {
    if (difference.meaning) continue;
    if (difference.keys) {
      ++curves;
      keys.added += difference.keys->added;
      keys.removed += difference.keys->removed;
      keys.moved += difference.keys->moved;
      keys.altered += difference.keys->altered;
    } else if (difference.subject == "layout") {
      layout = absl::StrFormat("%s -> %s", difference.before, difference.after);
    } else {
      ++others;
    }
  }
  std::string text = layout;
  const auto add = [&](const std::string& part) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", part);
  };
  if (curves != 0) {
    add(absl::StrFormat("keys of %s: %s", Count(curves, "curve"),
                        KeysText(keys)));
  }
  if (others != 0) add(Count(others, "other note") + " (--all)");
  if (text.empty()) return {};
  return Wrap(text, options.width, kIndent, "  written  ");
}

std::string Body(const DiffReport& report, const DiffTextOptions& options) {
  const Comparison& comparison = *report.comparison;
  std::string text;
  size_t shown = 0;
  for (const Difference& difference : comparison.differences()) {
    if (!options.all && (!difference.meaning || shown == kShown)) break;
    text += DifferenceText(difference, report.format, options);
    if (difference.meaning) ++shown;
  }
  if (comparison.count() > shown) {
    absl::StrAppendFormat(&text, "  and %s more%s\n",
                          Grouped(comparison.count() - shown),
                          options.all ? "" : " (--all)");
  }
  if (!options.all) text += NotesText(comparison, options);
  size_t gaps = 0;
  for (const Comparison::Gap& gap : comparison.gaps()) {
    if (gaps++ == kShown && !options.all) break;
    text += Wrap(absl::StrFormat("%s: %s", ToPrintable(gap.path), gap.reason),
                 options.width, kIndent, "  gap      ");
  }
  return text;
}

void WriteMeasure(const Measure& measure, JsonWriter& json) {
  json.BeginObject();
  json.Field("what", measure.what);
  json.FieldOrNull("unit", measure.unit);
  json.Field("found", measure.found);
  json.Key("time");
  if (measure.time == Measure::kNoTime) {
    json.Null();
  } else {
    json.Double(measure.time);
  }
  json.EndObject();
}

void WriteDifference(const Difference& difference, JsonWriter& json) {
  json.BeginObject();
  json.Field("kind", ChangeKindName(difference.kind));
  json.Field("subject", difference.subject);
  json.Field("path", difference.path);
  json.FieldOrNull("before", difference.before);
  json.FieldOrNull("after", difference.after);
  json.Field("count", difference.count);
  if (difference.keys) {
    json.BeginObject("keys");
    json.Field("added", difference.keys->added);
    json.Field("removed", difference.keys->removed);
    json.Field("moved", difference.keys->moved);
    json.Field("altered", difference.keys->altered);
    json.Field("first", difference.keys->first);
    json.EndObject();
  }
  if (!difference.measures.empty()) {
    json.BeginArray("measures");
    for (const Measure& measure : difference.measures) {
      WriteMeasure(measure, json);
    }
    json.EndArray();
  }
  json.EndObject();
}

void WriteComparison(const Comparison& comparison, JsonWriter& json) {
  json.BeginObject("tolerance");
  json.Field("units", comparison.options().units);
  json.Field("degrees", comparison.options().degrees);
  json.EndObject();
  for (const bool meaning : {true, false}) {
    json.Field(meaning ? "count" : "noteCount",
               meaning ? comparison.count() : comparison.notes());
    json.BeginArray(meaning ? "differences" : "notes");
    for (const Difference& difference : comparison.differences()) {
      if (difference.meaning == meaning) WriteDifference(difference, json);
    }
    json.EndArray();
  }
  json.BeginArray("gaps");
  for (const Comparison::Gap& gap : comparison.gaps()) {
    json.BeginObject();
    json.Field("path", gap.path);
    json.Field("reason", gap.reason);
    json.EndObject();
  }
  json.EndArray();
  json.Field("dropped", comparison.dropped());
}

}  // namespace

std::string DiffText(const DiffReport& report, const DiffTextOptions& options) {
  const std::string files =
      absl::StrFormat("%s  %s", ToPrintable(report.a), ToPrintable(report.b));
  if (report.comparison == nullptr) {
    return absl::StrFormat("UNKNOWN   %s\n", files) +
           Wrap(report.problem, options.width, kIndent);
  }
  const Comparison& comparison = *report.comparison;
  std::string text;
  if (report.differs()) {
    text = absl::StrFormat("DIFFERENT %s  %s\n", files,
                           comparison.differs()
                               ? Count(comparison.count(), "difference")
                               : "in how they are written");
  } else if (!report.problem.empty()) {
    text = absl::StrFormat("UNKNOWN   %s\n", files);
  } else {
    text = absl::StrFormat("same      %s\n", files);
  }
  text += Body(report, options);
  if (!report.problem.empty()) {
    text += Wrap(report.problem, options.width, kIndent);
  }
  return text;
}

std::string DiffJson(const DiffReport& report) {
  JsonWriter json;
  json.BeginObject();
  json.Field("a", FileNameText(report.a));
  json.Field("b", FileNameText(report.b));
  json.FieldOrNull("format", report.format ? FormatName(*report.format) : "");
  const bool compared = report.comparison != nullptr;
  json.Key("same");
  if (report.differs()) {
    json.Bool(false);
  } else if (!report.problem.empty()) {
    json.Null();
  } else {
    json.Bool(true);
  }
  json.FieldOrNull("problem", report.problem);
  if (compared) WriteComparison(*report.comparison, json);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace clipguard::cli
