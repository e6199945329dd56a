// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Conversions note motion that does not begin at time 0.

#ifndef CLIPGUARD_ACTIONS_CONVERT_BEGIN_NOTE_H_
#define CLIPGUARD_ACTIONS_CONVERT_BEGIN_NOTE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "base/float_text.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Times in float32 that are moved by as much as the first one is from 0.
class MoveToZero {
 public:
  explicit MoveToZero(float begin) : begin_(begin) {}

  float operator()(float time) {
    const float moved = time - begin_;
    const double by = std::abs(moved - (double{time} - begin_));
    if (std::isfinite(by)) rounded_ = std::max(rounded_, by);
    return moved + 0.0f;  // no -0
  }
  // Seconds by which a time is off its place at most, if it is finite.
  double rounded() const { return rounded_; }

 private:
  float begin_;
  double rounded_ = 0;
};

// `what`: "a recording". `move`: how it was moved to 0; nothing if it was not.
// `repeats_before`: curves repeat between 0 and its begin.
inline std::string BeginNote(std::string_view what, float begin,
                             const std::optional<MoveToZero>& move,
                             bool repeats_before = false) {
  std::string note = absl::StrFormat(
      "%s that begins at %s s: ", std::string(what), FloatText(begin));
  if (!move) {
    return note + (repeats_before
                       ? "until then curves repeat (--from-zero moves it to 0, "
                         "without that)"
                       : "it stands still until then (--from-zero moves it to "
                         "0)");
  }
  note += "it is moved to 0";
  if (repeats_before) note += ", without how curves repeat before it begins";
  if (move->rounded() > 0) {
    note += absl::StrFormat(
        ", which rounds times by up to %.1g s; errors that are stated do not "
        "count that",
        move->rounded());
  }
  return note;
}

// The bytes of a curve: its header and its keys.
inline ByteRange CurveBytes(const mrtk::InputAnimationView& view,
                            mrtk::CurveSlot slot) {
  return {view.curve_offset(slot),
          mrtk::kCurveHeaderSize + view.curve(slot).key_bytes().size()};
}

// Notes that at the curve that begins then.
inline void ReportBegin(const mrtk::InputAnimationView& view,
                        std::string_view target, std::string_view what,
                        float begin, const std::optional<MoveToZero>& move,
                        FindingSink& notes) {
  std::optional<mrtk::CurveSlot> first;
  bool repeats_before = false;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveView curve = view.curve(mrtk::CurveSlot(i));
    if (curve.empty()) continue;
    const float last = curve.time(curve.size() - 1);
    if (!first && (curve.time(0) == begin || last == begin)) first.emplace(i);
    repeats_before =
        repeats_before ||
        (begin > 0 && mrtk::Repeats(curve.pre_wrap()) && curve.time(0) < last);
  }
  const mrtk::CurveSlot slot = first.value_or(mrtk::CurveSlot(0));
  ReportLoss(target, CurveBytes(view, slot), slot.Path(view.joint_names()),
             BeginNote(what, begin, move, repeats_before), notes);
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_BEGIN_NOTE_H_
