// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/recorded.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "actions/convert/rig/pieces.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/vector.h"

namespace clipguard::actions {

using Components = Piece::Components;

Recorded::Recorded(Pieces pieces, const Components& signs)
    : pieces_(std::move(pieces)),
      signs_(signs),
      first_(pieces_.time()),
      held_(Mirrored(pieces_.value())) {
  Fetch();
}

void Recorded::MoveTo(float time) {
  while (true) {
    if (piece_ && time >= piece_->end) {
      held_ = piece_->right;
      piece_.reset();
    }
    if (piece_ || !upcoming_ || time < upcoming_->begin) return;
    piece_ = upcoming_;
    Fetch();
  }
}

Components Recorded::At(float time) const {
  if (!piece_ || time == piece_->begin) return piece_ ? piece_->left : held_;
  if (time == piece_->end) return piece_->right;
  Components value;
  Components slope;
  piece_->At(time, value, slope);
  return value;
}

Motion Recorded::On(float from, float to) const {
  if (!piece_) return {.least = Length(held_)};
  const Piece part = piece_->Part(from, to);
  const double h = part.duration();
  // Bernstein's coefficients of the values and of the slopes.
  const Components second = Sum(part.left, part.left_slope, h / 3);
  const Components third = Sum(part.right, part.right_slope, -h / 3);
  Components middle = Minus(third, second);
  for (double& x : middle) x *= 3 / h;
  Motion motion;
  motion.speed = std::max(
      {Length(part.left_slope), Length(middle), Length(part.right_slope)});
  motion.bend = 2 / h *
                std::max(Length(Minus(middle, part.left_slope)),
                         Length(Minus(part.right_slope, middle)));
  const Components along = UnitOr(Sum(part.left, part.right), Components());
  motion.least = std::min({Dot(along, part.left), Dot(along, second),
                           Dot(along, third), Dot(along, part.right)});
  const double most = std::max(
      {Length(part.left), Length(second), Length(third), Length(part.right)});
  motion.radial = std::max(std::abs(Dot(part.left, part.left_slope)),
                           std::abs(Dot(part.right, part.right_slope))) +
                  h / 2 * (motion.speed * motion.speed + most * motion.bend);
  return motion;
}

Components Recorded::Mirrored(Components v) const {
  for (size_t c = 0; c < v.size(); ++c) v[c] *= signs_[c];
  return v;
}

void Recorded::Fetch() {
  upcoming_.reset();
  if (!pieces_.has_next()) return;
  Piece piece = pieces_.Next();
  for (Components* v :
       {&piece.left, &piece.right, &piece.left_slope, &piece.right_slope}) {
    *v = Mirrored(*v);
  }
  upcoming_ = piece;
}

}  // namespace clipguard::actions
