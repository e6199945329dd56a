// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What an optimized recording promises (rescue/optimize/recording_check.h): its
// bounds hold at random times, keys and beside them; it has no errors; steps,
// ends and markers stay; a second time it does not grow. Of a recording with
// errors only that nothing goes wrong; then what it is without them is tried.
// The cost is held as well.

#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/mrtk_repair.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/validate.h"
#include "parser/work_counter.h"
#include "rescue/optimize/optimize.h"
#include "rescue/optimize/recording.h"
#include "rescue/optimize/recording_check.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

// Of the heap: the result, and what it takes to make a vector's curves.
constexpr uint64_t kSpareBytes = uint64_t{1} << 20;
constexpr uint64_t kBytesPerByte = 3;
// Operations, as TimeAndMemoryFollowTheFile counts them, at worst.
constexpr uint64_t kWorkPerByte = 400;
constexpr int kTimes = 16;

rescue::Optimized Optimized(const mrtk::InputAnimationView& view,
                            const rescue::OptimizeOptions& options) {
  const uint64_t size = view.bytes().size();
  const int64_t start = StartPeak();
  const uint64_t work = WorkDone();
  rescue::Optimized result = rescue::OptimizeRecording(view, options);
  CLIPGUARD_CHECK(WorkDone() - work <= kSpareBytes + kWorkPerByte * size);
  CLIPGUARD_CHECK(PeakBytesSince(start) <= kSpareBytes + kBytesPerByte * size);
  return result;
}

void Hold(const mrtk::InputAnimationView& view,
          const rescue::OptimizeOptions& options) {
  const rescue::Optimized result = Optimized(view, options);
  if (result.changed()) CLIPGUARD_STAGE("smaller");
  if (!result.kept.empty()) CLIPGUARD_STAGE("kept curves");
  const std::string fault =
      rescue::WhatDoesNotHold(view, options, result, kTimes);
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

void Run(std::span<const uint8_t> bytes) {
  constexpr std::array<double, 4> kTolerances = {1e-6, 1e-4, 1e-2, 10};
  const rescue::OptimizeOptions options{
      .tolerance = kTolerances[bytes.size() % kTolerances.size()],
      .angle_tolerance = bytes.size() % 3 == 0 ? 20 : 0.1};
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

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
