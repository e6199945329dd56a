// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A conversion of line endings that a file went through which is no text: each
// LF became CR LF. Reentrant.

#ifndef CLIPGUARD_PARSER_MRTK_LINE_ENDINGS_H_
#define CLIPGUARD_PARSER_MRTK_LINE_ENDINGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clipguard::mrtk {

struct ConvertedLines {
  uint64_t count = 0;  // of LFs, all with a CR before them
  uint64_t first = 0;  // offset of the first CR
};

// Nothing if there is no LF, or one without a CR before it: the search ends
// there.
std::optional<ConvertedLines> FindConvertedLines(
    std::span<const uint8_t> bytes);

// The bytes without the one before each LF.
std::vector<uint8_t> WithoutConversion(std::span<const uint8_t> bytes);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_LINE_ENDINGS_H_
