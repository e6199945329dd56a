// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/bone_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "actions/motion/bone_keys.h"
#include "actions/optimize/character/bone_gap.h"
#include "base/memory/work_counter.h"

namespace clipguard::actions {
namespace {

bool IsFinite(const m3d::Float3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
bool IsFinite(const m3d::Float4& q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) &&
         std::isfinite(q.w);
}

class Fit {
 public:
  Fit(const BoneKeys& keys, const BoneLimits& limits)
      : keys_(keys), limits_(limits) {
    pieces_.reserve(keys.size());
    CountWork(keys.size());
    for (size_t i = 0; i + 1 < keys.size(); ++i) {
      if (IsJump(i)) {
        pieces_.push_back({});
        continue;
      }
      const BonePiece piece(keys, i, i + 1);
      pieces_.push_back(
          {piece.angle(), piece.off_unit(), piece.is_half_turn()});
    }
  }

  BoneFit Run() {
    std::vector<uint32_t> knots = {0};
    const size_t last = keys_.size() - 1;
    size_t end = 0;  // of what has no jump
    for (size_t from = 0; from < last;) {
      if (end <= from) end = EndWithoutJump(from);
      const size_t to = end == from ? from + 1 : Farthest(from, end);
      if (to > from + 1) {
        Visit(from, to, [&](const BoneGap& gap) {
          gap_.Join(gap);
          return true;
        });
      }
      knots.push_back(static_cast<uint32_t>(to));
      from = to;
    }
    return {std::move(knots), gap_};
  }

 private:
  // Of a piece of the original.
  struct Piece {
    double angle = 0;
    double off_unit = 0;
    bool is_half_turn = false;
  };

  // Between this key and the next.
  bool IsJump(size_t i) const { return keys_.time(i) == keys_.time(i + 1); }

  size_t EndWithoutJump(size_t from) const {
    size_t end = from;
    while (end + 1 < keys_.size() && !IsJump(end)) ++end;
    CountWork(end - from);
    return end;
  }

  // The last key that one piece may reach.
  size_t Farthest(size_t from, size_t end) const {
    const size_t most = std::min(end - from, kLongestBoneRun);
    size_t fits = 1;
    size_t fails = most + 1;
    for (size_t run = 2; run <= most;) {
      if (!Fits(from, from + run)) {
        fails = run;
        break;
      }
      fits = run;
      if (run == most) break;
      run = std::min(2 * run, most);
    }
    while (fits + 1 < fails) {
      const size_t run = fits + (fails - fits) / 2;
      (Fits(from, from + run) ? fits : fails) = run;
    }
    return from + fits;
  }

  bool Fits(size_t from, size_t to) const {
    BoneGap gap = gap_;
    return Visit(from, to, [&](const BoneGap& more) {
      gap.Join(more);
      return limits_.Allow(gap);
    });
  }

  // Calls look(gap) for each piece of the original that one piece replaces,
  // until that is false.
  template <typename Look>
  bool Visit(size_t from, size_t to, Look look) const {
    const BonePiece piece(keys_, from, to);
    BonePlace old_left = PlaceAt(keys_, from);
    BonePlace new_left = old_left;
    for (size_t i = from; i < to; ++i) {
      CountWork();
      const double time = keys_.time(i + 1);
      const BonePlace old_right = PlaceAt(keys_, i + 1);
      const BonePlace new_right = piece.At(time);
      BoneStretch before = {old_left, old_right, pieces_[i].angle,
                            pieces_[i].off_unit, pieces_[i].is_half_turn};
      TurnTowards(before.left, before.right);
      const BoneStretch after = {new_left, new_right,
                                 piece.AngleIn(time - keys_.time(i)),
                                 piece.off_unit(), piece.is_half_turn()};
      if (!look(GapBetween(before, after))) return false;
      old_left = old_right;
      new_left = new_right;
    }
    return true;
  }

  // The sign that the second rotation is reached with from the first.
  static void TurnTowards(const BonePlace& from, BonePlace& to) {
    double dot = 0;
    for (size_t i = 0; i < 4; ++i) dot += from.rotation[i] * to.rotation[i];
    if (dot >= 0) return;
    for (double& x : to.rotation) x = -x;
  }

  const BoneKeys& keys_;
  const BoneLimits& limits_;
  std::vector<Piece> pieces_;
  // Of what is done. Positions and rotations have their largest errors at times
  // of their own; the proof adds them up, so both count from then on.
  BoneGap gap_;
};

}  // namespace

bool AreInOrder(const BoneKeys& keys) {
  for (size_t i = 0; i < keys.size(); ++i) {
    if (!std::isfinite(keys.time(i)) || !IsFinite(keys.translation(i)) ||
        !IsFinite(keys.scale(i)) || !IsFinite(keys.rotation(i)) ||
        (i > 0 && keys.time(i) < keys.time(i - 1))) {
      return false;
    }
  }
  return true;
}

bool StandsStill(const BoneKeys& keys) {
  for (size_t i = 1; i < keys.size(); ++i) {
    if (!SameBoneKey(keys, 0, keys, i)) return false;
  }
  return true;
}

BoneFit FitBone(const BoneKeys& keys, const BoneLimits& limits) {
  return Fit(keys, limits).Run();
}

}  // namespace clipguard::actions
