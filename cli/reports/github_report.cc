// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report as commands that GitHub's workflows show beside the code.

#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/text.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/consequences.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

// A step shows so many annotations of each kind, and drops the others.
constexpr uint64_t kAnnotations = 10;

// The workflow runner also takes "##[" for a command, wherever it stands.
std::string Harmless(std::string_view text) {
  return absl::StrReplaceAll(std::string(text), {{"##[", "# #["}});
}

std::string CommandMessage(std::string_view text) {
  return absl::StrReplaceAll(Harmless(text),
                             {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}});
}

std::string CommandValue(std::string_view text) {
  return absl::StrReplaceAll(CommandMessage(text),
                             {{":", "%3A"}, {",", "%2C"}});
}

std::string Command(std::string_view severity, std::string_view file,
                    std::string_view place, std::string_view title,
                    std::string_view message) {
  return absl::StrFormat("::%s file=%s%s,title=%s::%s\n", severity,
                         CommandValue(ToPrintable(RepositoryPath(file))), place,
                         CommandValue(title), CommandMessage(message));
}

// A line of the log. It does not begin with "::", as commands do.
std::string LogLine(std::string_view file, std::string_view place,
                    std::string_view severity, std::string_view code,
                    std::string_view message) {
  return absl::StrFormat(
      "- %s\n", Harmless(absl::StrFormat("%s%s: %s %s: %s", ToPrintable(file),
                                         place, severity, code, message)));
}

std::string LogLine(std::string_view file, const Finding& finding) {
  const std::string place =
      finding.line != 0
          ? absl::StrFormat(":%d:%d", finding.line, finding.column)
          : absl::StrFormat("@%d", finding.bytes.offset);
  return LogLine(file, place, SeverityName(finding.severity()),
                 GetCodeInfo(finding.code).name, OneLine(finding));
}

class GithubReportWriter : public ReportWriter {
 public:
  // Puts commands into `text` and as many lines of the log into `note`, in the
  // same order. A finding that follows from another one has no command.
  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    if (!report.readable()) {
      const std::string problem = ToPrintable(report.problem);
      rendered.text =
          Command("error", report.file, "", "FILE_UNREADABLE", problem);
      rendered.note =
          LogLine(report.file, "", "error", "FILE_UNREADABLE", problem);
      return rendered;
    }
    const std::vector<Finding>& findings = report.findings.findings();
    const std::vector<size_t> causes = CausesOf(findings);
    for (const Severity severity : {Severity::kError, Severity::kWarning}) {
      for (const bool follows : {false, true}) {
        for (size_t i = 0; i < findings.size(); ++i) {
          if (findings[i].severity() != severity) continue;
          if ((causes[i] != kNoCause) != follows) continue;
          rendered.text += follows ? "\n" : CommandOf(report, i);
          rendered.note += LogLine(report.file, findings[i]);
        }
      }
    }
    if (const uint64_t dropped = report.findings.dropped(); dropped != 0) {
      const std::string text = NotKeptText(dropped);
      rendered.text +=
          Command("warning", report.file, "", "FINDINGS_DROPPED", text);
      rendered.note +=
          LogLine(report.file, "", "warning", "FINDINGS_DROPPED", text);
    }
    return rendered;
  }

  void Begin(Output&) override {}

  void Add(const Rendered& rendered, Output& out) override {
    std::string_view commands = rendered.text;
    std::string_view lines = rendered.note;
    while (!commands.empty() && !lines.empty()) {
      const std::string_view command = TakeLine(commands);
      const std::string_view line = TakeLine(lines);
      uint64_t& shown = command.starts_with("::error") ? errors_ : warnings_;
      if (command.size() > 1 && shown < kAnnotations) {
        ++shown;
        out.Write(command);
      } else {
        ++in_log_;
        out.Write(line);
      }
    }
  }

  void End(const Totals& totals, Output& out) override {
    if (in_log_ != 0) {
      out.Write(absl::StrFormat(
          "::notice title=clipguard::%s in the log and not beside the code: of "
          "one step GitHub shows %d errors and %d warnings\n",
          Count(in_log_, "more finding"), kAnnotations, kAnnotations));
    }
    out.Write(absl::StrFormat(
        "clipguard: %s, %s valid, %s invalid, %s unreadable; %s, %s\n",
        Count(totals.files - totals.skipped, "file"), Grouped(totals.valid),
        Grouped(totals.invalid), Grouped(totals.unreadable),
        Count(totals.errors, "error"), Count(totals.warnings, "warning")));
  }

 private:
  static std::string CommandOf(const FileReport& report, size_t index) {
    const Finding& finding = report.findings.findings()[index];
    std::string place;
    if (finding.line != 0) {
      place = absl::StrCat(",line=", finding.line);
      if (index < report.character_columns.size()) {
        absl::StrAppend(&place, ",col=", report.character_columns[index]);
      }
    }
    std::string message = OneLine(finding);
    if (finding.line == 0) {
      absl::StrAppendFormat(&message, " (byte %d)", finding.bytes.offset);
    }
    return Command(SeverityName(finding.severity()), report.file, place,
                   GetCodeInfo(finding.code).name, message);
  }

  // With its line break.
  static std::string_view TakeLine(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n') + 1);
    text.remove_prefix(line.size());
    return line;
  }

  uint64_t errors_ = 0;  // shown as annotations
  uint64_t warnings_ = 0;
  uint64_t in_log_ = 0;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeGithubWriter() {
  return std::make_unique<GithubReportWriter>();
}

}  // namespace clipguard::cli
