// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report for people. A verdict line for each file; below it the findings,
// those of one code together, with what to do about them; at the end a sum.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/io/text.h"
#include "cli/reports/code_text.h"
#include "cli/reports/report_writer.h"
#include "parser/utf8.h"

namespace clipguard::cli {
namespace {

constexpr size_t kIndent = 9;          // the width of "warning  "
constexpr ptrdiff_t kLinesShown = 15;  // of one file's findings, if one fits
constexpr size_t kPlacesShown = 2;     // further places of one code
constexpr size_t kMessageShown = 400;  // bytes of a message

enum class Style { kGood, kBad, kMild, kCode, kQuiet };

std::string Styled(Style style, std::string_view text, bool colors) {
  if (!colors) return std::string(text);
  std::string_view code;
  switch (style) {
    case Style::kGood:
      code = "32";
      break;
    case Style::kBad:
      code = "1;31";
      break;
    case Style::kMild:
      code = "33";
      break;
    case Style::kCode:
      code = "1";
      break;
    case Style::kQuiet:
      code = "2";
      break;
  }
  return absl::StrFormat("\x1B[%sm%s\x1B[0m", code, text);
}

// Findings of one code.
struct Group {
  std::vector<const Finding*> findings;
  uint64_t occurrences = 0;
};

std::vector<Group> GroupByCode(const std::vector<Finding>& findings) {
  std::vector<Group> groups;
  for (const Finding& finding : findings) {
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
          return g.findings.front()->code == finding.code;
        });
    Group& into = group != groups.end() ? *group : groups.emplace_back();
    into.findings.push_back(&finding);
    into.occurrences += finding.count;
  }
  std::stable_sort(
      groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return a.findings.front()->severity() < b.findings.front()->severity();
      });
  return groups;
}

std::string Place(const Finding& finding) {
  std::string out = ToPrintable(finding.path);
  if (finding.line != 0) {
    absl::StrAppendFormat(&out, "%sline %d:%d", out.empty() ? "" : ", ",
                          finding.line, finding.column);
  }
  absl::StrAppendFormat(&out, " @ 0x%X (%d), %s", finding.bytes.offset,
                        finding.bytes.offset,
                        Count(finding.bytes.length, "byte"));
  return out;
}

std::string Message(const Finding& finding) {
  std::string out = ToPrintable(finding.message);
  if (out.size() > kMessageShown) {
    out.resize(CutUtf8(out, kMessageShown).size());
    out += "...";
  }
  const std::string places = Places(finding);
  if (!places.empty()) absl::StrAppend(&out, " (", places, ")");
  return out;
}

void AppendGroup(const Group& group, const TextOptions& options,
                 std::string& out) {
  const Finding& first = *group.findings.front();
  const CodeInfo& info = GetCodeInfo(first.code);
  const bool is_error = first.severity() == Severity::kError;
  const std::string_view severity = SeverityName(first.severity());
  absl::StrAppend(
      &out, "  ",
      Styled(is_error ? Style::kBad : Style::kMild, severity, options.colors),
      std::string(kIndent - severity.size(), ' '),
      Styled(Style::kCode, info.name, options.colors));
  if (group.occurrences > 1) {
    absl::StrAppend(&out, ", ", Grouped(group.occurrences), " times");
  }
  out += '\n';

  const size_t indent = 2 + kIndent;
  const auto line = [&](std::string_view text) {
    out += Wrap(text, options.width, indent);
  };
  line(Place(first));
  line(Message(first));
  if (group.findings.size() > 1) {
    std::string also = "also at ";
    const size_t end = std::min(group.findings.size(), 1 + kPlacesShown);
    for (size_t i = 1; i < end; ++i) {
      if (i > 1) also += ", ";
      also += ToPrintable(group.findings[i]->path);
    }
    if (group.findings.size() > end) {
      const size_t more = group.findings.size() - end;
      absl::StrAppend(&also, " and ", Count(more, "more place"));
    }
    line(also);
  }
  // The advice stands out by its colour, or by what it begins with.
  std::string advice = Wrap(absl::StrCat("To do: ", AdviceWithFlags(info)),
                            options.width, indent);
  if (options.colors) {
    advice.pop_back();
    advice = Styled(Style::kQuiet, advice, true) + "\n";
  }
  out += advice;
}

