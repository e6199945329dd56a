// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The names of the joints that armatures have, each once.

#ifndef CLIPGUARD_EVAL_MACHINE_JOINT_NAMES_H_
#define CLIPGUARD_EVAL_MACHINE_JOINT_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "parser/forge/armature.h"
#include "parser/forge/json/name_map.h"

namespace clipguard::eval {

// Names in the order in which they were added; they must outlive the list.
class NameList {
 public:
  // False if it is there already.
  bool Add(std::string_view name);
  // Its number, or forge::kNowhere.
  uint32_t Find(std::string_view name) const {
    return forge::FindName(numbers_, name);
  }
  bool Has(std::string_view name) const { return numbers_.contains(name); }

  const std::vector<std::string_view>& names() const { return names_; }

 private:
  std::vector<std::string_view> names_;
  forge::NameMap numbers_;
};

// In the order of the armatures, which must outlive the list; of each first the
// joints that it lists, then those that only its clips name.
NameList JointsOf(std::span<const forge::Armature* const> armatures);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_JOINT_NAMES_H_
