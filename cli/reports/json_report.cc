// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JSON report: the command line's contract, docs/cli.md.

#include "cli/reports/json.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

class JsonReportWriter : public ReportWriter {
 public:
  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    JsonWriter json;
    json.BeginObject();
    json.Field("file", report.file);
    if (!report.readable()) {
      WriteProblem(report.problem, json);
    } else if (!report.not_ours.empty()) {
      WriteSkipped(report, json);
    } else {
      WriteHeading(report, json);
      json.Key("findings");
      json.BeginArray();
      for (const Finding& finding : report.findings.findings()) {
        WriteFinding(finding, json);
      }
      json.EndArray();
    }
    json.EndObject();
    rendered.text = json.Take() + "\n";
    return rendered;
  }

  void Begin(Output&) override {}
  void Add(const Rendered& rendered, Output& out) override {
    out.Write(rendered.text);
  }
  void End(const Totals&, Output&) override {}
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonWriter() {
  return std::make_unique<JsonReportWriter>();
}

}  // namespace clipguard::cli
