// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_json.h"

namespace clipguard::cli {

void WriteHeading(const FileReport& report, JsonWriter& json) {
  json.FieldOrNull("format", report.format);
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
  json.Key("error");
  json.BeginObject();
  json.Field("code", code);
  json.Field("message", message);
  json.EndObject();
}

void WriteSkipped(const FileReport& report, JsonWriter& json) {
  json.Key("skipped");
  json.BeginObject();
  json.Field("code", GetCodeInfo(FindingCode::kFormatUnknown).name);
  json.Field("message", report.not_ours);
  json.EndObject();
}

void WriteProblem(std::string_view problem, JsonWriter& json) {
  WriteError("FILE_UNREADABLE", problem, json);
}

}  // namespace clipguard::cli
