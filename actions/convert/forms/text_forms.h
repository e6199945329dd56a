// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters and Forge's files as canonical text: parser/m3d/write_character.h,
// parser/forge/writer.h. See actions/convert/conversion.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_TEXT_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_TEXT_FORMS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"

namespace clipguard::actions {

// Of a character or the JSON of one: the D3D12 dialect. Of the others'
// materials, Ambient and Specular are lost, and what else the shaders of D3D12
// have no number for.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3d(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);

// The D3D11 and the dashed dialect. Of materials of D3D12 the name is lost, and
// reflectance and roughness become what the shaders of D3D11 have.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3dD3D11(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);
absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3dDashed(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);

// Of D3D10 files and their JSON; InvalidArgument for others.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToM3dD3D10(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);

// Lost are keys that the game does not know, and what it passes over.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToForge(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_TEXT_FORMS_H_
