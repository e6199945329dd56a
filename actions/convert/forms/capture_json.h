// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Captures of XR Hands as JSON, and back to the byte.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_JSON_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/limits.h"

namespace clipguard::actions {

// REQUIRES: a capture without errors.
void WriteCaptureJson(std::span<const uint8_t> capture, PieceWriter& out);

// InvalidArgument, with path and byte, if the text is not of that form. Values
// are not judged. Takes eight bytes for each value of the JSON, and the result.
absl::StatusOr<std::vector<uint8_t>> ReadCaptureJson(
    std::span<const uint8_t> bytes, const Limits& limits);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_JSON_H_
