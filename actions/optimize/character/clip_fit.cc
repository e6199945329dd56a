// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/clip_fit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/motion/bone_keys.h"
#include "actions/optimize/character/bone_fit.h"
#include "actions/optimize/character/bone_gap.h"
#include "actions/optimize/character/skeleton_proof.h"
#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/proof.h"
#include "base/numbers.h"
#include "eval/skeleton/bone_key.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {
namespace {

// Of the tolerance: the rest is for rounding in the proof's sums.
constexpr double kUsed = 1 - 1e-9;

class FitTask {
 public:
  FitTask(const m3d::Character& character, const m3d::Clip& clip, double reach,
          const OptimizeOptions& options, const std::string& path)
      : character_(character),
        clip_(clip),
        options_(options),
        path_(path),
        turn_(LengthOfAngle(options.angle_tolerance / kDegrees / 2)),
        bones_(character.bones(), Bone{.extent = {}, .reach = reach}) {}

  ClipFit Run() {
    fit_.stays.assign(clip_.keys(), 1);
    for (size_t i = 0; i < bones_.size(); ++i) Look(i);
    // Children come after their parents.
    for (size_t i = bones_.size(); i-- > 0;) TellParent(i);
    for (size_t i = 0; i < bones_.size(); ++i) Fit(i);
    return std::move(fit_);
  }

 private:
  struct Bone {
    BoneExtent extent;
    bool may_lose = false;
    // The farthest point that it moves, from its joint.
    double reach = 0;
    // On the longest way down from here: bones that may use some tolerance.
    size_t sharing = 0;
    // Down to here: how much of the tolerance is left, and how much the way
    // lengthens.
    double left = 0;
    double stretch = 1;
  };

  Bone* ParentOf(size_t i) {
    const int32_t parent = eval::ParentOf(character_, i);
    return parent < 0 ? nullptr : &bones_[static_cast<size_t>(parent)];
  }

  void Keep(size_t i, std::string_view reason) {
    fit_.kept.push_back(
        {absl::StrCat(path_, ".bones[", i, "]"), std::string(reason)});
  }

  void Look(size_t i) {
    const BoneKeys keys(clip_, i);
    bones_[i].extent = ExtentOf(keys);
    if (keys.size() < 3) return;
    if (!AreInOrder(keys)) return Keep(i, "times or values are not in order");
    bones_[i].may_lose = true;
  }

  void TellParent(size_t i) {
    Bone& bone = bones_[i];
    if (bone.may_lose && !StandsStill(BoneKeys(clip_, i))) ++bone.sharing;
    Bone* const parent = ParentOf(i);
    if (parent == nullptr) return;
    parent->sharing = std::max(parent->sharing, bone.sharing);
    parent->reach =
        std::max(parent->reach,
                 bone.extent.way + Times(bone.extent.stretch, bone.reach));
  }

  void Fit(size_t i) {
    Bone& bone = bones_[i];
    const Bone* const parent = ParentOf(i);
    const double above = parent == nullptr ? 1 : parent->stretch;
    bone.left = parent == nullptr ? options_.tolerance * kUsed : parent->left;
    bone.stretch = Times(above, bone.extent.stretch);
    if (!bone.may_lose) return;
    const BoneKeys keys(clip_, i);
    const double share =
        bone.left / static_cast<double>(std::max<size_t>(bone.sharing, 1));
    const BoneFit fit =
        FitBone(keys, {.distance = options_.tolerance * kUsed,
                       .sine = turn_,
                       .reach = bone.reach,
                       .displacement = above > 0 ? share / above : share});
    const double used =
        Times(above, fit.gap.distance + Times(fit.gap.linear, bone.reach));
    bone.left = std::max(0.0, bone.left - used);
    if (fit.knots.size() == keys.size() && bone.extent.off_unit >= 1) {
      return Keep(i, "its quaternions are too far from length one");
    }
    const auto begin =
        fit_.stays.begin() + static_cast<ptrdiff_t>(keys.range.begin);
    std::fill_n(begin, keys.size(), uint8_t{0});
    for (const uint32_t knot : fit.knots) begin[knot] = 1;
  }

  const m3d::Character& character_;
  const m3d::Clip& clip_;
  const OptimizeOptions& options_;
  const std::string& path_;
  double turn_;  // how far a rotation's quaternion may move, as a length
  std::vector<Bone> bones_;
  ClipFit fit_;
};

}  // namespace

ClipFit FitClip(const m3d::Character& character, const m3d::Clip& clip,
                double reach, const OptimizeOptions& options,
                const std::string& path) {
  return FitTask(character, clip, reach, options, path).Run();
}

}  // namespace clipguard::actions
