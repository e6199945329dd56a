// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where a command that makes a file of each input writes it.

#ifndef CLIPGUARD_CLI_FILES_OUTPUT_PLACE_H_
#define CLIPGUARD_CLI_FILES_OUTPUT_PLACE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/files/inputs.h"

namespace clipguard::cli {

// The path for each input. `out` is a file, or, if it exists as one or ends in
// a slash, a folder, in which files of folders keep their paths below those,
// and others their names. InvalidArgument if several inputs are to become one
// file, or an output is one of the inputs: those are never written to. In a
// folder, names get `extension` instead of their own; empty: they keep that;
// with a "+" before it, it is added.
absl::StatusOr<std::vector<std::string>> OutputPlaces(
    std::span<const Input> inputs, const std::string& out,
    std::string_view extension = {});

// Whether `out` is a folder, or is to be one.
bool IsOutputFolder(const std::string& out);

// InvalidArgument if a place is one of the inputs.
absl::Status CheckNotRead(std::span<const Input> inputs,
                          const std::string& place);

// Makes the folders above a file. Unavailable if that fails.
absl::Status MakeFoldersOf(const std::string& path);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_OUTPUT_PLACE_H_
