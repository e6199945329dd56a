// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The repair of LINE_ENDINGS_CONVERTED, for every binary format.

#ifndef CLIPGUARD_ACTIONS_REPAIR_LINE_ENDINGS_H_
#define CLIPGUARD_ACTIONS_REPAIR_LINE_ENDINGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "actions/repair/change_log.h"
#include "actions/repair/splicer.h"

namespace clipguard::actions {

// The file without the CR before each LF, if that `fits` to its last byte; else
// a refusal. `noun`: "recording".
std::optional<Splicer> RemoveCarriageReturns(
    std::span<const uint8_t> bytes, std::string_view noun,
    absl::FunctionRef<bool(std::span<const uint8_t>)> fits, ChangeLog& log);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_LINE_ENDINGS_H_
