// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The same bytes give the same findings and, bit for bit, the same values:
// wherever they lie in memory, whatever was read before, and whether values
// are asked for one by one or many at a time, in order or not.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/curve/curve.h"
#include "fuzz/eval/curve_check.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard {
namespace {

void CheckBatch(const mrtk::CurveView& curve) {
  std::vector<float> times = fuzz::InterestingTimes(curve, 4);
  std::vector<float> values(times.size());
  for (int order = 0; order < 2; ++order) {
    eval::SampleCurve(curve, times, values);
    for (size_t i = 0; i < times.size(); ++i) {
      CLIPGUARD_CHECK(
          std::bit_cast<uint32_t>(values[i]) ==
          std::bit_cast<uint32_t>(eval::SampleCurve(curve, times[i])));
    }
    std::ranges::reverse(times);
  }
}

void Run(std::span<const uint8_t> bytes) {
  FindingList first;
  FindingList second;
  const auto view = mrtk::ReadAndValidate(bytes, {}, first);
  std::vector<uint8_t> copy(1 + bytes.size(), 0xff);  // at an odd address
  std::ranges::copy(bytes, copy.begin() + 1);
  mrtk::ReadAndValidate(std::span(copy).subspan(1), {}, second);
  CLIPGUARD_CHECK(fuzz::Same(first, second));
  if (!view) return;  // bad keys: any values
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; i += 1 + i / 40) {
    CheckBatch(view->curve(mrtk::CurveSlot(i)));
  }
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_determinism, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
