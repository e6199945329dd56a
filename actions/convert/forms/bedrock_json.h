// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Armatures as animations of Bedrock and GeckoLib, "format_version" 1.8.0.
// docs/convert.md says what becomes what. See actions/convert/conversion.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_BEDROCK_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_BEDROCK_JSON_H_

#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"

namespace clipguard::actions {

// How far a joint may be off between keys, in blocks, if nobody says: a
// sixteenth of a pixel.
inline constexpr double kBedrockTolerance = 1.0 / 256;

// A clip becomes the animation "animation.{source.name}.{clip}", whose length
// is a second; without a name, "animation.armature.{clip}". Notes are weights,
// events, what the game shows after a clip that does not loop, and what the
// game passes over. Lost are joints with numbers that are not finite. Between
// keys, turns about axes that are not x, y or z, and origins, are notes where
// they are within ConversionOptions::tolerance (blocks), as measured, and lost
// where they are not. InvalidArgument for what is no armature.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToBedrock(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_BEDROCK_JSON_H_
