// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// NameTable: from names to their indices in somebody else's list.
//
//   NameTable table(names.size());
//   const auto name_of = [&](uint32_t i) { return names[i]; };
//   for (uint32_t i = 0; i < names.size(); ++i) table.Add(i, name_of);
//   if (table.Find("lid", name_of) != NameTable::kNone) ...
//
// Names are not kept: twelve bytes for each, however long. The hash is seeded,
// so that a file cannot be made for its names to collide, and nothing that
// anybody sees depends on it.

#ifndef CLIPGUARD_PARSER_FORGE_NAME_TABLE_H_
#define CLIPGUARD_PARSER_FORGE_NAME_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "parser/work_counter.h"

namespace clipguard::forge {

class NameTable {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // Finds nothing, and must not be added to.
  NameTable() = default;
  explicit NameTable(size_t most_names)
      : slots_(std::max<size_t>(most_names + most_names / 2, 4)) {}

  // Adds the name of `index` if it is new: kNone. Else the index that it was
  // added with. REQUIRES: no more names than were announced.
  template <typename NameOf>
  uint32_t Add(uint32_t index, NameOf name_of) {
    return Insert(index, name_of, /*replace=*/false);
  }

  // The same, but from now on the name is that of `index`.
  template <typename NameOf>
  uint32_t Replace(uint32_t index, NameOf name_of) {
    return Insert(index, name_of, /*replace=*/true);
  }

  // The index of a name, or kNone.
  template <typename NameOf>
  uint32_t Find(std::string_view name, NameOf name_of) const {
    if (slots_.empty()) return kNone;
    const uint64_t hash = HashOf(name);
    for (size_t i = First(hash);; i = Next(i)) {
      const Slot& slot = slots_[i];
      if (slot.index == kNone) return kNone;
      if (slot.tag == static_cast<uint32_t>(hash) &&
          name_of(slot.index) == name) {
        return slot.index;
      }
    }
  }

 private:
  struct Slot {
    uint32_t tag = 0;
    uint32_t index = kNone;
  };

  static uint64_t HashOf(std::string_view name) {
    CountWork(1 + name.size() / 16);
    return absl::Hash<absl::string_view>()(
        absl::string_view(name.data(), name.size()));
  }

  // The upper half of the hash chooses the slot, the lower one is the tag.
  size_t First(uint64_t hash) const {
    return static_cast<size_t>(((hash >> 32) * uint64_t{slots_.size()}) >> 32);
  }
  size_t Next(size_t i) const { return i + 1 == slots_.size() ? 0 : i + 1; }

  template <typename NameOf>
  uint32_t Insert(uint32_t index, NameOf name_of, bool replace) {
    const std::string_view name = name_of(index);
    const uint64_t hash = HashOf(name);
    for (size_t i = First(hash);; i = Next(i)) {
      Slot& slot = slots_[i];
      if (slot.index == kNone) {
        slot = {static_cast<uint32_t>(hash), index};
        return kNone;
      }
      if (slot.tag == static_cast<uint32_t>(hash) &&
          name_of(slot.index) == name) {
        const uint32_t found = slot.index;
        if (replace) slot.index = index;
        return found;
      }
    }
  }

  std::vector<Slot> slots_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_NAME_TABLE_H_
