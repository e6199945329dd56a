// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_json.h"

#include <cstddef>
#include <vector>

#include "base/text.h"
#include "cli/io/name_text.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kUnreadable = "FILE_UNREADABLE";

std::string ErrorJson(std::string_view file, std::string_view code,
                      std::string_view message) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(file));
  WriteError(code, message, json);
  json.EndObject();
  return json.Take() + "\n";
}

void WriteRaw(std::string_view key, std::string_view bytes, JsonWriter& json) {
  json.Field(key, ToPercent(bytes));
}

// The same, unless the usual field of that name says it all.
void WriteIfNotUtf8(std::string_view key, std::string_view bytes,
                    JsonWriter& json) {
  if (ToUtf8(bytes) != bytes) WriteRaw(key, bytes, json);
}

void WriteExcerpt(const Excerpt& excerpt, JsonWriter& json) {
  if (excerpt.empty() && excerpt.offset == 0 && !excerpt.is_text) return;
  json.BeginObject("excerpt");
  json.Field("offset", excerpt.offset);
  WriteRaw("bytes", excerpt.bytes, json);
  if (excerpt.is_text) {
    json.Field("text", true);
    json.Field("cutBefore", excerpt.cut_before);
    json.Field("cutAfter", excerpt.cut_after);
  }
  json.EndObject();
}

void WriteFixes(const std::vector<FileFix>& fixes, JsonWriter& json) {
  if (fixes.empty()) return;
  json.BeginArray("fixes");
  for (const FileFix& fix : fixes) {
    json.BeginObject();
    json.Field("finding", uint64_t{fix.finding});
    WriteRaw("about", fix.description, json);
    json.BeginArray("edits");
    for (const FixEdit& edit : fix.edits) {
      json.BeginObject();
      json.Field("offset", edit.deleted.offset);
      json.Field("length", edit.deleted.length);
      json.Field("line", edit.begin.line);
      json.Field("character", edit.begin.column);
      json.Field("endLine", edit.end.line);
      json.Field("endCharacter", edit.end.column);
      WriteRaw("bytes", edit.inserted, json);
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
}

void WriteForMerge(const FileReport& report, JsonWriter& json) {
  json.BeginObject("merge");
  if (FileNameText(report.file) != report.file) {
    WriteRaw("file", report.file, json);
  }
  WriteIfNotUtf8("problem", report.problem, json);
  WriteIfNotUtf8("version", report.summary.version, json);
  WriteIfNotUtf8("layout", report.summary.layout, json);
  if (!report.summary.text.empty()) {
    WriteRaw("about", report.summary.text, json);
  }
  const std::vector<Finding>& findings = report.findings.findings();
  if (!findings.empty()) {
    json.BeginArray("findings");
    for (size_t i = 0; i < findings.size(); ++i) {
      json.BeginObject();
      WriteIfNotUtf8("path", findings[i].path, json);
      WriteIfNotUtf8("message", findings[i].message, json);
      if (i < report.character_columns.size()) {
        json.Field("character", report.character_columns[i]);
      }
      if (i < report.excerpts.size()) WriteExcerpt(report.excerpts[i], json);
      json.EndObject();
    }
    json.EndArray();
  }
  if (report.mends) {
    json.BeginArray("mends");
    for (const Mend& mend : *report.mends) {
      json.BeginObject();
      json.Field("code", GetCodeInfo(mend.code).name);
      json.Field("unsafe", mend.unsafe);
      json.Field("all", mend.all);
      json.EndObject();
    }
    json.EndArray();
  }
  WriteFixes(report.fixes, json);
  json.EndObject();
}

}  // namespace

std::string ReportLine(const FileReport& report, JsonDetail detail) {
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(report.file));
  if (!report.readable()) {
    WriteProblem(report.problem, json);
  } else if (!report.not_ours.empty()) {
    WriteSkipped(report, json);
  } else {
    WriteHeading(report, json);
    WriteFindings("findings", report.findings.findings(), json);
  }
  if (detail == JsonDetail::kForMerge) WriteForMerge(report, json);
  json.EndObject();
  std::string line = json.Take();
  line += '\n';
  return line;
}

void WriteHeading(const FileReport& report, JsonWriter& json) {
  json.FieldOrNull("format", report.format_name());
  json.FieldOrNull("version", report.summary.version);
  json.FieldOrNull("layout", report.summary.layout);
  json.Field("bytes", report.bytes);
  json.Field("valid", report.errors() == 0);
  json.Field("errors", report.errors());
  json.Field("warnings", report.warnings());
  if (report.findings.dropped() != 0) {
    json.Field("dropped", report.findings.dropped());
  }
  if (report.ignored() != 0) json.Field("ignored", report.ignored());
  if (report.baselined != 0) json.Field("baselined", report.baselined);
}

void WriteError(std::string_view code, std::string_view message,
                JsonWriter& json) {
  json.BeginObject("error");
  json.Field("code", code);
  json.Field("message", message);
  json.EndObject();
}

void WriteSkipped(const FileReport& report, JsonWriter& json) {
  json.BeginObject("skipped");
  json.Field("code", GetCodeInfo(FindingCode::kFormatUnknown).name);
  json.Field("message", report.not_ours);
  json.EndObject();
}

void WriteProblem(std::string_view problem, JsonWriter& json) {
  WriteError(kUnreadable, problem, json);
}

std::string ProblemJson(const FileReport& report) {
  return ErrorJson(report.file, kUnreadable, report.problem);
}

std::string NotWrittenJson(std::string_view file, std::string_view problem) {
  return ErrorJson(file, "RESULT_NOT_WRITTEN", problem);
}

void WriteFinding(const Finding& finding, JsonWriter& json) {
  json.BeginObject();
  json.Field("code", GetCodeInfo(finding.code).name);
  json.Field("severity", SeverityName(finding.severity()));
  json.Field("offset", finding.bytes.offset);
  json.Field("length", finding.bytes.length);
  if (finding.line != 0) {
    json.Field("line", uint64_t{finding.line});
    json.Field("column", uint64_t{finding.column});
  }
  json.Field("path", finding.path);
  json.Field("message", finding.message);
  json.Field("count", finding.count);
  if (finding.count > 1) json.Field("places", Places(finding));
  json.EndObject();
}

void WriteFindings(std::string_view key, std::span<const Finding> findings,
                   JsonWriter& json) {
  json.BeginArray(key);
  for (const Finding& finding : findings) WriteFinding(finding, json);
  json.EndArray();
}

}  // namespace clipguard::cli
