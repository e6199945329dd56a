// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/shard_flag.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/text.h"
#include "cli/flags/common_flags.h"

namespace clipguard::cli {
namespace {

// How a scheduler says which part is whose.
struct Scheduler {
  const char* name;
  const char* index;
  const char* count;  // null: it does not say
  // The variable with the first index; null: `first` is it.
  const char* lowest;
  uint64_t first;
  // The variable with the distance from one index to the next; null: 1.
  const char* step;
  // The variable with the last index; null: it does not say.
  const char* highest;
};

constexpr std::array kSchedulers = {
    Scheduler{"clipguard", "CLIPGUARD_SHARD_INDEX", "CLIPGUARD_SHARD_TOTAL",
              nullptr, 0, nullptr, nullptr},
    Scheduler{"Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", nullptr, 0,
              nullptr, nullptr},
    Scheduler{"Kubernetes", "JOB_COMPLETION_INDEX", nullptr, nullptr, 0,
              nullptr, nullptr},
    Scheduler{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT",
              "SLURM_ARRAY_TASK_MIN", 0, "SLURM_ARRAY_TASK_STEP",
              "SLURM_ARRAY_TASK_MAX"},
    Scheduler{"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", nullptr, 1, nullptr,
              nullptr},
};

// A number of a variable, or `otherwise` if there is no variable.
absl::StatusOr<uint64_t> NumberOf(const char* name, uint64_t otherwise,
                                  Variables variables) {
  if (name == nullptr) return otherwise;
  const std::optional<std::string> text = variables(name);
  if (!text) return otherwise;
  const std::optional<uint64_t> number = ParseNumber(*text);
  if (number) return *number;
  return absl::InvalidArgumentError(
      absl::StrFormat("--shard=auto: the variable %s is no number, but '%s'",
                      name, ToPrintable(*text)));
}

// Returns the shard that one scheduler assigns. `given` is the number of parts
// that the user gave; 0: none.
absl::StatusOr<Shard> ShardOf(const Scheduler& scheduler, uint64_t given,
                              Variables variables) {
  const auto index = NumberOf(scheduler.index, 0, variables);
  if (!index.ok()) return index.status();
  const auto count = NumberOf(scheduler.count, given, variables);
  if (!count.ok()) return count.status();
  const auto lowest = NumberOf(scheduler.lowest, scheduler.first, variables);
  if (!lowest.ok()) return lowest.status();
  const auto step = NumberOf(scheduler.step, 1, variables);
  if (!step.ok()) return step.status();
  const auto highest = NumberOf(scheduler.highest, *lowest, variables);
  if (!highest.ok()) return highest.status();
  if (*count == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--shard=auto: %s says which part this is (%s), but not of how many%s; "
        "--shard=auto/N says so",
        scheduler.name, scheduler.index,
        scheduler.count == nullptr ? ""
                                   : absl::StrCat(" (", scheduler.count, ")")));
  }
  if (given != 0 && given != *count) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--shard=auto/%d: but %s=%d", given, scheduler.count, *count));
  }
  // In an array with gaps (1, 3, 9) nobody would check some parts.
  if (*highest > *lowest && *step != 0 &&
      (*highest - *lowest) / *step + 1 != *count) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--shard=auto: the indices of %s (%s=%d to %s=%d, %d of them) have "
        "gaps; --shard=I/N says which part is meant",
        scheduler.name, scheduler.lowest, *lowest, scheduler.highest, *highest,
        *count));
  }
  if (*index < *lowest || *step == 0 || (*index - *lowest) % *step != 0 ||
      (*index - *lowest) / *step >= *count) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--shard=auto: %s=%d is none of %d parts, counted from %d%s",
        scheduler.index, *index, *count, *lowest,
        *step == 1 ? "" : absl::StrFormat(" in steps of %d", *step)));
  }
  return Shard{.index = static_cast<size_t>((*index - *lowest) / *step),
               .count = static_cast<size_t>(*count)};
}

// "TEST_SHARD_INDEX (Bazel), ...".
std::string WhatWasLookedFor() {
  std::vector<std::string> names;
  for (const Scheduler& scheduler : kSchedulers) {
    names.push_back(absl::StrCat(scheduler.index, " (", scheduler.name, ")"));
  }
  return absl::StrJoin(names, ", ");
}

absl::StatusOr<Shard> AutomaticShard(uint64_t given, Variables variables) {
  const Scheduler* found = nullptr;
  for (const Scheduler& scheduler : kSchedulers) {
    if (!variables(scheduler.index)) continue;
    if (found != nullptr) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--shard=auto: both %s (%s) and %s (%s) are set; --shard=I/N says "
          "which part is meant",
          found->index, found->name, scheduler.index, scheduler.name));
    }
    found = &scheduler;
  }
  if (found != nullptr) return ShardOf(*found, given, variables);
  // A test of Bazel's that is not sharded is told nothing.
  if (given <= 1 && variables("TEST_SRCDIR")) return Shard{};
  return absl::InvalidArgumentError(
      absl::StrFormat("--shard=auto: none of these variables is set: %s. "
                      "--shard=I/N says which part is meant",
                      WhatWasLookedFor()));
}

}  // namespace

std::optional<std::string> VariableOfProcess(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return value;
}

absl::StatusOr<Shard> ParseShard(std::string_view text, Variables variables) {
  const size_t slash = text.find('/');
  const std::string_view index_text = text.substr(0, slash);
  // 0: not given, or not a number.
  uint64_t count = 0;
  if (slash != std::string_view::npos) {
    count = ParseNumber(text.substr(slash + 1)).value_or(0);
  }
  if (index_text == "auto" && (slash == std::string_view::npos || count != 0)) {
    return AutomaticShard(count, variables);
  }
  const auto index = ParseNumber(index_text);
  if (!index || count == 0 || *index > count) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--shard is I/N, the I-th of N parts (--shard=1/4 to --shard=4/4), "
        "auto or auto/N, not '%s'",
        ToPrintable(text)));
  }
  if (*index == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "shards are counted from 1: --shard=1/%d to --shard=%d/%d, not '%s'",
        count, count, count, ToPrintable(text)));
  }
  return Shard{.index = static_cast<size_t>(*index - 1),
               .count = static_cast<size_t>(count)};
}

absl::Status AnnounceSharding(Variables variables) {
  const std::optional<std::string> path = variables("TEST_SHARD_STATUS_FILE");
  if (!path || path->empty()) return absl::OkStatus();
  const int fd = open(path->c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    return absl::UnavailableError(
        absl::StrFormat("TEST_SHARD_STATUS_FILE: %s: %s", ToPrintable(*path),
                        ErrorText(errno)));
  }
  close(fd);
  return absl::OkStatus();
}

}  // namespace clipguard::cli
