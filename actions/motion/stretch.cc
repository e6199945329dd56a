// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/stretch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions {
namespace {

using mrtk::Keyframe;

// Coefficients of the error, in Bernstein's basis of degree 9.
constexpr size_t kDegree = 9;
using Error = std::array<double, kDegree + 1>;
// Halvings at most: the coefficients' distance from the extremes falls to a
// quarter with each.
constexpr int kMostHalvings = 6;
// Steps of work that a comparison of two Béziers counts for.
constexpr uint64_t kWork = 16;

constexpr std::array<std::array<double, kDegree + 1>, kDegree + 1> Binomials() {
  std::array<std::array<double, kDegree + 1>, kDegree + 1> choose = {};
  for (size_t n = 0; n <= kDegree; ++n) {
    choose[n][0] = 1;
    for (size_t k = 1; k <= n; ++k) {
      choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
  }
  return choose;
}
constexpr auto kChoose = Binomials();

double LargestOf(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) {
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

// The product of two polynomials in Bernstein's basis.
template <size_t M, size_t N>
std::array<double, M + N - 1> Product(const std::array<double, M>& f,
                                      const std::array<double, N>& g) {
  std::array<double, M + N - 1> product = {};
  for (size_t i = 0; i < M; ++i) {
    for (size_t j = 0; j < N; ++j) {
      product[i + j] += kChoose[M - 1][i] * kChoose[N - 1][j] * f[i] * g[j];
    }
  }
  for (size_t k = 0; k < product.size(); ++k) {
    product[k] /= kChoose[M + N - 2][k];
  }
  return product;
}

template <size_t N>
std::array<double, N> Sum(std::array<double, N> f,
                          const std::array<double, N>& g) {
  for (size_t i = 0; i < N; ++i) f[i] += g[i];
  return f;
}

// The same polynomial as one of degree 9.
Error Elevated(const std::array<double, 4>& f) {
  return Product(f, std::array<double, 7>{1, 1, 1, 1, 1, 1, 1});
}

// Halves the interval: `f` becomes the left half, the right one is returned
// (de Casteljau).
template <size_t N>
std::array<double, N> Split(std::array<double, N>& f, double at) {
  std::array<double, N> right = f;
  for (size_t level = 1; level < N; ++level) {
    for (size_t i = 0; i + level < N; ++i) {
      right[i] = right[i] * (1 - at) + right[i + 1] * at;
    }
    f[level] = right[0];
  }
  return right;
}

// The polynomial on [from, to] instead of [0, 1].
std::array<double, 4> Restricted(std::array<double, 4> f, double from,
                                 double to) {
  if (to < 1) Split(f, to);
  return from > 0 ? Split(f, from / to) : f;
}

// The cubic of these coefficients, of the polynomial t.
Error Composed(const std::array<double, 4>& cubic,
               const std::array<double, 4>& t) {
  std::array<double, 4> rest;
  for (size_t i = 0; i < 4; ++i) rest[i] = 1 - t[i];
  // De Casteljau's algorithm, with polynomials for numbers.
  std::array<std::array<double, 4>, 3> first;
  for (size_t i = 0; i < 3; ++i) {
    for (size_t k = 0; k < 4; ++k) {
      first[i][k] = cubic[i] * rest[k] + cubic[i + 1] * t[k];
    }
  }
  std::array<std::array<double, 7>, 2> second;
  for (size_t i = 0; i < 2; ++i) {
    second[i] = Sum(Product(first[i], rest), Product(first[i + 1], t));
  }
  return Sum(Product(second[0], rest), Product(second[1], t));
}

// At least the largest |value|.
template <size_t N>
double Extreme(std::array<double, N> error, double enough, int halvings) {
  const double bound = LargestOf(error);
  const double reached =
      std::max(std::abs(error.front()), std::abs(error.back()));
  if (bound <= enough || bound <= reached * (1 + 4 * kEpsilon) ||
      halvings == 0) {
    return bound;
  }
  const std::array<double, N> right = Split(error, 0.5);
  return std::max(Extreme(error, enough, halvings - 1),
                  Extreme(right, enough, halvings - 1));
}

std::array<double, 4> BezierOf(const TimeCubic& cubic) {
  const double duration = double{cubic.end} - cubic.begin;
  return {cubic.left, cubic.left + duration * cubic.left_tangent / 3,
          cubic.right - duration * cubic.right_tangent / 3, cubic.right};
}

double ValueOf(const std::array<double, 4>& f, double s) {
  const double q = 1 - s;
  return q * q * (q * f[0] + 3 * s * f[1]) + s * s * (3 * q * f[2] + s * f[3]);
}

// df/ds
double RateOf(const std::array<double, 4>& f, double s) {
  const double q = 1 - s;
  return 3 * (q * q * (f[1] - f[0]) + 2 * q * s * (f[2] - f[1]) +
              s * s * (f[3] - f[2]));
}

std::optional<double> WeightOf(bool used, float weight) {
  if (!used) return 1.0 / 3;
  if (!(weight >= 0 && weight <= 1)) return std::nullopt;
  return weight;
}

}  // namespace

double TimeCubic::Value(double time) const {
  const double duration = double{end} - begin;
  return ValueOf(BezierOf(*this), (time - begin) / duration);
}

std::optional<Stretch> Stretch::Of(const Keyframe& left,
                                   const Keyframe& right) {
  Stretch stretch;
  stretch.begin_ = left.time;
  stretch.end_ = right.time;
  stretch.duration_ = double{right.time} - left.time;
  if (!std::isfinite(left.time) || !std::isfinite(right.time) ||
      !(stretch.duration_ > 0) || !std::isfinite(left.value) ||
      !std::isfinite(right.value)) {
    return std::nullopt;
  }
  if (std::isinf(left.out_tangent) || std::isinf(right.in_tangent)) {
    stretch.is_step_ = true;
    stretch.y_.fill(left.value);
    stretch.scale_ = std::abs(left.value);
    stretch.x_ = {0, 1.0 / 3, 2.0 / 3, 1};
    return stretch;
  }
  const std::optional<double> w1 =
      WeightOf(left.out_weight_used(), left.out_weight);
  const std::optional<double> w2 =
      WeightOf(right.in_weight_used(), right.in_weight);
  if (std::isnan(left.out_tangent) || std::isnan(right.in_tangent) || !w1 ||
      !w2) {
    return std::nullopt;
  }
  const double rise = *w1 * left.out_tangent * stretch.duration_;
  const double fall = *w2 * right.in_tangent * stretch.duration_;
  stretch.x_ = {0, *w1, 1 - *w2, 1};
  stretch.y_ = {left.value, left.value + rise, right.value - fall, right.value};
  stretch.scale_ =
      std::max({LargestOf(stretch.y_), std::abs(rise), std::abs(fall)});
  const Cubic& y = stretch.y_;
  stretch.is_line_ =
      (*w1 == 0 && *w2 == 0) || (y[0] == y[1] && y[1] == y[2] && y[2] == y[3]);
  return stretch;
}

// x(s). Its relative error is below 8 epsilon: nothing is subtracted.
double Stretch::ShareAt(double s) const {
  const double q = 1 - s;
  return s * (3 * q * (q * x_[1] + s * x_[2]) + s * s);
}

// About where x(s) is `share`: as close as rounding lets ShareAt() tell, or
// what 64 halvings leave.
double Stretch::Solve(double share) const {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  double low = 0;
  double high = 1;
  double s = share;
  double before = 1;  // the step before the last one
  double step = 1;
  for (int i = 0; i < 128 && low < high; ++i) {
    const double off = ShareAt(s) - share;
    // Closer than ShareAt() tells.
    if (std::abs(off) <= 4 * kEpsilon * share) break;
    (off < 0 ? low : high) = s;
    // Newton's step where it stays inside the bracket and is half as long as
    // the one before the last; otherwise a halving of the bracket.
    double next = s - off / RateOf(x_, s);
    if (!(next > low && next < high && 2 * std::abs(next - s) < before)) {
      next = low + (high - low) / 2;
    }
    if (next == s) break;
    before = step;
    step = std::abs(next - s);
    s = next;
  }
  return s;
}

// A parameter whose share is surely no more, or no less, than this: `s`, which
// is about there, or close to it.
double Stretch::ParameterBefore(double share, double s) const {
  for (double step = kEpsilon; s > 0; step *= 2) {
    if (ShareAt(s) * (1 + 24 * kEpsilon) <= share) return s;
    s -= step * std::max(s, kEpsilon);
  }
  return 0;
}

double Stretch::ParameterAfter(double share, double s) const {
  for (double step = kEpsilon; s < 1; step *= 2) {
    if (ShareAt(s) >= share * (1 + 24 * kEpsilon)) return s;
    s += step;
  }
  return 1;
}

Stretch::Span Stretch::SpanOf(double from, double to) const {
  return {Solve((from - begin_) / duration_), Solve((to - begin_) / duration_)};
}

// The parameters between which these times surely are; `about` is about there.
Stretch::Span Stretch::Around(double from, double to, const Span& about) const {
  return {
      ParameterBefore((from - begin_) / duration_ * (1 - 2 * kEpsilon),
                      about.from),
      ParameterAfter((to - begin_) / duration_ * (1 + 2 * kEpsilon), about.to)};
}

Stretch::Place Stretch::At(double time) const {
  if (is_step_) return {y_[0], 0};
  const double share = (time - begin_) / duration_;
  const double s = Solve(share);
  double dy = RateOf(y_, s);
  double dx = RateOf(x_, s);
  // At an end whose weight is 0 both are 0: then the next control point that is
  // elsewhere says where the curve goes.
  for (size_t i = 2; i < 4 && s == 0 && dx == 0 && dy == 0; ++i) {
    dy = y_[i] - y_[0];
    dx = x_[i];
  }
  for (size_t i = 2; i > 0 && s == 1 && dx == 0 && dy == 0; --i) {
    dy = y_[3] - y_[i - 1];
    dx = 1 - x_[i - 1];
  }
  const double slope = dy == 0  ? 0
                       : dx > 0 ? dy / (dx * duration_)
                                : std::copysign(kInf, dy);
  return {ValueOf(y_, s), slope, s};
}

double Stretch::Bound(const TimeCubic& cubic, double enough) const {
  return Bound(cubic, SpanOf(cubic.begin, cubic.end), enough);
}

double Stretch::Bound(const TimeCubic& cubic, const Span& about,
                      double enough) const {
  const double duration = double{cubic.end} - cubic.begin;
  const double ahead = double{cubic.begin} - begin_;
  const Span span = Around(cubic.begin, cubic.end, about);
  // The time as a share of the cubic's duration: from about 0 to about 1.
  Cubic t = Restricted(x_, span.from, span.to);
  for (double& share : t) share = (share * duration_ - ahead) / duration;
  const Cubic bezier = BezierOf(cubic);

  Error error = Elevated(Restricted(y_, span.from, span.to));
  const Error composed = Composed(bezier, t);
  for (size_t i = 0; i < error.size(); ++i) error[i] -= composed[i];

  // Rounding. Coefficients are sums of products of numbers between 0 and 1
  // with control values: 256 roundings are more than there are on any way
  // through. A time is off by 16 epsilon of the stretch's duration, which moves
  // the cubic's value by its steepest slope times that.
  double reach = 1;
  for (const double share : t) {
    reach = std::max(reach, std::abs(share) + std::abs(1 - share));
  }
  const double cube = reach * reach * reach;
  const double tangent_values =
      duration * (std::abs(double{cubic.left_tangent}) +
                  std::abs(double{cubic.right_tangent}));
  const double size = scale_ + (LargestOf(bezier) + tangent_values) * cube;
  const double steepest = 3 * reach * reach *
                          std::max({std::abs(bezier[1] - bezier[0]),
                                    std::abs(bezier[2] - bezier[1]),
                                    std::abs(bezier[3] - bezier[2])});
  const double rounding =
      256 * kEpsilon * size +
      steepest * 16 * kEpsilon * (duration_ / duration + reach) +
      std::numeric_limits<double>::min();
  return (Extreme(error, enough - rounding, kMostHalvings) + rounding) *
         (1 + 4 * kEpsilon);
}

double Stretch::Value(double time) const {
  return is_line_ ? LineValue(time) : At(time).value;
}

// REQUIRES: a line. Only its ends count, and no equation is solved.
double Stretch::LineValue(double time) const {
  return y_[0] + (y_[3] - y_[0]) * ((time - begin_) / duration_);
}

double Stretch::DifferenceOfLines(const Stretch& other, float from,
                                  float to) const {
  // The difference is a line, too.
  const double larger =
      std::max(std::abs(LineValue(from) - other.LineValue(from)),
               std::abs(LineValue(to) - other.LineValue(to)));
  return larger + 16 * kEpsilon * (scale_ + other.scale_);
}

double Stretch::DifferenceFromLine(const Stretch& line, float from, float to,
                                   double enough) const {
  const Span span = Around(from, to, SpanOf(from, to));
  const Cubic x = Restricted(x_, span.from, span.to);
  const double rise = line.y_[3] - line.y_[0];
  const double ahead = double{begin_} - line.begin_;
  Cubic error = Restricted(y_, span.from, span.to);
  double reach = 1;
  for (size_t i = 0; i < 4; ++i) {
    const double share = (x[i] * duration_ + ahead) / line.duration_;
    error[i] -= line.y_[0] + rise * share;
    reach = std::max(reach, std::abs(share));
  }
  // Rounding: as in Bound(), with fewer operations.
  const double rounding = 64 * kEpsilon * (scale_ + 2 * line.scale_ * reach) +
                          std::abs(rise) / line.duration_ * 16 * kEpsilon *
                              (duration_ + std::abs(ahead)) +
                          std::numeric_limits<double>::min();
  return (Extreme(error, enough - rounding, kMostHalvings) + rounding) *
         (1 + 4 * kEpsilon);
}

// Close to this one: of its values and slopes at the two times.
TimeCubic Stretch::CubicBetween(float from, float to) const {
  const Place left = At(from);
  const Place right = At(to);
  const double secant =
      (right.value - left.value) / (double{to} - double{from});
  // No cubic whose control values are this one's is steeper.
  const double steepest = 6 * scale_ / (double{to} - from);
  const auto slope = [&](double of) {
    return NearestFloat(std::abs(of) <= steepest ? of : secant);
  };
  return {from,
          to,
          NearestFloat(left.value),
          NearestFloat(right.value),
          slope(left.slope),
          slope(right.slope)};
}

// Coefficients of the values at these times.
Stretch::Cubic Stretch::ValuesBetween(float from, float to) const {
  const Span span = Around(from, to, SpanOf(from, to));
  return Restricted(y_, span.from, span.to);
}

// The largest distance between any value of this and any of the other.
double Stretch::Apart(const Stretch& other, float from, float to) const {
  const Cubic own = ValuesBetween(from, to);
  const Cubic others = other.ValuesBetween(from, to);
  const auto [low, high] = std::minmax_element(own.begin(), own.end());
  const auto [bottom, top] = std::minmax_element(others.begin(), others.end());
  return std::max(*high - *bottom, *top - *low) +
         16 * kEpsilon * (scale_ + other.scale_);
}

double Stretch::DifferenceByCubics(const Stretch& other, float from, float to,
                                   double enough, int halvings) const {
  CountWork(kWork);
  // The part that is lost to the cubic: no more than this is worth a halving.
  constexpr double kPart = 1.0 / 16;
  const TimeCubic between = CubicBetween(from, to);
  const double own = Bound(between, enough * kPart);
  const double others = other.Bound(between, enough * (1 - kPart));
  double sum = own + others;
  if (sum > enough) sum = std::min(sum, Apart(other, from, to));
  const auto middle = static_cast<float>((double{from} + to) / 2);
  if (sum <= enough || own <= others * kPart || halvings == 0 ||
      !(from < middle && middle < to)) {
    return sum;
  }
  return std::max(DifferenceByCubics(other, from, middle, enough, halvings - 1),
                  DifferenceByCubics(other, middle, to, enough, halvings - 1));
}

double Stretch::Difference(const Stretch& other, float from, float to,
                           double enough, int halvings) const {
  if (is_line_ && other.is_line_) return DifferenceOfLines(other, from, to);
  if (other.is_line_) return DifferenceFromLine(other, from, to, enough);
  if (is_line_) return other.DifferenceFromLine(*this, from, to, enough);
  // Either's cubics will do; those of the smoother one are closer.
  const double own = DifferenceByCubics(other, from, to, enough, halvings);
  if (own <= enough) return own;
  return std::min(own,
                  other.DifferenceByCubics(*this, from, to, enough, halvings));
}

}  // namespace clipguard::actions
