// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Memo: results by what they were computed from, for as long as one computation
// lasts: what a file refers to a thousand times is computed once.
//
// A table with open addressing. The hash is seeded, so that a file cannot be
// made for its keys to collide, and nothing that anybody sees depends on it.
// Without entries it takes no memory.

#ifndef CLIPGUARD_EVAL_MACHINE_TIME_MEMO_H_
#define CLIPGUARD_EVAL_MACHINE_TIME_MEMO_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/hash/hash.h"

namespace clipguard::eval {

// Key of a remembered result: an expression or a piece of code, and where it is
// evaluated. `what` is never the greatest number.
struct MemoKey {
  uint32_t what = std::numeric_limits<uint32_t>::max();
  uint32_t where = 0;
  uint32_t where_else = 0;

  friend bool operator==(const MemoKey&, const MemoKey&) = default;
};

template <typename Value>
class Memo {
 public:
  size_t size() const { return size_; }

  // Null if there is none. Valid until the next Add().
  const Value* Find(const MemoKey& key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[PlaceOf(key, slots_)];
    return slot.key == key ? &slot.value : nullptr;
  }

  // REQUIRES: there is none.
  void Add(const MemoKey& key, const Value& value) {
    if (4 * (size_ + 1) > 3 * slots_.size()) Grow();
    slots_[PlaceOf(key, slots_)] = {key, value};
    ++size_;
  }

  // Forgets all. Keeps the memory.
  void Clear() {
    slots_.assign(slots_.size(), Slot());
    size_ = 0;
  }

 private:
  struct Slot {
    MemoKey key;
    Value value{};
  };

  static constexpr size_t kFewest = 64;

  // Where the key is, or would be. The number of slots is a power of two.
  static size_t PlaceOf(const MemoKey& key, const std::vector<Slot>& slots) {
    const size_t mask = slots.size() - 1;
    size_t i = absl::HashOf(key.what, key.where, key.where_else) & mask;
    while (slots[i].key != MemoKey() && slots[i].key != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  void Grow() {
    std::vector<Slot> slots(slots_.empty() ? kFewest : 2 * slots_.size());
    for (const Slot& slot : slots_) {
      if (slot.key != MemoKey()) slots[PlaceOf(slot.key, slots)] = slot;
    }
    slots_.swap(slots);
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TIME_MEMO_H_
