// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The output of the steps of a machine that is played: a line of JSON for each,
// rows of CSV, or lines for people.

#ifndef CLIPGUARD_CLI_PLAY_STEP_OUTPUT_H_
#define CLIPGUARD_CLI_PLAY_STEP_OUTPUT_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/play/script_step.h"
#include "eval/machine/animation_machine.h"
#include "eval/machine/pose.h"

namespace clipguard::cli {

struct StepPlace {
  uint64_t number = 0;           // from 1
  const Step* step = nullptr;    // none: the line was no step
  std::string_view before = {};  // the state before it
  std::string_view state = {};   // and after it
};

struct StepResult {
  const eval::AnimationMachine::Step& applied;
  // Side by side.
  std::span<const std::string_view> joints;
  std::span<const eval::Matrix> poses;
  // Names that were set and that the machine does not use.
  std::vector<std::string_view> unused;
};

class StepOutput {
 public:
  virtual ~StepOutput() = default;

  // False if it would be more than the bytes that a step may have; then nothing
  // is written.
  virtual bool WriteDone(const StepPlace& place, const StepResult& result) = 0;

  virtual void WriteFailed(const StepPlace& place, std::string_view code,
                           std::string_view message) = 0;
};

std::unique_ptr<StepOutput> JsonSteps(uint64_t most_bytes, Output& out);
// Writes the names of the columns at once.
std::unique_ptr<StepOutput> CsvSteps(uint64_t most_bytes, Output& out);
// Says of a time only what is different from the time before.
std::unique_ptr<StepOutput> TextSteps(uint64_t most_bytes, Output& out);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_PLAY_STEP_OUTPUT_H_
