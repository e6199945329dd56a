// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What an optimized armature promises (rescue/optimize/armature_check.h): it
// has no errors, and no other clips, variables and events; bounds hold at
// samples and random times; a second time it does not grow. An armature with
// errors is refused. The cost is held as well.

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include "fuzz/forge/forge_file.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/work_counter.h"
#include "rescue/optimize/armature.h"
#include "rescue/optimize/armature_check.h"
#include "rescue/optimize/optimize.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

// Of the heap: two armatures, the places of JSON, and the result.
constexpr uint64_t kSpareBytes = uint64_t{1} << 20;
constexpr uint64_t kBytesPerByte = 48;
// Operations, as TimeAndMemoryFollowTheFile counts them, at worst.
constexpr uint64_t kWorkPerByte = 200;
constexpr int kTimes = 16;

void Run(std::span<const uint8_t> bytes) {
  constexpr std::array<double, 5> kTolerances = {1e-6, 1e-4, 1e-2, 10, 0};
  const rescue::OptimizeOptions options{
      .tolerance = kTolerances[bytes.size() % kTolerances.size()],
      .angle_tolerance = bytes.size() % 3 == 0 ? 20 : 0.1};
  const int64_t start = StartPeak();
  const uint64_t work = WorkDone();
  const auto result = rescue::OptimizeArmature(bytes, {}, options);
  const uint64_t size = bytes.size();
  CLIPGUARD_CHECK(WorkDone() - work <= kSpareBytes + kWorkPerByte * size);
  CLIPGUARD_CHECK(PeakBytesSince(start) <= kSpareBytes + kBytesPerByte * size);
  FindingList findings;
  CLIPGUARD_CHECK(
      result.has_value() ==
      forge::ReadArmature(fuzz::TextOf(bytes), {}, findings).has_value());
  if (!result) return;
  CLIPGUARD_STAGE("sound");
  if (result->changed()) CLIPGUARD_STAGE("smaller");
  const std::string fault =
      rescue::WhatDoesNotHoldOfArmature(bytes, options, *result, kTimes);
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
