// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a machine that is played, as CSV: a row for each step and joint.

#ifndef CLIPGUARD_CLI_FORMATS_STEP_ROWS_H_
#define CLIPGUARD_CLI_FORMATS_STEP_ROWS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "eval/machine/pose.h"

namespace clipguard::cli {

struct PlayedStep {
  uint64_t number = 0;    // from 1
  std::string_view kind;  // "set", "transition" or "apply"; empty: no step
  std::string argument;   // "click=0.5", a state's name, or a time
  std::string_view before;
  std::string_view state;
  std::span<const eval::PastEvent> events = {};
  std::string error;  // "CODE: message"; empty if it was done
  // Side by side.
  std::span<const std::string_view> joints = {};
  std::span<const eval::Matrix> poses = {};
};

// The names of the columns.
std::string StepHeader();

// Appends a row for each joint, or one without a joint if there is none. The
// latest event is the first: "creak@0.25;click@1". False if the rows have more
// than `most_bytes`; then `out` is of no use.
bool AppendRows(const PlayedStep& step, uint64_t most_bytes, std::string& out);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_STEP_ROWS_H_
