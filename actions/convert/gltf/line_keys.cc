// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/line_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/scene.h"
#include "actions/motion/slerp_arc.h"
#include "actions/motion/vector.h"
#include "base/numbers.h"

namespace clipguard::actions::gltf {
namespace {

using Point = std::array<double, 4>;

// For sums that are made in double.
constexpr double kLineSlack = 1 + 1e-9;
// A keyframe's interval is cut into no more parts.
constexpr double kMostParts = 4096;
// Chords longer than this are cut, whatever the bound: 47 degrees.
constexpr double kLongestChord = 0.4;
// Nothing is gained by a closer bound: degrees, and a share of the largest
// value.
constexpr double kLeastDegrees = 2e-5;
constexpr double kLeastShare = 0x1p-22;
// A shorter quaternion is no rotation.
constexpr double kLeastKeyLength = 1e-6;
// The next share of an interval that is tried, at least and at most.
constexpr double kLeastShrink = 0.5;
constexpr double kMostShrink = 0.9;
// The part after one is as long as would be just good enough there, and less.
constexpr double kNextShare = 0.97;
constexpr double kMostGrowth = 2;

double LengthOf(const Point& v) { return std::sqrt(Dot(v, v)); }

Point Mix(const Point& a, const Point& b, double u) {
  Point v;
  for (size_t c = 0; c < v.size(); ++c) v[c] = a[c] + u * (b[c] - a[c]);
  return v;
}

// The angle of a rotation, at most, by the sine of its half; degrees.
// REQUIRES: sine <= 0.5.
double AngleOf(double sine) { return 2 * sine * (1 + sine * sine) * kDegrees; }

// How far the rotations of an arc and of its normalised chord are apart at the
// same share of the time, at most; degrees. With a the angle between the
// quaternions, it is a^3 / 3 u (1 - u) (1 - 2u) and terms of a^5, and
// u (1 - u) (1 - 2u) is at most sqrt(3) / 18.
double TimeWarp(double chord) {
  const double a = chord * (1 + 0.06 * chord * chord);
  return 0.0321 * a * a * a * (1 + a * a / 4) * kDegrees;
}

Point Times(double factor, Point v) {
  for (double& x : v) x *= factor;
  return v;
}

// Whether no float32 time lies between two. REQUIRES: 0 <= a <= b.
bool AreNeighbours(float a, float b) {
  return std::bit_cast<uint32_t>(b) - std::bit_cast<uint32_t>(a) <= 1;
}

// The keyframes as vectors, of rotations with one sign for neighbours that are
// joined by an arc.
class Source {
 public:
  Source(Keyframes keyframes, Path path)
      : times_(keyframes.times.Take()),
        values_(keyframes.values.Take()),
        size_(path == Path::kRotation ? 4 : 3),
        is_rotation_(path == Path::kRotation),
        is_cubic_(keyframes.interpolation == Interpolation::kCubicSpline) {
    if (!is_cubic_) return;
    bends_.reserve(size());
    for (size_t key = 0; key + 1 < size(); ++key) {
      bends_.push_back(AreNeighbours(time(key), time(key + 1))
                           ? 0
                           : BendOn(key, time(key), time(key + 1)));
    }
  }

  size_t size() const { return times_.size(); }
  bool is_rotation() const { return is_rotation_; }
  size_t components() const { return size_; }
  float time(size_t key) const { return times_[key]; }
  Point value(size_t key) const { return Read(key, is_cubic_ ? 1 : 0); }

  // Its vector at a time between two keyframes, `key` and the one after: of
  // rotations, of unit length.
  Point At(size_t key, float time) const {
    if (time <= this->time(key)) return value(key);
    if (time >= this->time(key + 1)) return value(key + 1);
    if (is_cubic_) {
      const Point at = ValueIn(IntervalAt(key, time));
      if (!is_rotation_) return at;
      const double length = LengthOf(at);
      return length > kLeastKeyLength ? Times(1 / length, at) : value(key);
    }
    const double u = (double{time} - this->time(key)) / Length(key);
    const Point a = value(key);
    const Point b = value(key + 1);
    return is_rotation_ ? SlerpArc(a, b).At(u) : Mix(a, b, u);
  }

