// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The report for people. A verdict line for each file; below it the findings,
// those of one code together, with what to do about them; at the end a sum.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/repair_catalog.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/reports/codes/code_text.h"
#include "cli/reports/codes/excerpt.h"
#include "cli/reports/consequences.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

constexpr size_t kIndent = 9;          // the width of "warning  "
constexpr ptrdiff_t kLinesShown = 15;  // of one file's findings, if one fits
constexpr size_t kPlacesShown = 2;     // further places of one code
constexpr size_t kMessageShown = 400;  // bytes of a message
constexpr size_t kPathShown = 200;     // bytes of a further place
constexpr size_t kMargin = 2 + kIndent;
constexpr size_t kCodesNamed = 4;  // of those that are left out

// Around an advice, which is written once; no other text has them.
constexpr char kAdviceBegins = '\x01';
constexpr char kAdviceEnds = '\x02';

enum class Style { kGood, kBad, kMild, kCode };

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
  }
  return absl::StrFormat("\x1B[%sm%s\x1B[0m", code, text);
}

// Findings of one code, and groups of those that follow from them.
struct Group {
  std::vector<size_t> findings;  // indices
  uint64_t occurrences = 0;
  std::vector<Group> follow;
};

class Groups {
 public:
  explicit Groups(const FileReport& report)
      : findings_(report.findings.findings()) {
    const std::vector<size_t> causes = CausesOf(findings_);
    for (size_t i = 0; i < findings_.size(); ++i) {
      if (causes[i] == kNoCause) AddTo(groups_, i);
    }
    for (size_t i = 0; i < findings_.size(); ++i) {
      if (causes[i] == kNoCause) continue;
      AddTo(GroupOf(groups_, findings_[causes[i]])->follow, i);
    }
    std::stable_sort(
        groups_.begin(), groups_.end(), [&](const Group& a, const Group& b) {
          const auto of_a = findings_[a.findings.front()].severity();
          const auto of_b = findings_[b.findings.front()].severity();
          // Causes of others first.
          return of_a != of_b ? of_a < of_b
                              : !a.follow.empty() && b.follow.empty();
        });
  }

  const std::vector<Group>& groups() const { return groups_; }

 private:
  std::vector<Group>::iterator GroupOf(std::vector<Group>& groups,
                                       const Finding& finding) const {
    return std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return findings_[g.findings.front()].code == finding.code;
    });
  }

  void AddTo(std::vector<Group>& groups, size_t index) const {
    const auto group = GroupOf(groups, findings_[index]);
    Group& into = group != groups.end() ? *group : groups.emplace_back();
    into.findings.push_back(index);
    into.occurrences += findings_[index].count;
  }

  const std::vector<Finding>& findings_;
  std::vector<Group> groups_;
};

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

// One file's findings, group by group.
class FindingsWriter {
 public:
  // `marked`: with marks around each advice.
  FindingsWriter(const FileReport& report, const TextOptions& options,
                 bool marked)
      : report_(report),
        findings_(report.findings.findings()),
        options_(options),
        marked_(marked) {}

  // `cause` is the code that a group follows from.
  std::string GroupText(const Group& group, std::string_view cause = {}) const {
    std::string out = Heading(group, cause);
    const Finding& first = findings_[group.findings.front()];
    out += Line(Place(first));
    const size_t index = group.findings.front();
    if (index < report_.excerpts.size()) {
      out += CodeFrame(report_.excerpts[index], first,
                       {.width = options_.width,
                        .indent = kMargin,
                        .colors = options_.colors});
    }
    out += Line(Message(first));
    out += OtherPlaces(group);
    if (cause.empty()) out += Advice(first);
    for (const Group& follower : group.follow) {
      if (options_.detail == Detail::kAll) {
        out += GroupText(follower, CodeName(group));
      } else {
        out += Line(absl::StrFormat("It may be the cause of %s%s",
                                    CodeName(follower), Times(follower)));
      }
    }
    return out;
  }

  std::string_view CodeName(const Group& group) const {
    return GetCodeInfo(findings_[group.findings.front()].code).name;
  }

 private:
  static std::string Times(const Group& group) {
    if (group.occurrences == 1) return {};
    return absl::StrCat(", ", Grouped(group.occurrences), " times");
  }

  std::string Line(std::string_view text) const {
    return Wrap(text, options_.width, kMargin);
  }

  std::string Heading(const Group& group, std::string_view cause) const {
    const Severity severity = findings_[group.findings.front()].severity();
    const std::string_view name = SeverityName(severity);
    const Style style =
        severity == Severity::kError ? Style::kBad : Style::kMild;
    std::string out = absl::StrFormat(
        "  %s%s%s%s", Styled(style, name, options_.colors),
        std::string(kIndent - name.size(), ' '),
        Styled(Style::kCode, CodeName(group), options_.colors), Times(group));
    if (!cause.empty()) {
      absl::StrAppendFormat(&out, ", may follow from %s", cause);
    }
    out += '\n';
    return out;
  }

