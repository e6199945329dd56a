// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A conversion of a recording to .glb: a valid one becomes a .glb, with
// skeletons or without, or is refused with a reason; where nothing is lost, the
// tracks are nowhere farther from the curves than they say; there and back
// gives the same bytes; and memory is a small multiple of the file.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/test_tracks.h"
#include "actions/convert/gltf/tracks.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/rig/from_zero.h"
#include "actions/convert/rig/hand_rig.h"
#include "actions/convert/rig/test_rig.h"
#include "fuzz/actions/convert_promises.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

constexpr size_t kRandomTimes = 20;
// Besides a result with a limit: what a track's keyframes are made of.
constexpr uint64_t kBytesPerByte = 256;

// Whether its .glb has its own times and curves.
bool Stays(const mrtk::InputAnimationView& view) {
  FindingList none;
  std::vector<double> off;
  const auto moved = actions::FromZero(
      view, {}, actions::ResultBudget(Limits(), 0), none, off);
  return moved.ok() && moved->empty();
}

void CheckSkeletons(std::span<const uint8_t> bytes,
                    const mrtk::InputAnimationView& view) {
  FindingList notes;
  const actions::RigRequest request = {.fixed_bones = bytes.size() % 2 == 0};
  const actions::ConversionOptions options = {.rig = request, .notes = &notes};
  const auto lossless =
      fuzz::CheckConversion(bytes, Format::kMrtk, kBytesPerByte, options);
  if (!lossless || !*lossless || !Stays(view)) return;
  CLIPGUARD_STAGE("skeleton");
  for (const mrtk::Handedness hand : mrtk::kHands) {
    mrtk::CurveSlot at(0);
    const auto rig =
        actions::FitHand(view, hand, options, request, SIZE_MAX, at);
    CLIPGUARD_CHECK(rig.ok());
    const actions::RigDistance distance =
        actions::DistanceOf(*rig, view, hand, kRandomTimes);
    if (!distance.fault.empty()) {
      std::fprintf(stderr, "%s\n", distance.fault.c_str());
    }
    CLIPGUARD_CHECK(distance.fault.empty());
  }
}

// A position's three curves, or a rotation's four.
template <size_t kCurves>
void CheckTrack(const mrtk::InputAnimationView& view, size_t first) {
  std::array<mrtk::CurveView, kCurves> curves;
  for (size_t c = 0; c < kCurves; ++c) {
    curves[c] = view.curve(mrtk::CurveSlot(first + c));
  }
  const auto track = kCurves == 3 ? actions::gltf::PositionTrack(curves, {})
                                  : actions::gltf::RotationTrack(curves, {});
  CLIPGUARD_CHECK(track.ok());
  const double excess =
      actions::gltf::ExcessOf(*track, curves, view.Duration());
  if (!(excess <= 0)) std::fprintf(stderr, "%zu by %g\n", first, excess);
  CLIPGUARD_CHECK(excess <= 0);
}

void CheckPose(const mrtk::InputAnimationView& view, mrtk::CurveSlot first) {
  CheckTrack<3>(view, first.index());
  CheckTrack<4>(view, first.index() + mrtk::kRotationX);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("valid");
  CheckSkeletons(bytes, *view);
  FindingList notes;
  const auto lossless = fuzz::CheckConversion(bytes, Format::kMrtk,
                                              kBytesPerByte, {.notes = &notes});
  if (!lossless || !*lossless || !Stays(*view)) return;
  CLIPGUARD_STAGE("lossless");
  CheckPose(*view, mrtk::CurveSlot::Camera(mrtk::kPositionX));
  for (const mrtk::Handedness hand : mrtk::kHands) {
    for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
      CheckPose(*view, mrtk::CurveSlot::Joint(hand, joint, mrtk::kPositionX));
    }
  }
  for (size_t i = mrtk::CurveSlot::kHandStates; i < mrtk::CurveSlot::kJoints;
       ++i) {
    const mrtk::CurveView state = view->curve(mrtk::CurveSlot(i));
    CLIPGUARD_CHECK(actions::gltf::ExcessOf(actions::gltf::StateTrack(state),
                                            {&state, 1},
                                            view->Duration()) <= 0);
  }
  CheckTrack<3>(*view, mrtk::CurveSlot::Gaze(mrtk::kOriginX).index());
  CheckTrack<3>(*view, mrtk::CurveSlot::Gaze(mrtk::kDirectionX).index());
}

CLIPGUARD_FUZZ_PROPERTY(convert_mrtk, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
