// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/cubic_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/motion/key_cursor.h"
#include "actions/motion/stretch.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;

// Largest error of rounding a value to float32, as a share of it.
constexpr double kHalfUlp = 0x1p-24;
// Pieces get longer by this where they were good enough, shorter where not.
constexpr double kGrow = 1.5;
constexpr double kShrink = 0.6;

float After(float time) {
  return std::nextafter(time, std::numeric_limits<float>::infinity());
}
float Before(float time) {
  return std::nextafter(time, -std::numeric_limits<float>::infinity());
}

// One of the curves, as the times go by.
class Walker {
 public:
  Walker(const CurveView& curve, const CubicFitOptions& options)
      : curve_(curve), cursor_(curve), options_(options) {}

  // Goes to the stretch that holds from `time` on, no earlier than before.
  absl::Status GoTo(float time) {
    if (!cursor_.GoTo(time)) return absl::OkStatus();
    stretch_.reset();
    known_ = {};
    if (!cursor_.is_between()) return absl::OkStatus();
    const Keyframe left = cursor_.left();
    const Keyframe right = cursor_.right();
    stretch_ = Stretch::Of(left, right);
    if (!stretch_) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "no bound can be proven between the keys %d and %d at %g s: times "
          "that do not ascend, a number that is not finite, or a weight "
          "outside "
          "[0, 1]",
          cursor_.next() - 1, cursor_.next(), left.time));
    }
    is_cubic_ = stretch_->is_step() ||
                (!left.out_weight_used() && !right.in_weight_used());
    whole_ = {left.time,   right.time,       left.value,
              right.value, left.out_tangent, right.in_tangent};
    tolerance_ = std::max(options_.tolerance,
                          CubicFitOptions::kFinest * stretch_->scale());
    return absl::OkStatus();
  }

  // The value from `time` on, which lies in the stretch.
  double ValueAt(float time) {
    return stretch_ ? PlaceAt(*stretch_, time).value : double{cursor_.held()};
  }
  // Whether what holds before the time, the end of the stretch at most, ends
  // elsewhere than what comes then begins.
  bool JumpsAt(float time) const {
    const size_t next = cursor_.next();
    if (next == curve_.size() || time != curve_.time(next)) return false;
    // The last of several keys at one time counts.
    size_t last = next;
    while (last + 1 < curve_.size() && curve_.time(last + 1) == time) ++last;
    const bool holds = !stretch_ || stretch_->is_step();
    return (holds ? cursor_.held() : curve_.value(next)) != curve_.value(last);
  }

  // A cubic from begin to end and its bound, however far off: the one with the
  // curve's slopes or, if that is closer, the one without.
  void FitAnyway(float begin, float end, TimeCubic& cubic, double& bound) {
    if (Fits(begin, end, cubic, bound) || !stretch_) return;
    const Stretch& stretch = *stretch_;
    const TimeCubic flat = {begin, end, cubic.left, cubic.right};
    const double of_flat = stretch.Bound(flat, PlaceAt(stretch, begin),
                                         PlaceAt(stretch, end), tolerance_);
    if (!(of_flat < bound)) return;
    cubic = flat;
    bound = of_flat;
  }

  // The cubic from begin to end, and whether it is good enough.
  bool Fits(float begin, float end, TimeCubic& cubic, double& bound) {
    if (!stretch_) {
      cubic = {begin, end, cursor_.held(), cursor_.held()};
      bound = 0;
      return true;
    }
    const Stretch& stretch = *stretch_;
    if (is_cubic_ && !stretch.is_step() && begin == whole_.begin &&
        end == whole_.end) {
      cubic = whole_;
      bound = 0;
      return true;
    }
    const Stretch::Place left = PlaceAt(stretch, begin);
    const Stretch::Place right = PlaceAt(stretch, end);
    const double secant =
        (right.value - left.value) / (double{end} - double{begin});
    cubic = {begin,
             end,
             static_cast<float>(left.value),
             static_cast<float>(right.value),
             Slope(left.slope, secant),
             Slope(right.slope, secant)};
    if (stretch.is_step()) {
      bound = 0;
      return true;
    }
    bound = stretch.Bound(cubic, left, right, tolerance_);
    return bound <= tolerance_;
  }

 private:
  // At the stretch's own ends the keys' values, not what comes of solving.
  Stretch::Place PlaceAt(const Stretch& stretch, float time) {
    for (const Known& known : known_) {
      if (known.time == time) return known.place;
    }
    Stretch::Place place = stretch.At(time);
    if (!stretch.is_step()) {
      if (time == whole_.begin) place.value = whole_.left;
      if (time == whole_.end) place.value = whole_.right;
    }
    // A piece begins where the last one ended, or its end got closer.
    const size_t least = known_[0].time < known_[1].time ? 0 : 1;
    const size_t most = 1 - least;
    known_[time > known_[most].time ? least : most] = {time, place};
    return place;
  }
  static float Slope(double slope, double secant) {
    if (!(std::abs(slope) <= kMaxFloat)) slope = secant;
    return NearestFloat(slope);
  }

  struct Known {
    float time = -std::numeric_limits<float>::infinity();
    Stretch::Place place = {};
  };

  const CurveView& curve_;
  KeyCursor cursor_;
  const CubicFitOptions& options_;
  std::optional<Stretch> stretch_;
  std::array<Known, 2> known_;  // of the stretch: begin and end of a piece
  bool is_cubic_ = false;
  TimeCubic whole_;
  double tolerance_ = 0;
};