  std::string OtherPlaces(const Group& group) const {
    std::string out;
    const size_t size = group.findings.size();
    if (options_.detail == Detail::kAll) {
      const size_t end = std::min(size, options_.most_of_code);
      for (size_t i = 1; i < end; ++i) {
        const Finding& finding = findings_[group.findings[i]];
        out +=
            Line(absl::StrCat("also ", Place(finding), ": ", Message(finding)));
      }
      if (end < size) {
        out += Line(absl::StrCat("and ", Count(size - end, "more place"),
                                 ", which --verbose shows"));
      }
      return out;
    }
    if (size == 1) return out;
    out = "also at ";
    const size_t end = std::min(size, 1 + kPlacesShown);
    for (size_t i = 1; i < end; ++i) {
      if (i > 1) out += ", ";
      out += Shortened(findings_[group.findings[i]].path, kPathShown);
    }
    if (size > end) {
      absl::StrAppend(&out, " and ", Count(size - end, "more place"));
    }
    return Line(out);
  }

  // The advice stands out by what it begins with.
  std::string Advice(const Finding& finding) const {
    constexpr std::string_view kTitle = "To do:";
    std::string advice = Line(absl::StrCat(
        std::string(kTitle), " ", AdviceWithFlags(GetCodeInfo(finding.code)),
        RepairHint(finding.code)));
    advice.replace(advice.find(kTitle), kTitle.size(),
                   Styled(Style::kCode, kTitle, options_.colors));
    if (!marked_) return advice;
    return kAdviceBegins + advice + kAdviceEnds;
  }

  // Says what clipguard repair does about the code in this very file.
  std::string RepairHint(FindingCode code) const {
    if (!report_.mends) {
      return actions::FindRepair(code) == nullptr
                 ? ""
                 : " clipguard repair --dry-run says whether it mends this.";
    }
    for (const Mend& mend : *report_.mends) {
      if (mend.code != code) continue;
      return absl::StrFormat(" clipguard repair%s mends %sthis.",
                             mend.unsafe ? " --unsafe" : "",
                             mend.all ? "" : "some of ");
    }
    return {};
  }

  const FileReport& report_;
  const std::vector<Finding>& findings_;
  const TextOptions& options_;
  const bool marked_;
};

