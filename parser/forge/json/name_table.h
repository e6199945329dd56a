// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// NameTable: from names to their indices in somebody else's list.
//
//   NameTable table(names.size());
//   const auto name_of = [&](uint32_t i) { return names[i]; };
//   for (uint32_t i = 0; i < names.size(); ++i) table.Add(i, name_of);
//   if (table.Find("lid", name_of) != NameTable::kNone) ...
//
// Names are not kept: six bytes for each, however long. A few names are
// compared one by one; more are hashed. The hash is seeded, so that a file
// cannot be made for its names to collide, and nothing that anybody sees
// depends on it. Finding a name costs its length, and is counted so
// (base/memory/work_counter.h): whoever looks for one again and again keeps the
// index instead.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_NAME_TABLE_H_
#define CLIPGUARD_PARSER_FORGE_JSON_NAME_TABLE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "base/memory/huge_pages.h"
#include "base/memory/work_counter.h"
#include "parser/forge/json/short_text.h"

namespace clipguard::forge {

class NameTable {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // How many names are looked for together.
  static constexpr uint32_t kAtOnce = 16;

  // Finds nothing, and must not be added to.
  NameTable() = default;
  explicit NameTable(size_t most_names) {
    if (most_names <= kFew) return;
    index_mask_ = static_cast<uint32_t>(std::bit_ceil(most_names + 1) - 1);
    ReserveLarge(slots_, most_names + most_names / 2);
    slots_.resize(most_names + most_names / 2);
  }

  // Adds the name of `index` if it is new: kNone. Else the index that it was
  // added with. REQUIRES: the index is below the number of names announced.
  template <typename NameOf>
  uint32_t Add(uint32_t index, NameOf name_of) {
    return Insert(index, name_of, /*replace=*/false);
  }

  // The same, but from now on the name is that of `index`.
  template <typename NameOf>
  uint32_t Replace(uint32_t index, NameOf name_of) {
    return Insert(index, name_of, /*replace=*/true);
  }

  // Replace() for indices [0, count), with their memory asked for together:
  // calls again(index, before) for each that was added before.
  template <typename NameOf, typename Again>
  void ReplaceAll(uint32_t count, NameOf name_of, Again again) {
    if (slots_.empty()) {
      for (uint32_t i = 0; i < count; ++i) {
        const uint32_t before = Replace(i, name_of);
        if (before != kNone) again(i, before);
      }
      return;
    }
    uint64_t hashes[kAtOnce];
    for (uint32_t first = 0; first < count; first += kAtOnce) {
      const uint32_t end = std::min(count, first + kAtOnce);
      for (uint32_t i = first; i < end; ++i) {
        hashes[i - first] = HashOf(name_of(i));
        __builtin_prefetch(&slots_[First(hashes[i - first])], /*rw=*/1);
      }
      for (uint32_t i = first; i < end; ++i) {
        const uint32_t before =
            InsertHash(hashes[i - first], i, name_of, /*replace=*/true);
        if (before != kNone) again(i, before);
      }
    }
  }

  // The index of a name, or kNone.
  template <typename NameOf>
  uint32_t Find(std::string_view name, NameOf name_of) const {
    if (!slots_.empty()) return FindHash(HashOf(name), name, name_of);
    const uint32_t at = FindAmongFew(TagOf(name), name, name_of);
    return at == few_count_ ? kNone : few_[at].index;
  }

  // Find() for up to kAtOnce names. In a large table each one waits for memory
  // three times: for the table, for what place_of(index) points at, which
  // name_of() reads, and for the name. So that is asked for them all together.
  template <typename PlaceOf, typename NameOf>
  void FindMany(std::span<const std::string_view> names, PlaceOf place_of,
                NameOf name_of, uint32_t* found) const {
    if (slots_.empty()) {
      for (size_t i = 0; i < names.size(); ++i) {
        found[i] = Find(names[i], name_of);
      }
      return;
    }
    uint64_t hashes[kAtOnce];
    for (size_t i = 0; i < names.size(); ++i) {
      hashes[i] = HashOf(names[i]);
      __builtin_prefetch(&slots_[First(hashes[i])]);
    }
    for (size_t i = 0; i < names.size(); ++i) {
      found[i] = LikelyIndex(hashes[i]);
      if (found[i] != kNone) __builtin_prefetch(place_of(found[i]));
    }
    for (size_t i = 0; i < names.size(); ++i) {
      if (found[i] != kNone) __builtin_prefetch(name_of(found[i]).data());
    }
    for (size_t i = 0; i < names.size(); ++i) {
      if (found[i] != kNone && !IsSameText(name_of(found[i]), names[i])) {
        found[i] = FindHash(hashes[i], names[i], name_of);
      }
    }
  }