// Appends times to a fit.
class Fitter {
 public:
  Fitter(std::span<const CurveView> curves, const CubicFitOptions& options)
      : options_(options),
        pieces_(curves.size()),
        piece_bounds_(curves.size()) {
    fit_.bounds.resize(curves.size());
    walkers_.reserve(curves.size());
    for (const CurveView& curve : curves) walkers_.emplace_back(curve, options);
  }

  absl::Status Begin(float first) {
    for (Walker& walker : walkers_) {
      if (absl::Status s = walker.GoTo(first); !s.ok()) return s;
    }
    return AddTime(first);
  }

  // Between two neighbouring times of keys.
  absl::Status Fit(float begin, float end) {
    const bool jumps =
        std::any_of(walkers_.begin(), walkers_.end(),
                    [&](const Walker& walker) { return walker.JumpsAt(end); });
    if (absl::Status s = FitUpTo(begin, jumps ? Before(end) : end); !s.ok()) {
      return s;
    }
    for (Walker& walker : walkers_) {
      if (absl::Status s = walker.GoTo(end); !s.ok()) return s;
    }
    return jumps ? AddTime(end) : absl::OkStatus();
  }

  CubicFit Take() && { return std::move(fit_); }

 private:
  size_t curves() const { return walkers_.size(); }

  absl::Status FitUpTo(float begin, float end) {
    double length = double{end} - begin;
    while (begin < end) {
      const double left = double{end} - begin;
      float to = end;
      if (length < left) {
        to = std::clamp(static_cast<float>(begin + length), After(begin), end);
      }
      bool fits = true;
      for (size_t c = 0; fits && c < curves(); ++c) {
        fits = walkers_[c].Fits(begin, to, pieces_[c], piece_bounds_[c]);
      }
      if (!fits && to != After(begin)) {
        length = (double{to} - begin) * kShrink;
        continue;
      }
      if (!fits) StepTo(begin, to);
      if (absl::Status s = AddPieces(to); !s.ok()) return s;
      length = std::max(length, double{to} - begin) * kGrow;
      begin = to;
    }
    return absl::OkStatus();
  }

