// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actions/motion/stretch.h"
#include "actions/optimize/recording/curve_group.h"
#include "actions/optimize/recording/fits.h"
#include "base/memory/work_counter.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions {
namespace {

using mrtk::Keyframe;

// The left key's out weight and the right key's in weight. The first pair is
// what keys without weights have.
struct Weights {
  float out = 0;
  float in = 0;
};
constexpr std::array<Weights, 7> kShapes = {{{1.0f / 3, 1.0f / 3},
                                             {0.6f, 0.6f},
                                             {0.15f, 0.15f},
                                             {0.6f, 0.2f},
                                             {0.2f, 0.6f},
                                             {0.85f, 0.4f},
                                             {0.4f, 0.85f}}};
// Where keys are fewer, more values between them are sampled.
constexpr size_t kFewKeys = 8;
// As in actions/optimize/recording/proof.cc, which has to find the same.
constexpr int kHalvings = 1;
// Attempts to go further with weights.
constexpr int kAttempts = 4;

// One curve's piece: two keys' facing sides.
struct Piece {
  bool original = false;  // the keys' own sides
  float right_value = 0;
  float out_tangent = 0;
  float in_tangent = 0;
  float out_weight = 0;
  float in_weight = 0;
  bool weighted = false;
};

// A value of a curve to come close to, with the parameter of its time.
struct Sample {
  double s = 0;
  double value = 0;
  double tolerance = 0;
};

// x(s) of the weights is the share: s. Newton's steps in a bracket, as x never
// falls.
double ParameterOf(const Weights& weights, double share) {
  double low = 0;
  double high = 1;
  double s = share;
  const double a = weights.out;
  const double b = 1 - double{weights.in};
  for (int i = 0; i < 40 && low < high; ++i) {
    const double q = 1 - s;
    const double off = s * (3 * q * (q * a + s * b) + s * s) - share;
    if (std::abs(off) < 1e-12) break;
    (off < 0 ? low : high) = s;
    const double rate = 3 * (q * q * a + 2 * q * s * (b - a) + s * s * (1 - b));
    double next = s - off / rate;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    s = next;
  }
  return s;
}

// Least squares: the control values y1, y2 and, if `free`, y3, for a Bézier
// that begins at y0. False if the samples do not determine them.
bool SolveControls(std::span<const Sample> samples, double y0, bool free,
                   std::array<double, 4>& y) {
  const size_t n = free ? 3 : 2;
  std::array<std::array<double, 4>, 3> m = {};
  y[0] = y0;
  for (const Sample& sample : samples) {
    const double s = sample.s;
    const double q = 1 - s;
    const std::array<double, 3> basis = {3 * s * q * q, 3 * s * s * q,
                                         s * s * s};
    double rest = sample.value - y0 * q * q * q;
    if (!free) rest -= y[3] * basis[2];
    for (size_t i = 0; i < n; ++i) {
      for (size_t k = 0; k < n; ++k) m[i][k] += basis[i] * basis[k];
      m[i][3] += basis[i] * rest;
    }
  }
  // Gauss, with no need of pivots: the matrix is symmetric and positive.
  for (size_t i = 0; i < n; ++i) {
    if (!(m[i][i] > 1e-12)) return false;
    for (size_t k = i + 1; k < n; ++k) {
      const double factor = m[k][i] / m[i][i];
      for (size_t j = i; j < 4; ++j) m[k][j] -= factor * m[i][j];
    }
  }
  for (size_t i = n; i-- > 0;) {
    double value = m[i][3];
    for (size_t k = i + 1; k < n; ++k) value -= m[i][k] * y[k + 1];
    y[i + 1] = value / m[i][i];
  }
  return true;
}

bool IsClose(std::span<const Sample> samples, const std::array<double, 4>& y) {
  return std::all_of(samples.begin(), samples.end(), [&](const Sample& sample) {
    const double s = sample.s;
    const double q = 1 - s;
    const double value =
        q * q * (q * y[0] + 3 * s * y[1]) + s * s * (3 * q * y[2] + s * y[3]);
    return std::abs(value - sample.value) <= sample.tolerance;
  });
}

class BezierFit {
 public:
  BezierFit(const CurveGroup& group, size_t most)
      : group_(group), most_(most) {}

  std::optional<FittedKeys> Run() {
    AddKnot(0);
    for (size_t c = 0; c < curves(); ++c) keys_.values[c] = group_.value(c, 0);
    size_t at = 0;
    while (at + 1 < group_.size()) {
      const size_t next = Extend(at);
      AddPiece(at, next);
      if (keys_.knots.size() >= most_) return std::nullopt;
      at = next;
    }
    return std::move(keys_);
  }

 private:
  using Pieces = std::array<Piece, kMostCurves>;

  size_t curves() const { return group_.curves(); }
  // At the last knot.
  float left_value(size_t c) const {
    return keys_.values[keys_.values.size() - curves() + c];
  }

