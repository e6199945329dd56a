// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JSON report, and the shard report, which is the same with all that other
// reports need, between two lines about the run.

#include <string>
#include <utility>

#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "cli/reports/shard_lines.h"

namespace clipguard::cli {
namespace {

class JsonReportWriter : public ReportWriter {
 public:
  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    rendered.text = ReportLine(report, JsonDetail::kUsual);
    return rendered;
  }

  void Begin(Output&) override {}
  void Add(const Rendered& rendered, Output& out) override {
    out.Write(rendered.text);
  }
  void End(const Totals&, Output&) override {}
};

class ShardReportWriter : public ReportWriter {
 public:
  explicit ShardReportWriter(ShardHeader header) : header_(std::move(header)) {}

  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    rendered.text = ReportLine(report, JsonDetail::kForMerge);
    return rendered;
  }

  void Begin(Output& out) override { out.Write(HeaderLine(header_)); }
  void Add(const Rendered& rendered, Output& out) override {
    out.Write(rendered.text);
  }
  void End(const Totals& totals, Output& out) override {
    out.Write(TrailerLine(totals.files));
  }

 private:
  ShardHeader header_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonWriter() {
  return std::make_unique<JsonReportWriter>();
}

std::unique_ptr<ReportWriter> MakeShardWriter(ShardHeader header) {
  return std::make_unique<ShardReportWriter>(std::move(header));
}

}  // namespace clipguard::cli
