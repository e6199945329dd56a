// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The SARIF 2.1.0 report: one run, one result for each finding. Files that
// could not be read are notifications of the tool's invocation.

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/fingerprint.h"
#include "cli/reports/fixes.h"
#include "cli/reports/report_writer.h"
#include "cli/reports/version.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

// A message, as SARIF calls it.
void WriteMessage(std::string_view key, std::string_view text,
                  JsonWriter& json) {
  json.BeginObject(key);
  json.Field("text", text);
  json.EndObject();
}

void WriteArtifact(std::string_view file, JsonWriter& json) {
  json.BeginObject("artifactLocation");
  if (file == "-") {
    json.Field("uri", "stdin");
    WriteMessage("description", "standard input", json);
  } else {
    json.Field("uri", ToUri(RepositoryPath(file)));
  }
  json.EndObject();
}

// Opens locations[0].physicalLocation, with the artifact in it.
void BeginLocation(std::string_view file, JsonWriter& json) {
  json.BeginArray("locations");
  json.BeginObject();
  json.BeginObject("physicalLocation");
  WriteArtifact(file, json);
}

// Writes the inserted content: text, or bytes in base64.
void WriteContent(const std::string& inserted, bool text, JsonWriter& json) {
  if (inserted.empty()) return;
  json.BeginObject("insertedContent");
  if (text && !FindUtf8Error(inserted)) {
    json.Field("text", inserted);
  } else {
    json.Field("binary", absl::Base64Escape(inserted));
  }
  json.EndObject();
}

void WriteEdit(const FixEdit& edit, JsonWriter& json) {
  const bool text = edit.begin.line != 0;
  json.BeginObject();
  json.BeginObject("deletedRegion");
  if (text) {
    json.Field("startLine", edit.begin.line);
    json.Field("startColumn", edit.begin.column);
    json.Field("endLine", edit.end.line);
    json.Field("endColumn", edit.end.column);
  }
  json.Field("byteOffset", edit.deleted.offset);
  json.Field("byteLength", edit.deleted.length);
  json.EndObject();
  WriteContent(edit.inserted, text, json);
  json.EndObject();
}

// The fixes of finding `i`.
void WriteFixes(const FileReport& report, size_t i, JsonWriter& json) {
  bool any = false;
  for (const FileFix& fix : report.fixes) {
    if (fix.finding != i) continue;
    if (!any) {
      json.BeginArray("fixes");
    }
    any = true;
    json.BeginObject();
    WriteMessage("description", fix.description, json);
    json.BeginArray("artifactChanges");
    json.BeginObject();
    WriteArtifact(report.file, json);
    json.BeginArray("replacements");
    for (const FixEdit& edit : fix.edits) WriteEdit(edit, json);
    json.EndArray();
    json.EndObject();
    json.EndArray();
    json.EndObject();
  }
  if (any) json.EndArray();
}

// Returns a result as JSON. `column` counts characters, as the run says of all
// its columns. A finding without a line is put on line 1: without one, code
// hosts show nothing. Then the message says where it is.
std::string Result(const FileReport& report, size_t i,
                   const std::string& fingerprint) {
  const std::string_view file = report.file;
  const Finding& finding = report.findings.findings()[i];
  const uint64_t column =
      i < report.character_columns.size() ? report.character_columns[i] : 0;
  JsonWriter json;
  json.BeginObject();
  json.Field("ruleId", GetCodeInfo(finding.code).name);
  json.Field("level", SeverityName(finding.severity()));
  std::string message = finding.path + ": " + finding.message;
  if (finding.line == 0) {
    absl::StrAppendFormat(&message, " (byte %d)", finding.bytes.offset);
  }
  WriteMessage("message", message, json);
  BeginLocation(file, json);
  json.BeginObject("region");
  json.Field("startLine", std::max<uint64_t>(finding.line, 1));
  if (finding.line != 0 && column != 0) json.Field("startColumn", column);
  json.Field("byteOffset", finding.bytes.offset);
  json.Field("byteLength", finding.bytes.length);
  json.EndObject();
  json.EndObject();  // physicalLocation
  json.BeginArray("logicalLocations");
  json.BeginObject();
  json.Field("fullyQualifiedName", finding.path);
  json.EndObject();
  json.EndArray();
  json.EndObject();
  json.EndArray();  // locations
  json.BeginObject("partialFingerprints");
  // The name that GitHub looks for.
  json.Field("primaryLocationLineHash", fingerprint);
  json.EndObject();
  if (finding.count > 1) json.Field("occurrenceCount", finding.count);
  WriteFixes(report, i, json);
  json.EndObject();
  return json.Take();
}

