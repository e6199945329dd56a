// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/model_clips.h"

#include <algorithm>
#include <map>

#include "parser/forge/json/name_map.h"

namespace clipguard::eval {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;

std::span<const JointSet::Moved> JointSet::MovedBy(uint32_t clip,
                                                   uint32_t begin,
                                                   uint32_t end) const {
  const uint32_t first = clip == 0 ? 0 : ends_[clip - 1];
  const std::span<const Moved> all =
      std::span(moved_).subspan(first, ends_[clip] - first);
  const auto before = [](const Moved& m, uint32_t joint) {
    return m.joint < joint;
  };
  const auto from = std::lower_bound(all.begin(), all.end(), begin, before);
  return {from, std::lower_bound(from, all.end(), end, before)};
}

ModelClips::ModelClips(const forge::StateMachine& machine,
                       const forge::FindArmature& find_armature) {
  // The numbers of each armature's clips.
  std::map<const Armature*, std::vector<uint32_t>> armatures;
  for (size_t i = 0; i < machine.expressions.size(); ++i) {
    const Expression& e = machine.expressions[i];
    if (e.kind != ExpressionKind::kModelClip) continue;
    const auto name = forge::ReadModelClip(machine.texts[e.text]);
    if (!name || name->has_variant || !find_armature) continue;
    const Armature* armature = find_armature(*name);
    if (armature == nullptr) continue;
    const Armature::Clip* clip = armature->FindClip(name->clip);
    if (clip == nullptr) continue;
    std::vector<uint32_t>& numbers = armatures[armature];
    numbers.resize(armature->clips.size(), kNowhere);
    uint32_t& number =
        numbers[static_cast<size_t>(clip - armature->clips.data())];
    if (number == kNowhere) number = Add(*armature, *clip);
    targets_.push_back({static_cast<ExpressionIndex>(i), number});
  }
}

uint32_t ModelClips::Add(const Armature& armature, const Armature::Clip& clip) {
  const auto begin = static_cast<uint32_t>(joints_.size());
  for (const auto& j : armature.JointClips(clip)) joints_.push_back(&j);
  std::sort(joints_.begin() + begin, joints_.end(),
            [&](const auto* a, const auto* b) {
              const std::string_view name_a = armature.texts[a->joint];
              const std::string_view name_b = armature.texts[b->joint];
              return name_a != name_b ? name_a < name_b : a < b;
            });
  clips_.push_back(
      {&armature, &clip, begin, static_cast<uint32_t>(joints_.size())});
  return static_cast<uint32_t>(clips_.size() - 1);
}

const Armature::JointClip* ModelClips::FindJoint(uint32_t number,
                                                 std::string_view joint) const {
  const Clip& clip = clips_[number];
  const auto end = joints_.begin() + clip.joints_end;
  const auto found = std::lower_bound(
      joints_.begin() + clip.joints_begin, end, joint,
      [&](const Armature::JointClip* j, std::string_view name) {
        return clip.armature->texts[j->joint] < name;
      });
  const bool moves =
      found != end && clip.armature->texts[(*found)->joint] == joint;
  return moves ? *found : nullptr;
}

JointSet ModelClips::FindJoints(std::span<const std::string_view> names) const {
  JointSet set;
  set.size_ = names.size();
  forge::NameMap map;
  map.reserve(names.size());
  for (uint32_t i = 0; i < names.size(); ++i) map.try_emplace(names[i], i);
  for (const Clip& clip : clips_) {
    const auto begin = static_cast<std::ptrdiff_t>(set.moved_.size());
    std::string_view before;
    for (uint32_t j = clip.joints_begin; j < clip.joints_end; ++j) {
      const std::string_view name = clip.armature->texts[joints_[j]->joint];
      const bool again = j != clip.joints_begin && name == before;
      before = name;
      const uint32_t found = again ? kNowhere : FindName(map, name);
      if (found != kNowhere) set.moved_.push_back({found, joints_[j]});
    }
    std::sort(set.moved_.begin() + begin, set.moved_.end(),
              [](const auto& a, const auto& b) { return a.joint < b.joint; });
    set.ends_.push_back(static_cast<uint32_t>(set.moved_.size()));
  }
  return set;
}

}  // namespace clipguard::eval
