// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_writer.h"

#include <vector>

#include "absl/strings/str_format.h"
#include "cli/io/text.h"
#include "cli/reports/consequences.h"

namespace clipguard::cli {

void FillVerdict(const FileReport& report, Rendered& rendered) {
  rendered.readable = report.readable();
  if (!rendered.readable) return;
  rendered.errors = report.errors();
  rendered.warnings = report.warnings();
  rendered.bytes = report.bytes;
  const std::vector<Finding>& findings = report.findings.findings();
  const std::vector<size_t> causes = CausesOf(findings);
  rendered.findings = findings.size();
  for (const Finding& finding : findings) {
    rendered.codes.set(static_cast<size_t>(finding.code));
  }
  for (size_t i = 0; i < findings.size(); ++i) {
    if (causes[i] != kNoCause) continue;
    const bool is_error = findings[i].severity() == Severity::kError;
    if (is_error || rendered.first_code.empty()) {
      rendered.first_code = GetCodeInfo(findings[i].code).name;
    }
    if (is_error) break;
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
