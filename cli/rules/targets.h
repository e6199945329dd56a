// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The programs that files are meant for, as flags and configurations name them.

#ifndef CLIPGUARD_CLI_RULES_TARGETS_H_
#define CLIPGUARD_CLI_RULES_TARGETS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "parser/finding_catalog.h"
#include "parser/target.h"

namespace clipguard::cli {

// Adds a target. InvalidArgument if there is none of that name, or another one
// of its family is there.
absl::Status AddTarget(std::string_view name, std::vector<Target>& targets);

// Returns the output of --for=help: the targets, and notes on each.
std::string TargetsHelp();

// Returns a line for each way in which targets treat a code: "mrtk-2.5 to
// mrtk-2.8: an error; refuses files without a marker list".
std::vector<std::string> TargetNotes(FindingCode code);

// The name of a special event of Forge's: "!action:drop" is called "action".
// InvalidArgument if it cannot be one.
absl::Status CheckSpecialEvent(std::string_view name);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RULES_TARGETS_H_
