// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What every repair promises, whatever the format, for tests and fuzz targets.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_

#include <cstdint>
#include <span>
#include <string>

#include "absl/functional/function_ref.h"
#include "actions/repair/repair.h"
#include "parser/finding.h"

namespace clipguard::actions {

using RepairFunction =
    absl::FunctionRef<Repaired(std::span<const uint8_t>, const RepairOptions&)>;
using ValidateFunction =
    absl::FunctionRef<void(std::span<const uint8_t>, FindingSink&)>;

// Repairs the bytes, without guesses and with them. Returns what does not hold;
// empty if all does:
// - what lies outside the edits is as it was, and what is said lies in the
// file;
// - an error of which all occurrences were repaired is gone, and no error of
//   another kind is there instead;
// - a second repair changes nothing.
std::string WhatDoesNotHold(std::span<const uint8_t> bytes,
                            RepairFunction repair, ValidateFunction validate);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_
