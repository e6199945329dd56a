// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// WantedJoints: the joints of an armature that `sample` is asked for.

#ifndef CLIPGUARD_CLI_FORMATS_WANTED_JOINTS_H_
#define CLIPGUARD_CLI_FORMATS_WANTED_JOINTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/formats/forge_sample.h"
#include "parser/forge/armature.h"

namespace clipguard::cli {

// A joint that is listed, or moved by the clip, or both.
struct SampledJoint {
  std::string_view name;
  const forge::Armature::JointClip* clip;  // null: the identity
};

// The joints of a file that are asked for, looked at once for all its clips:
// there may be thousands of both.
class WantedJoints {
 public:
  WantedJoints(const forge::Armature& armature, const RowOptions& options)
      : armature_(armature), options_(options) {
    for (const forge::Armature::Joint& joint : armature.joints) {
      const std::string_view name = armature.texts[joint.name];
      const bool wanted = Wants(name);
      listed_.emplace(name, wanted ? names_.size() : kNowhere);
      if (!wanted) continue;
      names_.push_back(name);
      MatrixRows::AddRow(options.shape, kPart, name, totals_);
    }
  }

  TableShape shape() const { return options_.shape; }
  bool is_choice() const {  // of some joints
    return options_.choice != nullptr && !options_.choice->is_all();
  }
  const forge::Armature& armature() const { return armature_; }
  std::span<const std::string_view> listed() const { return names_; }

  // Those that the clip moves and that are not listed.
  std::vector<SampledJoint> Others(const forge::Armature::Clip& clip) const {
    std::vector<SampledJoint> others;
    std::set<std::string_view> seen;
    for (const forge::Armature::JointClip& joint : armature_.JointClips(clip)) {
      const std::string_view name = armature_.texts[joint.joint];
      if (listed_.contains(name) || !seen.insert(name).second) continue;
      if (Wants(name)) others.push_back({name, &joint});
    }
    return others;
  }

  // Those that are listed, and then `others`.
  std::vector<SampledJoint> In(const forge::Armature::Clip& clip,
                               std::span<const SampledJoint> others) const {
    std::vector<SampledJoint> joints;
    joints.reserve(names_.size() + others.size());
    for (const std::string_view name : names_) {
      joints.push_back({name, nullptr});
    }
    for (const forge::Armature::JointClip& joint : armature_.JointClips(clip)) {
      const auto found = listed_.find(armature_.texts[joint.joint]);
      if (found == listed_.end() || found->second == kNowhere) continue;
      SampledJoint& one = joints[found->second];
      if (one.clip == nullptr) one.clip = &joint;
    }
    joints.insert(joints.end(), others.begin(), others.end());
    return joints;
  }

  RowTotals Totals(std::span<const SampledJoint> others) const {
    RowTotals totals = totals_;
    for (const SampledJoint& joint : others) {
      MatrixRows::AddRow(shape(), kPart, joint.name, totals);
    }
    return totals;
  }

  static constexpr std::string_view kPart = "joints";

  // As --only names it.
  static std::string PathOf(std::string_view name) {
    return std::string(kPart) + "." + std::string(name);
  }

 private:
  static constexpr size_t kNowhere = SIZE_MAX;

  bool Wants(std::string_view name) const {
    return options_.Wants(PathOf(name));
  }

  const forge::Armature& armature_;
  const RowOptions options_;
  std::vector<std::string_view> names_;
  // By name, the place in `names_`; kNowhere: not asked for.
  std::map<std::string_view, size_t> listed_;
  RowTotals totals_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_WANTED_JOINTS_H_
