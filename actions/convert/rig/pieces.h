// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Several curves as cubics with common times, in double precision: what comes
// of the fit and before the keyframes.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_PIECES_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_PIECES_H_

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/motion/cubic_fit.h"
#include "base/numbers.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// The time of what is not to come.
inline constexpr float kNever = kInfinity;

// A cubic in time of up to four components, by values and slopes (value a
// second) at its ends. REQUIRES: begin < end.
struct Piece {
  static constexpr size_t kMost = 4;
  using Components = std::array<double, kMost>;

  float begin = 0;  // seconds
  float end = 0;
  Components left = {};
  Components right = {};
  Components left_slope = {};
  Components right_slope = {};

  double duration() const { return double{end} - begin; }

  // Value and slope at a time in [begin, end].
  void At(float time, Components& value, Components& slope) const;

  // The same cubic on a part of its time.
  Piece Part(float from, float to) const;
};

// The cubics, one after the other: each begins where the one before ended.
// Those of curves of lines are made when they are asked for. Copies go on where
// the original stands; the bytes of the curves must outlive all.
// Thread-compatible.
class Pieces {
 public:
  // Up to four curves, held outside their keys; what lies before time 0 is cut
  // off. There are no more than `most_times`, or twice as many as keys, if that
  // is more. Fails as FitCubics() does. `off`: how far each curve is already
  // from the one that the bounds are of; empty: nowhere.
  static absl::StatusOr<Pieces> Of(std::span<const mrtk::CurveView> curves,
                                   double tolerance, size_t most_times,
                                   std::span<const double> off);

  bool empty() const { return empty_; }  // no curve has keys
  bool lines() const { return lines_; }  // every piece is a straight line
  // For each component: an upper bound of its difference to its curve.
  const Piece::Components& bounds() const { return bounds_; }

  // Where the first one begins, and what the curves are there. If there is no
  // piece, that holds from this time on.
  float time() const { return time_; }
  const Piece::Components& value() const { return value_; }

  // Whether there is one more, and the next one.
  bool has_next() const { return next_.has_value(); }
  // REQUIRES: has_next().
  Piece Next();

 private:
  // A curve of lines, as the times go by.
  class LineWalker {
   public:
    explicit LineWalker(const mrtk::CurveView& curve);

    // The first key's time after the last one gone to; infinite if there is
    // none.
    float next_time() const { return next_time_; }
    // REQUIRES: times ascend from call to call.
    double GoTo(float time);
    // Bound of that value's error: 0 at a key and outside of the keys.
    double rounding() const { return rounding_; }

   private:
    void Read();

    mrtk::CurveView curve_;
    size_t next_ = 0;
    float next_time_ = 0;
    double next_value_ = 0;
    // The last key before that.
    float time_ = 0;
    double value_ = 0;
    double rounding_ = 0;
  };

  void StartLines(std::span<const mrtk::CurveView> curves);
  absl::Status StartCubics(std::span<const mrtk::CurveView> curves,
                           double tolerance, size_t most_times);
  void AddFirstJump(std::span<const mrtk::CurveView> curves);
  void CutBefore0();
  float NextLineTime() const;
  void Advance();
  void AdvanceLine();
  void AdvanceCubic();

  bool empty_ = true;
  bool lines_ = false;
  float time_ = 0;
  Piece::Components value_ = {};
  Piece::Components bounds_ = {};

  std::optional<Piece> next_;
  // Source of the next pieces: lines, with the end of the last one,
  std::vector<LineWalker> walkers_;
  float reached_ = 0;
  Piece::Components reached_value_ = {};
  // or cubics; the number of those that were made.
  CubicFit fit_;
  size_t made_ = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_PIECES_H_
