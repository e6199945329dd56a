// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A joint's variable over the time of a clip, from 0 to 1, as lines: for
// conversions and comparisons, which have to know where it bends.
// SampleVariable() (eval/machine/pose.h) gives it at one time, rounded as the
// game's float32 is.
//
//   const VariableLines* const all[] = {&offset, &angle};
//   for (LinePieces pieces(all); pieces.Next();) {
//     const auto [from, to] = offset.On(pieces.begin(), pieces.end());
//   }
//
// A linear angle goes the short way from sample to sample, as ShortWay() says,
// and on from where the way before ended: whole turns are added to samples.
// Where the game's way is not finite, neither is the line.

#ifndef CLIPGUARD_EVAL_MACHINE_VARIABLE_LINES_H_
#define CLIPGUARD_EVAL_MACHINE_VARIABLE_LINES_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "parser/forge/armature.h"

namespace clipguard::eval {

// Immutable, and thread-safe. The samples must outlive it.
class VariableLines {
 public:
  // One number at all times.
  explicit VariableLines(double constant) : constant_(constant) {}

  // NaN without samples.
  VariableLines(std::span<const float> samples,
                forge::Interpolation interpolation, bool is_angle, bool loop);
  VariableLines(const forge::Armature& armature,
                const forge::Armature::VariableClip& clip, bool loop)
      : VariableLines(armature.Samples(clip), clip.interpolation,
                      clip.variable == forge::Variable::kAngle, loop) {}

  std::span<const float> samples() const { return samples_; }

  // The largest absolute value of all samples.
  double largest() const { return largest_; }

  // Whether all samples are the same number; and whether that is this one.
  bool is_constant() const { return is_constant_; }
  bool Is(double value) const { return is_constant_ && At(0, 0) == value; }

  // Whether all lines are level, with steps between them.
  bool has_steps() const { return stretches_ == 0 || nearest_; }

  // The times between 0 and 1, ascending, at which a line ends. REQUIRES: i <
  // bends().
  size_t bends() const {
    return nearest_ || stretches_ == 0 ? stretches_ : stretches_ - 1;
  }
  double Bend(size_t i) const {
    return (static_cast<double>(i) + (nearest_ ? 0.5 : 1)) /
           static_cast<double>(stretches_);
  }

  // The value at a time on the line that holds at `within`, or at an end of
  // that line.
  double At(double time, double within) const;

  // The values at both ends of a piece. REQUIRES: no line ends in between.
  struct Line {
    double from;
    double to;
  };
  Line On(double begin, double end) const {
    const double middle = (begin + end) / 2;
    return {At(begin, middle), At(end, middle)};
  }

 private:
  void Unwind();

  std::span<const float> samples_;
  size_t stretches_ = 0;  // between samples
  bool nearest_ = false;
  bool is_constant_ = true;
  double constant_ = 0;  // where there are no stretches
  double largest_ = 0;
  std::vector<Line> unwound_;  // each stretch, of angles that need it
};

// The variables of a joint, and what the game takes for those that a clip does
// not have: without samples, and constant.
struct JointLines {
  using Three = std::array<VariableLines, 3>;
  static Three All(double value) {
    return {VariableLines(value), VariableLines(value), VariableLines(value)};
  }

  JointLines() = default;
  JointLines(const forge::Armature& armature, const forge::Armature::Clip& clip,
             const forge::Armature::JointClip& joint);

  Three offset = All(0);
  Three axis = All(0);
  Three scale = All(1);
  Three origin = All(0.5);
  VariableLines angle = VariableLines(0);
};

// The pieces of the time from 0 to 1 in which all of these are lines, one after
// the other. The lines must outlive it. Not thread-safe.
class LinePieces {
 public:
  explicit LinePieces(std::span<const VariableLines* const> all);

  // Goes to the next piece, at first to the first one; false after the last.
  bool Next();

  double begin() const { return begin_; }
  double end() const { return end_; }

 private:
  struct Place {
    const VariableLines* lines;
    size_t i;     // of the bend that is next
    double time;  // of that; 1 after the last
  };

  std::vector<Place> places_;
  double begin_ = 0;
  double end_ = 0;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_VARIABLE_LINES_H_
