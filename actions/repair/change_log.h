// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ChangeLog: collects what a repair does, would do and cannot do. Places of one
// kind in one part of the file become one Change.

#ifndef CLIPGUARD_ACTIONS_REPAIR_CHANGE_LOG_H_
#define CLIPGUARD_ACTIONS_REPAIR_CHANGE_LOG_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/repair/repair.h"

namespace clipguard::actions {

// Texts of a Change, about its first place.
struct ChangeText {
  std::string path;
  std::string before;
  std::string after;
  std::string lost = {};
  std::string note = {};
};

// Thread-compatible.
class ChangeLog {
 public:
  explicit ChangeLog(const RepairOptions& options) : unsafe_(options.unsafe) {}

  // From here on, places are those of another part of the file.
  void BeginPart() {
    first_change_ = changes_.size();
    first_guess_ = guesses_.size();
  }

  // From here on nothing is safe, for this reason; if it is empty, what is said
  // to be.
  void set_doubt(std::string_view doubt) { doubt_ = doubt; }

  // Whether such a repair is made.
  bool Allows(bool safe) const { return safe || unsafe_; }

  // Notes a place, and returns whether it is to be repaired. `describe`
  // returns its ChangeText, and is called for the first place of its kind.
  template <typename Describe>
  bool Add(FindingCode code, bool safe, ByteRange bytes,
           const Describe& describe) {
    const bool doubted = safe && !doubt_.empty();
    if (doubted) safe = false;
    const bool allowed = Allows(safe);
    std::vector<Change>& list = allowed ? changes_ : guesses_;
    for (size_t i = allowed ? first_change_ : first_guess_; i < list.size();
         ++i) {
      if (list[i].code != code || list[i].safe != safe) continue;
      Widen(list[i].bytes, bytes);
      ++list[i].count;
      return allowed;
    }
    ChangeText text = describe();
    if (doubted) text.note = doubt_;
    list.push_back({.code = code,
                    .safe = safe,
                    .bytes = bytes,
                    .path = std::move(text.path),
                    .before = std::move(text.before),
                    .after = std::move(text.after),
                    .lost = std::move(text.lost),
                    .note = std::move(text.note)});
    return allowed;
  }

  void Refuse(FindingCode code, ByteRange bytes, std::string path,
              std::string reason) {
    refusals_.push_back({code, bytes, std::move(path), std::move(reason)});
  }

  // Moves what was collected.
  void MoveTo(Repaired& repaired) {
    repaired.changes = std::move(changes_);
    repaired.guesses = std::move(guesses_);
    repaired.refusals = std::move(refusals_);
  }

 private:
  static void Widen(ByteRange& range, ByteRange other) {
    const uint64_t end =
        std::max(range.offset + range.length, other.offset + other.length);
    range.offset = std::min(range.offset, other.offset);
    range.length = end - range.offset;
  }

  bool unsafe_;
  std::string_view doubt_;
  size_t first_change_ = 0;
  size_t first_guess_ = 0;
  std::vector<Change> changes_;
  std::vector<Change> guesses_;
  std::vector<Refusal> refusals_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_CHANGE_LOG_H_
