// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The times that a command is asked for: a list, or so many a second.

#ifndef CLIPGUARD_CLI_FLAGS_TIME_PLAN_H_
#define CLIPGUARD_CLI_FLAGS_TIME_PLAN_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/flags/command_line.h"
#include "cli/formats/format_handler.h"

namespace clipguard::cli {

// Empty, or nothing, where they are not given.
struct TimeFlags {
  std::string times;  // "0,0.5" or "keys"
  std::optional<double> fps;
  std::optional<double> from;
  std::optional<double> to;

  void AddTo(CommandLine& line);
};

struct TimePlan {
  std::vector<float> times;
  bool at_keys = false;  // those of what is sampled: the list does not count
  double fps = 0;        // 0: the list counts
  // Nothing: that of what is sampled.
  std::optional<double> from;
  std::optional<double> to;
};

// InvalidArgument if a time is malformed, flags do not go together, or more
// than ten million times are asked for.
absl::StatusOr<TimePlan> ParseTimes(const TimeFlags& flags);

// from, from + 1/fps ... up to and including `to`. Each time is computed for
// itself and rounded once, so that errors do not add up. InvalidArgument if no
// end is known, or the times are those of keys; ResourceExhausted if what is
// sampled takes more than ten million.
absl::StatusOr<std::vector<float>> MakeTimes(const TimePlan& plan,
                                             const TimeSpan& span);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_TIME_PLAN_H_
