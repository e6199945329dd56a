// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/bone_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "actions/motion/angle.h"
#include "actions/motion/bone_walker.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/vector.h"
#include "base/numbers.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"

namespace clipguard::actions {
namespace {

constexpr size_t kFewestTimes = 16;
constexpr double kPointsInSize = 60;
// A clip with at least as many keys a bone, on the average, is compiled.
constexpr size_t kKeysToCompile = 32;
// A clip of more keys is not compiled: that would take more than its text.
constexpr size_t kMostKeysCompiled = size_t{1} << 16;
// With more bones than this, points are computed each time they are needed.
constexpr size_t kMostPointsHeld = size_t{1} << 12;

double Distance(const Vector<3>& a, const Vector<3>& b) {
  return Length(Vector<3>{a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

void Look(const BoneWalker& a, const BoneWalker& b, double time,
          BoneDifference& result) {
  result.translation.Note(Distance(a.Translation(time), b.Translation(time)),
                          time);
  result.scale.Note(Distance(a.Scale(time), b.Scale(time)), time);
  result.rotation.Note(SineBetweenRotations(a.Rotation(time), b.Rotation(time)),
                       time);
}

// A point near each bone in the bind pose: where the bone's own origin, and
// points on its axes, are before they are moved. Nothing if its inverse bind
// matrix has no inverse; then it is as if that were the identity.
using Points = std::array<Vector<3>, 3>;
Points PointsOf(const m3d::Matrix& offset, double distance) {
  const m3d::Matrix& m = offset;
  Points points;
  const double c00 = double{m[5]} * m[10] - double{m[6]} * m[9];
  const double c01 = double{m[6]} * m[8] - double{m[4]} * m[10];
  const double c02 = double{m[4]} * m[9] - double{m[5]} * m[8];
  const double determinant = m[0] * c00 + m[1] * c01 + m[2] * c02;
  const bool has_inverse = std::isnormal(determinant);
  // Rows of the inverse of the upper left 3x3: p = (e - t) * inverse.
  const std::array<Vector<3>, 3> inverse = {
      Vector<3>{c00, double{m[2]} * m[9] - double{m[1]} * m[10],
                double{m[1]} * m[6] - double{m[2]} * m[5]},
      Vector<3>{c01, double{m[0]} * m[10] - double{m[2]} * m[8],
                double{m[2]} * m[4] - double{m[0]} * m[6]},
      Vector<3>{c02, double{m[1]} * m[8] - double{m[0]} * m[9],
                double{m[0]} * m[5] - double{m[1]} * m[4]}};
  for (size_t axis = 0; axis < 3; ++axis) {
    Vector<3> own = {};
    own[axis] = distance;
    points[axis] = own;
    if (!has_inverse) continue;
    for (size_t i = 0; i < 3; ++i) own[i] -= m[12 + i];
    for (size_t i = 0; i < 3; ++i) {
      points[axis][i] = (own[0] * inverse[0][i] + own[1] * inverse[1][i] +
                         own[2] * inverse[2][i]) /
                        determinant;
    }
  }
  return points;
}

// The points near all bones.
class BonePoints {
 public:
  BonePoints(const m3d::Character& character, double distance)
      : offsets_(character.bone_offsets), distance_(distance) {
    if (offsets_.size() > kMostPointsHeld) return;
    held_.reserve(offsets_.size());
    for (const m3d::Matrix& offset : offsets_) {
      held_.push_back(PointsOf(offset, distance));
    }
  }

  // `made` is where they are put if they are not there yet.
  const Points& Of(size_t bone, Points& made) const {
    if (!held_.empty()) return held_[bone];
    return made = PointsOf(offsets_[bone], distance_);
  }

 private:
  const m3d::Array<m3d::Matrix>& offsets_;
  const double distance_;
  std::vector<Points> held_;
};

Vector<3> Moved(const Vector<3>& p, const m3d::Matrix& by) {
  const m3d::Matrix& m = by;
  Vector<3> moved;
  for (size_t i = 0; i < 3; ++i) {
    moved[i] = p[0] * m[i] + p[1] * m[4 + i] + p[2] * m[8 + i] + m[12 + i];
  }
  return moved;
}

// One pose after the other. To compile a clip takes 600 bytes a bone and 64 a
// key: many times the text of bones that have a key or two, which are looked at
// at a few times only, and more than the shortest text that a key can have. The
// bits are the same either way.
class PoseMaker {
 public:
  PoseMaker(const m3d::Character& character, const m3d::Clip& clip)
      : character_(character), clip_(clip) {
    if (clip.keys() / kKeysToCompile < character.bones() ||
        clip.keys() > kMostKeysCompiled) {
      return;
    }
    compiled_.emplace(character, clip);
    sampler_.emplace(*compiled_);
  }

  void Make(float time, std::vector<m3d::Matrix>& transforms) {
    if (sampler_) {
      sampler_->Sample(time, transforms);
    } else {
      eval::SampleSkeleton(character_, clip_, time, transforms);
    }
  }

 private:
  const m3d::Character& character_;
  const m3d::Clip& clip_;
  std::optional<eval::SkeletonClip> compiled_;
  std::optional<eval::SkeletonSampler> sampler_;
};

// Key times of both clips, each once; of many, some that are spread over all.
std::vector<float> TimesOf(const m3d::Clip& a, const m3d::Clip& b,
                           size_t bones) {
  std::vector<float> times(a.times.begin(), a.times.end());
  times.insert(times.end(), b.times.begin(), b.times.end());
  const size_t most =
      std::max(kFewestTimes, bones == 0 ? 0 : times.size() / bones);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() <= most) return times;
  std::vector<float> some(most);
  for (size_t i = 0; i < most; ++i) {
    some[i] = times[i * (times.size() - 1) / (most - 1)];
  }
  return some;
}

}  // namespace

double PointDistanceOf(const m3d::Character& character) {
  double size = 0;
  for (const auto member :
       {&m3d::Float3::x, &m3d::Float3::y, &m3d::Float3::z}) {
    double low = 0;
    double high = 0;
    bool first = true;
    for (const m3d::Float3& p : character.vertices.positions) {
      const double x = p.*member;
      low = first ? x : std::min(low, x);
      high = first ? x : std::max(high, x);
      first = false;
    }
    size = std::max(size, high - low);
  }
  return size / kPointsInSize;
}

BoneDifference CompareBones(const BoneKeys& a, const BoneKeys& b) {
  BoneDifference result;
  BoneWalker of_a(a);
  BoneWalker of_b(b);
  for (;;) {
    const double to = std::min(of_a.next(), of_b.next());
    // The piece began where the one before ended.
    if (to < kInf && !of_a.SamePiece(of_b)) Look(of_a, of_b, to, result);
    if (to == kInf) break;
    of_a.MoveTo(to);
    of_b.MoveTo(to);
    if (of_a.SamePiece(of_b)) continue;
    Look(of_a, of_b, to, result);
    const double end = std::min(of_a.next(), of_b.next());
    if (end == kInf) continue;
    for (size_t k = 1; k <= kPlacesBetweenKeys; ++k) {
      const double share =
          static_cast<double>(k) / static_cast<double>(kPlacesBetweenKeys + 1);
      Look(of_a, of_b, to + (end - to) * share, result);
    }
  }
  result.rotation.found = 2 * DegreesOfSine(result.rotation.found);
  return result;
}

std::vector<Largest> CompareSkeletons(const m3d::Character& a,
                                      const m3d::Clip& clip_a,
                                      const m3d::Character& b,
                                      const m3d::Clip& clip_b,
                                      double distance) {
  const size_t bones = a.bones();
  std::vector<Largest> result(bones);
  const BonePoints points_a(a, distance);
  const BonePoints points_b(b, distance);
  PoseMaker poses_a(a, clip_a);
  PoseMaker poses_b(b, clip_b);
  std::vector<m3d::Matrix> of_a(bones);
  std::vector<m3d::Matrix> of_b(bones);
  Points made_a;
  Points made_b;
  for (const float time : TimesOf(clip_a, clip_b, bones)) {
    poses_a.Make(time, of_a);
    poses_b.Make(time, of_b);
    for (size_t bone = 0; bone < bones; ++bone) {
      const Points& in_a = points_a.Of(bone, made_a);
      const Points& in_b = points_b.Of(bone, made_b);
      for (size_t p = 0; p < 3; ++p) {
        result[bone].Note(
            Distance(Moved(in_a[p], of_a[bone]), Moved(in_b[p], of_b[bone])),
            time);
      }
    }
  }
  return result;
}

}  // namespace clipguard::actions
