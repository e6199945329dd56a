// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/recording_losses.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "base/float_text.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/tracks.h"

namespace clipguard::rescue::gltf {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::Repeats;

constexpr std::string_view kTarget = "glb";
// Before a curve's keys.
constexpr uint64_t kCurveHeader = 12;
// What is larger by no more than this is as large.
constexpr double kNoise = 1 + 1e-9;

std::string Text(double value) { return FloatText(static_cast<float>(value)); }

}  // namespace

ByteRange RecordingLosses::BytesOf(CurveSlot slot) const {
  return {view_.curve_offset(slot),
          kCurveHeader + view_.curve(slot).key_bytes().size()};
}

// Findings of one kind are one finding, with the curves' numbers.
void RecordingLosses::ReportCurve(uint64_t kind, CurveSlot slot,
                                  std::string_view what) {
  sink_.Report(FindingCode::kConversionLoses, BytesOf(slot),
               Scope{.id = kind, .element = slot.index(), .noun = "curve"},
               [&](Description& d) {
                 d.path = slot.Path();
                 return Arguments{std::string(kTarget), std::string(what)};
               });
}

void RecordingLosses::ReportWhatIsCut(bool sampled) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    const CurveView curve = view_.curve(slot);
    if (curve.empty() || !(curve.time(0) < 0)) continue;
    ReportCurve(0, slot,
                absl::StrFormat("times before 0: the keys from %s s on",
                                FloatText(curve.time(0))));
  }
  const float duration = view_.Duration();
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    const CurveView curve = view_.curve(slot);
    if (curve.size() < 2 || (sampled && !slot.is_boolean())) continue;
    const float last = curve.time(curve.size() - 1);
    if ((Repeats(curve.pre_wrap()) && curve.time(0) > 0) ||
        (Repeats(curve.post_wrap()) && last < duration)) {
      ReportCurve(1, slot, "that the curve repeats outside its keys");
    }
  }
}

void RecordingLosses::ReportNoBound(CurveSlot first,
                                    const absl::Status& status) {
  ReportLoss(kTarget, BytesOf(first), first.Path(),
             absl::StrCat("this curve and those that belong to it: ",
                          std::string(status.message())),
             sink_);
}

void RecordingLosses::ReportPosition(CurveSlot first, const Track& track,
                                     double tolerance) {
  if (track.bound <= tolerance * kNoise) return;
  const CurveSlot slot(first.index() + track.farthest);
  ReportLoss(kTarget, BytesOf(slot), slot.Path(),
             absl::StrFormat("this curve within %s m, only within %s m: it "
                             "needs more than float32",
                             Text(tolerance), Text(track.bound)),
             sink_);
}

void RecordingLosses::ReportRotation(CurveSlot first, const Track& track,
                                     double degrees) {
  if (track.unproven != 0) {
    ReportLoss(
        kTarget, BytesOf(first), first.Path(),
        absl::StrFormat("a rotation of 0 0 0 0, which it comes close to in "
                        "%d places, the first at %s s: there it may differ",
                        track.unproven, FloatText(track.first_unproven)),
        sink_);
  }
  if (track.bound > degrees) {
    ReportLoss(kTarget, BytesOf(first), first.Path(),
               absl::StrFormat("this rotation within %s degrees, only within "
                               "%s: it comes close to 0 0 0 0, or it needs "
                               "more than float32",
                               Text(degrees), Text(track.bound)),
               sink_);
  }
}

void RecordingLosses::ReportTooLarge(CurveSlot first,
                                     const ResultBudget& budget) {
  budget.Report(BytesOf(first), first.Path(), sink_);
}

}  // namespace clipguard::rescue::gltf
