// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What an optimized recording promises
// (actions/optimize/recording/recording_check.h): its bounds hold at random
// times, keys and beside them; it has no errors; steps, ends and markers stay;
// a second time it does not grow. Of a recording with errors only that nothing
// goes wrong; then what it is without them is tried. The cost is held as well.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/recording.h"
#include "actions/optimize/recording/recording_check.h"
#include "corpus/mrtk/recording.h"
#include "fuzz/actions/optimize_promises.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/mrtk_repair.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

// The heap holds the result, and what it takes to make a vector's curves.
constexpr fuzz::OptimizeCost kCost = {.heap_bytes = 3, .work = 400};

actions::Optimized Optimized(const mrtk::InputAnimationView& view,
                             const actions::OptimizeOptions& options) {
  return fuzz::OptimizedWithin(kCost, view.bytes().size(), [&] {
    return actions::OptimizeRecording(view, options);
  });
}

void Hold(const mrtk::InputAnimationView& view,
          const actions::OptimizeOptions& options) {
  const actions::Optimized result = Optimized(view, options);
  fuzz::CheckOptimized(result, actions::WhatDoesNotHold(view, options, result,
                                                        fuzz::kOptimizeTimes));
}

void Run(std::span<const uint8_t> bytes) {
  const actions::OptimizeOptions options =
      fuzz::OptimizeOptionsOf(bytes.size());
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (view && findings.errors() == 0) return Hold(*view, options);
  if (view) Optimized(*view, options);
  // What would be left of it without errors.
  corpus::Recording recording = fuzz::DecodeLeniently(bytes);
  fuzz::Repair(recording);
  const std::vector<uint8_t> file = corpus::Write(recording).bytes;
  mrtk::ReadOptions read;
  read.layout = recording.keys;
  FindingList none;
  const auto sound = mrtk::ReadInputAnimation(file, read, none);
  CLIPGUARD_CHECK(sound.has_value());
  Hold(*sound, options);
}

CLIPGUARD_FUZZ_PROPERTY(rescue_optimize, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
