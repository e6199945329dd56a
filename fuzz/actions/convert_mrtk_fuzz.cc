// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a conversion of a recording to .glb promises: whatever is valid becomes
// a sound .glb, with skeletons or without, or is refused with a reason; where
// nothing is lost, no time is farther off than the .glb says; there and back
// gives the same bytes; and memory is a small multiple of the file.

#include <cstdint>
#include <span>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/check/rig_check.h"
#include "fuzz/actions/convert_promises.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

constexpr size_t kRandomTimes = 20;
// Besides a result with a limit: what a track's keyframes are made of.
constexpr uint64_t kBytesPerByte = 256;

void CheckSkeletons(std::span<const uint8_t> bytes,
                    const mrtk::InputAnimationView& view) {
  FindingList notes;
  const bool fixed = bytes.size() % 2 == 0;
  const auto converted = fuzz::CheckConversion(
      bytes, Format::kMrtk, kBytesPerByte,
      {.rig = actions::RigRequest{.fixed_bones = fixed}, .notes = &notes});
  if (!converted || !converted->lossless) return;
  CLIPGUARD_STAGE("skeleton");
  fuzz::CheckFaultless(
      actions::gltf::DistanceOfRig(view, converted->glb, kRandomTimes).fault);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("valid");
  CheckSkeletons(bytes, *view);
  const auto converted =
      fuzz::CheckConversion(bytes, Format::kMrtk, kBytesPerByte);
  if (!converted || !converted->lossless) return;
  CLIPGUARD_STAGE("lossless");
  fuzz::CheckFaultless(
      actions::gltf::WhatDiffers(*view, converted->glb, kRandomTimes));
}

CLIPGUARD_FUZZ_PROPERTY(convert_mrtk, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
