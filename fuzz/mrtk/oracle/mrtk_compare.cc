// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/oracle/mrtk_compare.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fuzz/shared/check.h"
#include "parser/mrtk/format.h"

namespace clipguard::fuzz {
namespace {

// A key as bits, so that NaN equals NaN and 0 is not -0.
template <typename Key>
std::array<uint32_t, 7> Bits(const Key& key) {
  const auto bits = [](float f) { return std::bit_cast<uint32_t>(f); };
  return {bits(key.time),
          bits(key.value),
          bits(key.in_tangent),
          bits(key.out_tangent),
          bits(key.in_weight),
          bits(key.out_weight),
          static_cast<uint32_t>(key.weighted_mode)};
}

void CheckSameCurve(const mrtk::CurveView& curve, const NaiveCurve& naive) {
  CLIPGUARD_CHECK(curve.size() == naive.keys.size());
  CLIPGUARD_CHECK(curve.pre_wrap() == naive.pre_wrap);
  CLIPGUARD_CHECK(curve.post_wrap() == naive.post_wrap);
  CLIPGUARD_CHECK(mrtk::IsWrapMode(naive.pre_wrap) ==
                  (mrtk::WrapModeName(naive.pre_wrap) != "?"));
  for (size_t i = 0; i < curve.size(); ++i) {
    CLIPGUARD_CHECK(Bits(curve.key(i)) == Bits(naive.keys[i]));
  }
}

}  // namespace

void CheckSame(const mrtk::InputAnimationView& view,
               const NaiveRecording& naive) {
  float duration = 0;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveSlot slot(i);
    const NaiveCurve& curve = naive.curves[i];
    CLIPGUARD_CHECK(view.has_curve(slot) == curve.present);
    CheckSameCurve(view.curve(slot), curve);
    if (curve.present) {
      CLIPGUARD_CHECK(view.curve_offset(slot) == curve.offset);
    }
    if (curve.keys.empty()) continue;
    const float end = curve.keys.back().time;
    if (std::isfinite(end)) duration = std::max(duration, end);
  }
  CLIPGUARD_CHECK(view.Duration() == duration);
  size_t markers = 0;
  for (auto in = view.markers(); auto marker = in.Next(); ++markers) {
    CLIPGUARD_CHECK(markers < naive.markers.size());
    const NaiveMarker& other = naive.markers[markers];
    CLIPGUARD_CHECK(marker->name == other.name);
    CLIPGUARD_CHECK(std::bit_cast<uint32_t>(marker->time) ==
                    std::bit_cast<uint32_t>(other.time));
  }
  CLIPGUARD_CHECK(markers == naive.markers.size());
}

}  // namespace clipguard::fuzz
