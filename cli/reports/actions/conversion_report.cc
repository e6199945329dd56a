// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/io/name_text.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

constexpr size_t kConversionMargin = 9;

std::string_view Verdict(const ConversionReport& report) {
  if (report.written) return "WROTE";
  return report.problem.empty() ? "ok" : "REFUSED";
}

// One paragraph for each note: where, and what.
std::string NotesText(const FindingList& notes, const TextOptions& options) {
  std::string out;
  for (const Finding& note : notes.findings()) {
    std::string text(note.path);
    if (note.count > 1) absl::StrAppend(&text, " (", Grouped(note.count), "x)");
    if (!text.empty()) text += ": ";
    out += Wrap(ToPrintable(text + note.message), options.width,
                kConversionMargin, "  note   ");
  }
  if (notes.dropped() != 0) {
    out += Wrap(absl::StrCat("and ", Grouped(notes.dropped()), " more notes"),
                options.width, kConversionMargin);
  }
  return out;
}

void WriteNote(const Finding& note, JsonWriter& json) {
  json.BeginObject();
  json.Field("path", note.path);
  json.Field("offset", note.bytes.offset);
  json.Field("length", note.bytes.length);
  json.Field("count", note.count);
  json.Field("message", note.message);
  json.EndObject();
}

}  // namespace

std::string ConversionText(const ConversionReport& report,
                           const TextOptions& options) {
  std::string out =
      absl::StrFormat("%-*s%s", static_cast<int>(kConversionMargin),
                      Verdict(report), ToPrintable(report.source.file));
  if (!report.output.empty()) {
    absl::StrAppend(&out, report.written ? " -> " : " (would go to ",
                    ToPrintable(report.output), report.written ? "  " : ")  ",
                    Bytes(report.bytes));
  } else if (report.problem.empty()) {
    absl::StrAppend(&out, "  ", Bytes(report.bytes));
  }
  out += '\n';
  for (const actions::ConversionFact& fact : report.facts) {
    if (!fact.text.empty()) {
      out += Wrap(fact.text, options.width, kConversionMargin);
    }
  }
  if (!report.problem.empty()) {
    out += Wrap(ToPrintable(report.problem), options.width, kConversionMargin);
  }
  return out + NotesText(report.notes, options) +
         FindingsText(report.source, options);
}

std::string ConversionJson(const ConversionReport& report) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(report.source.file));
  WriteHeading(report.source, json);
  json.Field("to", report.to);
  json.FieldOrNull("output", FileNameText(report.output));
  json.Field("written", report.written);
  json.Field("bytesWritten", report.written ? report.bytes : uint64_t{0});
  json.BeginObject("facts");
  for (const actions::ConversionFact& fact : report.facts) {
    json.Field(fact.name, fact.value);
  }
  json.EndObject();
  json.FieldOrNull("problem", report.problem);
  json.BeginArray("notes");
  for (const Finding& note : report.notes.findings()) WriteNote(note, json);
  json.EndArray();
  WriteFindings("findings", report.source.findings.findings(), json);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace clipguard::cli
