// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/handedness_flag.h"

#include <array>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/flags/common_flags.h"

namespace clipguard::cli {

absl::StatusOr<std::optional<m3d::Handedness>> ParseHandedness(
    std::string_view text) {
  constexpr std::array<std::string_view, 3> kNames = {"auto", "left", "right"};
  if (text.empty() || text == "auto") return std::nullopt;
  if (absl::Status s = CheckName("handedness", text, kNames); !s.ok()) return s;
  return text == "left" ? m3d::Handedness::kLeft : m3d::Handedness::kRight;
}

}  // namespace clipguard::cli
