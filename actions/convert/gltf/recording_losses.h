// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports the parts of a recording that a .glb cannot hold, as findings.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/begin_note.h"
#include "actions/convert/conversion.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "base/numbers.h"
#include "base/text.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

// Whether a bound in metres is one: without a proof it is the largest float32,
// or more.
inline bool IsProven(double bound) { return bound < kMaxFloat; }

// Thread-compatible.
class RecordingLosses {
 public:
  // Both must outlive it.
  RecordingLosses(const mrtk::InputAnimationView& view, FindingSink& sink)
      : view_(view), sink_(sink) {}

  // Several curves that are left out, most because no bound can be proven.
  void ReportNoBound(mrtk::CurveSlot first, const absl::Status& status) {
    ReportLoss(kName, BytesOf(first), PathOf(first),
               absl::StrCat("this curve and those that belong to it: ",
                            std::string(status.message())),
               sink_);
  }

  // A position that is farther from its curves than was asked for.
  void ReportPosition(mrtk::CurveSlot farthest, double bound,
                      double tolerance) {
    // A bound that is larger by no more than this counts as equal.
    constexpr double kAsLarge = 1 + 1e-9;
    if (bound <= tolerance * kAsLarge) return;
    const std::string wanted =
        absl::StrFormat("this curve within %s m", Text(tolerance));
    ReportLoss(
        kName, BytesOf(farthest), PathOf(farthest),
        IsProven(bound)
            ? absl::StrFormat("%s, only within %s m: it needs more than "
                              "float32",
                              wanted, Text(bound))
            : wanted +
                  ": no bound can be proven, because the rotation that "
                  "it hangs from is too fast or near 0 0 0 0, or because "
                  "it repeats too steeply",
        sink_);
  }

  // A rotation that comes too close to 0 0 0 0: in so many places, the first of
  // which begins at that time; or that is farther off than was asked for.
  void ReportRotation(mrtk::CurveSlot first, size_t unproven,
                      float first_unproven, double bound, double degrees) {
    if (unproven != 0) {
      ReportLoss(
          kName, BytesOf(first), PathOf(first),
          absl::StrFormat("a rotation of 0 0 0 0, which it comes close to in "
                          "%s, the first at %s s: there it may differ",
                          Count(unproven, "place"), FloatText(first_unproven)),
          sink_);
    }
    if (bound > degrees) {
      ReportLoss(kName, BytesOf(first), PathOf(first),
                 absl::StrFormat("this rotation within %s degrees, only within "
                                 "%s: it comes close to 0 0 0 0, or it needs "
                                 "more than float32",
                                 Text(degrees), Text(bound)),
                 sink_);
    }
  }

  // LIMIT_EXCEEDED at several curves.
  void ReportTooLarge(mrtk::CurveSlot first, const ResultBudget& budget) {
    budget.Report(BytesOf(first), PathOf(first), sink_);
  }

  ByteRange BytesOf(mrtk::CurveSlot slot) const {
    return CurveBytes(view_, slot);
  }

  // With the joint's name in the file.
  std::string PathOf(mrtk::CurveSlot slot) const {
    return slot.Path(view_.joint_names());
  }

 private:
  static constexpr std::string_view kName = "glb";

  static std::string Text(double value) {
    return FloatText(static_cast<float>(value));
  }

  const mrtk::InputAnimationView& view_;
  FindingSink& sink_;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_