std::string Notification(std::string_view file, std::string_view level,
                         std::string_view id, std::string_view message) {
  JsonWriter json;
  json.BeginObject();
  json.Field("level", level);
  json.BeginObject("descriptor");
  json.Field("id", id);
  json.EndObject();
  WriteMessage("message", message, json);
  BeginLocation(file, json);
  json.EndObject();
  json.EndObject();
  json.EndArray();
  json.EndObject();
  return json.Take();
}

// The heading of a code on the page of findings.
std::string HelpUri(std::string_view page, const CodeInfo& info) {
  std::string uri(page);
  uri += '#';
  uri += absl::AsciiStrToLower(std::string(info.name));
  return uri;
}

// "KeyTimeNotFinite" of KEY_TIME_NOT_FINITE: SARIF wants a rule's name to be an
// identifier, beside its ID.
std::string RuleName(std::string_view code) {
  std::string name;
  bool begins = true;
  for (const char c : code) {
    if (c != '_') {
      name += begins ? c : absl::ascii_tolower(static_cast<unsigned char>(c));
    }
    begins = c == '_';
  }
  return name;
}

std::string Driver(const std::bitset<kFindingCodeCount>& codes,
                   std::string_view page) {
  JsonWriter json;
  json.BeginObject();
  json.Field("name", "clipguard");
  json.Field("fullName", "clipguard " + std::string(kVersion));
  json.Field("version", kVersion);
  json.Field("semanticVersion", kVersion);
  if (!page.empty()) json.Field("informationUri", page);
  json.BeginArray("rules");
  for (const CodeInfo& info : AllCodes()) {
    if (!codes[static_cast<size_t>(info.code)]) continue;
    json.BeginObject();
    json.Field("id", info.name);
    json.Field("name", RuleName(info.name));
    WriteMessage("shortDescription", MessageWithoutArguments(info), json);
    WriteMessage("fullDescription", info.cause, json);
    WriteMessage("help", AdviceWithFlags(info), json);
    if (!page.empty()) json.Field("helpUri", HelpUri(page, info));
    json.BeginObject("defaultConfiguration");
    json.Field("level", SeverityName(info.severity));
    json.EndObject();
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.Take();
}

class SarifReportWriter : public ReportWriter {
 public:
  explicit SarifReportWriter(std::string page) : page_(std::move(page)) {}

  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    if (!report.readable()) {
      rendered.note = Notification(report.file, "error", "FILE_UNREADABLE",
                                   report.file + ": " + report.problem);
      return rendered;
    }
    const std::vector<Finding>& findings = report.findings.findings();
    // Code hosts add the file's name themselves.
    const std::vector<std::string> fingerprints = Fingerprints({}, findings);
    for (size_t i = 0; i < findings.size(); ++i) {
      if (i != 0) rendered.text += ",\n";
      rendered.text += Result(report, i, fingerprints[i]);
    }
    if (report.findings.dropped() != 0) {
      rendered.note = Notification(
          report.file, "warning", "FINDINGS_DROPPED",
          absl::StrFormat("%s: %s beyond the limit %s not listed", report.file,
                          Count(report.findings.dropped(), "occurrence"),
                          LimitName(&Limits::findings_kept)));
    }
    return rendered;
  }

  void Begin(Output& out) override {
    out.Write(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
        "\"version\":\"2.1.0\",\"runs\":[{\"automationDetails\":{\"id\":"
        "\"clipguard/\"},\"columnKind\":\"unicodeCodePoints\",\n"
        "\"results\":[");
  }

  void Add(const Rendered& rendered, Output& out) override {
    if (!rendered.note.empty()) {
      if (!notes_.empty()) notes_ += ",\n";
      notes_ += rendered.note;
    }
    codes_ |= rendered.codes;
    if (rendered.text.empty()) return;
    out.Write(first_ ? "\n" : ",\n");
    out.Write(rendered.text);
    first_ = false;
  }

  void End(const Totals& totals, Output& out) override {
    // The rules come last: now it is known which of them are needed.
    out.Write("],\n\"tool\":{\"driver\":");
    out.Write(Driver(codes_, page_));
    out.Write("},\n\"invocations\":[{\"executionSuccessful\":");
    out.Write(totals.unreadable == 0 ? "true" : "false");
    if (!notes_.empty()) {
      out.Write(",\"toolExecutionNotifications\":[\n");
      out.Write(notes_);
      out.Write("]");
    }
    out.Write("}]}]}\n");
  }

 private:
  std::string page_;
  bool first_ = true;
  std::bitset<kFindingCodeCount> codes_;
  std::string notes_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeSarifWriter(std::string page) {
  return std::make_unique<SarifReportWriter>(std::move(page));
}

}  // namespace clipguard::cli
