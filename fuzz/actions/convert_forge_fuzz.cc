// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A conversion of an armature or a state machine to .glb: a valid one becomes a
// .glb or is refused with a reason; where nothing is lost, the tracks move
// joints as the game does, within their own bound; there and back gives the
// same bytes; and memory is a multiple of the file.

#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_joint_tracks.h"
#include "actions/convert/gltf/joint_tracks.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/gltf/scene.h"
#include "base/text_of.h"
#include "fuzz/actions/convert_promises.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard {
namespace {

// Besides a result with a limit: nodes, and what a joint's keyframes are made
// of.
constexpr uint64_t kBytesPerByte = 512;
constexpr size_t kTimes = 20;
// More than these take long, and say no more.
constexpr size_t kMostCompared = 64;

// A joint's tracks, with the rotation as it is written: in lines that are the
// same to players of arcs and of normalised lines. Nothing if it has none.
std::optional<actions::gltf::JointTracks> WrittenTracks(
    const forge::Armature& armature, const forge::Armature::Clip& clip,
    const forge::Armature::JointClip& joint) {
  const double degrees = actions::ConversionOptions().degrees;
  auto tracks =
      actions::gltf::TracksOfJoint(armature, clip, joint, degrees, UINT64_MAX);
  if (!tracks.ok()) return std::nullopt;
  if (tracks->turn.interpolation != actions::gltf::Interpolation::kStep) {
    actions::gltf::LineKeys lines = actions::gltf::LineKeysOf(
        std::move(tracks->turn), actions::gltf::Path::kRotation, degrees,
        SIZE_MAX);
    tracks->turn = std::move(lines.keyframes);
    tracks->degrees += lines.bound;
  }
  return *std::move(tracks);
}

void Run(std::span<const uint8_t> bytes) {
  const std::string_view text = TextOf(bytes);
  const auto format = DetectFormat(bytes);
  if (!format || actions::gltf::FamilyOf(*format) != "forge") return;
  FindingList findings;
  const auto armature = forge::ReadArmature(text, {}, findings);
  const bool valid =
      *format == Format::kForgeArmature
          ? armature.has_value()
          : forge::ReadStateMachine(text, {}, findings).has_value();
  if (!valid) return;
  CLIPGUARD_STAGE("valid");
  FindingList notes;
  const auto converted =
      fuzz::CheckConversion(bytes, *format, kBytesPerByte, {.notes = &notes});
  if (!converted || !*converted || *format != Format::kForgeArmature ||
      armature->joint_clips.size() > kMostCompared) {
    return;
  }
  const auto poses = actions::gltf::ComparePoses(
      *armature,
      [&](const auto& clip, const auto& joint) {
        return WrittenTracks(*armature, clip, joint);
      },
      kTimes, 1);
  if (poses.compared != 0) CLIPGUARD_STAGE("compared");
  if (poses.excess > 0) std::fprintf(stderr, "off by %g\n", poses.largest);
  CLIPGUARD_CHECK(!(poses.excess > 0));
}

CLIPGUARD_FUZZ_PROPERTY(convert_forge, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
