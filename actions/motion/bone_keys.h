// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The keys of one bone in a clip of a character.

#ifndef CLIPGUARD_ACTIONS_MOTION_BONE_KEYS_H_
#define CLIPGUARD_ACTIONS_MOTION_BONE_KEYS_H_

#include <cstddef>

#include "actions/motion/vector.h"
#include "eval/skeleton/bone_key.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

inline Vector<3> VectorOf(const m3d::Float3& v) { return {v.x, v.y, v.z}; }
inline Vector<4> VectorOf(const m3d::Float4& v) { return {v.x, v.y, v.z, v.w}; }

// Looks into the clip.
struct BoneKeys {
  BoneKeys(const m3d::Clip& of, size_t bone)
      : clip(&of), range(eval::KeysOf(of, bone)) {}

  size_t size() const { return range.size(); }
  float time(size_t i) const { return clip->times[range.begin + i]; }
  const m3d::Float3& translation(size_t i) const {
    return clip->translations[range.begin + i];
  }
  const m3d::Float3& scale(size_t i) const {
    return clip->scales[range.begin + i];
  }
  const m3d::Float4& rotation(size_t i) const {
    return clip->rotations[range.begin + i];
  }

  const m3d::Clip* clip;
  eval::KeyRange range;
};

// Whether key i of a and key j of b are the same, to the bit, but for the time.
bool SameBoneKey(const BoneKeys& a, size_t i, const BoneKeys& b, size_t j);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_BONE_KEYS_H_
