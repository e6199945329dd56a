// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/motion_difference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "actions/motion/angle.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/vector.h"
#include "base/numbers.h"
#include "eval/curve/curve.h"
#include "eval/curve/reference.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;

// A group's curves at one time.
template <size_t N>
using Values = std::array<double, N>;

// Calls visit(a, b, time) with the values of two groups of curves at all times
// that are to be looked at, of which none comes before the one before it.
template <size_t N>
class Looks {
 public:
  Looks(std::span<const CurveView, N> a, std::span<const CurveView, N> b)
      : a_(a), b_(b) {
    for (size_t i = 0; i < N; ++i) same_[i] = SameCurve(a[i], b[i]);
  }

  template <typename Visit>
  void Go(Visit visit) {
    const auto look = [&](float time, float shown) {
      times_[size_] = time;
      shown_[size_] = shown;
      if (++size_ == kTimes) Flush(visit);
    };
    float time = NextKey(-kForever);
    if (time == kForever) return;
    const float first = time;
    float last = first;
    for (size_t i = 0; i < N; ++i) {
      for (const CurveView* curve : {&a_[i], &b_[i]}) {
        if (!curve->empty()) {
          last = std::max(last, curve->time(curve->size() - 1));
        }
      }
    }
    const bool repeats = last > first && AnyRepeats();
    if (repeats) LookOutside(first - (last - first), first, look);
    for (;;) {
      look(std::nextafter(time, -kForever), time);
      look(time, time);
      const float next = NextKey(time);
      if (next == kForever) break;
      LookBetween(time, next, kPlacesBetweenKeys, look);
      time = next;
    }
    if (repeats) LookOutside(last, last + (last - first), look);
    Flush(visit);
  }

 private:
  static constexpr size_t kTimes = 256;
  static constexpr size_t kPlacesOutside = 64;
  static constexpr float kForever = std::numeric_limits<float>::infinity();

  bool AnyRepeats() const {
    for (size_t i = 0; i < N; ++i) {
      for (const CurveView* curve : {&a_[i], &b_[i]}) {
        if (mrtk::Repeats(curve->pre_wrap()) ||
            mrtk::Repeats(curve->post_wrap())) {
          return true;
        }
      }
    }
    return false;
  }

  // The first key time of any after this one.
  float NextKey(float after) {
    float next = kForever;
    for (size_t i = 0; i < 2 * N; ++i) {
      const CurveView& curve = i < N ? a_[i] : b_[i - N];
      size_t& key = key_[i];
      while (key < curve.size() && !(curve.time(key) > after)) ++key;
      if (key < curve.size()) next = std::min(next, curve.time(key));
    }
    return next;
  }

  template <typename Look>
  static void LookBetween(float from, float to, size_t places, Look look) {
    for (size_t k = 1; k <= places; ++k) {
      const double share =
          static_cast<double>(k) / static_cast<double>(places + 1);
      const auto time = static_cast<float>(from + (double{to} - from) * share);
      look(time, time);
    }
  }
  template <typename Look>
  static void LookOutside(float from, float to, Look look) {
    if (std::isfinite(from) && std::isfinite(to)) {
      LookBetween(from, to, kPlacesOutside, look);
    }
  }

  template <typename Visit>
  void Flush(Visit visit) {
    const std::span<const float> times(times_.data(), size_);
    for (size_t i = 0; i < N; ++i) {
      eval::SampleCurve(a_[i], times, values_[i]);
      if (same_[i]) {
        values_[N + i] = values_[i];
      } else {
        eval::SampleCurve(b_[i], times, values_[N + i]);
      }
    }
    Values<N> a;
    Values<N> b;
    for (size_t t = 0; t < size_; ++t) {
      for (size_t i = 0; i < N; ++i) {
        a[i] = values_[i][t];
        b[i] = values_[N + i][t];
      }
      visit(a, b, double{shown_[t]});
    }
    size_ = 0;
  }

