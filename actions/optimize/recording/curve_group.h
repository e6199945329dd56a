// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Curves that are one thing, a position, a rotation or a direction, with their
// keys at common times; and how far each of them may move.
//
// Internal to actions/optimize.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_CURVE_GROUP_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_CURVE_GROUP_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

inline constexpr size_t kMostCurves = 4;

// The kind of a stretch between two neighbouring keys, for all curves of a
// group.
enum class StretchKind : uint8_t {
  kLines,   // straight lines in time
  kCurves,  // that, or Béziers that a bound can be proven for
  kKept,    // stays as it is: a step, a jump, or what nothing can be proven of
};

class CurveGroup {
 public:
  // Each curve has an even share of the tolerance: of d curves 1 / sqrt(d), so
  // that the vector keeps the whole. With `by_length`, the tolerance at a time
  // is `tolerance` times the least length that the vector has there. REQUIRES:
  // 1 to kMostCurves curves, whose keys have the same times, which ascend; at
  // least one key. Looks at all keys; takes 5 bytes for each time.
  CurveGroup(std::span<const mrtk::CurveView> curves, double tolerance,
             bool by_length);

  size_t curves() const { return curves_.size(); }
  size_t size() const { return curves_[0].size(); }
  float time(size_t i) const { return curves_[0].time(i); }
  float value(size_t c, size_t i) const { return curves_[c].value(i); }
  mrtk::Keyframe key(size_t c, size_t i) const { return curves_[c].key(i); }

  // The kind of the stretch from key i to key i + 1. REQUIRES: i + 1 < size().
  StretchKind KindOf(size_t i) const { return kinds_[i]; }
  // How far each curve may move there, in its unit: 0 or more.
  double StretchTolerance(size_t i) const {
    return by_length_ ? tolerance_ * lengths_[i] : tolerance_;
  }
  // How far curve c may move at key i: what both its stretches allow, less what
  // rounding to float32 takes. REQUIRES: not an end.
  double KeyTolerance(size_t c, size_t i) const;

  // Whether key i keeps its time and its value: the first and the last one, and
  // the ends of what stays as it is; with `lines_only`, of all but lines.
  bool IsKept(size_t i, bool lines_only) const;

 private:
  void Look(size_t i);

  std::span<const mrtk::CurveView> curves_;
  double tolerance_;  // of one curve
  bool by_length_;
  std::vector<StretchKind> kinds_;
  std::vector<float> lengths_;  // at most the least ones; only if by_length_
};

// The keys that are left of a group.
struct FittedKeys {
  // Data of the keys besides time and value; as in mrtk::Keyframe.
  struct Sides {
    float in_tangent = 0;
    float out_tangent = 0;
    float in_weight = 0;
    float out_weight = 0;
    int32_t weighted_mode = 3;
  };

  std::vector<uint32_t> knots;  // of the group's keys, ascending
  std::vector<float> values;    // of knot k and curve c: [k * curves + c]
  std::vector<Sides> sides;     // likewise; empty if all are lines
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_CURVE_GROUP_H_
