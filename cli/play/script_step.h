// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a script that plays a state machine.

#ifndef CLIPGUARD_CLI_PLAY_SCRIPT_STEP_H_
#define CLIPGUARD_CLI_PLAY_SCRIPT_STEP_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/json_writer.h"
#include "cli/formats/format_handler.h"
#include "cli/formats/step_rows.h"

namespace clipguard::cli {

// The request of one line of the script.
struct Step {
  enum class Kind : uint8_t { kSet, kTransition, kApply };
  Kind kind = Kind::kApply;
  std::vector<InputSetting> settings;
  std::string state;
  float time = 0;
};

// From a line: {"set": {"name": 1.5}}, {"transition": "open"} or
// {"apply": 0.25}. InvalidArgument, with a message for people, if it is not
// one.
absl::StatusOr<Step> ParseStep(std::string_view line);

// Writes the member "step" of what was done.
void WriteStep(const Step& step, JsonWriter& json);

// The step as a row, without what it did.
PlayedStep Described(const Step& step);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_PLAY_SCRIPT_STEP_H_
