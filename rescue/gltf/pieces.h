// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Several curves as cubics with common times, in double precision: what comes
// of the fit and before the keyframes.

#ifndef CLIPGUARD_RESCUE_GLTF_PIECES_H_
#define CLIPGUARD_RESCUE_GLTF_PIECES_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::rescue::gltf {

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

struct Pieces {
  std::vector<Piece> pieces;  // each begins where the one before ends
  // If there are no pieces: what holds, from this time on.
  float time = 0;
  Piece::Components value = {};
  bool empty = true;   // no curve has keys
  bool lines = false;  // every piece is a straight line
  // Of each component: no time has a larger difference to its curve.
  Piece::Components bounds = {};
};

// Up to four curves, held outside their keys; what lies before time 0 is cut
// off. There are no more than `most_times`, or twice as many as keys, if that
// is more. Fails as FitCubics() does.
absl::StatusOr<Pieces> MakePieces(std::span<const mrtk::CurveView> curves,
                                  double tolerance, size_t most_times);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_RESCUE_GLTF_PIECES_H_