  // How far it is from its chord between two times of that interval, at most.
  double Bend(size_t key, float from, float to) const {
    if (!is_cubic_ || AreNeighbours(from, to)) return 0;
    const bool is_whole = from == time(key) && to == time(key + 1);
    return is_whole ? bends_[key] : BendOn(key, from, to);
  }

  bool is_arc() const { return is_rotation_ && !is_cubic_; }

 private:
  struct Cubic {
    Point value;
    Point slope;
    Point bend;  // the second derivative
  };

  // A rotation's cubic is multiplied by a line that makes its ends unit
  // vectors.
  double BendOn(size_t key, float from, float to) const {
    const Cubic a = CubicAt(key, from);
    const Cubic b = CubicAt(key, to);
    const double part = double{to} - from;
    const auto longer = [](const Point& v, const Point& w) {
      return std::sqrt(std::max(Dot(v, v), Dot(w, w)));
    };
    double bend = longer(a.bend, b.bend);
    if (is_rotation_) {
      const double left = 1 / LengthOf(a.value);
      const double right = 1 / LengthOf(b.value);
      const double slope = longer(a.slope, b.slope) + part / 2 * bend;
      bend = bend * std::max(left, right) +
             2 * slope * std::abs(right - left) / part;
      if (!(bend < kInf)) return kInf;
    }
    return part * part / 8 * bend;
  }

  Cubic CubicAt(size_t key, float time) const {
    const Interval interval = IntervalAt(key, time);
    const auto& [h, u, v, a, b, out, in] = interval;
    Cubic at;
    at.value = ValueIn(interval);
    for (size_t c = 0; c < a.size(); ++c) {
      const double change = (b[c] - a[c]) / h;
      at.slope[c] = 6 * u * v * change + v * (1 - 3 * u) * out[c] +
                    u * (3 * u - 2) * in[c];
      at.bend[c] =
          ((6 - 12 * u) * change + (6 * u - 4) * out[c] + (6 * u - 2) * in[c]) /
          h;
    }
    return at;
  }

  // An interval's length, a time's share of it and the rest, and the values and
  // slopes at its ends.
  struct Interval {
    double h;
    double u;
    double v;
    Point a;
    Point b;
    Point out;
    Point in;
  };
  Interval IntervalAt(size_t key, float time) const {
    const double h = Length(key);
    const double u = (double{time} - this->time(key)) / h;
    return {h,
            u,
            1 - u,
            value(key),
            value(key + 1),
            Read(key, 2),
            Read(key + 1, 0)};
  }

  static Point ValueIn(const Interval& interval) {
    const auto& [h, u, v, a, b, out, in] = interval;
    const double of_a = v * v * (1 + 2 * u);
    const double of_b = u * u * (3 - 2 * u);
    Point at;
    for (size_t c = 0; c < a.size(); ++c) {
      at[c] = of_a * a[c] + of_b * b[c] + h * u * v * (v * out[c] - u * in[c]);
    }
    return at;
  }

  double Length(size_t key) const { return double{time(key + 1)} - time(key); }

  Point Read(size_t key, size_t part) const {
    const size_t first = (is_cubic_ ? key * 3 + part : key) * size_;
    const float* const row = values_.data() + first;
    return {row[0], row[1], row[2], is_rotation_ ? row[3] : 0};
  }

  // One beside the other: they are read more than once.
  const std::vector<float> times_;
  const std::vector<float> values_;
  const size_t size_;
  const bool is_rotation_;
  const bool is_cubic_;
  std::vector<double> bends_;  // of a cubic's intervals
};

class LineWriter {
 public:
  LineWriter(const Source& source, double allowed, size_t most, LineKeys& out)
      : source_(source),
        allowed_(allowed),
        enough_(std::max(allowed, LeastBound(source))),
        most_(most),
        out_(out) {}

