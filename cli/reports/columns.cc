// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/columns.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>

#include "base/memory/work_counter.h"
#include "base/text.h"
#include "base/utf8.h"

namespace clipguard::cli {

std::vector<uint64_t> CharacterColumns(std::span<const uint8_t> text,
                                       std::span<const Finding> findings) {
  const std::string_view all(reinterpret_cast<const char*>(text.data()),
                             text.size());
  std::vector<uint64_t> columns(findings.size());
  std::vector<size_t> order(findings.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return findings[a].bytes.offset < findings[b].bytes.offset;
  });
  uint64_t line = UINT64_MAX;  // where it begins
  uint64_t at = 0;             // a character of that line ...
  uint64_t column = 1;         // ... and its column
  for (const size_t i : order) {
    const Finding& finding = findings[i];
    const uint64_t before = uint64_t{finding.column} - 1;
    const uint64_t offset =
        std::min<uint64_t>(finding.bytes.offset, all.size());
    if (finding.line == 0 || finding.column == 0 || before > offset) continue;
    if (line != offset - before) {
      line = offset - before;
      column = 1;
      at = line;
      if (line == 0 && all.starts_with(kByteOrderMark)) {
        at = kByteOrderMark.size();
      }
    }
    const uint64_t from = at;
    while (at < offset) {
      const size_t size = FirstCharacterSize(all.substr(at));
      if (at + size > offset) break;
      at += size;
      ++column;
    }
    CountWork(1 + at - from);
    columns[i] = column;
  }
  return columns;
}

}  // namespace clipguard::cli
