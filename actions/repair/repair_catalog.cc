// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/repair_catalog.h"

namespace clipguard::actions {
namespace {

constexpr RepairInfo kRepairs[] = {
#define CLIPGUARD_REPAIR(code, safety, action) \
  {FindingCode::code, RepairSafety::safety, action},
#include "actions/repair/repair_list.inc"
#undef CLIPGUARD_REPAIR
};

}  // namespace

std::string_view RepairSafetyName(RepairSafety safety) {
  switch (safety) {
    case RepairSafety::kSafe:
      return "safe";
    case RepairSafety::kUnsafe:
      return "unsafe";
    case RepairSafety::kDepends:
      break;
  }
  return "depends";
}

std::span<const RepairInfo> AllRepairs() { return kRepairs; }

const RepairInfo* FindRepair(FindingCode code) {
  for (const RepairInfo& repair : kRepairs) {
    if (repair.code == code) return &repair;
  }
  return nullptr;
}

}  // namespace clipguard::actions
