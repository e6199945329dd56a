// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_writer.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/reports/consequences.h"

namespace clipguard::cli {

void FillVerdict(const FileReport& report, Rendered& rendered) {
  rendered.readable = report.readable();
  if (!rendered.readable) return;
  rendered.not_ours = report.not_ours;
  rendered.ignored = report.ignored();
  rendered.baselined = report.baselined;
  rendered.errors = report.errors();
  rendered.warnings = report.warnings();
  rendered.bytes = report.bytes;
  const std::vector<Finding>& findings = report.findings.findings();
  const std::vector<size_t> causes = CausesOf(findings);
  rendered.findings = findings.size();
  for (const Finding& finding : findings) {
    rendered.codes.set(static_cast<size_t>(finding.code));
  }
  // Errors before warnings, and causes of others before those of none.
  std::vector<bool> is_cause(findings.size());
  for (const size_t cause : causes) {
    if (cause != kNoCause) is_cause[cause] = true;
  }
  int best = -1;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (causes[i] != kNoCause) continue;
    const bool is_error = findings[i].severity() == Severity::kError;
    const int rank = 2 * int{is_error} + int{is_cause[i]};
    if (rank <= best) continue;
    best = rank;
    rendered.first_code = GetCodeInfo(findings[i].code).name;
  }
}

std::string OneLine(const Finding& finding) {
  constexpr size_t kLongestPath = 200;
  constexpr size_t kLongestMessage = 400;
  std::string out;
  if (!finding.path.empty()) {
    out = Shortened(finding.path, kLongestPath) + ": ";
  }
  out += Shortened(finding.message, kLongestMessage);
  if (finding.count > 1) {
    const std::string places = Places(finding);
    absl::StrAppendFormat(&out, " (%s times%s%s)", Grouped(finding.count),
                          places.empty() ? "" : ": ", places);
  }
  return out;
}

std::string_view RepositoryPath(std::string_view file) {
  while (file.starts_with("./")) file.remove_prefix(2);
  return file;
}

void CountNotOurs(const std::string& file, const std::string& kind,
                  Totals& totals) {
  ++totals.skipped;
  NotOurs& files = totals.not_ours[kind];
  if (files.files++ == 0) files.example = file;
}

void CountFile(const std::string& file, const Rendered& rendered,
               Totals& totals) {
  ++totals.files;
  totals.ignored += rendered.ignored;
  totals.baselined += rendered.baselined;
  totals.errors += rendered.errors;
  totals.warnings += rendered.warnings;
  totals.bytes += rendered.bytes;
  totals.findings += rendered.findings;
  if (!rendered.readable) {
    ++totals.unreadable;
  } else if (!rendered.not_ours.empty()) {
    CountNotOurs(file, rendered.not_ours, totals);
  } else if (rendered.errors != 0) {
    ++totals.invalid;
  } else {
    ++totals.valid;
    if (rendered.warnings != 0) ++totals.warned;
  }
}

std::string NotOursText(const Totals& totals) {
  constexpr size_t kKindsShown = 6;
  using Kind = std::pair<std::string_view, const NotOurs*>;
  std::vector<Kind> kinds;
  for (const auto& [kind, files] : totals.not_ours) {
    kinds.emplace_back(kind, &files);
  }
  if (kinds.empty()) return {};
  // The most first; the map has those of one number in order.
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const Kind& a, const Kind& b) {
                     return a.second->files > b.second->files;
                   });
  std::string out = Count(totals.skipped, "file");
  out += totals.skipped == 1 ? " is" : " are";
  out += " not of a format that clipguard reads: ";
  for (size_t i = 0; i < std::min(kinds.size(), kKindsShown); ++i) {
    const auto& [kind, files] = kinds[i];
    if (i != 0) out += ", ";
    absl::StrAppend(&out, std::string(kind), " (", ToPrintable(files->example));
    if (files->files > 1) {
      absl::StrAppend(&out, " and ", Grouped(files->files - 1), " more");
    }
    out += ')';
  }
  if (kinds.size() > kKindsShown) {
    absl::StrAppend(&out, ", and ",
                    Count(kinds.size() - kKindsShown, "other kind"));
  }
  return out;
}

std::string CountFindings(uint64_t errors, uint64_t warnings) {
  std::string out;
  if (errors != 0) out = Count(errors, "error");
  if (warnings != 0) {
    if (!out.empty()) out += ", ";
    out += Count(warnings, "warning");
  }
  return out;
}

}  // namespace clipguard::cli
