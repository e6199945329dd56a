// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// NameMap: from names to their indices in a list.
//
//   NameMap map;
//   for (uint32_t i = 0; i < names.size(); ++i) map.try_emplace(names[i], i);
//   if (FindName(map, "lid") != kNowhere) ...
//
// The names must outlive the map. absl seeds its hash, so that a file cannot
// be made for its names to collide; no result may depend on the order of an
// iteration. Hashing a name costs its length, and is counted so
// (base/memory/work_counter.h).

#ifndef CLIPGUARD_PARSER_FORGE_JSON_NAME_MAP_H_
#define CLIPGUARD_PARSER_FORGE_JSON_NAME_MAP_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "base/memory/work_counter.h"

namespace clipguard::forge {

inline constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();

struct HashName {
  size_t operator()(std::string_view name) const {
    CountWork(1 + name.size());
    return absl::Hash<absl::string_view>()(
        absl::string_view(name.data(), name.size()));
  }
};

// A map from names to indices. Absl's table cannot be used, and not even
// destroyed, once the memory for it has run out: this one is empty then, and
// the exception goes on.
class NameMap
    : public absl::flat_hash_map<std::string_view, uint32_t, HashName> {
  using Table = absl::flat_hash_map<std::string_view, uint32_t, HashName>;

  template <typename Action>
  auto Grow(const Action& action) {
    try {
      return action();
    } catch (...) {
      // The table's contents are lost.
      new (static_cast<Table*>(this)) Table();
      throw;
    }
  }

 public:
  NameMap() = default;
  NameMap(NameMap&&) = default;
  NameMap& operator=(NameMap&&) = default;

  void reserve(size_t count) {
    Grow([&] { Table::reserve(count); });
  }
  std::pair<iterator, bool> try_emplace(std::string_view name, uint32_t index) {
    return Grow([&] { return Table::try_emplace(name, index); });
  }
  std::pair<iterator, bool> insert_or_assign(std::string_view name,
                                             uint32_t index) {
    return Grow([&] { return Table::insert_or_assign(name, index); });
  }
};

// A large map is in no cache: names are prefetched so long before they are
// looked up.
inline constexpr uint32_t kAhead = 16;

// The index of a name, or kNowhere.
inline uint32_t FindName(const NameMap& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? kNowhere : found->second;
}

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_NAME_MAP_H_
