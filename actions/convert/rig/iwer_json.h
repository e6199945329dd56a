// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Hands as JSON for the ActionPlayer of IWER, the emulator of WebXR: frames of
// the head and both hands, in WebXR's axes and with its joints. See
// docs/convert.md, actions/convert/conversion.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_IWER_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_IWER_JSON_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"

namespace clipguard::actions {

// Recordings and captures give it, at the frames of a capture:
// capture_frames.h.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToIwer(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_IWER_JSON_H_
