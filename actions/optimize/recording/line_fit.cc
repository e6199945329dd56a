// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "actions/optimize/recording/curve_group.h"
#include "actions/optimize/recording/fits.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"

namespace clipguard::actions {
namespace {

// Keys at most between two knots, and knots at most whose values are not
// decided: memory does not grow beyond.
constexpr size_t kLongest = size_t{1} << 16;
constexpr size_t kMostOpen = size_t{1} << 12;

struct Interval {
  double low = 0;
  double high = 0;
};

struct Point {
  double x = 0;
  double y = 0;
};

double SlopeBetween(const Point& a, const Point& b) {
  return (b.y - a.y) / (b.x - a.x);
}

// The lines that pass the gates of one curve.
class Beam {
 public:
  // From a knot: its time is 0.
  void Begin(const Interval& gate) {
    first_ = true;
    bottoms_.assign(1, {0, gate.low});
    tops_.assign(1, {0, gate.high});
    bottom_from_ = top_from_ = 0;
  }

  // Whether a line is left that passes this gate, too.
  bool Passes(double time, const Interval& gate) const {
    return first_ ||
           (gate.low <= At(upper_, time) && gate.high >= At(lower_, time));
  }

  // REQUIRES: Passes().
  void Add(double time, const Interval& gate) {
    const Point top = {time, gate.high};
    const Point bottom = {time, gate.low};
    if (first_ || top.y < At(upper_, time)) {
      upper_ = Tangent(bottoms_, bottom_from_, top, -1);
    }
    if (first_ || bottom.y > At(lower_, time)) {
      lower_ = Tangent(tops_, top_from_, bottom, 1);
    }
    first_ = false;
    Append(bottoms_, bottom_from_, bottom, 1);
    Append(tops_, top_from_, top, -1);
  }

  // Where the lines are at the last gate, which it is.
  Interval Reached(double time, const Interval& gate) const {
    return {std::max(gate.low, At(lower_, time)),
            std::min(gate.high, At(upper_, time))};
  }

 private:
  struct Line {
    Point through;
    double slope = 0;
  };

  static double At(const Line& line, double time) {
    return line.through.y + line.slope * (time - line.through.x);
  }

  // From the hull to the point: with side -1 the flattest line, with 1 the
  // steepest. Points before the place of contact cannot be one again.
  static Line Tangent(const std::vector<Point>& hull, size_t& from,
                      const Point& point, double side) {
    double slope = SlopeBetween(hull[from], point);
    while (from + 1 < hull.size()) {
      const double next = SlopeBetween(hull[from + 1], point);
      if ((next - slope) * side < 0) break;
      slope = next;
      ++from;
    }
    return {hull[from], slope};
  }

  // With side 1 the hull is that of the points' upper side, with -1 of the
  // lower one.
  static void Append(std::vector<Point>& hull, size_t from, const Point& point,
                     double side) {
    while (hull.size() >= from + 2) {
      const Point& last = hull.back();
      const Point& before = hull[hull.size() - 2];
      if ((SlopeBetween(before, last) - SlopeBetween(last, point)) * side > 0) {
        break;
      }
      hull.pop_back();
    }
    hull.push_back(point);
  }

  bool first_ = true;
  Line upper_;
  Line lower_;
  std::vector<Point> bottoms_;
  std::vector<Point> tops_;
  size_t bottom_from_ = 0;
  size_t top_from_ = 0;
};

class LineFit {
 public:
  LineFit(const CurveGroup& group, size_t most) : group_(group), most_(most) {}

  std::optional<FittedKeys> Run() {
    Open(0, /*decided=*/true);
    Decide();
    size_t at = 0;
    while (at + 1 < group_.size()) {
      const size_t next = Extend(at);
      Open(next, kept_);
      if (kept_ || open_.size() >= kMostOpen) Decide();
      if (keys_.knots.size() >= most_) return std::nullopt;
      at = next;
    }
    return std::move(keys_);
  }

 private:
  struct Knot {
    uint32_t key = 0;
    std::array<Interval, kMostCurves> values;
  };

  size_t curves() const { return group_.curves(); }

