// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which findings of a file follow from others of it: a count of bones that is
// one too small makes a thousand vertices follow a bone that is not there.

#ifndef CLIPGUARD_CLI_REPORTS_CONSEQUENCES_H_
#define CLIPGUARD_CLI_REPORTS_CONSEQUENCES_H_

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "parser/finding.h"

namespace clipguard::cli {

// A code that another one brings about.
struct ConsequenceRule {
  FindingCode effect;
  FindingCode cause;
  // Paths of causes begin with this.
  std::string_view cause_path = {};
  // Without the last so many parts, the cause's path is where the effect's
  // path begins. kAnywhere: the effect may be anywhere in the file.
  size_t parts_above = kAnywhere;
  // Whether the effect is never before its cause in the file.
  bool is_behind = false;

  static constexpr size_t kAnywhere = std::numeric_limits<size_t>::max();
};

// No code is, over one rule or several, its own cause.
std::span<const ConsequenceRule> ConsequenceRules();

inline constexpr size_t kNoCause = std::numeric_limits<size_t>::max();

// For each finding the index of the one that it most likely follows from and
// that follows from none itself; or kNoCause. An error never follows from a
// warning. Takes time proportional to the findings.
std::vector<size_t> CausesOf(std::span<const Finding> findings);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_CONSEQUENCES_H_
