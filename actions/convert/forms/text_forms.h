// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters and Forge's files as canonical text: parser/m3d/write_character.h,
// parser/forge/writer.h. See actions/convert/conversion.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_TEXT_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_TEXT_FORMS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/m3d/format.h"

namespace clipguard::actions {

// Converts a character or its JSON to the D3D12 dialect. Materials of other
// dialects lose Ambient and Specular, and other numbers that the shaders of
// D3D12 do not have.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3d(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

// The same in a dialect. In all but D3D12 materials' names are lost, and their
// reflectance and roughness become what the shaders of D3D11 have. D3D10 takes
// D3D10 files and their JSON; InvalidArgument for others.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToDialect(
    ParsedFile file, m3d::Dialect dialect, FindingSink& losses);

// Lost are keys that the game does not know, and what it passes over.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToForge(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_TEXT_FORMS_H_
