// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_writer.h"

#include <vector>

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
  for (size_t i = 0; i < findings.size(); ++i) {
    if (causes[i] != kNoCause) continue;
    const bool is_error = findings[i].severity() == Severity::kError;
    if (is_error || rendered.first_code.empty()) {
      rendered.first_code = GetCodeInfo(findings[i].code).name;
    }
    if (is_error) break;
  }
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
