// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/joint_motion.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "actions/motion/angle.h"
#include "actions/motion/arc_bound.h"
#include "actions/motion/pose_bounds.h"
#include "actions/motion/slerp_arc.h"
#include "base/numbers.h"

namespace clipguard::actions {
namespace {

constexpr double kRadians = 3.14159265358979323846 / 180;
// For what is computed here.
constexpr double kRounding = 1 + 0x1p-40;
// In seconds: what is passed over at a time takes less, and before more is
// passed over, this many times as much is looked at.
constexpr double kJump = 1e-6;
constexpr double kRest = 1000;

// Between two neighbouring keys, or beyond all of them.
template <size_t N>
class Walker {
 public:
  explicit Walker(const JointKeys<N>& keys) : keys_(keys) {}

  double next() const {
    return next_ < keys_.times.size() ? keys_.times[next_] : kInf;
  }
  void MoveTo(double time) {
    while (next() <= time) ++next_;
  }

  const Vector<N>& left() const { return keys_.values[next_ - (next_ != 0)]; }
  const Vector<N>& right() const {
    return IsStill() ? left() : keys_.values[next_];
  }
  // Which share of the piece has passed.
  double ShareAt(double time) const {
    if (IsStill()) return 0;
    const double from = keys_.times[next_ - 1];
    return std::clamp((time - from) / (keys_.times[next_] - from), 0.0, 1.0);
  }

 private:
  bool IsStill() const {
    return next_ == 0 || next_ == keys_.times.size() || keys_.steps;
  }

  const JointKeys<N>& keys_;
  size_t next_ = 0;  // the first key after the piece
};

Vector<3> At(const Walker<3>& walker, double time) {
  const double u = walker.ShareAt(time);
  Vector<3> value;
  for (size_t i = 0; i < 3; ++i) {
    value[i] = walker.left()[i] * (1 - u) + walker.right()[i] * u;
  }
  return value;
}

// Where a unit quaternion turns a point.
Vector<3> Turned(const Vector<4>& quaternion, const Vector<3>& p) {
  const double length = Length(quaternion);
  if (!(length > 0)) return p;
  const double x = quaternion[0] / length;
  const double y = quaternion[1] / length;
  const double z = quaternion[2] / length;
  const double w = quaternion[3] / length;
  const Vector<3> t = {2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]),
                       2 * (x * p[1] - y * p[0])};
  return {p[0] + w * t[0] + y * t[2] - z * t[1],
          p[1] + w * t[1] + z * t[0] - x * t[2],
          p[2] + w * t[2] + x * t[1] - y * t[0]};
}

// All four of a joint.
class MotionWalker {
 public:
  explicit MotionWalker(const JointMotion& motion)
      : move_(motion.move),
        turn_(motion.turn),
        size_(motion.size),
        back_(motion.back) {}

  double next() const {
    return std::min(std::min(move_.next(), turn_.next()),
                    std::min(size_.next(), back_.next()));
  }
  void MoveTo(double time) {
    move_.MoveTo(time);
    turn_.MoveTo(time);
    size_.MoveTo(time);
    back_.MoveTo(time);
  }

  struct Place {
    Vector<3> move;
    Vector<4> turn;
    Vector<3> size;
    Vector<3> back;
  };
  Place PlaceAt(double time) const {
    return {At(move_, time),
            SlerpArc(turn_.left(), turn_.right()).At(turn_.ShareAt(time)),
            At(size_, time), At(back_, time)};
  }
  ArcStretch ArcOn(double from, double to) const {
    return PartOf(SlerpArc(turn_.left(), turn_.right()), turn_.ShareAt(from),
                  turn_.ShareAt(to));
  }

 private:
  Walker<3> move_;
  Walker<4> turn_;
  Walker<3> size_;
  Walker<3> back_;
};

class MotionComparer {
 public:
  MotionComparer(const JointMotion& a, const JointMotion& b, double point)
      : a_(a), b_(b), off_degrees_(a.degrees + b.degrees), point_(point) {}

  JointDifference Run() {
    double from = -kInf;
    double passed = 0;
    double looked = 0;  // at since then
    for (;;) {
      const double to = std::min(a_.next(), b_.next());
      const double length = to - from;
      if (passed + length < kJump) {
        passed += length;
        looked = 0;
      } else {
        Look(from, to);
        looked += length;
        if (looked >= kRest * passed) passed = 0;
      }
      if (to == kInf) break;
      a_.MoveTo(to);
      b_.MoveTo(to);
      from = to;
    }
    Finish();
    return result_;
  }