  Interval Gate(size_t c, size_t i, bool kept) const {
    const double value = group_.value(c, i);
    const double tolerance = kept ? 0 : group_.KeyTolerance(c, i);
    return {value - tolerance, value + tolerance};
  }

  // The next knot after `from`; reached_ has the values it may have, and kept_
  // says whether it keeps its own.
  size_t Extend(size_t from) {
    const Knot& knot = open_.back();
    for (size_t c = 0; c < curves(); ++c) beams_[c].Begin(knot.values[c]);
    kept_ = false;
    size_t last = from;
    for (size_t i = from + 1; i < group_.size() && i - from <= kLongest; ++i) {
      CountWork(curves());
      const bool kept = group_.IsKept(i, /*lines_only=*/true);
      // A stretch that is kept keeps its keys.
      if (kept && i == from + 1) {
        kept_ = true;
        return i;
      }
      const double time = double{group_.time(i)} - group_.time(from);
      std::array<Interval, kMostCurves> gates;
      bool passes = true;
      for (size_t c = 0; c < curves() && passes; ++c) {
        gates[c] = Gate(c, i, kept);
        passes = beams_[c].Passes(time, gates[c]);
      }
      if (!passes) break;
      for (size_t c = 0; c < curves(); ++c) {
        beams_[c].Add(time, gates[c]);
        reached_[c] = beams_[c].Reached(time, gates[c]);
      }
      last = i;
      kept_ = kept;
      if (kept) break;
    }
    return last;
  }

  void Open(size_t key, bool decided) {
    Knot knot{.key = static_cast<uint32_t>(key), .values = reached_};
    for (size_t c = 0; decided && c < curves(); ++c) {
      knot.values[c] = Gate(c, key, true);
    }
    open_.push_back(knot);
  }

  // Chooses the values at all open knots, the last one's first. That one stays
  // open, with the one value.
  void Decide() {
    const size_t first = keys_.knots.empty() ? 0 : 1;
    const size_t begin = keys_.values.size();
    keys_.values.resize(begin + (open_.size() - first) * curves());
    for (size_t k = open_.size(); k-- > first;) {
      for (size_t c = 0; c < curves(); ++c) {
        const Interval range = k + 1 == open_.size()
                                   ? open_[k].values[c]
                                   : Before(c, open_[k], open_[k + 1]);
        const float value = Nearest(range, group_.value(c, open_[k].key));
        open_[k].values[c] = {value, value};
        keys_.values[begin + (k - first) * curves() + c] = value;
      }
    }
    for (size_t k = first; k < open_.size(); ++k) {
      keys_.knots.push_back(open_[k].key);
    }
    open_.erase(open_.begin(), open_.end() - 1);
  }

  // A float in the range, where there is one: what is outside, by rounding
  // only, may be far off at the knot before.
  static float Nearest(const Interval& range, float value) {
    if (range.low <= value && value <= range.high) return value;
    const bool below = value < range.low;
    const double end = below ? range.low : range.high;
    const auto nearest = static_cast<float>(end);
    if (below ? nearest >= end : nearest <= end) return nearest;
    return std::nextafter(nearest, below ? kInfinity : -kInfinity);
  }

  // The values at a knot from which a line to the next one's value passes the
  // gates between them.
  Interval Before(size_t c, const Knot& knot, const Knot& next) const {
    Interval range = knot.values[c];
    const double value = next.values[c].low;
    const double begin = group_.time(knot.key);
    const double end = group_.time(next.key);
    CountWork(next.key - knot.key);
    for (size_t i = knot.key + size_t{1}; i < next.key; ++i) {
      const Interval gate = Gate(c, i, false);
      const double share = (group_.time(i) - begin) / (end - group_.time(i));
      range.low = std::max(range.low, gate.low + (gate.low - value) * share);
      range.high =
          std::min(range.high, gate.high + (gate.high - value) * share);
    }
    return range;
  }

  const CurveGroup& group_;
  size_t most_;
  FittedKeys keys_;
  std::vector<Knot> open_;
  std::array<Beam, kMostCurves> beams_;
  std::array<Interval, kMostCurves> reached_;
  bool kept_ = false;
};

}  // namespace

std::optional<FittedKeys> FitLines(const CurveGroup& group, size_t most) {
  return LineFit(group, most).Run();
}

}  // namespace clipguard::actions
