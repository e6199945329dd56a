// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A conversion of line endings that a file went through which is no text: each
// LF became CR LF. Reentrant.

#ifndef CLIPGUARD_PARSER_LINE_ENDINGS_H_
#define CLIPGUARD_PARSER_LINE_ENDINGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"

namespace clipguard {

struct ConvertedLines {
  uint64_t count = 0;  // of LFs, all with a CR before them
  uint64_t first = 0;  // offset of the first CR

  // "once", "23 times".
  std::string Times() const;
};

// Nothing if there is no LF, or one without a CR before it: the search ends
// there.
std::optional<ConvertedLines> FindConvertedLines(
    std::span<const uint8_t> bytes);

// The bytes without the one before each LF.
std::vector<uint8_t> WithoutConversion(std::span<const uint8_t> bytes);

// Whether the conversion is why a structure does not end at the last byte: so
// many LFs have a CR by chance in one file of four billion, or the bytes
// without the conversion fit. `is_whole`: all of the structure is there, so
// that these may be lines of a text that was appended.
bool Explains(const ConvertedLines& lines, std::span<const uint8_t> bytes,
              bool is_whole,
              absl::FunctionRef<bool(std::span<const uint8_t>)> fits);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_LINE_ENDINGS_H_
