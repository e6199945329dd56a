// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <iterator>
#include <vector>

#include "actions/reduce/groups.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/capture.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;

constexpr size_t kCountSize = 4;

uint64_t EndOf(const InputAnimationView& view, CurveSlot slot) {
  return view.curve_offset(slot) + mrtk::kCurveHeaderSize +
         view.curve(slot).key_bytes().size();
}

// The end of the last curve; without curves, where the first would begin.
uint64_t EndOfCurves(const InputAnimationView& view) {
  uint64_t end = mrtk::kHeaderSize;
  if (view.version() == mrtk::Version{1, 1}) end += mrtk::kPresenceSize;
  for (size_t i = CurveSlot::kCount; i > 0; --i) {
    if (view.has_curve(CurveSlot(i - 1))) return EndOf(view, CurveSlot(i - 1));
  }
  return end;
}

// With their presence bytes.
Group Parts(const InputAnimationView& view) {
  struct Part {
    bool there;
    CurveSlot first;
    CurveSlot last;
  };
  const Part parts[] = {
      {view.has_camera(), CurveSlot(0), CurveSlot(CurveSlot::kHandStates - 1)},
      {view.has_hands(), CurveSlot(CurveSlot::kHandStates),
       CurveSlot(CurveSlot::kGaze - 1)},
      {view.has_gaze(), CurveSlot(CurveSlot::kGaze),
       CurveSlot(CurveSlot::kCount - 1)}};
  Group group;
  if (view.version() != mrtk::Version{1, 1}) return group;
  std::vector<Cut> curves;
  for (size_t i = 0; i < std::size(parts); ++i) {
    if (!parts[i].there) continue;
    const uint64_t begin = view.curve_offset(parts[i].first);
    group.cuts.push_back({{mrtk::kHeaderSize + i, 1}, group.pieces, true});
    curves.push_back(
        {{begin, EndOf(view, parts[i].last) - begin}, group.pieces, false});
    ++group.pieces;
  }
  group.cuts.insert(group.cuts.end(), curves.begin(), curves.end());
  return group;
}

Group Markers(const InputAnimationView& view) {
  Group group;
  if (!view.has_marker_list()) return group;
  const uint64_t size = view.bytes().size();
  const uint64_t list = EndOfCurves(view);
  if (size < list || size - list < kCountSize) return group;
  group.counts.push_back({{list, kCountSize}});
  for (mrtk::MarkerReader in = view.markers(); auto marker = in.Next();) {
    const uint64_t end = marker->name_offset + marker->name.size();
    group.cuts.push_back(
        {{marker->offset, end - marker->offset}, group.pieces++, false});
  }
  return group;
}

// All keys of a curve are a piece.
Group Curves(const InputAnimationView& view) {
  Group group;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot) || view.curve(slot).empty()) continue;
    const uint64_t keys = view.curve_offset(slot) + mrtk::kCurveHeaderSize;
    group.cuts.push_back({{keys - kCountSize, kCountSize}, group.pieces, true});
    group.cuts.push_back(
        {{keys, EndOf(view, slot) - keys}, group.pieces, false});
    ++group.pieces;
  }
  return group;
}

Group Keys(const InputAnimationView& view, CurveSlot slot) {
  Group group;
  const mrtk::CurveView curve = view.curve(slot);
  const uint64_t keys = view.curve_offset(slot) + mrtk::kCurveHeaderSize;
  group.counts.push_back({{keys - kCountSize, kCountSize}});
  group.cuts.reserve(curve.size());
  for (size_t i = 0; i < curve.size(); ++i) {
    group.cuts.push_back(
        {{keys + i * curve.key_size(), curve.key_size()}, i, false});
  }
  group.pieces = curve.size();
  return group;
}

}  // namespace

std::optional<Group> RecordingGroup(std::span<const uint8_t> bytes,
                                    size_t index) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(bytes, {}, findings);
  if (!view) return std::nullopt;
  if (index == 0) return Parts(*view);
  if (index == 1) return Markers(*view);
  if (index == 2) return Curves(*view);
  index -= 3;
  if (index >= CurveSlot::kCount) return std::nullopt;
  const CurveSlot slot(index);
  return view->has_curve(slot) ? Keys(*view, slot) : Group();
}

std::optional<Group> CaptureGroup(std::span<const uint8_t> bytes,
                                  size_t index) {
  FindingList findings;
  const auto capture = xrhands::ReadDamagedCapture(bytes, {}, findings);
  if (!capture || index > 0) return std::nullopt;
  Group group;
  const uint64_t count = capture->header().frame_count.offset;
  group.counts.push_back({{count, kCountSize}});
  group.cuts.reserve(capture->frames());
  for (size_t i = 0; i < capture->frames(); ++i) {
    const uint64_t begin = capture->frame_offset(i);
    group.cuts.push_back({{begin, capture->frame_offset(i + 1) - begin}, i});
  }
  group.pieces = capture->frames();
  return group;
}

}  // namespace clipguard::actions
