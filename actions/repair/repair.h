// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The result of repairing a file: new bytes, and a list of the changes.
//
// A repair is *safe* if what it writes is proven by the rest of the file, or if
// nothing is lost that a reader could use. Otherwise it is a guess, and made
// only if that is asked for. docs/repair.md says which is which, and why.
//
// Whatever format is repaired:
// - bytes outside Repaired::edits are those of the original;
// - repairing the result again, in the same way, changes nothing;
// - the result depends on nothing but the bytes and the options.
//
// Value types. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::actions {

struct RepairOptions {
  // Makes the guesses, too.
  bool unsafe = false;
};

// `length` bytes at `offset` of the original became `size` bytes.
struct Edit {
  uint64_t offset = 0;
  uint64_t length = 0;
  uint64_t size = 0;

  friend bool operator==(const Edit&, const Edit&) = default;
};

// A repair of one kind in one part of the file: a curve, a list. It may stand
// for many places.
struct Change {
  FindingCode code{};  // what it mends
  bool safe = true;
  // In the original: from the first byte concerned to the last. A length of 0
  // is a place where something is added.
  ByteRange bytes;
  std::string path;    // of the first place
  std::string before;  // what is there, in words: "key time NaN"
  std::string after;   // what comes instead: "no key"
  std::string lost;    // what is no longer there afterwards; empty: nothing
  std::string note;    // how sure it is: a bound, times; may be empty
  uint64_t count = 1;  // places
};

// A finding that has a repair, which does not fit this file.
struct Refusal {
  FindingCode code{};
  ByteRange bytes;  // in the original
  std::string path;
  std::string reason;
};

// The curves of a cut file: the number of those that still have keys, and of
// those that it declares.
struct Salvage {
  uint64_t curves_left = 0;
  uint64_t curves = 0;
};

struct Repaired {
  // The repaired file. Empty unless changed(): then the original is right as it
  // is, or cannot be repaired.
  std::vector<uint8_t> bytes;
  // Edits of the original, in ascending order, without overlaps; close ones are
  // one.
  std::vector<Edit> edits;
  // Changes that were made.
  std::vector<Change> changes;
  // Changes that RepairOptions::unsafe would add; empty if it is set.
  std::vector<Change> guesses;
  std::vector<Refusal> refusals;
  // Only for a recording that ended before its last curve did.
  std::optional<Salvage> salvage;

  bool changed() const { return !changes.empty(); }
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_H_
