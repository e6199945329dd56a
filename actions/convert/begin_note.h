// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Conversions note motion that does not begin at time 0.

#ifndef CLIPGUARD_ACTIONS_CONVERT_BEGIN_NOTE_H_
#define CLIPGUARD_ACTIONS_CONVERT_BEGIN_NOTE_H_

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "base/float_text.h"

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
inline std::string BeginNote(std::string_view what, float begin,
                             const std::optional<MoveToZero>& move) {
  std::string note = absl::StrFormat(
      "%s that begins at %s s: ", std::string(what), FloatText(begin));
  if (!move) {
    return note + "it stands still until then (--from-zero moves it to 0)";
  }
  note += "it is moved to 0";
  if (move->rounded() > 0) {
    note += absl::StrFormat(
        ", which rounds times by up to %.1g s; errors that are stated do not "
        "count that",
        move->rounded());
  }
  return note;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_BEGIN_NOTE_H_
