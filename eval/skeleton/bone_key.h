// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's bones, and a clip's keys of each, as the kernels want them
// (skeleton_kernel.h).

#ifndef CLIPGUARD_EVAL_SKELETON_BONE_KEY_H_
#define CLIPGUARD_EVAL_SKELETON_BONE_KEY_H_

#include <cstddef>
#include <limits>

#include "eval/skeleton/skeleton_kernel.h"
#include "parser/m3d/character.h"

namespace clipguard::eval {

// The time of what never changes.
inline constexpr float kForever = std::numeric_limits<float>::infinity();

// A bone's keys in the clip: from begin up to end. Empty, too, if the clip's
// arrays are not as long as they say.
struct KeyRange {
  size_t begin = 0;
  size_t end = 0;

  size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
};
KeyRange KeysOf(const m3d::Clip& clip, size_t bone);

// The bone's parent, or -1 if it has none, or if that is not an earlier bone.
int32_t ParentOf(const m3d::Character& character, size_t bone);

// The bone's inverse bind matrix, or the identity if the array is too short.
m3d::Matrix OffsetOf(const m3d::Character& character, size_t bone);

// Whether the last column of all bones' offsets is 0 0 0 1, as of any that only
// rotates, scales, shears and translates.
bool HasAffineOffsets(const m3d::Character& character);

// The first and last time at which anything changes: the smallest first key
// time and the largest last one, of the bones that have keys. 0 and 0, if none
// has.
struct TimeRange {
  float start = 0;
  float end = 0;
};
TimeRange TimesOf(const m3d::Character& character, const m3d::Clip& clip);

// The time to search keys for: that of the caller, or minus infinity for NaN.
float SearchTime(float time);
// The finite one next to it, which serves as well once keys have been found.
float KernelTime(float search_time);

// The angle from 0 to pi/2 with this cosine, which is from 0 to 1: within a
// share of 2e-13 of it. The same bits on every machine.
double AngleOfCosine(double cosine);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_BONE_KEY_H_
