// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: a file to convert, and the bytes that come of it.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEST_CONVERTED_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEST_CONVERTED_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "actions/convert/conversion.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"

namespace clipguard::actions {

// A file, whatever is found in it. Nothing: the format that it seems to have.
inline ParsedFile Parsed(std::span<const uint8_t> bytes,
                         std::optional<Format> format = std::nullopt,
                         const Limits& limits = {}) {
  ParseOptions options(limits);
  options.format = format;
  Limits of_findings;
  of_findings.findings_kept = 0;
  FindingList ignored(of_findings);
  return ParseFile(bytes, options, ignored);
}

// The bytes that it writes.
inline std::vector<uint8_t> WrittenBytes(const Converted& converted) {
  std::vector<uint8_t> bytes;
  converted.WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  return bytes;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEST_CONVERTED_H_
