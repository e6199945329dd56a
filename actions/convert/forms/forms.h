// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files in the other forms of their family, each as a target of conversion: see
// actions/convert/conversion.h. Reentrant.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_FORMS_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_FORMS_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/m3d/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {

// ---- JSON and CSV -----------------------------------------------------------

// Recordings and characters: nothing is lost of the model. Forge's files are
// JSON already: they become their canonical text.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToJson(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

// A row for each key. All that is no key is lost.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToCsv(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

// ---- Recordings -------------------------------------------------------------

// The layout that the source is to have; `name` is the target's. JSON is
// written in the layout that it names.
//
// Losses are reported: tangents and weights where keys are compact, gaze and
// the absence of parts in version 1.0, markers without a list of them. Bytes
// that mean the same to a reader are written as the recorder writes them.
//
// Takes the same memory whatever the recording is; of JSON some 60 bytes a key,
// and the result.
absl::StatusOr<std::unique_ptr<Converted>> ConvertRecording(
    ParsedFile file, std::string_view name, const mrtk::FileLayout& layout,
    const ConversionOptions& options, FindingSink& losses);

// ---- Captures of XR Hands ---------------------------------------------------

// Version 1 or 2, of each other or a recording; of JSON, the one that it names.
//
// A recording becomes frames at its own key times, if no two are closer than a
// millisecond; else 60 a second, or as many as are asked for. How far the
// result is from its source between frames is measured.
//
// Takes memory in proportion to the result.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToCapture(
    ParsedFile file, int32_t version, const ConversionOptions& options,
    FindingSink& losses);

// A capture as an MRTK recording of version 1.1 with compact keys.
absl::StatusOr<std::unique_ptr<Converted>> RecordingOfCapture(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

// ---- Canonical text: parser/m3d/write_character.h, parser/forge/writer.h ----

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

// ---- Animations of Bedrock and GeckoLib, "format_version" 1.8.0 -------------

// How far a joint may be off between keys, in blocks, if nobody says: a
// sixteenth of a pixel.
inline constexpr double kBedrockTolerance = 1.0 / 256;

// docs/convert.md says what becomes what. A clip of an armature becomes the
// animation "animation.{source.name}.{clip}", whose length is a second; without
// a name, "animation.armature.{clip}". Notes are weights, events, what the game
// shows after a clip that does not loop, and what the game passes over. Lost
// are joints with numbers that are not finite. Between keys, turns about axes
// that are not x, y or z, and origins, are notes where they are within
// ConversionOptions::tolerance (blocks), as measured, and lost where they are
// not. InvalidArgument for what is no armature.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToBedrock(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_FORMS_H_
