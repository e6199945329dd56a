// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Captures of XR Hands of both versions: of each other, of MRTK recordings, and
// of JSON; and recordings of captures. See actions/convert/conversion.h.
//
// A recording becomes frames at its own key times, if no two are closer than a
// millisecond; else 60 a second, or as many as are asked for. How far the
// result is from its source between frames is measured.
//
// Takes memory in proportion to the result. Reentrant.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_FORMS_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"

namespace clipguard::actions {

// Version 1 or 2; of JSON, the one that it names.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToCapture(
    ParsedFile file, int32_t version, const ConversionOptions& options,
    FindingSink& losses);

// A capture as an MRTK recording of version 1.1 with compact keys.
absl::StatusOr<std::unique_ptr<Converted>> RecordingOfCapture(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_FORMS_H_
