// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file as a glTF 2.0 scene in one binary file. docs/convert.md says what of
// it becomes what.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/finding.h"

namespace clipguard::actions {

// See Convert. Takes files of all formats. ResourceExhausted for a result of 4
// GiB or more.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToGlb(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_
