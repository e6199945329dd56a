// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/time_plan.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/text.h"
#include "cli/flags/common_flags.h"

namespace clipguard::cli {
namespace {

constexpr const char* kMostText = "10,000,000";

absl::Status NoTime(std::string_view flag, std::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s needs seconds, below 3.4e38, not '%s'", flag,
                      ToPrintable(text.substr(0, 40))));
}

}  // namespace

void TimeFlags::AddTo(CommandLine& line) {
  line.Value("--times", &times);
  line.Number("--fps", &fps);
  line.Number("--from", &from);
  line.Number("--to", &to);
}

absl::StatusOr<TimePlan> ParseTimes(const TimeFlags& flags) {
  TimePlan plan;
  if (flags.times.empty() == !flags.fps) {
    return absl::InvalidArgumentError(
        !flags.fps ? "say when: --times=T,T,..., --times=keys or --fps=F"
                   : "--times and --fps exclude each other");
  }
  if (!flags.times.empty()) {
    if (flags.from || flags.to) {
      return absl::InvalidArgumentError("--from and --to belong to --fps");
    }
    plan.at_keys = flags.times == "keys";
    if (plan.at_keys) return plan;
    std::string_view rest = flags.times;
    for (;;) {
      const size_t comma = rest.find(',');
      const std::string_view text = rest.substr(0, comma);
      const std::optional<float> time = ParseFloat32(text);
      if (!time) return NoTime("--times", text);
      plan.times.push_back(*time);
      if (comma == std::string_view::npos) return plan;
      rest.remove_prefix(comma + 1);
    }
  }
  plan.fps = *flags.fps;
  plan.from = flags.from;
  plan.to = flags.to;
  if (plan.to) {
    if (*plan.to < plan.from.value_or(*plan.to)) {
      return absl::InvalidArgumentError("--to is before --from");
    }
    const double from = plan.from.value_or(0);
    if ((*plan.to - from) * plan.fps >= kMostTimes) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%g to %g seconds at --fps=%g are more than %s "
                          "samples; choose less with --fps, --from or --to",
                          from, *plan.to, plan.fps, kMostText));
    }
  }
  return plan;
}

absl::StatusOr<std::vector<float>> MakeTimes(const TimePlan& plan,
                                             const TimeSpan& span) {
  if (plan.at_keys) return NoTime("--times", "keys");
  if (plan.fps == 0) {
    for (const float time : plan.times) {
      if (!span.any_time && !std::isfinite(time)) {
        return NoTime("--times", FloatText(time));
      }
    }
    return plan.times;
  }
  const double from = plan.from.value_or(span.from);
  if (span.endless && !plan.to) {
    return absl::InvalidArgumentError("--fps needs an end here: --to=T");
  }
  const double to = plan.to.value_or(span.to);
  if (span.endless && to < from) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--to is before the beginning, %g", from));
  }
  const auto time = [&](double i) {
    return static_cast<float>(from + i / plan.fps);
  };
  const double steps = (to - from) * plan.fps;
  if (steps >= kMostTimes) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "LIMIT_EXCEEDED: duration is %g s, from %g to %g, which at --fps=%g "
        "are more than %s samples; choose less with --from and --to",
        to - from, from, to, plan.fps, kMostText));
  }
  std::vector<float> times;
  times.reserve(static_cast<size_t>(std::max(0.0, steps)) + 2);
  // The end counts as reached when it is, as a float32; but not twice, where
  // float32 is coarser than the steps.
  for (double i = 0; i <= steps + 1; ++i) {
    const float t = time(i);
    if (t > static_cast<float>(to)) break;
    if (i > steps && !times.empty() && t == times.back()) break;
    times.push_back(t);
  }
  return times;
}

}  // namespace clipguard::cli
