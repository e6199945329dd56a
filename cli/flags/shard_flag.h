// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// --shard: which part of the files this process checks, of how many. Either the
// user says so, or the scheduler that started the process has said so in
// variables of its environment.

#ifndef CLIPGUARD_CLI_FLAGS_SHARD_FLAG_H_
#define CLIPGUARD_CLI_FLAGS_SHARD_FLAG_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace clipguard::cli {

struct Shard {
  size_t index = 0;  // from 0
  size_t count = 1;
};

// A variable of the environment; nothing if it is not set.
using Variables = absl::FunctionRef<std::optional<std::string>(const char*)>;

// The process's own.
std::optional<std::string> VariableOfProcess(const char* name);

// Parses "I/N", I from 1 to N. For "auto" or "auto/N", reads the variables of
// Bazel, a Kubernetes Indexed Job (which needs N), a Slurm array, GitLab, or
// our own: CLIPGUARD_SHARD_INDEX (from 0) and CLIPGUARD_SHARD_TOTAL.
// InvalidArgument if the text is something else, if no scheduler or several
// have set their variables, or if these are no part of N.
absl::StatusOr<Shard> ParseShard(std::string_view text, Variables variables);

// Tells Bazel that the test obeys its sharding, if it asks. Unavailable if the
// file that it names cannot be written.
absl::Status AnnounceSharding(Variables variables);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_SHARD_FLAG_H_
