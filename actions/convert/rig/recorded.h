// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recorded position or rotation as cubics, mirrored for glTF, as time goes
// by.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_RECORDED_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_RECORDED_H_

#include <optional>
#include <utility>

#include "actions/convert/rig/pieces.h"
#include "actions/motion/pose_distance.h"

namespace clipguard::actions {

// Signs of the components after mirroring z.
inline constexpr Piece::Components kPlaceSigns = {1, 1, -1, 1};
inline constexpr Piece::Components kTurnSigns = {-1, -1, 1, 1};

// How a curve of vectors moves on a stretch, at most; of `least`, its length.
struct Motion {
  double speed = 0;
  double bend = 0;  // of its second derivative
  double least = 0;
  double radial = 0;  // of its product with its first derivative
};

// Thread-compatible.
class Recorded {
 public:
  using Components = Piece::Components;

  Recorded(Pieces pieces, const Components& signs);

  float first() const { return first_; }
  // Bound of the distance between cubics and curves.
  double bound() const { return Length(pieces_.bounds()); }
  bool lines() const { return pieces_.lines(); }

  // Makes that piece current which holds from `time` on. REQUIRES: times do not
  // descend from call to call.
  void MoveTo(float time);
  // Where the current piece ends; never: kNever.
  float next() const {
    return piece_ ? piece_->end : upcoming_ ? upcoming_->begin : kNever;
  }

  // REQUIRES: times are within the current piece.
  Components At(float time) const;
  Motion On(float from, float to) const;

 private:
  Components Mirrored(Components v) const;
  void Fetch();

  Pieces pieces_;
  Components signs_;
  float first_;
  Components held_;
  std::optional<Piece> piece_;
  std::optional<Piece> upcoming_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_RECORDED_H_
