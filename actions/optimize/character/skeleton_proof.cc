// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/skeleton_proof.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

#include "actions/motion/bone_keys.h"
#include "actions/motion/bone_walker.h"
#include "actions/motion/pose_bounds.h"
#include "actions/optimize/character/bone_fit.h"
#include "actions/optimize/character/bone_gap.h"
#include "actions/optimize/optimize.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "eval/skeleton/bone_key.h"
#include "eval/skeleton/slerp.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {
namespace {

// Of sums and products of bounds, a thousand bones and more.
constexpr double kRounding = 1 + 1e-12;

// The pieces of a bone, each made once.
class BonePieces {
 public:
  explicit BonePieces(const BoneKeys& keys) : keys_(keys), walker_(keys) {
    Load();
  }

  const BoneWalker& walker() const { return walker_; }

  void MoveTo(double time) {
    if (walker_.MoveTo(time)) Load();
  }

  // From one time to another, within the piece.
  BoneStretch On(double from, double to) const {
    return piece_ ? piece_->On(from, to) : still_;
  }

 private:
  void Load() {
    piece_.reset();
    if (walker_.stands_still()) {
      still_ = Still(PlaceAt(keys_, walker_.left()));
    } else {
      piece_.emplace(keys_, walker_.left(), walker_.right());
    }
  }

  const BoneKeys& keys_;
  BoneWalker walker_;
  std::optional<BonePiece> piece_;
  BoneStretch still_;
};

BoneGap Compare(const BoneKeys& before, const BoneKeys& after) {
  BoneGap gap;
  BonePieces a(before);
  BonePieces b(after);
  CountWork(before.size() + after.size());
  for (double from = -kInf;;) {
    const double to = std::min(a.walker().next(), b.walker().next());
    if (!a.walker().SamePiece(b.walker())) {
      gap.Join(GapBetween(a.On(from, to), b.On(from, to)));
    }
    if (to == kInf) return gap;
    a.MoveTo(to);
    b.MoveTo(to);
    from = to;
  }
}

double SizeOf(const m3d::Float3& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// Displacements in the root's space, as a line in the distance from the joint;
// and by how much the way there lengthens, beforehand.
struct ToRoot {
  double at_joint = 0;
  double for_each_unit = 0;
  double stretch = 1;
};

}  // namespace

BoneExtent ExtentOf(const BoneKeys& keys) {
  BoneExtent extent;
  if (keys.size() == 0) return extent;
  double scale = 0;
  double off = 0;
  CountWork(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    const BonePlace place = PlaceAt(keys, i);
    extent.way = std::max(extent.way, Length(place.translation));
    scale = std::max(scale, double{SizeOf(keys.scale(i))});
    double squared = 0;
    for (const double x : place.rotation) squared += x * x;
    off = std::max(off, std::abs(squared - 1));
  }
  // A line between quaternions whose dot product d is more than the threshold
  // dips by |d - 1| / 2: half of 1 - d, or of what is off above 1.
  off += std::max(off, 1 - eval::kSlerpThreshold) / 2;
  extent.off_unit = off;
  extent.way *= kRounding;
  extent.stretch = scale * (1 + 2 * off) * kRounding;
  return extent;
}

std::optional<BoneGap> ProveBone(const BoneKeys& before,
                                 const BoneKeys& after) {
  const size_t of_before = before.size();
  const size_t of_after = after.size();
  if (of_before == 0 && of_after == 0) return BoneGap{};
  if (of_before == 0 || of_after == 0 || !AreInOrder(before) ||
      !AreInOrder(after) || before.time(0) != after.time(0) ||
      before.time(of_before - 1) != after.time(of_after - 1)) {
    return std::nullopt;
  }
  const BoneGap gap = Compare(before, after);
  if (!std::isfinite(gap.distance) || !std::isfinite(gap.linear)) {
    return std::nullopt;
  }
  return gap;
}

std::optional<PoseErrors> ProveClip(const m3d::Character& character,
                                    const m3d::Clip& before,
                                    const m3d::Clip& after, double reach) {
  PoseErrors worst;
  std::vector<ToRoot> bones(character.bones());
  for (size_t i = 0; i < bones.size(); ++i) {
    const BoneKeys keys(before, i);
    const BoneKeys fewer(after, i);
    const std::optional<BoneGap> gap = ProveBone(keys, fewer);
    if (!gap) return std::nullopt;
    const int32_t parent = eval::ParentOf(character, i);
    const ToRoot above =
        parent < 0 ? ToRoot{} : bones[static_cast<size_t>(parent)];
    const BoneExtent now = ExtentOf(fewer);
    ToRoot& own = bones[i];
    own.at_joint = (above.at_joint + Times(above.for_each_unit, now.way) +
                    Times(above.stretch, gap->distance)) *
                   kRounding;
    own.for_each_unit = (Times(above.for_each_unit, now.stretch) +
                         Times(above.stretch, gap->linear)) *
                        kRounding;
    own.stretch = Times(above.stretch, ExtentOf(keys).stretch);
    const double shell = own.at_joint + Times(own.for_each_unit, reach);
    const double angle =
        gap->sine < 1
            ? 2 * gap->sine / std::sqrt((1 - gap->sine) * (1 + gap->sine))
            : std::numbers::pi;
    if (!(shell < kInf)) return std::nullopt;
    worst.distance = std::max(worst.distance, gap->distance);
    worst.angle =
        std::max(worst.angle, std::min(angle, std::numbers::pi) * kDegrees);
    worst.shell = std::max(worst.shell, shell);
  }
  return worst;
}

}  // namespace clipguard::actions