  void AddKnot(size_t i) {
    keys_.knots.push_back(static_cast<uint32_t>(i));
    keys_.values.resize(keys_.values.size() + curves());
    keys_.sides.resize(keys_.sides.size() + curves());
    for (size_t c = 0; c < curves(); ++c) {
      // Sides that face outwards at the curve's ends keep the key's numbers.
      const Keyframe key = group_.key(c, i);
      keys_.sides[keys_.sides.size() - curves() + c] = {
          key.in_tangent, key.out_tangent, key.in_weight, key.out_weight,
          key.weighted_mode};
    }
  }

  void AddPiece(size_t from, size_t to) {
    AddKnot(to);
    const size_t right = keys_.values.size() - curves();
    const size_t left = right - curves();
    for (size_t c = 0; c < curves(); ++c) {
      const Piece& piece = best_[c];
      keys_.values[right + c] =
          piece.original ? group_.value(c, to) : piece.right_value;
      if (piece.original) continue;
      FittedKeys::Sides& out = keys_.sides[left + c];
      FittedKeys::Sides& in = keys_.sides[right + c];
      out.out_tangent = piece.out_tangent;
      out.out_weight = piece.out_weight;
      out.weighted_mode = (out.weighted_mode & 1) | (piece.weighted ? 2 : 0);
      in.in_tangent = piece.in_tangent;
      in.in_weight = piece.in_weight;
      in.weighted_mode = (in.weighted_mode & 2) | (piece.weighted ? 1 : 0);
    }
    CountWork(to - from);
  }

  // The next knot after `from`; best_ has the pieces up to it.
  size_t Extend(size_t from) {
    size_t limit = from + 1;
    while (limit + 1 < group_.size() && limit - from < kLongestRun &&
           !IsKept(limit)) {
      ++limit;
    }
    CountWork(limit - from);
    if (!Fits(from, from + 1, 1)) KeepNext(from);
    best_ = pieces_;
    // `good` fits, `bad` does not, or is beyond the limit.
    size_t good = from + 1;
    size_t bad = limit + 1;
    for (size_t length = 2; good < limit; length *= 2) {
      const size_t to = std::min(from + length, limit);
      if (!Try(from, to, 1, good, bad)) break;
    }
    while (bad - good > 1 && bad <= limit) {
      Try(from, good + (bad - good) / 2, 1, good, bad);
    }
    return good < limit ? WithWeights(from, good, limit) : good;
  }

  // Further than `good`, with weights.
  size_t WithWeights(size_t from, size_t good, size_t limit) {
    size_t step = std::max<size_t>(1, (good - from) / 4);
    for (int i = 0; i < kAttempts && good < limit; ++i) {
      size_t bad = limit + 1;
      const size_t to = std::min(good + step, limit);
      if (!Try(from, to, kShapes.size(), good, bad)) {
        if (step == 1) break;
        step = std::max<size_t>(1, step / 4);
      }
    }
    return good;
  }

  bool Try(size_t from, size_t to, size_t shapes, size_t& good, size_t& bad) {
    const bool fits = Fits(from, to, shapes);
    (fits ? good : bad) = to;
    if (fits) best_ = pieces_;
    return fits;
  }

  // Within a run all are what a bound can be proven for.
  Stretch StretchAfter(size_t c, size_t i) const {
    return Stretch::Of(group_.key(c, i), group_.key(c, i + 1))
        .value_or(Stretch());
  }

  bool IsKept(size_t i) const { return group_.IsKept(i, /*lines_only=*/false); }

  // The stretch after `from`, which nothing replaces: its left value is the
  // key's own, or it is of lines.
  void KeepNext(size_t from) {
    for (size_t c = 0; c < curves(); ++c) {
      const bool same = left_value(c) == group_.value(c, from);
      pieces_[c] = {.original = same};
      if (!same) pieces_[c] = Line(group_.value(c, from + 1));
    }
  }

  static Piece Line(float right_value) {
    return {.right_value = right_value, .weighted = true};
  }

  // Whether pieces from key to key replace all curves, with one of the first
  // shapes: pieces_.
  bool Fits(size_t from, size_t to, size_t shapes) {
    if (to == from + 1) {
      KeepNext(from);
      return true;
    }
    std::array<bool, kMostCurves> done = {};
    for (size_t shape = 0; shape < shapes; ++shape) {
      bool all = true;
      for (size_t c = 0; c < curves(); ++c) {
        if (done[c]) continue;
        FillSamples(c, from, to, kShapes[shape]);
        done[c] = FitCurve(c, from, to, shape);
        all = all && done[c];
        // The last shape's failure is the whole's.
        if (!done[c] && shape + 1 == shapes) return false;
      }
      if (all) return true;
    }
    return false;
  }

