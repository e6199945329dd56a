// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Splicer: makes new bytes of old ones and of replacements for some of them,
// which are given in ascending order. All other bytes are copied.
//
//   Splicer out(original);
//   out.Replace(8, 4, four_bytes);
//   out.Replace(20, 8, {});            // these eight are gone
//   out.Finish();
//   Use(out.bytes(), out.edits());
//
// Holds nothing until the first replacement, then the new bytes, and at most 24
// bytes more for each 32 of the original. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_REPAIR_SPLICER_H_
#define CLIPGUARD_ACTIONS_REPAIR_SPLICER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "actions/repair/repair.h"

namespace clipguard::actions {

// Appends an edit that begins behind the last one; to that one, if they are
// close.
void AppendEdit(const Edit& edit, std::vector<Edit>& edits);

class Splicer {
 public:
  // `growth`: by how much the result is larger than the original, if that is
  // known.
  explicit Splicer(std::span<const uint8_t> original, size_t growth = 0)
      : original_(original), growth_(growth) {}

  // Replaces `length` bytes at `offset`. `replacement` is not read after the
  // call, and may lie anywhere but in bytes(). The same bytes again are no
  // replacement. REQUIRES: the range lies within the original, and behind that
  // of the last call.
  void Replace(uint64_t offset, uint64_t length,
               std::span<const uint8_t> replacement);

  // Adds to what replaces the range of the last call. REQUIRES: that call
  // replaced another number of bytes than it was given.
  void Extend(std::span<const uint8_t> replacement);

  // Copies what is left. To be called once, at the end.
  void Finish();

  // Whether nothing was replaced; then bytes() is empty.
  bool empty() const { return edits_.empty(); }
  std::vector<uint8_t>& bytes() { return bytes_; }
  std::vector<Edit>& edits() { return edits_; }

 private:
  void CopyUntil(uint64_t offset);

  std::span<const uint8_t> original_;
  size_t growth_;
  uint64_t done_ = 0;  // bytes of the original that are dealt with
  std::vector<uint8_t> bytes_;
  std::vector<Edit> edits_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_SPLICER_H_
