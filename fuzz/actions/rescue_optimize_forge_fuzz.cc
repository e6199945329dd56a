// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What an optimized armature promises
// (actions/optimize/armature/armature_check.h): it has no errors, and no other
// clips, variables and events; bounds hold at samples and random times; a
// second time it does not grow. An armature with errors is refused. The cost is
// held as well.

#include <cstdint>
#include <span>

#include "actions/optimize/armature/armature.h"
#include "actions/optimize/armature/armature_check.h"
#include "fuzz/actions/optimize_promises.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"

namespace clipguard {
namespace {

// The heap holds two armatures, the places of JSON, and the result.
constexpr fuzz::OptimizeCost kCost = {.heap_bytes = 48, .work = 200};

void Run(std::span<const uint8_t> bytes) {
  const actions::OptimizeOptions options =
      fuzz::OptimizeOptionsOf(bytes.size());
  const auto result = fuzz::OptimizedWithin(kCost, bytes.size(), [&] {
    return actions::OptimizeArmature(bytes, {}, options);
  });
  FindingList findings;
  CLIPGUARD_CHECK(
      result.has_value() ==
      forge::ReadArmature(fuzz::TextOf(bytes), {}, findings).has_value());
  if (!result) return;
  CLIPGUARD_STAGE("sound");
  fuzz::CheckOptimized(
      *result, actions::WhatDoesNotHoldOfArmature(bytes, options, *result,
                                                  fuzz::kOptimizeTimes));
}

CLIPGUARD_FUZZ_PROPERTY(rescue_optimize_forge, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