  std::span<const CurveView, N> a_;
  std::span<const CurveView, N> b_;
  std::array<bool, N> same_;
  std::array<size_t, 2 * N> key_ = {};
  std::array<float, kTimes> times_;
  std::array<float, kTimes> shown_;
  size_t size_ = 0;
  std::array<std::array<float, kTimes>, 2 * N> values_;
};

template <size_t N>
void NoteCurves(const Values<N>& a, const Values<N>& b, double time,
                std::array<Largest, N>& curves) {
  for (size_t i = 0; i < N; ++i) curves[i].Note(std::abs(a[i] - b[i]), time);
}

template <size_t M, size_t N>
Vector<M> Part(const Values<N>& values, size_t first) {
  Vector<M> part;
  std::copy_n(values.begin() + first, M, part.begin());
  return part;
}

// From q's position to p's. Where both are infinite, nothing is known of it.
template <size_t N>
Vector<3> Move(const Values<N>& p, const Values<N>& q) {
  Vector<3> move = Minus(Part<3>(p, 0), Part<3>(q, 0));
  for (double& x : move) x = std::isnan(x) ? 0 : x;
  return move;
}

// A value that is out of a float's range has no direction.
template <size_t M>
bool AreFinite(const Vector<M>& a, const Vector<M>& b) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  return std::ranges::all_of(a, is_finite) && std::ranges::all_of(b, is_finite);
}

bool StateOf(const CurveView& curve, size_t key) {
  return !curve.empty() && curve.value(key) > 0.5f;
}

bool StateAt(const CurveView& curve, double time) {
  return eval::EvaluateBoolean(curve, time);
}

// A state, from the left to the right.
class StateWalker {
 public:
  explicit StateWalker(const CurveView& curve) : curve_(curve) {
    if (curve.empty()) return;
    first_ = curve.time(0);
    last_ = curve.time(curve.size() - 1);
    const bool has_range = first_ < last_;
    repeats_before_ = has_range && mrtk::Repeats(curve.pre_wrap());
    repeats_after_ = has_range && mrtk::Repeats(curve.post_wrap());
  }

  const CurveView& curve() const { return curve_; }
  double first() const { return first_; }
  double last() const { return last_; }
  bool repeats() const { return repeats_before_ || repeats_after_; }

  // From `time` on. Times must not descend from one call to the next.
  void MoveTo(double time) {
    time_ = time;
    while (key_ + 1 < curve_.size() && !(curve_.time(key_ + 1) > time)) ++key_;
  }
  // Where this ends: a key, or an end of the keys; infinity: nowhere.
  double next() const {
    if (curve_.empty()) return kInf;
    if (time_ < first_) return first_;
    return key_ + 1 < curve_.size() ? curve_.time(key_ + 1) : kInf;
  }
  bool is_repeated() const {
    return (repeats_before_ && time_ < first_) ||
           (repeats_after_ && time_ >= last_);
  }
  bool state() const { return StateOf(curve_, key_); }

 private:
  CurveView curve_;
  size_t key_ = 0;
  double time_ = -kInf;
  double first_ = kInf;
  double last_ = -kInf;
  bool repeats_before_ = false;
  bool repeats_after_ = false;
};

// Whether what repeats does so together.
bool RepeatTogether(const StateWalker& a, const StateWalker& b) {
  return (!a.repeats() && !b.repeats()) ||
         (a.first() == b.first() && a.last() == b.last() &&
          SameWrap(a.curve().pre_wrap(), b.curve().pre_wrap()) &&
          SameWrap(a.curve().post_wrap(), b.curve().post_wrap()));
}

}  // namespace

bool SameWrap(int32_t a, int32_t b) {
  return a == b || (!mrtk::Repeats(a) && !mrtk::Repeats(b));
}

