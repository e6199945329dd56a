// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file as a glTF 2.0 scene in one binary file. docs/convert.md says what of
// it becomes what.
//
//   FindingList findings;
//   auto glb = ConvertToGlb(ParseFile(bytes, {}, findings), {}, findings);
//   if (glb.ok() && findings.errors() == 0) (*glb)->WriteTo(write);
//
// docs/library.md has a program to copy.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/recording_scene.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace gltf {

// SceneOfRecording() of what FromZero() makes of the recording.
absl::StatusOr<Scene> SceneFromZero(const mrtk::InputAnimationView& view,
                                    const ConversionOptions& options,
                                    FindingSink& losses,
                                    std::vector<ConversionFact>& facts,
                                    ResultBudget budget, const Limits& limits,
                                    RecordingOrigin origin = {});

}  // namespace gltf

// See Convert. Takes files of all formats. ResourceExhausted for a result of 4
// GiB or more.
//
// Losses are findings with severity error, even though there is a result: the
// caller decides whether to write it.
absl::StatusOr<std::unique_ptr<Converted>> ConvertToGlb(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CONVERT_TO_GLB_H_