class TextReportWriter : public ReportWriter {
 public:
  explicit TextReportWriter(const TextOptions& options) : options_(options) {}

  Rendered Render(const FileReport& report) const override {
    Rendered rendered;
    FillVerdict(report, rendered);
    const std::string file = ToPrintable(report.file);
    if (!report.readable()) {
      rendered.text = absl::StrCat(Verdict(Style::kBad, "UNREAD"), file, "  ",
                                   ToPrintable(report.problem), "\n");
      return rendered;
    }
    if (!report.not_ours.empty()) return rendered;
    const bool valid =
        report.errors() == 0 && (!options_.strict || report.warnings() == 0);
    std::string about = report.summary.text;
    if (about.empty()) {
      about =
          report.title.empty()
              ? absl::StrCat("not recognised, ", Bytes(report.bytes))
              : absl::StrFormat("%s%s%s, %s", report.title,
                                report.summary.version.empty() ? "" : " ",
                                report.summary.version, Bytes(report.bytes));
    }
    const std::string counts =
        CountFindings(report.errors(), report.warnings());
    rendered.text = absl::StrCat(
        valid ? Verdict(Style::kGood, "ok") : Verdict(Style::kBad, "INVALID"),
        file, "  ", about);
    if (!counts.empty()) absl::StrAppend(&rendered.text, "; ", counts);
    rendered.text += '\n';
    rendered.text += FindingsText(report.findings, options_);
    return rendered;
  }

  void Begin(Output&) override {}

  void Add(const Rendered& rendered, Output& out) override {
    out.Write(rendered.text);
    // The first error's, or else the first warning's.
    if (first_code_.empty() || (rendered.errors != 0 && !code_is_error_)) {
      first_code_ = rendered.first_code;
      code_is_error_ = rendered.errors != 0;
    }
  }

  void End(const Totals& totals, Output& out) override {
    std::string end;
    if (totals.files > 1 || totals.skipped != 0) {
      end = absl::StrFormat(
          "%s: %s valid, %s invalid, %s unreadable; %s, %s",
          Count(totals.files - totals.skipped, "file"), Grouped(totals.valid),
          Grouped(totals.invalid), Grouped(totals.unreadable),
          Count(totals.errors, "error"), Count(totals.warnings, "warning"));
      if (totals.ignored != 0) {
        absl::StrAppend(&end, ", ", Grouped(totals.ignored), " ignored");
      }
      if (totals.baselined != 0) {
        absl::StrAppend(&end, ", ", Grouped(totals.baselined),
                        " in the baseline");
      }
      end += '\n';
    }
    if (totals.skipped != 0) {
      end += Wrap(NotOursText(totals), options_.width, 2);
    }
    if (!first_code_.empty()) {
      absl::StrAppendFormat(
          &end, "For more about a finding: %s\n",
          Styled(Style::kCode,
                 absl::StrCat("clipguard explain ", std::string(first_code_)),
                 options_.colors));
    }
    if (!end.empty()) out.Write("\n" + end);
  }

 private:
  std::string Verdict(Style style, std::string_view word) const {
    return Styled(style, word, options_.colors) +
           std::string(kIndent - word.size(), ' ');
  }

  TextOptions options_;
  std::string_view first_code_;
  bool code_is_error_ = false;
};

}  // namespace

std::string FindingsText(const FindingList& findings,
                         const TextOptions& options) {
  std::string out;
  const std::vector<Group> groups = GroupByCode(findings.findings());
  size_t shown = 0;
  ptrdiff_t lines = 0;
  for (; shown < groups.size(); ++shown) {
    std::string group;
    AppendGroup(groups[shown], options, group);
    lines += std::count(group.begin(), group.end(), '\n');
    if (shown != 0 && lines > kLinesShown) break;
    out += group;
  }
  const std::string indent(2 + kIndent, ' ');
  if (shown < groups.size()) {
    absl::StrAppend(&out, indent, "and ",
                    Count(groups.size() - shown, "more code"),
                    "; --format=json shows them all\n");
  }
  if (findings.dropped() != 0) {
    absl::StrAppend(&out, indent, NotKeptText(findings.dropped()), "\n");
  }
  return out;
}

std::unique_ptr<ReportWriter> MakeTextWriter(const TextOptions& options) {
  return std::make_unique<TextReportWriter>(options);
}

}  // namespace clipguard::cli
