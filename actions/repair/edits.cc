// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/edits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace clipguard::actions {
namespace {

// Walks edits along with ascending ranges of the edited file.
class WayBack {
 public:
  explicit WayBack(std::span<const Edit> edits) : edits_(edits) {}

  // REQUIRES: `range` begins at or after the last one.
  ByteRange Of(ByteRange range) {
    while (at_ < edits_.size() && Begin() + edits_[at_].size < range.offset) {
      growth_ += Growth(edits_[at_]);
      ++at_;
    }
    const uint64_t end = range.offset + range.length;
    uint64_t first = range.offset - growth_;
    uint64_t last = end - growth_;
    uint64_t growth = growth_;
    for (size_t i = at_; i < edits_.size(); ++i) {
      const Edit& edit = edits_[i];
      const uint64_t begin = edit.offset + growth;
      if (begin > end) break;
      first = std::min(first, edit.offset);
      growth += Growth(edit);
      last =
          end <= begin + edit.size ? edit.offset + edit.length : end - growth;
    }
    return {first, last - first};
  }

  // By how much an edit lengthens the file, modulo 2^64.
  static uint64_t Growth(const Edit& edit) { return edit.size - edit.length; }

 private:
  // Where the current edit begins in the edited file.
  uint64_t Begin() const { return edits_[at_].offset + growth_; }

  std::span<const Edit> edits_;
  size_t at_ = 0;
  uint64_t growth_ = 0;  // of the edits before
};

}  // namespace

ByteRange ToOriginal(ByteRange range, std::span<const Edit> edits) {
  return WayBack(edits).Of(range);
}

void ToOriginal(std::span<ByteRange* const> ranges,
                std::span<const Edit> edits) {
  // Both ends of each range: what lies between them does not matter.
  struct End {
    uint64_t at;
    ByteRange* range;
    bool first;
  };
  std::vector<End> ends;
  ends.reserve(2 * ranges.size());
  for (ByteRange* const range : ranges) {
    ends.push_back({range->offset, range, true});
    ends.push_back({range->offset + range->length, range, false});
  }
  // The beginning of an empty range comes before its end.
  std::ranges::sort(ends, [](const End& a, const End& b) {
    return a.at != b.at ? a.at < b.at : a.first && !b.first;
  });
  WayBack back(edits);
  for (const End& end : ends) {
    const ByteRange place = back.Of({end.at, 0});
    if (end.first) {
      *end.range = place;
    } else {
      const uint64_t last = place.offset + place.length;
      end.range->length =
          std::max(last, end.range->offset + end.range->length) -
          end.range->offset;
    }
  }
}

std::vector<Edit> Composed(std::span<const Edit> first,
                           std::span<const Edit> second) {
  // For the time being, `size` is the growth.
  std::vector<Edit> all;
  all.reserve(first.size() + second.size());
  for (const Edit& edit : first) {
    all.push_back({edit.offset, edit.length, WayBack::Growth(edit)});
  }
  WayBack back(first);
  for (const Edit& edit : second) {
    const ByteRange original = back.Of({edit.offset, edit.length});
    all.push_back({original.offset, original.length, WayBack::Growth(edit)});
  }
  std::ranges::sort(all, {}, &Edit::offset);
  std::vector<Edit> joined;
  for (const Edit& edit : all) {
    if (!joined.empty() &&
        edit.offset <= joined.back().offset + joined.back().length) {
      Edit& last = joined.back();
      last.length =
          std::max(last.offset + last.length, edit.offset + edit.length) -
          last.offset;
      last.size += edit.size;
    } else {
      joined.push_back(edit);
    }
  }
  for (Edit& edit : joined) edit.size += edit.length;
  return joined;
}

}  // namespace clipguard::actions
