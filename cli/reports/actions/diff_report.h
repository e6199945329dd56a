// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The output of `clipguard diff` for two files, as text and as JSON.

#ifndef CLIPGUARD_CLI_REPORTS_ACTIONS_DIFF_REPORT_H_
#define CLIPGUARD_CLI_REPORTS_ACTIONS_DIFF_REPORT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "actions/diff/comparison.h"
#include "parser/format_set.h"

namespace clipguard::cli {

// Two files that were compared, or not.
struct DiffReport {
  std::string a;  // as named
  std::string b;
  std::optional<Format> format;  // nothing: they are of two, or of none
  // Why they were not compared, or why nothing can be said though no difference
  // was found; empty: it can.
  std::string problem;
  // Whether what is only written otherwise counts, too.
  bool exact = false;
  // Null: they were not compared.
  const actions::Comparison* comparison = nullptr;

  bool differs() const {
    return comparison != nullptr &&
           (comparison->differs() || (exact && comparison->notes() != 0));
  }
};

struct DiffTextOptions {
  bool all = false;
  size_t width = 80;
};

// For people: the verdict on a line, then the worst differences.
std::string DiffText(const DiffReport& report, const DiffTextOptions& options);

// An object, on a line.
std::string DiffJson(const DiffReport& report);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_ACTIONS_DIFF_REPORT_H_
