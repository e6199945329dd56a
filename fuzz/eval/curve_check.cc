// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/eval/curve_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/numbers.h"
#include "eval/curve/curve.h"
#include "eval/curve/reference.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"

namespace clipguard::fuzz {
namespace {

void CheckValue(const mrtk::CurveView& curve, float time) {
  const float value = eval::SampleCurve(curve, time);
  CLIPGUARD_CHECK(std::isfinite(value));
  const double exact = eval::EvaluateCurve(curve, double{time});
  CLIPGUARD_CHECK(std::isfinite(exact));
  const double scale = eval::ValueScale(curve, double{time});
  CLIPGUARD_CHECK(std::abs(value - exact) <= 2e-6 * scale + 1e-44);
  CLIPGUARD_CHECK(eval::SampleBoolean(curve, time) ==
                  eval::EvaluateBoolean(curve, double{time}));
}

// A segment begins and ends with its keys' values, and holds them outside.
void CheckSegments(const mrtk::CurveView& curve, size_t max_keys) {
  for (size_t i = 0; i + 1 < std::min(curve.size(), max_keys); ++i) {
    const mrtk::Keyframe left = curve.key(i);
    const mrtk::Keyframe right = curve.key(i + 1);
    CLIPGUARD_CHECK(eval::EvaluateSegment(left, right, left.time) ==
                    double{left.value});
    if (std::isinf(left.out_tangent) || std::isinf(right.in_tangent)) continue;
    if (left.time == right.time) continue;
    CLIPGUARD_CHECK(eval::EvaluateSegment(left, right, right.time) ==
                    double{right.value});
  }
}

}  // namespace

std::vector<float> InterestingTimes(const mrtk::CurveView& curve,
                                    size_t max_keys) {
  std::vector<float> times = {0, -7.5f, 1e9f, kInfinity, -kInfinity, kNan};
  const size_t tried = std::min(curve.size(), max_keys);
  for (size_t t = 0; t < tried; ++t) {
    const size_t i = tried == 1 ? 0 : t * (curve.size() - 1) / (tried - 1);
    const float time = curve.time(i);
    times.insert(times.end(), {time, std::nextafter(time, -kInfinity),
                               std::nextafter(time, kInfinity)});
    if (i + 1 == curve.size()) break;
    const float next = curve.time(i + 1);
    for (float part : {0.25f, 0.5f, 0.97f}) {
      times.push_back(time + part * (next - time));
    }
  }
  return times;
}

void CheckCurve(const mrtk::CurveView& curve, size_t max_keys, bool finite) {
  for (float time : InterestingTimes(curve, max_keys)) {
    if (std::isnan(time)) {
      CLIPGUARD_CHECK(std::isnan(eval::SampleCurve(curve, time)));
      CLIPGUARD_CHECK(std::isnan(eval::EvaluateCurve(curve, double{time})));
      CLIPGUARD_CHECK(!eval::SampleBoolean(curve, time));
    } else if (finite) {
      CheckValue(curve, time);
    } else {
      eval::SampleCurve(curve, time);
      eval::SampleBoolean(curve, time);
    }
  }
  if (finite) CheckSegments(curve, max_keys);
}

bool CheckCurves(const mrtk::InputAnimationView& view, bool finite) {
  constexpr size_t kKeysOfAll = 256;
  size_t curves = 0;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    curves += !view.curve(mrtk::CurveSlot(i)).empty();
  }
  CheckCurve({}, 2, true);
  if (curves == 0) return false;
  const size_t max_keys = std::clamp<size_t>(kKeysOfAll / curves, 2, 24);
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveView curve = view.curve(mrtk::CurveSlot(i));
    if (!curve.empty()) CheckCurve(curve, max_keys, finite);
  }
  return true;
}

bool MustBeFinite(const FindingList& findings) {
  return findings.errors() == 0 && findings.dropped() == 0 &&
         !Has(findings, FindingCode::kCurveOverflows);
}

}  // namespace clipguard::fuzz
