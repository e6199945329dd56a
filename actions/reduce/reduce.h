// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reduces a file: the smallest one found that still shows something, such as a
// finding.
//
//   auto small = Reduce(bytes, StructureOf(Format::kForgeAsm), {}, [&](auto
//   tried)
//     { return HasTheFinding(tried); });
//
// Hierarchical delta debugging (Misherghi and Su, 2006; Zeller and Hildebrandt,
// 2002): pieces of the file's structure are cut out, large ones first, with
// what counts them; then bytes; then bytes are made simple ones. This is
// repeated until nothing changes.

#ifndef CLIPGUARD_ACTIONS_REDUCE_REDUCE_H_
#define CLIPGUARD_ACTIONS_REDUCE_REDUCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/reduce/group.h"
#include "parser/format_set.h"

namespace clipguard::actions {

// The pieces of a kind of file.
struct Structure {
  // Group number `index` of a file, in an order in which each comes after
  // those that hold it; nothing if there are fewer. Any bytes are allowed.
  // Takes time in proportion to the bytes. Null: there are none.
  std::optional<Group> (*group)(std::span<const uint8_t> bytes,
                                size_t index) = nullptr;
  // The replacements for a byte, the simplest first.
  std::string_view fillers;
};

// Nothing: of no format, only bytes.
Structure StructureOf(std::optional<Format> format);

struct ReduceOptions {
  // How often `holds` is called. The work besides is as much as reading and
  // writing the file twice for each.
  uint64_t max_tries = 5000;
};

struct Reduced {
  // Never larger than the original; the original if it does not hold.
  std::vector<uint8_t> bytes;
  uint64_t tries = 0;
  // Whether the original shows what it is to show.
  bool holds = false;
  // Whether there were enough tries: to reduce the result again changes
  // nothing.
  bool complete = false;
};

// The result depends on nothing but the arguments, if `holds` depends on
// nothing but the bytes.
Reduced Reduce(std::span<const uint8_t> bytes, const Structure& structure,
               const ReduceOptions& options,
               absl::FunctionRef<bool(std::span<const uint8_t>)> holds);

// A finding's path without its indices: "camera.position.x.keys[].time",
// "/clips/a//samples" for "/clips/a/0/samples".
std::string KindOfPlace(std::string_view path);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REDUCE_REDUCE_H_
