// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JUnit report: one suite, one test a file. Errors fail a test; a file that
// cannot be read is an error of the test.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/io/name_text.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

class JunitReportWriter : public ReportWriter {
 public:
  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    std::string& out = rendered.text;
    const std::string_view format =
        report.format ? report.format_name() : "unknown";
    absl::StrAppendFormat(&out, "  <testcase classname=\"%s\" name=\"%s\"",
                          report.readable() ? format : "unreadable",
                          ToXml(FileNameText(report.file)));
    if (!report.readable()) {
      absl::StrAppendFormat(
          &out,
          ">\n    <error type=\"FILE_UNREADABLE\" message=\"%s\"/>\n"
          "  </testcase>\n",
          ToXml(report.problem));
      return rendered;
    }
    if (!report.not_ours.empty()) {
      absl::StrAppendFormat(&out,
                            ">\n    <skipped message=\"%s\"/>\n"
                            "  </testcase>\n",
                            ToXml(report.not_ours));
      return rendered;
    }
    if (report.findings.empty()) {
      out += "/>\n";
      return rendered;
    }
    out += ">\n";
    if (report.errors() != 0) {
      std::string lines = Lines(report, Severity::kError);
      // A warning that was kept is not why a file failed.
      const bool kept = !lines.empty();
      if (const uint64_t dropped = report.findings.dropped(); dropped != 0) {
        absl::StrAppend(&lines, NotKeptText(dropped), "\n");
      }
      absl::StrAppendFormat(
          &out, "    <failure type=\"%s\" message=\"%s\">\n%s    </failure>\n",
          kept ? rendered.first_code : "FINDINGS_DROPPED",
          CountFindings(report.errors(), report.warnings()), lines);
    }
    if (report.warnings() != 0) {
      absl::StrAppendFormat(&out, "    <system-out>\n%s    </system-out>\n",
                            Lines(report, Severity::kWarning));
    }
    out += "  </testcase>\n";
    return rendered;
  }

  void Begin(Output&) override {}

  // The number of failures comes before the tests: they are kept until then.
  void Add(const Rendered& rendered, Output&) override {
    tests_ += rendered.text;
  }

  void End(const Totals& totals, Output& out) override {
    out.Write(absl::StrFormat(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n"
        "<testsuite name=\"clipguard\" tests=\"%d\" failures=\"%d\" "
        "errors=\"%d\" skipped=\"%d\">\n",
        totals.files, totals.invalid, totals.unreadable, totals.skipped));
    out.Write(tests_);
    out.Write("</testsuite>\n</testsuites>\n");
  }

 private:
  // One line for each finding of a severity.
  static std::string Lines(const FileReport& report, Severity severity) {
    std::string out;
    for (const Finding& finding : report.findings.findings()) {
      if (finding.severity() != severity) continue;
      std::string line = absl::StrFormat(
          "%s %s: %s @ 0x%X, %s: %s", SeverityName(severity),
          GetCodeInfo(finding.code).name, finding.path, finding.bytes.offset,
          Count(finding.bytes.length, "byte"), finding.message);
      if (finding.line != 0) {
        absl::StrAppendFormat(&line, " (line %d:%d)", finding.line,
                              finding.column);
      }
      if (finding.count > 1) {
        absl::StrAppendFormat(&line, " (%s",
                              Count(finding.count, "occurrence"));
        const std::string places = Places(finding);
        if (!places.empty()) absl::StrAppendFormat(&line, ": %s", places);
        line += ')';
      }
      absl::StrAppend(&out, ToXml(ToPrintable(line)), "\n");
    }
    return out;
  }

  std::string tests_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJunitWriter() {
  return std::make_unique<JunitReportWriter>();
}

}  // namespace clipguard::cli