  void FillSamples(size_t c, size_t from, size_t to, const Weights& weights) {
    samples_.clear();
    const double begin = group_.time(from);
    const double duration = group_.time(to) - begin;
    const bool thirds = weights.out == weights.in && weights.out == 1.0f / 3;
    const auto add = [&](double time, double value, double tolerance) {
      const double share = (time - begin) / duration;
      samples_.push_back(
          {thirds ? share : ParameterOf(weights, share), value, tolerance});
    };
    CountWork(to - from);
    for (size_t i = from; i < to; ++i) {
      const double tolerance = group_.StretchTolerance(i);
      if (i != from) add(group_.time(i), group_.value(c, i), tolerance);
      const Stretch stretch = StretchAfter(c, i);
      const bool few = to - from <= kFewKeys;
      if (stretch.is_line() && !few) continue;
      const double length = double{stretch.end()} - stretch.begin();
      for (const double share : {0.5, 0.25, 0.75}) {
        if (share != 0.5 && !few) break;
        const double time = stretch.begin() + share * length;
        add(time, stretch.Value(time), tolerance);
      }
    }
  }

  // With its end at the key's value, or, where what follows is a line and can
  // begin elsewhere, with a free one.
  bool FitCurve(size_t c, size_t from, size_t to, size_t shape) {
    std::array<double, 4> y = {0, 0, 0, group_.value(c, to)};
    if (SolveControls(samples_, left_value(c), false, y) &&
        IsClose(samples_, y) && MakePiece(c, from, to, shape, y)) {
      return true;
    }
    if (IsKept(to) || group_.KindOf(to) != StretchKind::kLines) return false;
    samples_.push_back({1, group_.value(c, to),
                        std::min(group_.StretchTolerance(to - 1),
                                 group_.StretchTolerance(to))});
    return SolveControls(samples_, left_value(c), true, y) &&
           IsClose(samples_, y) && MakePiece(c, from, to, shape, y);
  }

  // Makes a piece of the control values; returns whether it is proven to be
  // close enough.
  bool MakePiece(size_t c, size_t from, size_t to, size_t shape,
                 const std::array<double, 4>& y) {
    const Weights& weights = kShapes[shape];
    const double duration = double{group_.time(to)} - group_.time(from);
    Piece piece{.right_value = static_cast<float>(y[3]),
                .weighted = shape != 0};
    const double left = (y[1] - y[0]) / (weights.out * duration);
    const double right = (y[3] - y[2]) / (weights.in * duration);
    constexpr double kMost = std::numeric_limits<float>::max();
    if (!(std::abs(left) <= kMost) || !(std::abs(right) <= kMost) ||
        !(std::abs(y[3]) <= kMost)) {
      return false;
    }
    piece.out_tangent = static_cast<float>(left);
    piece.in_tangent = static_cast<float>(right);
    piece.out_weight = weights.out;
    piece.in_weight = weights.in;
    if (!IsProven(c, from, to, piece)) return false;
    pieces_[c] = piece;
    return true;
  }

  bool IsProven(size_t c, size_t from, size_t to, const Piece& piece) const {
    const int32_t mode = piece.weighted ? 3 : 0;
    const auto fitted = Stretch::Of({.time = group_.time(from),
                                     .value = left_value(c),
                                     .out_tangent = piece.out_tangent,
                                     .out_weight = piece.out_weight,
                                     .weighted_mode = mode},
                                    {.time = group_.time(to),
                                     .value = piece.right_value,
                                     .in_tangent = piece.in_tangent,
                                     .in_weight = piece.in_weight,
                                     .weighted_mode = mode});
    // No control value is beyond float32's.
    constexpr double kMost = std::numeric_limits<float>::max();
    if (!fitted || !(fitted->scale() <= kMost / 2)) return false;
    CountWork(to - from);
    // The end of a piece is the beginning of the next one, which must hold its
    // tolerance, too.
    if (to + 1 < group_.size() && piece.right_value != group_.value(c, to) &&
        !(std::abs(double{piece.right_value} - group_.value(c, to)) <=
          group_.KeyTolerance(c, to))) {
      return false;
    }
    for (size_t i = from; i < to; ++i) {
      const Stretch original = StretchAfter(c, i);
      const double tolerance = group_.StretchTolerance(i) * (1 - 0x1p-20);
      if (!(original.Difference(*fitted, group_.time(i), group_.time(i + 1),
                                tolerance, kHalvings) <= tolerance)) {
        return false;
      }
    }
    return true;
  }

  const CurveGroup& group_;
  size_t most_;
  FittedKeys keys_;
  std::vector<Sample> samples_;
  Pieces pieces_;
  Pieces best_;
};

}  // namespace

std::optional<FittedKeys> FitBeziers(const CurveGroup& group, size_t most) {
  return BezierFit(group, most).Run();
}

}  // namespace clipguard::actions
