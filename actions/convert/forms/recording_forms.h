// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings in their other versions and layouts. See
// actions/convert/conversion.h.
//
// Losses are reported: tangents and weights where keys are compact, gaze and
// the absence of parts in version 1.0, markers without a list of them. Bytes
// that mean the same to a reader are written as the recorder writes them.
//
// Takes the same memory whatever the recording is; of JSON some 60 bytes a key,
// and the result. Reentrant.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_RECORDING_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_RECORDING_FORMS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {

// The layout that the source is to have; `name` is the target's. JSON is
// written in the layout that it names.
absl::StatusOr<std::unique_ptr<Converted>> ConvertRecording(
    ParsedFile file, std::string_view name, const mrtk::FileLayout& layout,
    const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_RECORDING_FORMS_H_
