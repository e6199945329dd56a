// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/variable_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "eval/machine/pose.h"

namespace clipguard::eval {
namespace {

// A share without what a division has left of 0 or 1.
double Share(double share) {
  constexpr double kRest = 1e-9;
  if (share < kRest) return 0;
  return share > 1 - kRest ? 1 : share;
}

double BendOrEnd(const VariableLines& lines, size_t i) {
  return i < lines.bends() ? lines.Bend(i) : 1;
}

}  // namespace

VariableLines::VariableLines(std::span<const float> samples,
                             forge::Interpolation interpolation, bool is_angle,
                             bool loop)
    : samples_(samples),
      nearest_(interpolation == forge::Interpolation::kNearest),
      constant_(samples.empty() ? std::numeric_limits<double>::quiet_NaN()
                                : double{samples[0]}) {
  for (const float sample : samples) {
    largest_ = std::max(largest_, std::abs(double{sample}));
    is_constant_ = is_constant_ && sample == samples[0];
  }
  if (samples.size() < 2) return;
  stretches_ = samples.size() - (loop ? 0 : 1);
  if (is_angle && !nearest_ && !is_constant_) Unwind();
}

void VariableLines::Unwind() {
  unwound_.reserve(stretches_);
  double from = std::fmod(double{samples_[0]}, 360.0);
  for (size_t i = 0; i < stretches_; ++i) {
    const float sample = samples_[i + 1 == samples_.size() ? 0 : i + 1];
    const double turn = std::fmod(double{sample}, 360.0);
    const double end = from + ShortWay(samples_[i], sample);
    const double to = turn + 360 * std::round((end - turn) / 360);
    unwound_.push_back({from, to});
    from = std::isfinite(to) ? to : turn;
  }
}

double VariableLines::At(double time, double within) const {
  if (stretches_ == 0) return constant_;
  const auto count = static_cast<double>(stretches_);
  const size_t i =
      std::min(static_cast<size_t>(within * count), stretches_ - 1);
  const size_t next = i + 1 == samples_.size() ? 0 : i + 1;
  if (nearest_) {
    const bool first = within * count - static_cast<double>(i) < 0.5;
    return samples_[first ? i : next];
  }
  const double share = Share(time * count - static_cast<double>(i));
  const Line line =
      unwound_.empty() ? Line{samples_[i], samples_[next]} : unwound_[i];
  return line.from * (1 - share) + line.to * share;
}

JointLines::JointLines(const forge::Armature& armature,
                       const forge::Armature::Clip& clip,
                       const forge::Armature::JointClip& joint) {
  for (const forge::Armature::VariableClip& variable :
       armature.Variables(joint)) {
    forge::SetVariable(variable.variable,
                       VariableLines(armature, variable, clip.loop), *this);
  }
}

LinePieces::LinePieces(std::span<const VariableLines* const> all) {
  for (const VariableLines* lines : all) {
    places_.push_back({lines, 0, BendOrEnd(*lines, 0)});
  }
}

bool LinePieces::Next() {
  begin_ = end_;
  if (begin_ == 1) return false;
  end_ = 1;
  for (Place& place : places_) {
    while (place.i < place.lines->bends() && place.time <= begin_) {
      place.time = BendOrEnd(*place.lines, ++place.i);
    }
    end_ = std::min(end_, place.time);
  }
  return true;
}

}  // namespace clipguard::eval
