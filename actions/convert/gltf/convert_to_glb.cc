// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/convert_to_glb.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/mrtk/input_animation_view.h"
#include "actions/convert/conversion.h"
#include "actions/convert/passed_over.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/gltf/armature_scene.h"
#include "actions/convert/gltf/character_scene.h"
#include "actions/convert/gltf/machine_scene.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/gltf/recording_scene.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue {
namespace {

absl::StatusOr<gltf::Scene> RecordingScene(const ConversionSource& source,
                                           const ConversionOptions& options,
                                           FindingSink& losses,
                                           std::vector<ConversionFact>& facts) {
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(
      source.bytes, {.layout = source.layout, .limits = source.limits},
      findings);
  if (!view) return absl::InvalidArgumentError("the recording has errors");
  return gltf::SceneOfRecording(*view, options, losses, facts,
                                ResultBudget(source));
}

absl::StatusOr<gltf::Scene> CharacterScene(const ConversionSource& source,
                                           const ConversionOptions& options,
                                           FindingSink& losses,
                                           FindingSink& notes) {
  FindingList findings;
  m3d::CharacterPlaces places;
  auto character = m3d::ReadCharacter(source.bytes, {.limits = source.limits},
                                      findings, &places);
  if (!character) return absl::InvalidArgumentError("the character has errors");
  const m3d::Handedness handedness =
      options.handedness.value_or(m3d::HandednessOf(*character));
  return gltf::SceneOfCharacter(*std::move(character), handedness, places,
                                losses, notes);
}

absl::StatusOr<gltf::Scene> ForgeScene(const ConversionSource& source,
                                       const ConversionOptions& options,
                                       FindingSink& losses,
                                       std::vector<ConversionFact>& facts) {
  const std::string_view text(
      reinterpret_cast<const char*>(source.bytes.data()), source.bytes.size());
  FindingSink& notes = NotesOf(options, losses);
  PassedOver sink("glb", notes);
  if (source.format == Format::kForgeAsm) {
    const auto machine =
        forge::ReadStateMachine(text, {.limits = source.limits}, sink);
    if (!machine) {
      return absl::InvalidArgumentError("the state machine has errors");
    }
    return gltf::SceneOfMachine(*machine, text, source.limits, notes);
  }
  auto armature = forge::ReadArmature(text, {.limits = source.limits}, sink);
  if (!armature) return absl::InvalidArgumentError("the armature has errors");
  return gltf::SceneOfArmature(
      std::make_shared<forge::Armature>(*std::move(armature)), source, options,
      losses, facts);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToGlb(
    const ConversionSource& source, const ConversionOptions& options,
    FindingSink& losses) {
  std::vector<ConversionFact> facts;
  absl::StatusOr<gltf::Scene> scene =
      absl::InvalidArgumentError("files of this format do not become .glb");
  if (source.format == Format::kMrtk) {
    scene = RecordingScene(source, options, losses, facts);
  } else if (source.format == Format::kM3d) {
    scene = CharacterScene(source, options, losses, NotesOf(options, losses));
  } else if (source.format) {
    scene = ForgeScene(source, options, losses, facts);
  }
  if (!scene.ok()) return scene.status();
  if (options.keep_original && source.format) {
    scene->original = source.bytes;
    scene->original_format = gltf::FamilyOf(*source.format);
  }
  auto glb = gltf::MakeGlb(*std::move(scene), std::move(facts));
  if (!glb.ok()) return glb.status();
  // Nodes and names too, which nobody has counted yet.
  ResultBudget budget(source);
  if (!budget.Spend((*glb)->size())) {
    budget.Report({}, "", losses);
    return ResultBudget::Refused();
  }
  return glb;
}

}  // namespace clipguard::rescue
