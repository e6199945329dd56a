// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of findings, for targets of every format.

#ifndef CLIPGUARD_FUZZ_SHARED_FINDINGS_H_
#define CLIPGUARD_FUZZ_SHARED_FINDINGS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/shared/check.h"
#include "parser/finding.h"

namespace clipguard::fuzz {

// Every finding lies within a file of that size, and says where and what. A
// path is empty only where it is a JSON pointer to the whole.
inline void CheckPlaces(const FindingList& findings, size_t size,
                        bool pointers = false) {
  for (const Finding& finding : findings.findings()) {
    CLIPGUARD_CHECK(finding.bytes.offset <= size);
    CLIPGUARD_CHECK(finding.bytes.length <= size - finding.bytes.offset);
    CLIPGUARD_CHECK(pointers || !finding.path.empty());
    CLIPGUARD_CHECK(!finding.message.empty());
    CLIPGUARD_CHECK(finding.count >= 1);
  }
}

// Every finding of a text format has the line and column of its offset, both
// from 1: LF, CR and both together end a line, and columns are bytes.
inline void CheckLines(const FindingList& findings,
                       std::span<const uint8_t> bytes) {
  std::vector<size_t> lines = {0};
  for (size_t i = 0; i < bytes.size(); ++i) {
    const bool goes_on = i + 1 < bytes.size() && bytes[i + 1] == '\n';
    if (bytes[i] == '\n' || (bytes[i] == '\r' && !goes_on)) {
      lines.push_back(i + 1);
    }
  }
  for (const Finding& finding : findings.findings()) {
    const auto after = std::ranges::upper_bound(lines, finding.bytes.offset);
    CLIPGUARD_CHECK(std::cmp_equal(finding.line, after - lines.begin()));
    CLIPGUARD_CHECK(finding.column == finding.bytes.offset - after[-1] + 1);
  }
}

inline bool Same(const Finding& a, const Finding& b) {
  return a.code == b.code && a.bytes == b.bytes && a.path == b.path &&
         a.line == b.line && a.column == b.column && a.message == b.message &&
         a.count == b.count && a.ranges == b.ranges && a.unranged == b.unranged;
}

inline bool Same(const FindingList& a, const FindingList& b) {
  if (a.errors() != b.errors() || a.warnings() != b.warnings() ||
      a.dropped() != b.dropped() ||
      a.findings().size() != b.findings().size()) {
    return false;
  }
  for (size_t i = 0; i < a.findings().size(); ++i) {
    if (!Same(a.findings()[i], b.findings()[i])) return false;
  }
  return true;
}

inline bool Has(const FindingList& findings, FindingCode code) {
  for (const Finding& finding : findings.findings()) {
    if (finding.code == code) return true;
  }
  return false;
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_FINDINGS_H_
