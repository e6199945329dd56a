// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// --handedness=auto|left|right, of commands that show characters.

#ifndef CLIPGUARD_CLI_FLAGS_HANDEDNESS_FLAG_H_
#define CLIPGUARD_CLI_FLAGS_HANDEDNESS_FLAG_H_

#include <optional>
#include <string_view>

#include "parser/m3d/handedness.h"

namespace clipguard::cli {

// Nothing for "auto" and for a flag that is not there: what triangles tell.
inline std::optional<m3d::Handedness> HandednessOf(std::string_view text) {
  if (text.empty() || text == "auto") return std::nullopt;
  return text == "left" ? m3d::Handedness::kLeft : m3d::Handedness::kRight;
}

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_HANDEDNESS_FLAG_H_
