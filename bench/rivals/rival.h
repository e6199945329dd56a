// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Other people's methods to evaluate a curve, written here anew from their
// descriptions, to measure clipguard's evaluator beside them.
//
// All rivals take the same road: one record for each segment, prepared when
// the curve is loaded; the record of a time found by binary search or by a
// cursor; then x(u) = s solved for the Bézier's parameter u, each in its own
// way. Segments without weights need no solving: there u is s.
//
// They are compiled for speed (see BUILD.bazel): their results may differ from
// machine to machine and, unlike eval/, make no promise to be near the
// specification. Rival::error says how far off each is.
//
// Not for use: times must be finite, key times ascend, and weights lie in
// [0, 1]. Curves clamp, whatever their wrap modes.

#ifndef CLIPGUARD_BENCH_RIVALS_RIVAL_H_
#define CLIPGUARD_BENCH_RIVALS_RIVAL_H_

#include <memory>
#include <span>
#include <vector>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {

// One curve at many times. Writes values[i] for times[i].
// REQUIRES: values.size() == times.size().
class RivalCurve {
 public:
  virtual ~RivalCurve();

  // Times in any order, each looked up by binary search: the standard
  // library's, as all of them do; or one without branches, which nobody was
  // found to do, but which is faster for random times.
  virtual void Search(std::span<const float> times,
                      std::span<float> values) const = 0;
  virtual void SearchBranchless(std::span<const float> times,
                                std::span<float> values) const = 0;

  // Ascending times: a cursor moves forward from segment to segment.
  virtual void Forward(std::span<const float> times,
                       std::span<float> values) const = 0;
};

// Many curves at one time after the other.
class RivalPose {
 public:
  virtual ~RivalPose();

  // Each curve by binary search.
  virtual void Search(float time, std::span<float> values) const = 0;

  // A cursor for each curve stands where the last time was; it moves forward
  // step by step, and backward by binary search.
  virtual void Forward(float time, std::span<float> values) = 0;
};

struct Rival {
  const char* name;
  const char* method;
  // The worst error to expect on random weights in [0, 1] (bench/accuracy.h).
  double error;
  std::unique_ptr<RivalCurve> (*make_curve)(const mrtk::CurveView& curve);
  std::unique_ptr<RivalPose> (*make_pose)(
      std::span<const mrtk::CurveView> curves);
};

// Whether this CPU has the instructions that rivals are built for, all of those
// in bench/rivals/.
bool HasRivals();

// All of them; none unless HasRivals().
std::vector<Rival> Rivals();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_RIVAL_H_