  // From a float to the next one, where nothing gets shorter. If they are close
  // together there is no time to be wrong at.
  void StepTo(float begin, float end) {
    const bool is_jump = double{end} - begin < CubicFit::kJump;
    for (size_t c = 0; c < curves(); ++c) {
      if (!is_jump) {
        walkers_[c].FitAnyway(begin, end, pieces_[c], piece_bounds_[c]);
        continue;
      }
      const double left = walkers_[c].ValueAt(begin);
      const double right = walkers_[c].ValueAt(end);
      pieces_[c] = {begin, end, static_cast<float>(left),
                    static_cast<float>(right)};
      piece_bounds_[c] = kHalfUlp * std::max(std::abs(left), std::abs(right)) +
                         std::numeric_limits<float>::denorm_min();
    }
  }

  absl::Status AddTime(float time) {
    if (fit_.times.size() >= options_.most_times) {
      return absl::ResourceExhaustedError(
          absl::StrFormat("more than %d times are needed to be as close as %g",
                          options_.most_times, options_.tolerance));
    }
    fit_.times.push_back(time);
    for (Walker& walker : walkers_) {
      const double value = walker.ValueAt(time);
      if (!(std::abs(value) <= kMaxFloat)) return TooLarge(time);
      fit_.keys.push_back({.value = static_cast<float>(value)});
    }
    return absl::OkStatus();
  }

  absl::Status AddPieces(float end) {
    const size_t last = fit_.keys.size() - curves();
    if (absl::Status s = AddTime(end); !s.ok()) return s;
    for (size_t c = 0; c < curves(); ++c) {
      if (!std::isfinite(pieces_[c].right)) return TooLarge(end);
      fit_.keys[last + c].out_tangent = pieces_[c].left_tangent;
      CubicKey& key = fit_.keys[last + curves() + c];
      key.value = pieces_[c].right;
      key.in_tangent = pieces_[c].right_tangent;
      fit_.bounds[c] = std::max(fit_.bounds[c], piece_bounds_[c]);
    }
    return absl::OkStatus();
  }

  static absl::Status TooLarge(float time) {
    return absl::InvalidArgumentError(
        absl::StrFormat("a value beyond float32's at %g s", time));
  }

  const CubicFitOptions& options_;
  std::vector<Walker> walkers_;
  std::vector<TimeCubic> pieces_;
  std::vector<double> piece_bounds_;
  CubicFit fit_;
};

absl::Status CheckWraps(std::span<const CurveView> curves,
                        const std::vector<float>& times) {
  for (size_t c = 0; c < curves.size(); ++c) {
    const CurveView& curve = curves[c];
    if (curve.size() < 2) continue;
    if ((mrtk::Repeats(curve.pre_wrap()) && times.front() < curve.time(0)) ||
        (mrtk::Repeats(curve.post_wrap()) &&
         times.back() > curve.time(curve.size() - 1))) {
      return absl::FailedPreconditionError(
          absl::StrFormat("curve %d repeats beyond its keys", c));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CubicFit> FitCubics(std::span<const CurveView> curves,
                                   const CubicFitOptions& options) {
  std::vector<float> times;
  for (const CurveView& curve : curves) {
    float last = -std::numeric_limits<float>::infinity();
    for (size_t i = 0; i < curve.size(); ++i) {
      const float time = curve.time(i);
      if (!std::isfinite(time) || time < last) {
        return absl::InvalidArgumentError(
            absl::StrFormat("the time of key %d does not ascend", i));
      }
      times.push_back(time);
      last = time;
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.empty()) times.push_back(0);
  if (absl::Status s = CheckWraps(curves, times); !s.ok()) return s;

  Fitter fitter(curves, options);
  if (absl::Status s = fitter.Begin(times.front()); !s.ok()) return s;
  for (size_t i = 1; i < times.size(); ++i) {
    if (absl::Status s = fitter.Fit(times[i - 1], times[i]); !s.ok()) return s;
  }
  return std::move(fitter).Take();
}

}  // namespace clipguard::actions
