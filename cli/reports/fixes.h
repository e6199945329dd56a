// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Fixes: what `clipguard repair` would do to a file, as edits that another
// program can offer beside the findings.

#ifndef CLIPGUARD_CLI_REPORTS_FIXES_H_
#define CLIPGUARD_CLI_REPORTS_FIXES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "actions/repair/repair.h"
#include "parser/finding.h"

namespace clipguard::cli {

// A place between two characters of a text, both from 1; columns count
// characters.
struct TextPlace {
  uint64_t line = 0;
  uint64_t column = 0;
};

// Some bytes of the original, and what comes instead.
struct FixEdit {
  ByteRange deleted;
  // In texts; else 0.
  TextPlace begin;
  TextPlace end;
  std::string inserted;
};

// Edits that belong together, and the finding that they mend first.
struct FileFix {
  size_t finding = 0;  // index
  std::string description;
  std::vector<FixEdit> edits;
};

// Larger files get none: to work out edits takes as much memory as they have.
inline constexpr uint64_t kMostBytesFixed = uint64_t{64} << 20;

// Returns the edits of a repair, each with the changes that it overlaps; all in
// one where they depend on each other, as they do unless the file is a text.
// Each fix can be made without the others. One with more than 100 edits, or
// inserts of more than 64 KiB, is left out; so are fixes beyond 1 MiB in the
// file. `text`: the bytes are UTF-8.
std::vector<FileFix> FixesOf(std::span<const uint8_t> original,
                             const actions::Repaired& repaired,
                             std::span<const Finding> findings, bool text);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_FIXES_H_
