// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What every repair promises, whatever the format, for tests and fuzz targets.

#ifndef CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_
#define CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/functional/function_ref.h"
#include "actions/repair/repair.h"
#include "base/text_of.h"
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

// The same of functions that read and repair by options, which are the usual
// ones.
template <typename Input, typename Options, typename Model>
std::string FaultOf(std::span<const uint8_t> bytes,
                    Repaired (*repair)(std::span<const uint8_t>, const Options&,
                                       const RepairOptions&),
                    std::optional<Model> (*read)(Input, const Options&,
                                                 FindingSink&)) {
  return WhatDoesNotHold(
      bytes,
      [&](std::span<const uint8_t> of, const RepairOptions& with) {
        return repair(of, {}, with);
      },
      [&](std::span<const uint8_t> of, FindingSink& sink) {
        if constexpr (std::is_same_v<Input, std::string_view>) {
          read(TextOf(of), {}, sink);
        } else {
          read(of, {}, sink);
        }
      });
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_REPAIR_CHECK_H_
