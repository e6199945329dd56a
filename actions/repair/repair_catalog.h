// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which findings have a repair, and how sure it is. Thread-safe.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_CATALOG_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_CATALOG_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "parser/finding_catalog.h"

namespace clipguard::actions {

enum class RepairSafety : uint8_t {
  kSafe,     // always made
  kUnsafe,   // always a guess: made if that is asked for
  kDepends,  // the one or the other, as the rest of the file says
};

// "safe", "unsafe" or "depends".
std::string_view RepairSafetyName(RepairSafety safety);

struct RepairInfo {
  FindingCode code;
  RepairSafety safety;
  std::string_view action;  // "removes the key"
};

// All codes that have a repair, in the order of the list.
std::span<const RepairInfo> AllRepairs();

// Null if there is none.
const RepairInfo* FindRepair(FindingCode code);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_CATALOG_H_
