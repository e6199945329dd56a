// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/convert_to_glb.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "rescue/conversion/conversion.h"
#include "rescue/gltf/recording_scene.h"
#include "rescue/gltf/scene.h"

namespace clipguard::rescue {

absl::StatusOr<std::unique_ptr<Converted>> ConvertToGlb(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses) {
  if (source.format != Format::kMrtk) {
    return absl::InvalidArgumentError("only recordings become .glb files");
  }
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(
      source.bytes, {.layout = source.layout, .limits = source.limits},
      findings);
  if (!view) return absl::InvalidArgumentError("the recording has errors");
  std::vector<ConversionFact> facts;
  auto scene = gltf::SceneOfRecording(*view, options, losses, facts);
  if (!scene.ok()) return scene.status();
  return gltf::MakeGlb(*std::move(scene), std::move(facts));
}

}  // namespace clipguard::rescue
