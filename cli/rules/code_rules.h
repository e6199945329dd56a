// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CodeRules: what codes count as, as flags or a table of a configuration say.

#ifndef CLIPGUARD_CLI_RULES_CODE_RULES_H_
#define CLIPGUARD_CLI_RULES_CODE_RULES_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "parser/finding_catalog.h"
#include "parser/finding_levels.h"

namespace clipguard::cli {

// Value type.
struct CodeRules {
  std::vector<FindingCode> ignore;
  std::vector<FindingCode> error;
  std::vector<FindingCode> warn;
  std::vector<FindingCode> only;  // none: all

  // Changes the levels of the codes that are named, and, if `only` names some,
  // ignores all others.
  void ApplyTo(FindingLevels& levels) const;

  // InvalidArgument if one code is in two of the first three lists.
  absl::Status Check() const;
};

// InvalidArgument, with the nearest name, if there is no such code.
absl::StatusOr<FindingCode> CodeOfName(std::string_view name);

// Adds the codes of "A,B". InvalidArgument if there is none, or no such code.
absl::Status AddCodes(std::string_view names, std::vector<FindingCode>& codes);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RULES_CODE_RULES_H_
