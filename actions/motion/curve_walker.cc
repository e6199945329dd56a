// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/curve_walker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/numbers.h"
#include "eval/curve/reference.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;
using mrtk::KeyLayout;
using mrtk::Repeats;

using KeyBits = std::array<uint32_t, 7>;

KeyBits BitsOf(const Keyframe& key) { return std::bit_cast<KeyBits>(key); }

// A Bézier whose inner control values lie at its ends, in time and value, is a
// line, at whatever speed its parameter runs.
bool IsLine(const Keyframe& left, const Keyframe& right) {
  return left.out_weight_used() && right.in_weight_used() &&
         left.out_weight == 0 && right.in_weight == 0 &&
         std::isfinite(left.out_tangent) && std::isfinite(right.in_tangent);
}

}  // namespace

bool SameWrap(int32_t a, int32_t b) {
  return a == b || (!Repeats(a) && !Repeats(b));
}

bool SameCurve(const CurveView& a, const CurveView& b) {
  if (a.size() != b.size() || !SameWrap(a.pre_wrap(), b.pre_wrap()) ||
      !SameWrap(a.post_wrap(), b.post_wrap())) {
    return false;
  }
  if (a.layout() == b.layout()) {
    return std::ranges::equal(a.key_bytes(), b.key_bytes());
  }
  for (size_t i = 0; i < a.size(); ++i) {
    if (BitsOf(a.key(i)) != BitsOf(b.key(i))) return false;
  }
  return true;
}

size_t RepeatedKey(const CurveView& curve, double& time) {
  time = eval::WrapTime(curve, time);
  size_t before = 0;  // its time is not later, or it is the first
  size_t after = curve.size();
  while (after - before > 1) {
    const size_t middle = before + (after - before) / 2;
    (curve.time(middle) > time ? after : before) = middle;
  }
  return before;
}

CurveWalker::CurveWalker(const CurveView& curve) : curve_(curve) {
  next_ = kInf;
  if (curve.empty()) return;
  left_ = curve.value(0);
  first_ = last_ = curve.time(0);
  if (curve.size() == 1) return;
  last_ = curve.time(curve.size() - 1);
  next_ = first_;
  // A range without length is not repeated.
  if (first_ < last_ && Repeats(curve.pre_wrap())) kind_ = Kind::kUnknown;
}

bool CurveWalker::repeats() const {
  return first_ < last_ &&
         (Repeats(curve_.pre_wrap()) || Repeats(curve_.post_wrap()));
}

void CurveWalker::MoveTo(double time) {
  if (time < next_ || curve_.size() < 2) return;
  known_ = false;
  size_t key = outside_ ? 0 : key_ + 1;
  // Of keys at one time the last one counts.
  while (key + 1 < curve_.size() && !(curve_.time(key + 1) > time)) ++key;
  key_ = key;
  outside_ = key + 1 >= curve_.size();
  if (!outside_) {
    next_ = curve_.time(key + 1);
    LoadKeys();
    return;
  }
  next_ = kInf;
  kind_ = first_ < last_ && Repeats(curve_.post_wrap()) ? Kind::kUnknown
                                                        : Kind::kConstant;
  left_ = curve_.value(curve_.size() - 1);
}

void CurveWalker::LoadKeys() {
  from_ = curve_.time(key_);
  to_ = next_;
  left_ = curve_.value(key_);
  right_ = curve_.value(key_ + 1);
  kind_ = Kind::kLinear;
  if (curve_.layout() == KeyLayout::kCompact) return;
  left_key_ = curve_.key(key_);
  right_key_ = curve_.key(key_ + 1);
  if (IsLine(left_key_, right_key_)) return;
  const std::optional<Stretch> stretch = Stretch::Of(left_key_, right_key_);
  if (!stretch) {
    kind_ = Kind::kUnknown;
  } else if (stretch->is_step()) {
    kind_ = Kind::kConstant;
  } else {
    kind_ = Kind::kCurved;
    stretch_ = *stretch;
    whole_ = stretch_.BandOn(from_, to_);
  }
}

double CurveWalker::LinearValue(double time) const {
  if (time >= to_) return right_;
  const double share = (time - from_) / (to_ - from_);
  return left_ * (1 - share) + right_ * share;
}

double CurveWalker::UnknownValue(double time) const {
  if (!outside_) {
    if (time >= to_) return right_;
    return eval::EvaluateSegment(left_key_, right_key_, time);
  }
  const size_t key = RepeatedKey(curve_, time);
  if (key + 1 == curve_.size() || curve_.time(key) > time) {
    return curve_.value(key);
  }
  return eval::EvaluateSegment(curve_.key(key), curve_.key(key + 1), time);
}

double CurveWalker::Value(double time) const {
  switch (kind_) {
    case Kind::kConstant:
      return left_;
    case Kind::kLinear:
      return LinearValue(time);
    case Kind::kUnknown:
      return UnknownValue(time);
    case Kind::kCurved:
      break;
  }
  if (!known_ || known_time_ != time) {
    known_ = true;
    known_time_ = time;
    known_value_ = stretch_.Value(time);
  }
  return known_value_;
}

Stretch::Band CurveWalker::WholeBand(double from, double to) const {
  if (kind_ != Kind::kCurved) {
    return {.left = Value(from), .right = Value(to)};
  }
  Stretch::Band band = whole_;
  const double rate = (whole_.right - whole_.left) / (to_ - from_);
  band.left = whole_.left + rate * (from - from_);
  band.right = whole_.left + rate * (to - from_);
  return band;
}

Stretch::Band CurveWalker::CloseBand(double from, double to) const {
  if (kind_ != Kind::kCurved) return WholeBand(from, to);
  return stretch_.BandOn(from, to);
}

bool CurveWalker::SamePiece(const CurveWalker& other) const {
  if (kind_ != other.kind_) return false;
  switch (kind_) {
    case Kind::kConstant:
      return left_ == other.left_;
    case Kind::kLinear:
      return from_ == other.from_ && to_ == other.to_ && left_ == other.left_ &&
             right_ == other.right_;
    case Kind::kCurved:
      return BitsOf(left_key_) == BitsOf(other.left_key_) &&
             BitsOf(right_key_) == BitsOf(other.right_key_);
    case Kind::kUnknown:
      return !outside_ && !other.outside_ &&
             BitsOf(left_key_) == BitsOf(other.left_key_) &&
             BitsOf(right_key_) == BitsOf(other.right_key_);
  }
  return false;
}

}  // namespace clipguard::actions
