// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// PathEnds: which of many paths end in a name with folders, "art/skin.dds". A
// file may name as many as there are paths, so that each look-up takes as long
// as the name, and not as all paths.

#ifndef CLIPGUARD_CLI_IO_PATH_ENDS_H_
#define CLIPGUARD_CLI_IO_PATH_ENDS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clipguard::cli {

// Thread-safe value type.
class PathEnds {
 public:
  // `fold_case`: ASCII letters are the same in both cases.
  PathEnds(std::span<const std::string> paths, bool fold_case);

  // Which of the paths are `name`, or end in a slash and `name`: the first
  // `most` of them, by their numbers. REQUIRES: the paths are those of the
  // constructor.
  std::vector<uint32_t> Find(std::span<const std::string> paths,
                             std::string_view name, size_t most) const;

 private:
  const bool fold_case_;
  // Numbers of paths, sorted by what these are from their ends.
  std::vector<uint32_t> sorted_;
  // A tree over `sorted_`: that of two children is the smaller number. Node 1
  // is the root, node n has the children 2n and 2n + 1, the leaves are
  // `sorted_`.
  std::vector<uint32_t> least_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_PATH_ENDS_H_
