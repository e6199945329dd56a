// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a .glb cannot hold of a recording, as findings.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

// Thread-compatible.
class RecordingLosses {
 public:
  // Both must outlive it.
  RecordingLosses(const mrtk::InputAnimationView& view, FindingSink& sink)
      : view_(view), sink_(sink) {}

  // Keys before time 0, and curves that repeat outside their keys; of those
  // that are sampled only states.
  void ReportWhatIsCut(bool sampled) {
    for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
      const mrtk::CurveSlot slot(i);
      const mrtk::CurveView curve = view_.curve(slot);
      if (curve.empty() || !(curve.time(0) < 0)) continue;
      ReportCurve(0, slot,
                  absl::StrFormat("times before 0: the keys from %s s on",
                                  FloatText(curve.time(0))));
    }
    const float duration = view_.Duration();
    for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
      const mrtk::CurveSlot slot(i);
      const mrtk::CurveView curve = view_.curve(slot);
      if (curve.size() < 2 || (sampled && !slot.is_boolean())) continue;
      const float last = curve.time(curve.size() - 1);
      if ((mrtk::Repeats(curve.pre_wrap()) && curve.time(0) > 0) ||
          (mrtk::Repeats(curve.post_wrap()) && last < duration)) {
        ReportCurve(1, slot, "that the curve repeats outside its keys");
      }
    }
  }

  // Several curves that are left out, most because no bound can be proven.
  void ReportNoBound(mrtk::CurveSlot first, const absl::Status& status) {
    ReportLoss(kName, BytesOf(first), first.Path(),
               absl::StrCat("this curve and those that belong to it: ",
                            std::string(status.message())),
               sink_);
  }

  // A position that is farther from its curves than was asked for.
  void ReportPosition(mrtk::CurveSlot farthest, double bound,
                      double tolerance) {
    // What is larger by no more than this is as large.
    constexpr double kAsLarge = 1 + 1e-9;
    if (bound <= tolerance * kAsLarge) return;
    ReportLoss(kName, BytesOf(farthest), farthest.Path(),
               absl::StrFormat("this curve within %s m, only within %s m: it "
                               "needs more than float32",
                               Text(tolerance), Text(bound)),
               sink_);
  }

  // A rotation that comes too close to 0 0 0 0: in so many places, the first of
  // which begins at that time; or that is farther off than was asked for.
  void ReportRotation(mrtk::CurveSlot first, size_t unproven,
                      float first_unproven, double bound, double degrees) {
    if (unproven != 0) {
      ReportLoss(
          kName, BytesOf(first), first.Path(),
          absl::StrFormat("a rotation of 0 0 0 0, which it comes close to in "
                          "%d places, the first at %s s: there it may differ",
                          unproven, FloatText(first_unproven)),
          sink_);
    }
    if (bound > degrees) {
      ReportLoss(kName, BytesOf(first), first.Path(),
                 absl::StrFormat("this rotation within %s degrees, only within "
                                 "%s: it comes close to 0 0 0 0, or it needs "
                                 "more than float32",
                                 Text(degrees), Text(bound)),
                 sink_);
    }
  }

  // LIMIT_EXCEEDED at several curves.
  void ReportTooLarge(mrtk::CurveSlot first, const ResultBudget& budget) {
    budget.Report(BytesOf(first), first.Path(), sink_);
  }

  ByteRange BytesOf(mrtk::CurveSlot slot) const {
    return {view_.curve_offset(slot),
            mrtk::kCurveHeaderSize + view_.curve(slot).key_bytes().size()};
  }

 private:
  static constexpr std::string_view kName = "glb";

  static std::string Text(double value) {
    return FloatText(static_cast<float>(value));
  }

  // Findings of one kind are one finding, with the curves' numbers.
  void ReportCurve(uint64_t kind, mrtk::CurveSlot slot, std::string_view what) {
    sink_.Report(FindingCode::kConversionLoses, BytesOf(slot),
                 Scope{.id = kind, .element = slot.index(), .noun = "curve"},
                 [&](Description& d) {
                   d.path = slot.Path();
                   return Arguments{std::string(kName), std::string(what)};
                 });
  }

  const mrtk::InputAnimationView& view_;
  FindingSink& sink_;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_LOSSES_H_