  // False if there are too many.
  bool Write() {
    Put(source_.time(0), Rounded(source_.value(0)));
    GoTo(0);
    while (interval_ + 1 < source_.size()) {
      const Line next = Longest();
      if (next.off < kInf) {
        out_.bound = std::max(out_.bound, next.off);
      } else if (!out_.first_unproven) {
        out_.first_unproven = time_;
      }
      Put(next.end, next.value);
      GoTo(next.interval);
      if (out_.keyframes.times.size() > most_) return false;
    }
    return true;
  }

 private:
  // A line from the last keyframe on.
  struct Line {
    float end;
    size_t interval;  // the source's, that goes on from there
    Point value;
    double off;  // at most; degrees, or the values' unit
  };

  static double LeastBound(const Source& source) {
    if (source.is_rotation()) return kLeastDegrees;
    double largest = 0;
    for (size_t i = 0; i < source.size(); ++i) {
      largest = std::max(largest, LargestOf(source.value(i)));
    }
    return largest * kLeastShare;
  }

  // The floats, as numbers; of a rotation, of unit length before.
  Point Rounded(Point v) const {
    if (source_.is_rotation()) {
      const double length = LengthOf(v);
      if (length > 0) {
        for (double& x : v) x /= length;
      }
    }
    for (double& x : v) x = double{NearestPlainFloat(x)};
    return v;
  }

  void Put(float time, const Point& value) {
    out_.keyframes.times.push_back(time + 0.0f);
    for (size_t c = 0; c < source_.components(); ++c) {
      out_.keyframes.values.push_back(NearestPlainFloat(value[c]));
    }
    time_ = time;
    value_ = value;
  }

  // Goes on from there, in this interval of the source.
  void GoTo(size_t interval) {
    interval_ = interval;
    if (interval_ + 1 == source_.size()) return;
    start_ = source_.At(interval_, time_);
    sign_ = source_.is_rotation() && Dot(start_, value_) < 0 ? -1 : 1;
    start_ = Times(sign_, start_);
    start_off_ = LengthOf(Minus(start_, value_));
  }

  // Up to a keyframe of the source, `count` intervals on.
  Line Over(size_t count) const {
    const size_t key = interval_ + count;
    return Make(source_.time(key), key - 1);
  }

  // Up to `end`, in the interval `last` or at its end.
  Line Make(float end, size_t last) const {
    Point value = source_.At(last, end);
    const bool is_key = end == source_.time(last + 1);
    if (!is_key) value = Rounded(value);
    if (source_.is_rotation() && Dot(value, value_) < 0) {
      value = Times(-1, value);
    }
    Line line{end, is_key ? last + 1 : last, value, 0};
    line.off = Off(last, line);
    return line;
  }

  // How far the line is off between its ends, at most: exact where it is good
  // enough, or where it covers one interval.
  double Off(size_t last, const Line& line) const {
    const bool turns = source_.is_rotation();
    const Point step = Minus(line.value, value_);
    const double chord = Dot(step, step);  // squared
    const bool has_times = !AreNeighbours(time_, line.end);
    if (turns && has_times && chord > kLongestChord * kLongestChord) {
      return kInf;
    }
    const double share = 1 / (double{line.end} - time_);
    double most = 0;
    double longest = 0;  // chord of a source's arc, squared
    float from = time_;
    double sign = sign_;
    Point at = start_;
    double off = start_off_;
    for (size_t i = interval_; i <= last; ++i) {
      const float to = i == last ? line.end : source_.time(i + 1);
      const bool is_jump = AreNeighbours(from, to);
      Point next = Times(sign, source_.At(i, to));
      if (turns && (source_.is_arc() || is_jump) && Dot(next, at) < 0) {
        sign = -sign;
        next = Times(-1, next);
      }
      const double u = (double{to} - time_) * share;
      const double next_off = LengthOf(Minus(next, Mix(value_, line.value, u)));
      most =
          std::max(most, std::max(off, next_off) + source_.Bend(i, from, to));
      if (last != interval_ && (turns ? 2 * kDegrees : 1) * most > allowed_) {
        return kInf;
      }
      if (source_.is_arc() && !is_jump) {
        const Point arc = Minus(next, at);
        longest = std::max(longest, Dot(arc, arc));
      }
      from = to;
      at = next;
      off = next_off;
    }
    most *= kLineSlack;
    if (!turns) return most;
    // The line's vectors are shortest in its middle.
    const double sine = most * kLineSlack * 1.000001 / std::sqrt(1 - chord / 4);
    if (!has_times) return AngleOf(std::min(sine, 0.5));
    if (!(sine <= 0.5)) return kInf;
    // A part of one arc is that arc itself to a player of arcs.
    const bool is_same = source_.is_arc() && last == interval_;
    return AngleOf(sine) + TimeWarp(std::sqrt(chord)) +
           (is_same ? 0 : TimeWarp(std::sqrt(longest)));
  }

