// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/joint_names.h"

namespace clipguard::eval {

using forge::Armature;

bool NameList::Add(std::string_view name) {
  const auto own = static_cast<uint32_t>(names_.size());
  names_.push_back(name);
  const bool is_new = table_.Add(own, [&](uint32_t i) { return names_[i]; }) ==
                      forge::NameTable::kNone;
  if (!is_new) names_.pop_back();
  return is_new;
}

NameList JointsOf(std::span<const Armature* const> armatures) {
  size_t most = 0;
  for (const Armature* armature : armatures) {
    most += armature->joints.size() + armature->joint_clips.size();
  }
  NameList names(most);
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
