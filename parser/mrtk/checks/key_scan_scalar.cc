// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans in plain C++: what the other kernels must agree with.

#include <string.h>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"

namespace clipguard::mrtk {
namespace {

// Field `field` of key i.
template <typename Keys, typename T>
T Get(const KeyRun& curve, size_t i, size_t field) {
  T value;
  memcpy(&value, curve.keys + 4 * (i * Keys::kFields + field), sizeof(value));
  return value;
}

template <typename Keys>
bool Curve(const KeyRun& curve) {
  float before = -__builtin_inff();
  for (size_t i = 0; i < curve.count; ++i) {
    for (size_t f = 0; f < Keys::kFields; ++f) {
      const auto word = Get<Keys, uint32_t>(curve, i, f) & Keys::kMask[f];
      if (word > Keys::kLimit[f]) return false;
    }
    const auto time = Get<Keys, float>(curve, i, 0);
    if (!(time > before)) return false;
    before = time;
  }
  return true;
}

template <typename Keys>
bool Pose(const KeyRun curves[7]) {
  for (size_t c = 0; c < 7; ++c) {
    if (!Curve<Keys>(curves[c])) return false;
  }
  for (size_t i = 0; i < curves[3].count; ++i) {
    const auto time = Get<Keys, uint32_t>(curves[3], i, 0);
    float more = -1;    // than a squared length of 1
    float product = 0;  // with the quaternion before
    for (size_t c = 3; c < 7; ++c) {
      if (Get<Keys, uint32_t>(curves[c], i, 0) != time) return false;
      const auto value = Get<Keys, float>(curves[c], i, 1);
      more += value * value;
      product += value * Get<Keys, float>(curves[c], i == 0 ? 0 : i - 1, 1);
    }
    if (more < -kFarthestFromOne || more > kFarthestFromOne) return false;
    if (product < kLeastProduct) return false;
  }
  return true;
}

}  // namespace

const KeyScan KeyScan::kScalar = {{Curve<FullKeys>, Pose<FullKeys>},
                                  {Curve<CompactKeys>, Pose<CompactKeys>}};

}  // namespace clipguard::mrtk
