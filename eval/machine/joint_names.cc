// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/joint_names.h"

namespace clipguard::eval {

using forge::Armature;

bool NameList::Add(std::string_view name) {
  const bool is_new =
      numbers_.try_emplace(name, static_cast<uint32_t>(names_.size())).second;
  if (is_new) names_.push_back(name);
  return is_new;
}

NameList JointsOf(std::span<const Armature* const> armatures) {
  NameList names;
  for (const Armature* armature : armatures) {
    for (const Armature::Joint& joint : armature->joints) {
      names.Add(armature->texts[joint.name]);
    }
    for (const Armature::JointClip& joint : armature->joint_clips) {
      names.Add(armature->texts[joint.joint]);
    }
  }
  return names;
}

}  // namespace clipguard::eval
