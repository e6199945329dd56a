// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/oracle/key_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "fuzz/shared/check.h"
#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::fuzz {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::KeyScan;

using Curves = std::array<const uint8_t*, 4>;
using ScanCurve = bool (*KeyScan::*)(const uint8_t* keys, size_t count);

constexpr size_t kFull = mrtk::kFullKeySize;
constexpr size_t kCompact = mrtk::kCompactKeySize;

// Those to compare with the scalar one.
const std::vector<const KeyScan*>& Kernels() {
  static const std::vector<const KeyScan*> kernels = [] {
    std::vector<const KeyScan*> supported;
    for (const Kernel kernel : SupportedKernels()) {
      const KeyScan* const scan = &VersionFor<KeyScan>(kernel);
      if (scan != &KeyScan::kScalar) supported.push_back(scan);
    }
    return supported;
  }();
  return kernels;
}

void CheckRun(ScanCurve scan, const uint8_t* keys, size_t count) {
  const bool expected = (KeyScan::kScalar.*scan)(keys, count);
  for (const KeyScan* kernel : Kernels()) {
    CLIPGUARD_CHECK((kernel->*scan)(keys, count) == expected);
  }
}

float Value(const uint8_t* keys, size_t stride, size_t i) {
  float value;
  std::memcpy(&value, keys + i * stride + sizeof(float), sizeof(value));
  return value;
}

// Whether some length is so near a limit that rounding decides.
bool IsBorderline(const Curves& curves, size_t stride, size_t count) {
  constexpr double kRounding = 1e-5;
  for (size_t i = 0; i < count; ++i) {
    double squared = 0;
    for (const uint8_t* keys : curves) {
      const double value = Value(keys, stride, i);
      squared += value * value;
    }
    for (double limit : {mrtk::kMinSquaredLength, mrtk::kMaxSquaredLength}) {
      if (std::abs(squared - limit) < kRounding) return true;
    }
  }
  return false;
}

void CheckRotation(const Curves& curves, size_t stride, size_t count) {
  if (IsBorderline(curves, stride, count)) return;
  const auto scan = stride == kFull ? &KeyScan::quaternions_full
                                    : &KeyScan::quaternions_compact;
  const bool expected = (KeyScan::kScalar.*scan)(curves.data(), count);
  for (const KeyScan* kernel : Kernels()) {
    CLIPGUARD_CHECK((kernel->*scan)(curves.data(), count) == expected);
  }
}

// A pose is ordinary if its curves are.
void CheckPose(const mrtk::InputAnimationView& view, size_t first) {
  mrtk::KeyRun runs[mrtk::kPoseCurves];
  Curves rotation;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    const CurveView curve = view.curve(CurveSlot(first + c));
    runs[c] = {curve.key_bytes().data(), curve.size()};
    if (c < mrtk::kRotationX) continue;
    rotation[c - mrtk::kRotationX] = runs[c].keys;
    if (runs[c].count != runs[mrtk::kRotationX].count) return;
  }
  const bool is_full = view.layout() == mrtk::KeyLayout::kFull;
  if (IsBorderline(rotation, is_full ? kFull : kCompact,
                   runs[mrtk::kRotationX].count)) {
    return;
  }
  const auto scan = is_full ? &KeyScan::pose_full : &KeyScan::pose_compact;
  const bool expected = (KeyScan::kScalar.*scan)(runs);
  for (const KeyScan* kernel : Kernels()) {
    CLIPGUARD_CHECK((kernel->*scan)(runs) == expected);
  }
}

}  // namespace

void CheckRawRuns(std::span<const uint8_t> bytes) {
  const uint8_t* const end = bytes.data() + bytes.size();
  for (size_t stride : {kCompact, kFull}) {
    const size_t count = bytes.size() / stride;
    const uint8_t* const keys = end - count * stride;
    if (stride == kFull) {
      CheckRun(&KeyScan::full, keys, count);
    } else {
      CheckRun(&KeyScan::compact, keys, count);
      CheckRun(&KeyScan::boolean, keys, count);
    }
    const size_t quarter = count / 4 * stride;
    CheckRotation({end - 4 * quarter, end - 3 * quarter, end - 2 * quarter,
                   end - quarter},
                  stride, count / 4);
  }
}

void CheckCurveRuns(CurveSlot slot, const CurveView& curve) {
  const ScanCurve scan = curve.layout() == mrtk::KeyLayout::kFull
                             ? &KeyScan::full
                         : slot.is_boolean() ? &KeyScan::boolean
                                             : &KeyScan::compact;
  const uint8_t* const keys = curve.key_bytes().data();
  const size_t size = curve.size();
  CheckRun(scan, keys, size);
  // Lengths around a vector's width, from either end.
  for (size_t count : {1u, 7u, 15u, 16u, 17u, 33u}) {
    if (count >= size) break;
    CheckRun(scan, keys, count);
    CheckRun(scan, keys + (size - count) * curve.key_size(), count);
  }
}

void CheckRotationRuns(const mrtk::InputAnimationView& view) {
  for (size_t pose = 0; pose <= 2 * mrtk::kJointCount; ++pose) {
    const size_t first =
        pose == 0 ? CurveSlot::kCamera
                  : CurveSlot::kJoints + (pose - 1) * mrtk::kPoseCurves;
    Curves curves;
    size_t count = view.bytes().size();
    for (size_t i = 0; i < curves.size(); ++i) {
      const CurveView curve =
          view.curve(CurveSlot(first + mrtk::kRotationX + i));
      curves[i] = curve.key_bytes().data();
      count = std::min(count, curve.size());
    }
    const size_t stride =
        view.layout() == mrtk::KeyLayout::kFull ? kFull : kCompact;
    CheckRotation(curves, stride, count);
    CheckPose(view, first);
  }
}

}  // namespace clipguard::fuzz
