// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The places of results.

#ifndef CLIPGUARD_CLI_FILES_OUTPUT_PLACE_H_
#define CLIPGUARD_CLI_FILES_OUTPUT_PLACE_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/files/inputs.h"

namespace clipguard::cli {

// The path for each input's result in a folder: files of folders keep their
// paths below those, others their names. They get `extension` instead of their
// own; empty: they keep that; with a "+" before it, it is added.
std::vector<std::string> PlacesIn(const std::string& folder,
                                  std::span<const Input> inputs,
                                  std::string_view extension);

// Whether `out` is a folder, or is to be one.
bool IsOutputFolder(const std::string& out);

// Makes the folders above a file. Unavailable if that fails.
absl::Status MakeFoldersOf(const std::string& path);

// Why a folder cannot be had: the file that stands in its place, or above it,
// or else what the system says.
std::string WhyNoFolder(const std::string& folder, int error);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_OUTPUT_PLACE_H_
