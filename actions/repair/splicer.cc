// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/splicer.h"

#include <algorithm>
#include <cassert>

namespace clipguard::actions {

namespace {

// Unchanged bytes between two edits that make one edit of both.
constexpr uint64_t kGap = 32;

}  // namespace

void AppendEdit(const Edit& edit, std::vector<Edit>& edits) {
  if (!edits.empty()) {
    Edit& last = edits.back();
    const uint64_t gap = edit.offset - (last.offset + last.length);
    if (gap <= kGap) {
      last.length += gap + edit.length;
      last.size += gap + edit.size;
      return;
    }
  }
  edits.push_back(edit);
}

void Splicer::CopyUntil(uint64_t offset) {
  const auto part = original_.subspan(static_cast<size_t>(done_),
                                      static_cast<size_t>(offset - done_));
  bytes_.insert(bytes_.end(), part.begin(), part.end());
  done_ = offset;
}

void Splicer::Replace(uint64_t offset, uint64_t length,
                      std::span<const uint8_t> replacement) {
  assert(done_ <= offset && offset <= original_.size() &&
         length <= original_.size() - offset);
  if (length == replacement.size() &&
      std::equal(replacement.begin(), replacement.end(),
                 original_.begin() + static_cast<ptrdiff_t>(offset))) {
    return;
  }
  if (edits_.empty()) bytes_.reserve(original_.size() + growth_);
  CopyUntil(offset);
  AppendEdit({offset, length, 0}, edits_);
  done_ += length;
  Extend(replacement);
}

void Splicer::Extend(std::span<const uint8_t> replacement) {
  assert(!edits_.empty());
  bytes_.insert(bytes_.end(), replacement.begin(), replacement.end());
  edits_.back().size += replacement.size();
}

void Splicer::Finish() {
  if (!edits_.empty()) CopyUntil(original_.size());
}

}  // namespace clipguard::actions