bool SameCurve(const CurveView& a, const CurveView& b) {
  if (a.size() != b.size() || !SameWrap(a.pre_wrap(), b.pre_wrap()) ||
      !SameWrap(a.post_wrap(), b.post_wrap())) {
    return false;
  }
  if (a.layout() == b.layout()) {
    return std::ranges::equal(a.key_bytes(), b.key_bytes());
  }
  using KeyBits = std::array<uint32_t, 7>;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<KeyBits>(a.key(i)) != std::bit_cast<KeyBits>(b.key(i))) {
      return false;
    }
  }
  return true;
}

Largest CompareCurves(const CurveView& a, const CurveView& b) {
  std::array<Largest, 1> largest;
  Looks<1>(std::span(&a, 1).first<1>(), std::span(&b, 1).first<1>())
      .Go([&](const Values<1>& p, const Values<1>& q, double time) {
        NoteCurves(p, q, time, largest);
      });
  return largest[0];
}

PoseDifference ComparePoses(PoseCurves a, PoseCurves b, double point) {
  PoseDifference result;
  Looks<mrtk::kPoseCurves>(a, b).Go([&](const Values<mrtk::kPoseCurves>& p,
                                        const Values<mrtk::kPoseCurves>& q,
                                        double time) {
    NoteCurves(p, q, time, result.curves);
    const Vector<3> move = Move(p, q);
    const double moved = Length(move);
    result.position.Note(moved, time);
    const Vector<4> turn_p = Part<4>(p, mrtk::kRotationX);
    const Vector<4> turn_q = Part<4>(q, mrtk::kRotationX);
    if (!AreFinite(turn_p, turn_q)) return result.joint.Note(moved, time);
    result.rotation.Note(SineBetweenRotations(turn_p, turn_q), time);
    result.joint.Note(JointDisplacement(move, turn_p, turn_q, point), time);
  });
  result.rotation.found = 2 * DegreesOfSine(result.rotation.found);
  return result;
}

RayDifference CompareRays(RayCurves a, RayCurves b) {
  RayDifference result;
  Looks<mrtk::kRayCurves>(a, b).Go([&](const Values<mrtk::kRayCurves>& p,
                                       const Values<mrtk::kRayCurves>& q,
                                       double time) {
    NoteCurves(p, q, time, result.curves);
    result.origin.Note(Length(Move(p, q)), time);
    const Vector<3> way_p = Part<3>(p, 3);
    const Vector<3> way_q = Part<3>(q, 3);
    if (!AreFinite(way_p, way_q)) return;
    result.direction.Note(SineBetweenDirections(way_p, way_q), time);
  });
  result.direction.found = 2 * DegreesOfSine(result.direction.found);
  return result;
}

StateDifference CompareStates(const CurveView& a, const CurveView& b) {
  constexpr int kLooks = 64;
  StateDifference result;
  if (SameCurve(a, b)) return result;
  const auto differ = [&](double time) {
    if (!result.differs) result.first = time;
    result.differs = true;
  };
  StateWalker of_a(a);
  StateWalker of_b(b);
  double from = std::min(of_a.first(), of_b.first());
  const double end = std::max(of_a.last(), of_b.last());
  result.is_exact = RepeatTogether(of_a, of_b);
  // Before the first keys: of several at one time the first counts.
  const double before = std::nextafter(from, -kInf);
  if (std::isfinite(before) && StateAt(a, before) != StateAt(b, before)) {
    differ(before);
  }
  for (;;) {
    of_a.MoveTo(from);
    of_b.MoveTo(from);
    const double to = std::min({of_a.next(), of_b.next(), end});
    if (of_a.is_repeated() || of_b.is_repeated()) {
      if (from < end) result.is_exact = false;
      if (!result.differs && StateAt(a, from) != StateAt(b, from)) differ(from);
      for (int i = 0; i < kLooks && !result.differs; ++i) {
        const double time = from + (to - from) * ((i + 0.5) / kLooks);
        if (StateAt(a, time) != StateAt(b, time)) differ(time);
      }
    } else if (of_a.state() != of_b.state()) {
      differ(from);
      result.seconds += std::max(to - from, 0.0);
    }
    if (!(from < end)) return result;
    from = std::max(from, to);
  }
}

}  // namespace clipguard::actions
