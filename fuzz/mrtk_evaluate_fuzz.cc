// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Accepted means usable: a recording without errors evaluates to finite values
// at every time, unless CURVE_OVERFLOWS said otherwise, and float32 agrees
// with the double-precision specification. One with errors may evaluate to
// anything, without harm.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "eval/clip.h"
#include "eval/curve.h"
#include "eval/reference.h"
#include "fuzz/check.h"
#include "parser/finding.h"
#include "parser/mrtk/validate.h"

namespace clipguard {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;

// Times that the curve has something to say about: its keys, what is just
// beside and between them, and what lies outside.
constexpr size_t kKeysTried = 24;

void CheckTime(const CurveView& curve, float time, bool finite) {
  const float value = eval::SampleCurve(curve, time);
  if (!finite) return;
  CLIPGUARD_CHECK(std::isfinite(value));
  const double exact = eval::EvaluateCurve(curve, double{time});
  CLIPGUARD_CHECK(std::isfinite(exact));
  CLIPGUARD_CHECK(std::abs(value - exact) <=
                  2e-6 * eval::ValueScale(curve, double{time}) + 1e-44);
}

void CheckCurve(const CurveView& curve, bool finite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (size_t i = 0; i < std::min(curve.size(), kKeysTried); ++i) {
    const float time = curve.time(i);
    CheckTime(curve, time, finite);
    CheckTime(curve, std::nextafter(time, -kInfinity), finite);
    CheckTime(curve, std::nextafter(time, kInfinity), finite);
    if (i + 1 == curve.size()) break;
    const float next = curve.time(i + 1);
    for (float part : {0.25f, 0.5f, 0.97f}) {
      CheckTime(curve, time + part * (next - time), finite);
    }
  }
  for (float time : {0.0f, -7.5f, 1e9f, kInfinity, -kInfinity}) {
    CheckTime(curve, time, finite);
  }
  CLIPGUARD_CHECK(std::isnan(
      eval::SampleCurve(curve, std::numeric_limits<float>::quiet_NaN())));
}

bool IsFinite(const eval::Pose& pose) {
  const auto finite = [](float f) { return std::isfinite(f); };
  return std::all_of(pose.position.begin(), pose.position.end(), finite) &&
         std::all_of(pose.rotation.begin(), pose.rotation.end(), finite);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ParseAndValidate(bytes, {}, findings);
  if (!view) return;
  bool finite = findings.errors() == 0;
  for (const Finding& finding : findings.findings()) {
    finite = finite && finding.code != FindingCode::kCurveOverflows;
  }
  finite = finite && findings.dropped() == 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (!view->curve(CurveSlot(i)).empty() && !CurveSlot(i).is_boolean()) {
      CheckCurve(view->curve(CurveSlot(i)), finite);
    }
  }
  const eval::ClipSampler clip(*view);
  for (float time : {0.0f, 0.5f * view->Duration()}) {
    for (auto mode : {eval::Rotations::kNormalized, eval::Rotations::kRaw}) {
      const eval::ClipPose pose = clip.Sample(time, mode);
      if (!finite) continue;
      CLIPGUARD_CHECK(IsFinite(pose.camera));
      for (const eval::HandState& hand : pose.hands) {
        CLIPGUARD_CHECK(
            std::all_of(hand.joints.begin(), hand.joints.end(), IsFinite));
      }
    }
  }
}

}  // namespace
}  // namespace clipguard

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  clipguard::Run({data, size});
  return 0;
}