  // The longest that is good enough, or the shortest there can be. It is about
  // as long as the last one, so the search begins there.
  Line Longest() {
    const double left = double{source_.time(interval_ + 1)} - time_;
    if (part_ > 0 && part_ < left) {
      const auto end = static_cast<float>(time_ + part_);
      if (time_ < end) return Part(Make(end, interval_), part_);
    }
    const size_t most = source_.size() - 1 - interval_;
    size_t good = 0;
    size_t bad = most + 1;
    Line best = {};
    size_t count = std::min(count_, most);
    for (size_t step = 1; good + 1 < bad; step *= 2) {
      const Line tried = Over(count);
      if (tried.off <= (count == 1 ? enough_ : allowed_)) {
        good = count;
        best = tried;
      } else if (count == 1) {
        return Part(tried, left);
      } else {
        bad = count;
      }
      count = good == 0    ? bad - std::min(bad - 1, step)
              : bad > most ? std::min(good + step, most)
                           : good + (bad - good) / 2;
    }
    count_ = good;
    part_ = 0;
    return best;
  }

  // A part of the current interval, no longer than `best`, whose length is
  // given.
  Line Part(Line best, double length) {
    const double all =
        double{source_.time(interval_ + 1)} - source_.time(interval_);
    while (best.off > enough_) {
      const double share = std::sqrt(enough_ / best.off);
      const double shorter =
          length * std::clamp(share, kLeastShrink, kMostShrink);
      const auto end = static_cast<float>(time_ + shorter);
      if (!(time_ < end) || shorter * kMostParts < all) break;
      length = shorter;
      best = Make(end, interval_);
    }
    count_ = 1;
    const double next =
        length * std::clamp(kNextShare * std::sqrt(enough_ / best.off),
                            kLeastShrink, kMostGrowth);
    part_ = best.interval == interval_ ? std::max(next, all / kMostParts) : 0;
    return best;
  }

  const Source& source_;
  const double allowed_;
  const double enough_;  // no interval is cut to be closer
  const size_t most_;
  LineKeys& out_;
  size_t interval_ = 0;  // of the source, that the last keyframe lies in
  float time_ = 0;       // of the last keyframe
  Point value_ = {};
  // The source's vector there, of rotations times 1 or -1; its distance.
  Point start_ = {};
  double sign_ = 1;
  double start_off_ = 0;
  // So many intervals the last line went over, or so long a part of one the
  // next may be: 0 if it need not be a part.
  size_t count_ = 1;
  double part_ = 0;
};

}  // namespace

LineKeys LineKeysOf(Keyframes source, Path path, double allowed,
                    size_t most_keyframes) {
  LineKeys lines;
  if (source.empty()) return lines;
  const Source from(std::move(source), path);
  if (!LineWriter(from, allowed, most_keyframes, lines).Write()) return {};
  return lines;
}

}  // namespace clipguard::actions::gltf
