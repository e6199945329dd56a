// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/unwritten_end.h"

#include "parser/mrtk/format.h"

namespace clipguard::mrtk {
namespace {

// The first curve of the pose that has this one.
size_t PoseOf(size_t index) {
  const size_t begin = index < CurveSlot::kHandStates ? CurveSlot::kCamera
                       : index < CurveSlot::kJoints   ? index
                       : index < CurveSlot::kGaze     ? CurveSlot::kJoints
                                                      : CurveSlot::kGaze;
  return index - (index - begin) % kPoseCurves;
}

}  // namespace

std::optional<UnwrittenEnd> FindUnwrittenEnd(const InputAnimationView& view) {
  const auto bytes = view.bytes();
  size_t size = bytes.size();
  while (size != 0 && bytes[size - 1] == 0) --size;
  UnwrittenEnd end{.offset = size};
  bool contradicted = false;
  bool written_mode = false;
  size_t last_with_keys = CurveSlot::kCount;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    const CurveView curve = view.curve(slot);
    if (view.curve_offset(slot) < size) {
      written_mode = written_mode || curve.pre_wrap() != 0;
      if (!curve.empty()) last_with_keys = i;
      continue;
    }
    ++end.curves;
    contradicted = contradicted || (last_with_keys != CurveSlot::kCount &&
                                    PoseOf(last_with_keys) == PoseOf(i));
  }
  if (end.curves == 0 || !(contradicted || written_mode)) return std::nullopt;
  return end;
}

}  // namespace clipguard::mrtk
