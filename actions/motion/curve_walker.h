// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A curve, from the left to the right: which piece of it holds at a time, and
// what values that piece can have.

#ifndef CLIPGUARD_ACTIONS_MOTION_CURVE_WALKER_H_
#define CLIPGUARD_ACTIONS_MOTION_CURVE_WALKER_H_

#include <cstddef>
#include <cstdint>

#include "actions/motion/stretch.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Whether two curves have the same keys, bit for bit, in whatever layout they
// lie, and do the same outside of them.
bool SameCurve(const mrtk::CurveView& a, const mrtk::CurveView& b);

// Whether two wrap modes do the same: Default, Once and ClampForever do, and so
// do modes that do not exist.
bool SameWrap(int32_t a, int32_t b);

// The last key that is not later than a time, which is moved into the range of
// the keys where the curve repeats: `time` becomes what it was moved to. Before
// all keys that is the first one. REQUIRES: !curve.empty().
size_t RepeatedKey(const mrtk::CurveView& curve, double& time);

// Looks into the curve's bytes. Whatever these are: every call ends, and each
// key is passed once. Nothing allocates.
class CurveWalker {
 public:
  // 0 at all times.
  CurveWalker() = default;
  explicit CurveWalker(const mrtk::CurveView& curve);

  // First and last key time; equal if the curve is the same at all times.
  double first() const { return first_; }
  double last() const { return last_; }

  // Whether it does something else beyond its keys than to hold their values.
  bool repeats() const;

  // Makes the piece current that holds from `time` on. Times must not descend
  // from one call to the next.
  void MoveTo(double time);

  // Where the current piece ends; infinity: nowhere.
  double next() const { return next_; }

  // Whether nothing is known of the current piece but its values at single
  // times: a weight outside [0, 1], or a repetition beyond the keys.
  bool is_unknown() const { return kind_ == Kind::kUnknown; }
  bool is_curved() const { return kind_ == Kind::kCurved; }

  // The current piece's value; at its end, what it comes from the left. Takes
  // time in proportion to the logarithm of the keys where the curve repeats.
  // REQUIRES: `time` is within the piece.
  double Value(double time) const;

  // As Stretch::BandOn(), of the current piece, if it is known: cheap, from the
  // whole piece, and closer.
  Stretch::Band WholeBand(double from, double to) const;
  Stretch::Band CloseBand(double from, double to) const;

  // Whether the current pieces are the same, to the bit, whatever surrounds
  // them.
  bool SamePiece(const CurveWalker& other) const;

 private:
  enum class Kind : uint8_t { kConstant, kLinear, kCurved, kUnknown };

  void LoadKeys();
  double LinearValue(double time) const;
  double UnknownValue(double time) const;

  mrtk::CurveView curve_;
  Kind kind_ = Kind::kConstant;
  bool outside_ = true;  // of the keys
  size_t key_ = 0;       // at the piece's left end, if not outside
  double first_ = 0;
  double last_ = 0;
  double next_ = 0;
  double from_ = 0;  // of a linear piece
  double to_ = 0;
  double left_ = 0;
  double right_ = 0;
  mrtk::Keyframe left_key_;  // of a full layout
  mrtk::Keyframe right_key_;
  Stretch stretch_;  // of a curved piece
  Stretch::Band whole_;
  // The last value asked for: pieces meet.
  mutable double known_time_ = 0;
  mutable double known_value_ = 0;
  mutable bool known_ = false;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_CURVE_WALKER_H_
