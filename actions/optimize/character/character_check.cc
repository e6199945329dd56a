// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/character_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/motion/angle.h"
#include "actions/motion/bone_keys.h"
#include "actions/motion/pose_bounds.h"
#include "actions/optimize/character/character.h"
#include "actions/optimize/optimize.h"
#include "base/numbers.h"
#include "eval/skeleton/reference.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"

namespace clipguard::actions {
namespace {

using eval::Matrix4d;
using m3d::Character;
using m3d::Clip;

// What the specification's own rounding may add, as a share of what it handles.
constexpr double kRounding = 1e-12;

// At which times to look: random ones, keys, and floats beside those.
std::vector<float> TimesFor(const Clip& clip, int count, std::mt19937& engine) {
  std::vector<float> times = {-kInfinity, kInfinity, 0};
  if (clip.times.empty()) return times;
  const size_t step = 1 + clip.keys() / static_cast<size_t>(count + 1);
  for (size_t i = 0; i < clip.keys(); i += step) {
    const float time = clip.times[i];
    times.push_back(std::nextafter(time, -kInfinity));
    times.push_back(time);
    times.push_back(std::nextafter(time, kInfinity));
  }
  const auto [first, last] = std::ranges::minmax(clip.times);
  for (int i = 0; i < count; ++i) {
    const double share = static_cast<double>(engine()) * 0x1.4p-32 - 0.125;
    times.push_back(static_cast<float>(first + share * (double{last} - first)));
  }
  return times;
}

// Where a point of a bone is in the root's space.
Vector<3> Moved(const Vector<3>& p, const Matrix4d& m) {
  Vector<3> moved;
  for (size_t i = 0; i < 3; ++i) {
    moved[i] = p[0] * m[i] + p[1] * m[4 + i] + p[2] * m[8 + i] + m[12 + i];
  }
  return moved;
}

double Distance(const Vector<3>& a, const Vector<3>& b) {
  return Length(Vector<3>{a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

// At least 1; of what the specification multiplies with each other.
double SizeOf(const std::vector<Matrix4d>& matrices) {
  double size = 1;
  for (const Matrix4d& m : matrices) {
    for (const double x : m) size = std::max(size, std::abs(x));
  }
  return size;
}

class Check {
 public:
  Check(const Character& before, const Character& after, const Clip& old_clip,
        const Clip& new_clip, const OptimizedPart& part, double reach)
      : before_(before),
        after_(after),
        old_(old_clip),
        new_(new_clip),
        part_(part),
        reach_(reach) {}

  std::string Run(int times) {
    std::mt19937 engine(1);
    for (size_t bone = 0; bone < before_.bones(); ++bone) {
      const std::string fault =
          Keys(BoneKeys(old_, bone), BoneKeys(new_, bone));
      if (!fault.empty()) return absl::StrCat("bone ", bone, ": ", fault);
    }
    for (const float time : TimesFor(old_, times, engine)) {
      // A direction of its own each time.
      Vector<3> point;
      for (double& x : point) x = static_cast<double>(engine()) - 0x1p31;
      const double length = Length(point);
      for (double& x : point) x *= length > 0 ? reach_ / length : 0;
      const std::string fault = At(time, point);
      if (!fault.empty()) return absl::StrCat(fault, " at ", time, " s");
    }
    return {};
  }

 private:
  // Those that are left are some of the original's, in their order.
  static std::string Keys(const BoneKeys& old_keys, const BoneKeys& keys) {
    const auto same = [&](size_t i, size_t k) {
      return old_keys.time(i) == keys.time(k) &&
             SameBoneKey(old_keys, i, keys, k);
    };
    const size_t size = keys.size();
    if (old_keys.size() == 0) return size == 0 ? "" : "keys of nowhere";
    if (size < std::min<size_t>(old_keys.size(), 2)) return "ends are lost";
    if (!same(0, 0) || !same(old_keys.size() - 1, size - 1)) {
      return "other ends";
    }
    size_t k = 0;
    bool joins = false;  // what was not joined before
    for (size_t i = 0; i < old_keys.size() && k < size; ++i) {
      if (!same(i, k)) {
        joins = true;
        continue;
      }
      if (joins && !IsOneWay(keys.rotation(k - 1), keys.rotation(k))) {
        return absl::StrCat("a half-turn to key ", k);
      }
      joins = false;
      ++k;
    }
    return k == size ? "" : "keys that were not there";
  }

  // Whether players of float32 turn the same way as the specification, whatever
  // order they add up in.
  static bool IsOneWay(const m3d::Float4& a, const m3d::Float4& b) {
    const double dot = double{a.x} * b.x + double{a.y} * b.y +
                       double{a.z} * b.z + double{a.w} * b.w;
    const float x = a.x * b.x;
    const float y = a.y * b.y;
    const float z = a.z * b.z;
    const float w = a.w * b.w;
    return std::ranges::all_of(
        std::array{((x + y) + z) + w, (x + z) + (y + w), (x + y) + (z + w),
                   ((w + z) + y) + x},
        [&](float other) { return std::signbit(other) == (dot < 0); });
  }

  std::string At(float time, const Vector<3>& point) const {
    const eval::SkeletonPose a = eval::EvaluateSkeleton(before_, old_, time);
    const eval::SkeletonPose b = eval::EvaluateSkeleton(after_, new_, time);
    const double size = std::max(SizeOf(a.to_parent), SizeOf(b.to_parent)) *
                        std::max(SizeOf(a.to_root), SizeOf(b.to_root)) *
                        (1 + reach_);
    for (size_t bone = 0; bone < before_.bones(); ++bone) {
      const double off = Distance(Moved(point, a.to_root[bone]),
                                  Moved(point, b.to_root[bone]));
      if (off > part_.proven.shell + kRounding * size) {
        return absl::StrCat("bone ", bone, ": ", off, " off the joint, ",
                            part_.proven.shell, " are proven");
      }
      const std::string fault = Own(bone, time);
      if (!fault.empty()) return absl::StrCat("bone ", bone, ": ", fault);
    }
    return {};
  }

  std::string Own(size_t bone, float time) const {
    const auto [t, s, q] = eval::EvaluateBone(old_, bone, time);
    const auto [u, r, p] = eval::EvaluateBone(new_, bone, time);
    const Vector<3> place = {t.x, t.y, t.z};
    const double off = Distance(place, {u.x, u.y, u.z});
    if (off > part_.proven.distance + kRounding * Length(place)) {
      return absl::StrCat(off, " moved, ", part_.proven.distance,
                          " are proven");
    }
    const double turned = 2 * DegreesOfSine(SineBetweenRotations(
                                  {q.x, q.y, q.z, q.w}, {p.x, p.y, p.z, p.w}));
    if (turned > part_.proven.angle * (1 + 1e-9) + 1e-9) {
      return absl::StrCat(turned, " degrees, ", part_.proven.angle,
                          " are proven");
    }
    return {};
  }

  const Character& before_;
  const Character& after_;
  const Clip& old_;
  const Clip& new_;
  const OptimizedPart& part_;
  double reach_;
};

// Without the clips' keys.
bool SameRest(const Character& a, const Character& b) {
  return a.dialect == b.dialect && a.materials == b.materials &&
         a.subsets == b.subsets && a.vertices == b.vertices &&
         a.triangles == b.triangles && a.bone_offsets == b.bone_offsets &&
         a.parents == b.parents && a.clips.size() == b.clips.size();
}

std::string CheckClips(const Character& before, const Character& after,
                       const Optimized& result, int times) {
  for (size_t i = 0; i < before.clips.size(); ++i) {
    std::string fault = Check(before, after, before.clips[i], after.clips[i],
                              result.parts[i], result.reach)
                            .Run(times);
    if (!fault.empty()) return absl::StrCat(result.parts[i].name, ": ", fault);
  }
  return {};
}

}  // namespace

std::string WhatDoesNotHoldOfCharacter(std::span<const uint8_t> bytes,
                                       const OptimizeOptions& options,
                                       const Optimized& result, int times) {
  for (const OptimizedPart& part : result.parts) {
    const PoseErrors& proven = part.proven;
    if (!(proven.distance <= options.tolerance) ||
        !(proven.angle <= options.angle_tolerance * (1 + 1e-9)) ||
        !(proven.shell <= options.tolerance)) {
      return part.name + ": more than the tolerance is proven";
    }
  }
  if (!result.changed()) return {};
  FindingList findings;
  const auto before = m3d::ReadAndValidate(bytes, {}, findings);
  const auto after = m3d::ReadAndValidate(result.bytes, {}, findings);
  if (!before) return "the original has errors";
  if (!after) return "the result has errors";
  if (result.bytes.size() >= bytes.size()) return "it is not smaller";
  if (!SameRest(*before, *after)) return "more than keyframes differs";
  std::string fault = CheckClips(*before, *after, result, times);
  if (!fault.empty()) return fault;
  const auto again = OptimizeCharacter(result.bytes, {}, options);
  if (!again) return "a second time it is refused";
  if (!again->changed()) return {};
  if (again->bytes.size() > result.bytes.size()) {
    return "a second time it grows";
  }
  const auto twice = m3d::ReadAndValidate(again->bytes, {}, findings);
  if (!twice) return "the second result has errors";
  fault = CheckClips(*after, *twice, *again, times);
  return fault.empty() ? "" : absl::StrCat("a second time: ", fault);
}

}  // namespace clipguard::actions