std::string TextOf(const FileReport& report, const TextOptions& options,
                   bool marked);

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
    if (report.findings.empty() &&
        (!options_.list_good || options_.detail == Detail::kVerdict)) {
      return rendered;
    }
    std::string about = report.summary.text;
    if (about.empty()) {
      about =
          !report.format
              ? absl::StrCat("not recognised, ", Bytes(report.bytes))
              : absl::StrFormat("%s%s%s, %s", report.title(),
                                report.summary.version.empty() ? "" : " ",
                                report.summary.version, Bytes(report.bytes));
    }
    const std::string counts =
        CountFindings(report.errors(), report.warnings());
    rendered.text = absl::StrCat(VerdictOf(report), file, "  ", about);
    if (!counts.empty()) absl::StrAppend(&rendered.text, "; ", counts);
    rendered.text += '\n';
    if (options_.detail != Detail::kVerdict) {
      rendered.text += TextOf(report, options_, /*marked=*/true);
    }
    return rendered;
  }

  void Begin(Output&) override {}

  void Add(const Rendered& rendered, Output& out) override {
    WriteWithoutOldAdvice(rendered.text, out);
    printed_ = printed_ || !rendered.text.empty();
    if (rendered.errors + rendered.warnings != 0) {
      for (size_t i = 0; i < files_with_.size(); ++i) {
        files_with_[i] += rendered.codes[i] ? 1 : 0;
      }
    }
    // The first error's, or else the first warning's.
    if (first_code_.empty() || (rendered.errors != 0 && !code_is_error_)) {
      first_code_ = rendered.first_code;
      code_is_error_ = rendered.errors != 0;
    }
  }

  void End(const Totals& totals, Output& out) override {
    std::string end;
    const bool nothing_wrong =
        totals.invalid == 0 && totals.unreadable == 0 && totals.warned == 0;
    const bool quiet = options_.detail == Detail::kVerdict;
    const bool several = totals.files > 1 || totals.skipped != 0;
    if (several && !(quiet && nothing_wrong)) end = Summary(totals);
    if (several && quiet && !nothing_wrong) end += ByCode();
    if (totals.skipped != 0 && !quiet) {
      end += Wrap(NotOursText(totals), options_.width, 2);
    }
    if (!first_code_.empty() && !quiet) {
      absl::StrAppendFormat(
          &end, "For more about a finding: %s\n",
          Styled(Style::kCode,
                 absl::StrCat("clipguard explain ", std::string(first_code_)),
                 options_.colors));
    }
    // Nothing is before it if all files are good and have no line.
    if (!end.empty()) out.Write(printed_ ? "\n" + end : end);
  }

 private:
  // Writes the text without advice that was already printed for another file.
  void WriteWithoutOldAdvice(std::string_view text, Output& out) {
    while (!text.empty()) {
      const size_t begin = std::min(text.find(kAdviceBegins), text.size());
      out.Write(text.substr(0, begin));
      text.remove_prefix(std::min(begin + 1, text.size()));
      const size_t size = std::min(text.find(kAdviceEnds), text.size());
      const std::string_view advice = text.substr(0, size);
      if (advised_.emplace(advice).second) out.Write(advice);
      text.remove_prefix(std::min(size + 1, text.size()));
    }
  }

  static std::string Summary(const Totals& totals) {
    std::string with;
    if (totals.warned != 0) {
      with = absl::StrFormat(" (%s with warnings)", Grouped(totals.warned));
    }
    std::string out = absl::StrFormat(
        "%s: %s valid%s, %s invalid, %s unreadable; %s, %s",
        Count(totals.files - totals.skipped, "file"), Grouped(totals.valid),
        with, Grouped(totals.invalid), Grouped(totals.unreadable),
        Count(totals.errors, "error"), Count(totals.warnings, "warning"));
    if (totals.ignored != 0) {
      absl::StrAppend(&out, ", ", Grouped(totals.ignored), " ignored");
    }
    if (totals.baselined != 0) {
      absl::StrAppend(&out, ", ", Grouped(totals.baselined),
                      " in the baseline");
    }
    return out += '\n';
  }

  // "  in 4 files LABEL_MISMATCH, in 1 ...": the most first.
  std::string ByCode() const {
    std::vector<size_t> codes;
    for (size_t i = 0; i < files_with_.size(); ++i) {
      if (files_with_[i] != 0) codes.push_back(i);
    }
    if (codes.empty()) return {};
    std::stable_sort(codes.begin(), codes.end(), [&](size_t a, size_t b) {
      return files_with_[a] > files_with_[b];
    });
    std::string text;
    for (const size_t i : codes) {
      absl::StrAppend(
          &text, text.empty() ? "files by code: " : ", ",
          Grouped(files_with_[i]), " ",
          std::string(GetCodeInfo(static_cast<FindingCode>(i)).name));
    }
    return Wrap(text, options_.width, 2);
  }

  std::string VerdictOf(const FileReport& report) const {
    if (report.errors() != 0) return Verdict(Style::kBad, "INVALID");
    return report.warnings() != 0 ? Verdict(Style::kMild, "WARN")
                                  : Verdict(Style::kGood, "ok");
  }

  std::string Verdict(Style style, std::string_view word) const {
    return Styled(style, word, options_.colors) +
           std::string(kIndent - word.size(), ' ');
  }

  TextOptions options_;
  std::array<uint64_t, kFindingCodeCount> files_with_ = {};
  std::set<std::string, std::less<>> advised_;  // advice already printed
  std::string_view first_code_;
  bool code_is_error_ = false;
  bool printed_ = false;
};

std::string TextOf(const FileReport& report, const TextOptions& options,
                   bool marked) {
  std::string out;
  const Groups all(report);
  const std::vector<Group>& groups = all.groups();
  const FindingsWriter writer(report, options, marked);
  size_t shown = 0;
  ptrdiff_t lines = 0;
  for (; shown < groups.size(); ++shown) {
    const std::string group = writer.GroupText(groups[shown]);
    lines += std::count(group.begin(), group.end(), '\n');
    if (options.detail != Detail::kAll && shown != 0 && lines > kLinesShown) {
      break;
    }
    out += group;
  }
  if (shown < groups.size()) {
    const size_t left = groups.size() - shown;
    std::string names;
    for (size_t i = shown; i < shown + std::min(left, kCodesNamed); ++i) {
      absl::StrAppendFormat(&names, "%s%s", i == shown ? ": " : ", ",
                            writer.CodeName(groups[i]));
    }
    if (left > kCodesNamed) names += ", ...";
    out += Wrap(absl::StrFormat("and %s%s (%s)", Count(left, "more code"),
                                names, options.more),
                options.width, kMargin);
  }
  if (const uint64_t dropped = report.findings.dropped(); dropped != 0) {
    out += Wrap(NotKeptText(dropped), options.width, kMargin);
  }
  return out;
}

}  // namespace

std::string FindingsText(const FileReport& report, const TextOptions& options) {
  return TextOf(report, options, /*marked=*/false);
}

std::unique_ptr<ReportWriter> MakeTextWriter(const TextOptions& options) {
  return std::make_unique<TextReportWriter>(options);
}

}  // namespace clipguard::cli
