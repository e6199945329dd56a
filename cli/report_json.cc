// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/report_json.h"

namespace clipguard::cli {

void WriteHeading(const FileReport& report, JsonWriter& json) {
  json.FieldOrNull("format", report.format);
  json.FieldOrNull("version", report.summary.version);
  json.FieldOrNull("layout", report.summary.layout);
  json.Field("bytes", report.bytes);
  json.Field("valid", report.errors() == 0);
  json.Field("errors", report.errors());
  json.Field("warnings", report.warnings());
}

void WriteProblem(std::string_view problem, JsonWriter& json) {
  json.Key("error");
  json.BeginObject();
  json.Field("code", "FILE_UNREADABLE");
  json.Field("message", problem);
  json.EndObject();
}

}  // namespace clipguard::cli
