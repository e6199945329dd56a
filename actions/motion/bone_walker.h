// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A bone's keys, from one piece to the next, and how the bone is placed there.

#ifndef CLIPGUARD_ACTIONS_MOTION_BONE_WALKER_H_
#define CLIPGUARD_ACTIONS_MOTION_BONE_WALKER_H_

#include <cstddef>

#include "actions/motion/bone_keys.h"
#include "actions/motion/slerp_arc.h"
#include "actions/motion/vector.h"

namespace clipguard::actions {

// A piece is what is between two neighbouring keys, or beyond all of them,
// where the bone stands still. Walks through keys in any order: every call
// ends, and each key is passed once. Looks into the clip.
class BoneWalker {
 public:
  // At the piece before all keys.
  explicit BoneWalker(const BoneKeys& keys) : keys_(keys) {}

  // Where the piece ends; infinity: nowhere.
  double next() const;

  // Goes to the piece that holds from `time` on: of keys at one time the last
  // one counts. Times must not descend from one call to the next. False if it
  // is the same piece.
  bool MoveTo(double time);

  bool stands_still() const { return next_ == 0 || AtEnd(); }
  // The keys at the piece's ends; twice the same one where the bone stands
  // still. REQUIRES: there are keys.
  size_t left() const { return next_ == 0 ? 0 : next_ - 1; }
  size_t right() const { return stands_still() ? left() : next_; }

  // At a time in the piece: on a line between its keys, or on its arc. Without
  // keys nothing is moved.
  Vector<3> Translation(double time) const;
  Vector<3> Scale(double time) const;
  Vector<4> Rotation(double time) const { return Arc().At(ShareAt(time)); }

  // How the bone turns in the piece.
  SlerpArc Arc() const;
  // Where in the piece a time is: 0 to 1; 0 where the bone stands still.
  double ShareAt(double time) const;

  // Whether the pieces are the same to the bit.
  bool SamePiece(const BoneWalker& other) const;

 private:
  bool AtEnd() const { return next_ >= keys_.size(); }
  template <typename Get>
  Vector<3> Mixed(double time, Get get, const Vector<3>& none) const;

  BoneKeys keys_;
  size_t next_ = 0;  // the first key after the piece
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_BONE_WALKER_H_