 private:
  static void Note(double size, double time, Largest& largest) {
    if (!(size > largest.found)) return;
    largest.found = size;
    largest.time = time;
  }

  // On a piece; before the first key and after the last, nothing moves.
  void Look(double from, double to) {
    if (from == -kInf) from = to;
    if (to == kInf) to = from;
    if (from == kInf) return;
    ends_ = {};
    LookAt(from);
    if (to != from) {
      LookAt(to);
      const double middle = from + (to - from) / 2;
      const Ends of_ends = ends_;
      LookAt(middle);
      ends_ = of_ends;
    }
    const double sine = SineBoundOfArcs(a_.ArcOn(from, to), b_.ArcOn(from, to));
    sine_ = std::max(sine_, sine);
    // All but the turn are lines.
    joint_ = std::max(joint_, ends_.move + point_ * ends_.size +
                                  ends_.size_b * ends_.back +
                                  2 * sine * point_ * ends_.size_a);
    size_a_ = std::max(size_a_, ends_.size_a);
  }

  void LookAt(double time) {
    const MotionWalker::Place a = a_.PlaceAt(time);
    const MotionWalker::Place b = b_.PlaceAt(time);
    const double move = Length(Minus(a.move, b.move));
    const double size = LargestOf(Minus(a.size, b.size));
    const Vector<3> shift = Minus(b.back, a.back);
    const double back = Length(shift);
    Note(move, time, result_.move);
    Note(size, time, result_.size);
    Note(back, time, result_.back);
    Note(SineBetweenRotations(a.turn, b.turn), time, result_.turn);
    for (size_t axis = 0; axis < 3; ++axis) {
      Vector<3> of_a = {};
      of_a[axis] = point_;
      Vector<3> of_b = of_a;
      for (size_t i = 0; i < 3; ++i) {
        of_a[i] *= a.size[i];
        of_b[i] = (of_b[i] + shift[i]) * b.size[i];
      }
      of_a = Turned(a.turn, of_a);
      of_b = Turned(b.turn, of_b);
      for (size_t i = 0; i < 3; ++i) {
        of_a[i] += a.move[i];
        of_b[i] += b.move[i];
      }
      Note(Length(Minus(of_a, of_b)), time, result_.joint);
    }
    ends_.move = std::max(ends_.move, move);
    ends_.size = std::max(ends_.size, size);
    ends_.back = std::max(ends_.back, back);
    ends_.size_a = std::max(ends_.size_a, LargestOf(a.size));
    ends_.size_b = std::max(ends_.size_b, LargestOf(b.size));
  }

  void Finish() {
    for (Largest* largest : {&result_.move, &result_.size, &result_.back}) {
      largest->bound = largest->found * kRounding;
    }
    const double sine = std::max(sine_, result_.turn.found);
    result_.turn.found = 2 * DegreesOfSine(result_.turn.found);
    result_.turn.bound =
        sine == kInf ? kInf
                     : 2 * DegreesOfSine(sine) * kRounding + off_degrees_;
    // A point is moved along an arc.
    // Rounded up by as much as the bound is, and not once more there: where the
    // joint is huge, the smallest part of it is many units.
    result_.units_a_degree = point_ * size_a_ * kRadians * kRounding;
    const double off = result_.units_a_degree * off_degrees_;
    result_.joint.bound =
        std::max(joint_ * kRounding + off, result_.joint.found * kRounding);
  }

  // The largest at the ends of a piece.
  struct Ends {
    double move = 0;
    double size = 0;
    double back = 0;
    double size_a = 0;
    double size_b = 0;
  };

  MotionWalker a_;
  MotionWalker b_;
  const double off_degrees_;
  const double point_;
  JointDifference result_;
  Ends ends_;
  double sine_ = 0;
  double joint_ = 0;
  double size_a_ = 0;
};

}  // namespace

JointDifference CompareMotions(const JointMotion& a, const JointMotion& b,
                               double point) {
  return MotionComparer(a, b, point).Run();
}

}  // namespace clipguard::actions
