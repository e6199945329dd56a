// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/oracle/key_runs.h"

#include <algorithm>
#include <vector>

#include "fuzz/shared/check.h"
#include "parser/mrtk/checks/key_scan.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::fuzz {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::KeyLayout;
using mrtk::KeyRun;
using mrtk::KeyScan;
using mrtk::LayoutScan;

// Those to compare with the scalar one.
const std::vector<const KeyScan*>& Kernels() {
  static const std::vector<const KeyScan*> kernels = [] {
    std::vector<const KeyScan*> supported;
    for (const Kernel kernel : SupportedKernels()) {
      if (kernel == Kernel::kScalar) continue;
      supported.push_back(&VersionFor<KeyScan>(kernel));
    }
    return supported;
  }();
  return kernels;
}

const LayoutScan& ScanOf(const KeyScan& scan, KeyLayout layout) {
  return layout == KeyLayout::kFull ? scan.full : scan.compact;
}

void CheckRun(KeyLayout layout, const KeyRun& run) {
  const bool expected = ScanOf(KeyScan::kScalar, layout).curve(run);
  for (const KeyScan* kernel : Kernels()) {
    CLIPGUARD_CHECK(ScanOf(*kernel, layout).curve(run) == expected);
  }
}

void CheckPose(KeyLayout layout, const KeyRun (&runs)[mrtk::kPoseCurves]) {
  const bool expected = ScanOf(KeyScan::kScalar, layout).pose(runs);
  for (const KeyScan* kernel : Kernels()) {
    CLIPGUARD_CHECK(ScanOf(*kernel, layout).pose(runs) == expected);
  }
}

}  // namespace

void CheckRawRuns(std::span<const uint8_t> bytes) {
  const uint8_t* const end = bytes.data() + bytes.size();
  for (const KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    const size_t stride =
        layout == KeyLayout::kFull ? mrtk::kFullKeySize : mrtk::kCompactKeySize;
    const size_t count = bytes.size() / stride;
    CheckRun(layout, {end - count * stride, count});
    // As many keys for each of seven curves, or of a rotation alone.
    for (const size_t curves : {size_t{4}, mrtk::kPoseCurves}) {
      const size_t part = count / curves;
      KeyRun runs[mrtk::kPoseCurves] = {};
      for (size_t c = 1; c <= curves; ++c) {
        runs[mrtk::kPoseCurves - c] = {end - c * part * stride, part};
      }
      CheckPose(layout, runs);
    }
  }
}

void CheckCurveRuns(const CurveView& curve) {
  const uint8_t* const keys = curve.key_bytes().data();
  const size_t size = curve.size();
  CheckRun(curve.layout(), {keys, size});
  // Lengths around a vector's width, from either end.
  for (size_t count : {1u, 7u, 15u, 16u, 17u, 33u}) {
    if (count >= size) break;
    CheckRun(curve.layout(), {keys, count});
    CheckRun(curve.layout(), {keys + (size - count) * curve.key_size(), count});
  }
}

void CheckPoseRuns(const mrtk::InputAnimationView& view) {
  for (size_t pose = 0; pose <= 2 * mrtk::kJointCount; ++pose) {
    const size_t first =
        pose == 0 ? CurveSlot::kCamera
                  : CurveSlot::kJoints + (pose - 1) * mrtk::kPoseCurves;
    KeyRun runs[mrtk::kPoseCurves];
    size_t count = view.bytes().size();
    for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
      const CurveView curve = view.curve(CurveSlot(first + c));
      runs[c] = {curve.key_bytes().data(), curve.size()};
      if (c >= mrtk::kRotationX) count = std::min(count, curve.size());
    }
    for (size_t c = mrtk::kRotationX; c < mrtk::kPoseCurves; ++c) {
      runs[c].count = count;
    }
    CheckPose(view.layout(), runs);
  }
}

}  // namespace clipguard::fuzz
