// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An optimized recording keeps its promises
// (actions/optimize/recording/recording_check.h): its bounds hold at random
// times, keys and beside them; it has no errors; steps, ends and markers stay;
// a second time it does not grow. A recording with errors does no harm, and is
// tried once more without them. The cost is bounded as well.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/recording.h"
#include "actions/optimize/recording/recording_check.h"
#include "base/memory/work_counter.h"
#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/mrtk_repair.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

// Limits for each byte of the file, beside kSpare. The heap holds the result,
// and what it takes to make a vector's curves.
constexpr uint64_t kHeapBytes = 3;
constexpr uint64_t kWork = 400;  // operations, as WorkDone() counts them
constexpr uint64_t kSpare = uint64_t{1} << 20;

// How many random times of a curve are looked at.
constexpr int kTimes = 16;

// The tolerances that a file of `size` bytes is optimized with.
actions::OptimizeOptions OptionsOf(size_t size) {
  constexpr std::array<double, 5> kTolerances = {1e-6, 1e-4, 1e-2, 10, 0};
  return {.tolerance = kTolerances[size % kTolerances.size()],
          .angle_tolerance = size % 3 == 0 ? 20 : 0.1};
}

actions::Optimized Optimized(const mrtk::InputAnimationView& view,
                             const actions::OptimizeOptions& options) {
  const size_t size = view.bytes().size();
  const uint64_t work = WorkDone();
  actions::Optimized result = fuzz::WithinHeap({kSpare, kHeapBytes}, size, [&] {
    return actions::OptimizeRecording(view, options);
  });
  CLIPGUARD_CHECK(WorkDone() - work <= kSpare + kWork * size);
  return result;
}

void Hold(const mrtk::InputAnimationView& view,
          const actions::OptimizeOptions& options) {
  const actions::Optimized result = Optimized(view, options);
  if (result.changed()) CLIPGUARD_STAGE("smaller");
  if (!result.kept.empty()) CLIPGUARD_STAGE("kept as it was");
  const std::string fault =
      actions::WhatDoesNotHold(view, options, result, kTimes);
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

void Run(std::span<const uint8_t> bytes) {
  const actions::OptimizeOptions options = OptionsOf(bytes.size());
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (view && findings.errors() == 0) return Hold(*view, options);
  if (view) Optimized(*view, options);
  // The same recording without its errors.
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

CLIPGUARD_FUZZ_PROPERTY(optimize_mrtk, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
