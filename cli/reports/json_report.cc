// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JSON report, and the shard report, which is the same with all that other
// reports need, between two lines about the run.

#include <string>
#include <string_view>
#include <utility>

#include "cli/io/digest.h"
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

  void Begin(Output& out) override { Write(HeaderLine(header_), out); }
  void Add(const Rendered& rendered, Output& out) override {
    Write(rendered.text, out);
  }
  void End(const Totals& totals, Output& out) override {
    out.Write(TrailerLine(
        {.files = totals.files, .digest = Hex(digester_.Finish())}));
  }

 private:
  void Write(std::string_view text, Output& out) {
    digester_.Add(text);
    out.Write(text);
  }

  ShardHeader header_;
  Digester digester_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonWriter() {
  return std::make_unique<JsonReportWriter>();
}

std::unique_ptr<ReportWriter> MakeShardWriter(ShardHeader header) {
  return std::make_unique<ShardReportWriter>(std::move(header));
}

}  // namespace clipguard::cli
