// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/bone_walker.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace clipguard::actions {

double BoneWalker::next() const {
  return AtEnd() ? std::numeric_limits<double>::infinity()
                 : double{keys_.time(next_)};
}

bool BoneWalker::MoveTo(double time) {
  const size_t before = next_;
  while (next_ < keys_.size() && keys_.time(next_) <= time) ++next_;
  return next_ != before;
}

template <typename Get>
Vector<3> BoneWalker::Mixed(double time, Get get, const Vector<3>& none) const {
  if (keys_.size() == 0) return none;
  const double u = ShareAt(time);
  const Vector<3> from = get(left());
  const Vector<3> to = get(right());
  Vector<3> mixed;
  for (size_t i = 0; i < 3; ++i) mixed[i] = from[i] * (1 - u) + to[i] * u;
  return mixed;
}

Vector<3> BoneWalker::Translation(double time) const {
  return Mixed(
      time, [&](size_t i) { return VectorOf(keys_.translation(i)); },
      Vector<3>{0, 0, 0});
}

Vector<3> BoneWalker::Scale(double time) const {
  return Mixed(
      time, [&](size_t i) { return VectorOf(keys_.scale(i)); },
      Vector<3>{1, 1, 1});
}

SlerpArc BoneWalker::Arc() const {
  constexpr Vector<4> kNone = {0, 0, 0, 1};
  if (keys_.size() == 0) return {kNone, kNone};
  return {VectorOf(keys_.rotation(left())), VectorOf(keys_.rotation(right()))};
}

bool BoneWalker::SamePiece(const BoneWalker& other) const {
  if ((next_ == 0) != (other.next_ == 0) || AtEnd() != other.AtEnd()) {
    return false;
  }
  if (keys_.size() == 0) return true;
  if (!SameBoneKey(keys_, left(), other.keys_, other.left())) return false;
  if (stands_still()) return true;
  return keys_.time(left()) == other.keys_.time(other.left()) &&
         keys_.time(next_) == other.keys_.time(other.next_) &&
         SameBoneKey(keys_, next_, other.keys_, other.next_);
}

double BoneWalker::ShareAt(double time) const {
  if (stands_still()) return 0;
  const double from = keys_.time(left());
  const double to = keys_.time(right());
  return std::clamp((time - from) / (to - from), 0.0, 1.0);
}

}  // namespace clipguard::actions
