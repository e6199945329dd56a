// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Excerpts: what a report shows of a file's bytes. They are copied while the
// file is open, so that a report needs neither the file nor a stream's bytes.

#ifndef CLIPGUARD_CLI_REPORTS_CODES_EXCERPT_H_
#define CLIPGUARD_CLI_REPORTS_CODES_EXCERPT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "parser/finding.h"

namespace clipguard::cli {

// The bytes around the first byte of a finding, unchanged: they may be any
// bytes. In a text, they are all of one line, without its line break.
struct Excerpt {
  // In front of the finding's first byte, and from there on: so many at most.
  static constexpr size_t kMostBytes = 200;

  std::string bytes;
  uint64_t offset = 0;  // of the first of them, in the file
  bool is_text = false;
  bool cut_before = false;  // text: the line begins before
  bool cut_after = false;   // text: the line goes on

  bool empty() const { return bytes.empty(); }
};

// For each finding an excerpt; an empty one for those that have no place in
// the file, are about all of it, or are beyond the first few of their code. A
// finding costs a few hundred bytes, however long the line is.
std::vector<Excerpt> MakeExcerpts(std::span<const uint8_t> file,
                                  std::span<const Finding> findings);

struct FrameOptions {
  size_t width = 80;  // columns
  size_t indent = 0;  // of them, left empty in front
  bool colors = false;
};

// An excerpt with marks under the finding's bytes, in two lines that each end
// in a line break. Safe for a terminal: escaped as by ToPrintable(). Nothing if
// the excerpt is empty or has nothing to do with the finding.
//
//   12 |   "states": ["closed", "opne"],
//      |                        ^^^^^^
//
//   0x1A24 | 00 00 00 3f 00 00 80 7f 00 00
//          |             ^^^^^^^^^^^
std::string CodeFrame(const Excerpt& excerpt, const Finding& finding,
                      const FrameOptions& options);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_CODES_EXCERPT_H_
