// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Finds the parts of JSON: each array's elements, each object's members.
//
// Brackets, commas, strings and comments are all that is looked at, so that
// text which is not JSON has groups, too. They come in the order of the text.

#ifndef CLIPGUARD_ACTIONS_REDUCE_JSON_GROUPS_H_
#define CLIPGUARD_ACTIONS_REDUCE_JSON_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "actions/reduce/group.h"

namespace clipguard::actions {

// See Structure::group.
std::optional<Group> JsonGroup(std::span<const uint8_t> bytes, size_t index);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REDUCE_JSON_GROUPS_H_
