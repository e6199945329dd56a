// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Columns that count characters, for reports whose readers count so. Findings
// themselves count bytes.

#ifndef CLIPGUARD_CLI_REPORTS_COLUMNS_H_
#define CLIPGUARD_CLI_REPORTS_COLUMNS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "parser/finding.h"

namespace clipguard::cli {

// For each finding the column, from 1, of the character that its first byte
// belongs to: Unicode code points of the line before it, a byte that is not
// UTF-8 counted as one, and a byte order mark at the beginning of the text as
// none. 0 for findings that have no line. Whatever findings there are, each
// line is gone through once.
std::vector<uint64_t> CharacterColumns(std::span<const uint8_t> text,
                                       std::span<const Finding> findings);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_COLUMNS_H_
