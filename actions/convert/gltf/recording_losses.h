// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a .glb cannot hold of a recording, as findings.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/gltf/tracks.h"

namespace clipguard::rescue::gltf {

// Both must outlive it. Thread-compatible.
class RecordingLosses {
 public:
  RecordingLosses(const mrtk::InputAnimationView& view, FindingSink& sink)
      : view_(view), sink_(sink) {}

  // Keys before time 0, and curves that repeat outside their keys; of those
  // that are sampled only states.
  void ReportWhatIsCut(bool sampled);

  // Several curves that no bound can be proven for are left out.
  void ReportNoBound(mrtk::CurveSlot first, const absl::Status& status);

  // A position that is farther from its curves than was asked for.
  void ReportPosition(mrtk::CurveSlot first, const Track& track,
                      double tolerance);

  // A rotation that comes too close to 0 0 0 0.
  void ReportRotation(mrtk::CurveSlot first, const Track& track,
                      double degrees);

  // LIMIT_EXCEEDED at several curves.
  void ReportTooLarge(mrtk::CurveSlot first, const ResultBudget& budget);

 private:
  ByteRange BytesOf(mrtk::CurveSlot slot) const;
  void ReportCurve(uint64_t kind, mrtk::CurveSlot slot, std::string_view what);

  const mrtk::InputAnimationView& view_;
  FindingSink& sink_;
};

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_
