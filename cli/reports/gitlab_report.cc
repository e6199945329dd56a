// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// GitLab's Code Quality report: one JSON list with an object for each finding,
// one a line.

#include <cstddef>
#include <vector>

#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "cli/io/name_text.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/fingerprint.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

struct Entry {
  std::string_view code;
  std::string_view severity;  // GitLab's
  std::string description;
  std::string fingerprint;
  uint64_t line = 1;
};

std::string Text(std::string_view file, const Entry& entry) {
  JsonWriter json;
  json.BeginObject();
  json.Field("description", entry.description);
  json.Field("check_name", entry.code);
  json.Field("fingerprint", entry.fingerprint);
  json.Field("severity", entry.severity);
  json.BeginObject("location");
  json.Field("path", FileNameText(RepositoryPath(file)));
  json.BeginObject("lines");
  json.Field("begin", entry.line);
  json.EndObject();
  json.EndObject();
  json.EndObject();
  return json.Take();
}

class GitlabReportWriter : public ReportWriter {
 public:
  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    const std::string_view file = RepositoryPath(report.file);
    if (!report.readable()) {
      constexpr std::string_view kCode = "FILE_UNREADABLE";
      rendered.text =
          Text(file, {.code = kCode,
                      .severity = "critical",
                      .description = report.problem,
                      .fingerprint = FingerprintOfFile(file, kCode)});
      return rendered;
    }
    const std::vector<Finding>& findings = report.findings.findings();
    const std::vector<std::string> fingerprints = Fingerprints(file, findings);
    for (size_t i = 0; i < findings.size(); ++i) {
      Append(Text(file, EntryOf(findings[i], fingerprints[i])), rendered);
    }
    if (const uint64_t dropped = report.findings.dropped(); dropped != 0) {
      constexpr std::string_view kCode = "FINDINGS_DROPPED";
      Append(Text(file, {.code = kCode,
                         .severity = "info",
                         .description = NotKeptText(dropped),
                         .fingerprint = FingerprintOfFile(file, kCode)}),
             rendered);
    }
    return rendered;
  }

  void Begin(Output& out) override { out.Write("["); }

  void Add(const Rendered& rendered, Output& out) override {
    if (rendered.text.empty()) return;
    out.Write(first_ ? "\n" : ",\n");
    out.Write(rendered.text);
    first_ = false;
  }

  void End(const Totals&, Output& out) override {
    out.Write(first_ ? "]\n" : "\n]\n");
  }

 private:
  static Entry EntryOf(const Finding& finding, const std::string& fingerprint) {
    Entry entry{
        .code = GetCodeInfo(finding.code).name,
        .severity = finding.severity() == Severity::kError ? "major" : "minor",
        .description = OneLine(finding),
        .fingerprint = fingerprint};
    if (finding.line != 0) {
      entry.line = finding.line;
    } else {
      absl::StrAppendFormat(&entry.description, " (byte %d)",
                            finding.bytes.offset);
    }
    return entry;
  }

  static void Append(const std::string& text, Rendered& rendered) {
    if (!rendered.text.empty()) rendered.text += ",\n";
    rendered.text += text;
  }

  bool first_ = true;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeGitlabWriter() {
  return std::make_unique<GitlabReportWriter>();
}

}  // namespace clipguard::cli
