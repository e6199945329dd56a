// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers and sizes as people type them.

#ifndef CLIPGUARD_CLI_IO_SIZE_TEXT_H_
#define CLIPGUARD_CLI_IO_SIZE_TEXT_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace clipguard::cli {

// A whole number; nothing if it is not one, or too large.
std::optional<uint64_t> ParseNumber(std::string_view text);

// A finite number.
std::optional<double> ParseFinite(std::string_view text);

// A whole number with k, M, G or T after it, for 1024 and its powers.
std::optional<uint64_t> ParseSize(std::string_view text);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_SIZE_TEXT_H_
