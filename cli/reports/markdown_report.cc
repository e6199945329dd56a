// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report as a summary in Markdown, for the page of a CI run: sums, a table
// of the worst findings, and what to do about each. However many files there
// are, it is short.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/text.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/consequences.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

// Rows of the table, and those of one file, which must not take them all.
constexpr size_t kRows = 50;
constexpr size_t kRowsOfFile = 5;

constexpr size_t kLongestName = 200;

// A text that Markdown shows as it is, in a cell of a table, too: all that may
// mean something is a character reference. Nothing becomes a link.
std::string Cell(std::string_view text) {
  constexpr std::string_view kHarmless = " .,:;()/-+=%'\"?";
  std::string out;
  for (const char c : ToPrintable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || absl::ascii_isalnum(byte) ||
        kHarmless.find(c) != std::string_view::npos) {
      out += c;
    } else {
      absl::StrAppend(&out, "&#", static_cast<int>(byte), ";");
    }
  }
  return absl::StrReplaceAll(out, {{"://", ":&#47;/"}, {"www.", "www&#46;"}});
}

std::string NameCell(std::string_view file) {
  return Cell(Shortened(RepositoryPath(file), kLongestName));
}

// A line of the table. In front of it the number of the code, for its advice.
std::string Row(int code, std::string_view severity, std::string_view file,
                std::string_view place, std::string_view finding) {
  return absl::StrFormat("%d\t| %s | %s | %s | %s |\n", code, severity,
                         NameCell(file), place, finding);
}

std::string RowOf(const FileReport& report, const Finding& finding) {
  const std::string place =
      finding.line != 0
          ? absl::StrFormat("line %d:%d", finding.line, finding.column)
          : absl::StrFormat("byte %s", Grouped(finding.bytes.offset));
  return Row(static_cast<int>(finding.code), SeverityName(finding.severity()),
             report.file, place,
             absl::StrFormat("`%s` %s", GetCodeInfo(finding.code).name,
                             Cell(OneLine(finding))));
}

class MarkdownReportWriter : public ReportWriter {
 public:
  // In `text` rows of errors, in `note` rows of warnings: of each code the
  // first finding that follows from no other.
  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    if (!report.readable()) {
      rendered.text = Row(-1, "error", report.file, "",
                          "`FILE_UNREADABLE` " + Cell(report.problem));
      return rendered;
    }
    const std::vector<Finding>& findings = report.findings.findings();
    const std::vector<size_t> causes = CausesOf(findings);
    std::set<FindingCode> seen;
    size_t errors = 0;
    size_t warnings = 0;
    for (size_t i = 0; i < findings.size(); ++i) {
      const bool is_error = findings[i].severity() == Severity::kError;
      size_t& rows = is_error ? errors : warnings;
      if (causes[i] != kNoCause || rows == kRowsOfFile ||
          !seen.insert(findings[i].code).second) {
        continue;
      }
      ++rows;
      (is_error ? rendered.text : rendered.note) += RowOf(report, findings[i]);
    }
    return rendered;
  }

  void Begin(Output&) override {}

  void Add(const Rendered& rendered, Output&) override {
    Keep(rendered.text, errors_);
    Keep(rendered.note, warnings_);
  }

  void End(const Totals& totals, Output& out) override {
    const uint64_t files = totals.files - totals.skipped;
    const uint64_t bad = totals.invalid + totals.unreadable;
    out.Write(absl::StrFormat(
        "## clipguard: %s\n\n"
        "| files | valid | invalid | unreadable | errors | warnings |\n"
        "|---:|---:|---:|---:|---:|---:|\n"
        "| %s | %s | %s | %s | %s | %s |\n",
        bad == 0 ? Count(files, "file") + ", no errors"
                 : absl::StrFormat("%s of %s with errors", Grouped(bad),
                                   Count(files, "file")),
        Grouped(files), Grouped(totals.valid), Grouped(totals.invalid),
        Grouped(totals.unreadable), Grouped(totals.errors),
        Grouped(totals.warnings)));
    WriteRows(out);
    if (const std::string text = NotOursText(totals); !text.empty()) {
      out.Write(absl::StrCat("\n", Cell(text), "\n"));
    }
  }

 private:
  static void Keep(std::string_view lines, std::vector<std::string>& rows) {
    while (!lines.empty() && rows.size() < kRows) {
      const size_t end = lines.find('\n') + 1;
      rows.emplace_back(lines.substr(0, end));
      lines.remove_prefix(end);
    }
  }

  void WriteRows(Output& out) {
    std::vector<std::string> rows = std::move(errors_);
    rows.insert(rows.end(), warnings_.begin(), warnings_.end());
    if (rows.empty()) return;
    rows.resize(std::min(rows.size(), kRows));
    out.Write("\n| | file | place | finding |\n|---|---|---|---|\n");
    std::vector<FindingCode> codes;
    for (const std::string& row : rows) {
      const size_t tab = row.find('\t');
      int code = -1;
      std::from_chars(row.data(), row.data() + tab, code);
      const auto known = static_cast<FindingCode>(code);
      if (code >= 0 && std::ranges::find(codes, known) == codes.end()) {
        codes.push_back(known);
      }
      out.Write(row.substr(tab + 1));
    }
    out.Write(
        "\nOf each file the first finding of a code, errors first, so far as "
        "there is room; `clipguard validate` prints more.\n");
    if (!codes.empty()) out.Write("\n### To do\n\n");
    for (const FindingCode code : codes) {
      const CodeInfo& info = GetCodeInfo(code);
      out.Write(absl::StrFormat("- `%s`: %s\n", info.name,
                                Cell(AdviceWithFlags(info))));
    }
  }

  std::vector<std::string> errors_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeMarkdownWriter() {
  return std::make_unique<MarkdownReportWriter>();
}

}  // namespace clipguard::cli
