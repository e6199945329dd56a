// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What an optimized character promises (rescue/optimize/character_check.h): it
// has no errors, and is the original but for keyframes; bounds hold at random
// times, keys and beside them; a second time it does not grow. A character with
// errors is refused. The cost is held as well.

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/validate.h"
#include "parser/work_counter.h"
#include "rescue/optimize/character.h"
#include "rescue/optimize/character_check.h"
#include "rescue/optimize/optimize.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

// Of the heap: two characters, the result, and clips compiled to be measured.
constexpr uint64_t kSpareBytes = uint64_t{1} << 20;
constexpr uint64_t kBytesPerByte = 16;
// Operations, as TimeAndMemoryFollowTheFile counts them, at worst.
constexpr uint64_t kWorkPerByte = 100;
constexpr int kTimes = 16;

void Run(std::span<const uint8_t> bytes) {
  constexpr std::array<double, 5> kTolerances = {1e-6, 1e-4, 1e-2, 10, 0};
  const rescue::OptimizeOptions options{
      .tolerance = kTolerances[bytes.size() % kTolerances.size()],
      .angle_tolerance = bytes.size() % 3 == 0 ? 20 : 0.1};
  const int64_t start = StartPeak();
  const uint64_t work = WorkDone();
  const auto result = rescue::OptimizeCharacter(bytes, {}, options);
  const uint64_t size = bytes.size();
  CLIPGUARD_CHECK(WorkDone() - work <= kSpareBytes + kWorkPerByte * size);
  CLIPGUARD_CHECK(PeakBytesSince(start) <= kSpareBytes + kBytesPerByte * size);
  FindingList findings;
  CLIPGUARD_CHECK(result.has_value() ==
                  m3d::ReadAndValidate(bytes, {}, findings).has_value());
  if (!result) return;
  CLIPGUARD_STAGE("sound");
  if (result->changed()) CLIPGUARD_STAGE("smaller");
  if (!result->kept.empty()) CLIPGUARD_STAGE("kept bones");
  const std::string fault =
      rescue::WhatDoesNotHoldOfCharacter(bytes, options, *result, kTimes);
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
