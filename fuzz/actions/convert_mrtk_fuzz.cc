// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a conversion of a recording to .glb promises: whatever is valid becomes
// a sound .glb, or is refused with a reason; where nothing is lost, no time is
// farther off than the .glb says; there and back gives the same bytes; and
// memory is a small multiple of the file.

#include <cstdint>
#include <span>

#include "actions/convert/gltf/check/glb_check.h"
#include "fuzz/actions/convert_promises.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard {
namespace {

constexpr size_t kRandomTimes = 20;
// Besides a result with a limit: what a track's keyframes are made of.
constexpr uint64_t kBytesPerByte = 256;

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("valid");
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