 private:
  // A name among few.
  struct Tagged {
    uint32_t tag = 0;
    uint32_t index = 0;
  };

  // A name among many: in the bits of index_mask_ its index and 1, in the
  // others a tag from its hash. 0: there is none.
  using Slot = uint32_t;

  // Looking at the tags of so many names takes as long as hashing one.
  static constexpr uint32_t kFew = 8;

  // Of a name among few: its length, first, middle and last byte.
  static uint32_t TagOf(std::string_view name) {
    if (name.empty()) return 0;
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(name[i]); };
    return static_cast<uint32_t>(name.size() & 0xff) << 24 | byte(0) << 16 |
           byte(name.size() / 2) << 8 | byte(name.size() - 1);
  }

  static uint64_t HashOf(std::string_view name) {
    CountWork(1 + name.size());
    return absl::Hash<absl::string_view>()(
        absl::string_view(name.data(), name.size()));
  }

  // The upper half of the hash chooses the slot, the lower one has the tag.
  size_t First(uint64_t hash) const {
    return static_cast<size_t>(((hash >> 32) * uint64_t{slots_.size()}) >> 32);
  }
  size_t Next(size_t i) const { return i + 1 == slots_.size() ? 0 : i + 1; }

  uint32_t TagIn(uint64_t hash) const {
    return static_cast<uint32_t>(hash) & ~index_mask_;
  }
  bool HasTag(Slot slot, uint32_t tag) const {
    return (slot & ~index_mask_) == tag;
  }
  // REQUIRES: slot != 0.
  uint32_t IndexIn(Slot slot) const { return (slot & index_mask_) - 1; }

  // The first index whose name may be the one with that hash; if there is none,
  // kNone.
  uint32_t LikelyIndex(uint64_t hash) const {
    const uint32_t tag = TagIn(hash);
    for (size_t i = First(hash);; i = Next(i)) {
      if (slots_[i] == 0) return kNone;
      if (HasTag(slots_[i], tag)) return IndexIn(slots_[i]);
    }
  }

  template <typename NameOf>
  uint32_t FindHash(uint64_t hash, std::string_view name,
                    NameOf name_of) const {
    const uint32_t tag = TagIn(hash);
    for (size_t i = First(hash);; i = Next(i)) {
      const Slot slot = slots_[i];
      if (slot == 0) return kNone;
      if (HasTag(slot, tag) && IsSameText(name_of(IndexIn(slot)), name)) {
        return IndexIn(slot);
      }
    }
  }

  // Its place in few_, or few_count_.
  template <typename NameOf>
  uint32_t FindAmongFew(uint32_t tag, std::string_view name,
                        NameOf name_of) const {
    CountWork(few_count_);
    for (uint32_t i = 0; i < few_count_; ++i) {
      if (few_[i].tag != tag) continue;
      CountWork(1 + name.size());
      if (IsSameText(name_of(few_[i].index), name)) return i;
    }
    return few_count_;
  }

  template <typename NameOf>
  uint32_t Insert(uint32_t index, NameOf name_of, bool replace) {
    if (!slots_.empty()) {
      return InsertHash(HashOf(name_of(index)), index, name_of, replace);
    }
    const std::string_view name = name_of(index);
    const uint32_t tag = TagOf(name);
    const uint32_t at = FindAmongFew(tag, name, name_of);
    if (at == few_count_) {
      few_[few_count_++] = {tag, index};
      return kNone;
    }
    const uint32_t found = few_[at].index;
    if (replace) few_[at].index = index;
    return found;
  }

  template <typename NameOf>
  uint32_t InsertHash(uint64_t hash, uint32_t index, NameOf name_of,
                      bool replace) {
    const std::string_view name = name_of(index);
    const uint32_t tag = TagIn(hash);
    for (size_t i = First(hash);; i = Next(i)) {
      Slot& slot = slots_[i];
      if (slot == 0) {
        slot = tag | (index + 1);
        return kNone;
      }
      if (HasTag(slot, tag) && IsSameText(name_of(IndexIn(slot)), name)) {
        const uint32_t found = IndexIn(slot);
        if (replace) slot = tag | (index + 1);
        return found;
      }
    }
  }

  // What has been added, unless it may be many; then it is in slots_.
  std::array<Tagged, kFew> few_ = {};
  uint32_t few_count_ = 0;
  uint32_t index_mask_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_NAME_TABLE_H_
