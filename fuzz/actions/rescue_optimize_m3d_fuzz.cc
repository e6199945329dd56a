// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What an optimized character promises
// (actions/optimize/character/character_check.h): it has no errors, and is the
// original but for keyframes; bounds hold at random times, keys and beside
// them; a second time it does not grow. A character with errors is refused. The
// cost is held as well.

#include <cstdint>
#include <span>

#include "actions/optimize/character/character.h"
#include "actions/optimize/character/character_check.h"
#include "fuzz/actions/optimize_promises.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/checks/validate.h"

namespace clipguard {
namespace {

// The heap holds two characters, the result, and clips compiled to be measured.
constexpr fuzz::OptimizeCost kCost = {.heap_bytes = 16, .work = 100};

void Run(std::span<const uint8_t> bytes) {
  const actions::OptimizeOptions options =
      fuzz::OptimizeOptionsOf(bytes.size());
  const auto result = fuzz::OptimizedWithin(kCost, bytes.size(), [&] {
    return actions::OptimizeCharacter(bytes, {}, options);
  });
  FindingList findings;
  CLIPGUARD_CHECK(result.has_value() ==
                  m3d::ReadAndValidate(bytes, {}, findings).has_value());
  if (!result) return;
  CLIPGUARD_STAGE("sound");
  fuzz::CheckOptimized(
      *result, actions::WhatDoesNotHoldOfCharacter(bytes, options, *result,
                                                   fuzz::kOptimizeTimes));
}

CLIPGUARD_FUZZ_PROPERTY(rescue_optimize_m3d, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
