// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/hand_rig.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/conversion.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/rig/rig_chain.h"
#include "actions/convert/rig/rig_tracks.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using PoseCurves = std::array<CurveView, mrtk::kPoseCurves>;

constexpr size_t kWrist = 1;
constexpr size_t kPositionCurves = 3;

bool HasKeys(std::span<const CurveView> curves) {
  return !std::ranges::all_of(curves, &CurveView::empty);
}

class HandFitter {
 public:
  HandFitter(const mrtk::InputAnimationView& view, mrtk::Handedness hand,
             const ConversionOptions& options, const RigRequest& request,
             std::span<const double> off)
      : view_(view),
        hand_(hand),
        options_(options),
        request_(request),
        off_(off) {}

  // Parents come before those below them.
  absl::Status Fit(size_t most_times, CurveSlot& at) {
    size_t left = most_times;
    for (size_t joint = kWrist; joint < mrtk::kJointCount; ++joint) {
      at = CurveSlot::Joint(hand_, joint, mrtk::kPositionX);
      const absl::Status fitted = FitJoint(joint, left);
      if (absl::IsInvalidArgument(fitted)) {
        rig_.left.push_back({at, fitted});
      } else if (!fitted.ok()) {
        return fitted;
      }
    }
    return absl::OkStatus();
  }

  HandRig Take() {
    float begin = 0;
    for (const RigJoint& joint : rig_.joints) {
      begin = std::max(begin, joint.track.begin);
    }
    for (RigJoint& joint : rig_.joints) {
      const Pose local = PlayedAt(joint.track, begin);
      joint.rest =
          Below(joint.parent ? rig_.joints[*joint.parent].rest : Pose(), local);
      std::ranges::transform(local.place, joint.place.begin(),
                             NearestPlainFloat);
      std::ranges::transform(local.turn, joint.turn.begin(), NearestPlainFloat);
    }
    return std::move(rig_);
  }

 private:
  PoseCurves CurvesOf(size_t joint) const {
    const CurveSlot first = CurveSlot::Joint(hand_, joint, mrtk::kPositionX);
    PoseCurves curves;
    for (size_t c = 0; c < curves.size(); ++c) {
      curves[c] = view_.curve(CurveSlot(first.index() + c));
    }
    return curves;
  }

  absl::Status FitJoint(size_t joint, size_t& left) {
    const PoseCurves curves = CurvesOf(joint);
    const std::span<const CurveView> all(curves);
    const CurveSlot first = CurveSlot::Joint(hand_, joint, mrtk::kPositionX);
    const CurveSlot turn(first.index() + kPositionCurves);
    if (!HasKeys(all.first(kPositionCurves))) {
      if (HasKeys(all)) {
        rig_.left.push_back({turn, absl::InvalidArgumentError(
                                       "a rotation without a position")});
      }
      return absl::OkStatus();
    }
    // The nearest ancestor that is there.
    size_t above = mrtk::kJointParents[joint];
    while (above != 0 && !places_[above]) above = mrtk::kJointParents[above];
    RigJoint fitted{.joint = joint, .parent = places_[above]};
    std::vector<const RigTrack*> ancestors;
    for (auto i = fitted.parent; i; i = rig_.joints[*i].parent) {
      ancestors.push_back(&rig_.joints[*i].track);
    }
    std::ranges::reverse(ancestors);
    const PoseCurves parent = CurvesOf(above);
    auto track =
        FitRigTrack(curves, ancestors, std::span(parent).first(kPositionCurves),
                    {.tolerance = options_.tolerance,
                     .degrees = options_.degrees,
                     .most_times = left,
                     .fixed_bones = request_.fixed_bones,
                     .off = off_.empty() ? off_ : off_.subspan(first.index())});
    if (!track.ok()) return track.status();
    left -= std::min(left, track->times.size());
    if (!track->turn_problem.ok()) {
      rig_.left.push_back({turn, track->turn_problem});
    }
    fitted.track = *std::move(track);
    places_[joint] = rig_.joints.size();
    rig_.joints.push_back(std::move(fitted));
    return absl::OkStatus();
  }

  const mrtk::InputAnimationView& view_;
  const mrtk::Handedness hand_;
  const ConversionOptions& options_;
  const RigRequest& request_;
  const std::span<const double> off_;
  HandRig rig_;
  // Index of each joint in the rig's joints, if it is there; joint 0, None, is
  // never there.
  std::array<std::optional<size_t>, mrtk::kJointCount> places_ = {};
};

}  // namespace

std::string JointName(mrtk::Handedness hand, size_t joint, bool webxr_names) {
  if (webxr_names && joint != 0) {
    return std::string(mrtk::kWebXrJointNames[joint]);
  }
  return absl::StrCat("hand_", std::string(mrtk::HandName(hand)), "_",
                      std::string(mrtk::kJointNames[joint]));
}

absl::StatusOr<HandRig> FitHand(const mrtk::InputAnimationView& view,
                                mrtk::Handedness hand,
                                const ConversionOptions& options,
                                const RigRequest& request, size_t most_times,
                                CurveSlot& at, std::span<const double> off) {
  HandFitter fitter(view, hand, options, request, off);
  absl::Status fitted = fitter.Fit(most_times, at);
  if (!fitted.ok()) return fitted;
  return fitter.Take();
}

}  // namespace clipguard::actions
