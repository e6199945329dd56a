// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A conversion of a character to .glb: a valid one becomes a .glb or is refused
// with a reason; there and back gives the same bytes; and memory is a small
// multiple of the file.

#include <cstdint>
#include <span>

#include "fuzz/actions/convert_promises.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/checks/validate.h"

namespace clipguard {
namespace {

constexpr uint64_t kBytesPerByte = 64;

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadAndValidate(bytes, {}, findings);
  if (!character) return;
  CLIPGUARD_STAGE("valid");
  const auto converted =
      fuzz::CheckConversion(bytes, Format::kM3d, kBytesPerByte);
  if (converted && !character->clips.empty()) CLIPGUARD_STAGE("moves");
}

CLIPGUARD_FUZZ_PROPERTY(convert_m3d, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
