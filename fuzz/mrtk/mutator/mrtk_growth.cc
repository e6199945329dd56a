// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/mutator/mrtk_growth.h"

#include <vector>

#include "parser/mrtk/format.h"

namespace clipguard::fuzz {
namespace {

using corpus::RawCurve;
using corpus::RawMarker;
using corpus::Recording;
using mrtk::CurveSlot;
using mrtk::Keyframe;

// Keys that go on as the curve does; or that stay where it ends.
void LongCurve(Recording& recording, size_t bytes, Random& random) {
  std::vector<RawCurve*> curves;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (recording.HasCurve(CurveSlot(i)) && !recording.curves[i].keys.empty()) {
      curves.push_back(&recording.curves[i]);
    }
  }
  if (curves.empty()) return;
  std::vector<Keyframe>& keys = curves[random.Below(curves.size())]->keys;
  const float step = random.OneIn(4) ? 0 : 0.0625f;
  const size_t count = bytes / mrtk::kFullKeySize;
  const size_t period = keys.size();
  keys.reserve(period + count);
  for (size_t i = 0; i < count; ++i) {
    Keyframe key = keys[keys.size() - period];
    key.time = keys.back().time + step;
    keys.push_back(key);
  }
}

void ManyMarkers(Recording& recording, size_t bytes, Random& random) {
  recording.marker_list = true;
  if (recording.markers.empty()) recording.markers.push_back({0, "m", {}});
  const RawMarker marker =
      random.OneIn(2) ? recording.markers.front() : recording.markers.back();
  const size_t each = mrtk::kMinMarkerSize + marker.name.size();
  recording.markers.insert(recording.markers.end(), bytes / each, marker);
}

void LongName(Recording& recording, size_t bytes, Random& random) {
  recording.marker_list = true;
  if (recording.markers.empty()) recording.markers.push_back({0, "m", {}});
  RawMarker& marker =
      random.OneIn(2) ? recording.markers.front() : recording.markers.back();
  static constexpr char kFillers[] = {'a', '\0', '\x80', '\xff', '\x1b'};
  marker.name.append(bytes, random.Pick(kFillers));
}

void LongTail(Recording& recording, size_t bytes, Random& random) {
  recording.trailing.append(bytes, static_cast<char>(random.Next()));
}

}  // namespace

void GrowMrtk(Recording& recording, size_t bytes, Random& random) {
  static constexpr void (*kWays[])(Recording&, size_t, Random&) = {
      LongCurve, LongCurve, ManyMarkers, LongName, LongTail};
  random.Pick(kWays)(recording, bytes, random);
}

}  // namespace clipguard::fuzz
