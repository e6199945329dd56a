// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/scene_section.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "eval/machine/joint_names.h"
#include "report/forge/page_boxes.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {
namespace {

using eval::NameList;
using forge::Armature;

constexpr uint64_t kElementText = 100;

// The most text that a byte of a name becomes in JSON: \u0000.
constexpr uint64_t kTextOfByte = 6;

uint64_t TextOf(const NameList& names) {
  uint64_t text = 0;
  for (const std::string_view name : names.names()) {
    text += kTextOfByte * name.size() + 3;
    CountWork(1 + name.size());
  }
  return text;
}

// How many of the names are those of joints that are listed: these come first.
size_t CountListed(const Armature& armature, const NameList& names) {
  size_t listed = 0;
  for (const Armature::Joint& joint : armature.joints) {
    listed =
        std::max(listed, size_t{1} + names.Find(armature.texts[joint.name]));
  }
  return listed;
}

// A clip's numbers, one after the other.
struct ClipColumns {
  std::vector<uint32_t> joints;     // joint, number of its variables
  std::vector<uint32_t> variables;  // variable, interpolation, samples
  std::vector<float> samples;
};

ClipColumns ColumnsOf(const Armature& armature, const Armature::Clip& clip,
                      const NameList& names) {
  ClipColumns columns;
  for (const Armature::JointClip& joint : armature.JointClips(clip)) {
    if (joint.broken) continue;
    columns.joints.push_back(names.Find(armature.texts[joint.joint]));
    columns.joints.push_back(joint.variables.count);
    for (const Armature::VariableClip& variable : armature.Variables(joint)) {
      columns.variables.push_back(static_cast<uint32_t>(variable.variable));
      columns.variables.push_back(
          static_cast<uint32_t>(variable.interpolation));
      columns.variables.push_back(variable.samples.count);
      const auto samples = armature.Samples(variable);
      columns.samples.insert(columns.samples.end(), samples.begin(),
                             samples.end());
    }
  }
  CountWork(columns.joints.size() + columns.variables.size() +
            columns.samples.size());
  return columns;
}

bool WriteClip(const Armature& armature, const Armature::Clip& clip,
               const NameList& names, Budget& budget, DetailWriter& json) {
  const ClipColumns columns = ColumnsOf(armature, clip, names);
  const std::string_view name = armature.texts[clip.name];
  if (!budget.Take(ArraySize(columns.joints.size() * 4) +
                   ArraySize(columns.variables.size() * 4) +
                   ArraySize(columns.samples.size() * 4) +
                   kTextOfByte * name.size() + kElementText)) {
    return false;
  }
  json.BeginObject();
  json.Field("name", name);
  json.Field("loop", clip.loop);
  json.Field("duration", 1.0F);
  json.Array("joints", columns.joints);
  json.Array("variables", columns.variables);
  json.Array("samples", columns.samples);
  json.EndObject();
  return true;
}

}  // namespace

void WriteScene(const Armature& armature,
                const absl::StatusOr<actions::BlockModel>* model,
                Budget& budget, DetailWriter& json) {
  const Armature* const only[] = {&armature};
  const NameList names = eval::JointsOf(only);
  if (names.names().empty() && armature.clips.empty()) return;
  if (!budget.Take(TextOf(names) + kElementText)) {
    return budget.LeftOut("the armature in 3D, which does not fit");
  }
  json.BeginObject("scene");
  json.Field("kind", "armature");
  json.Field("listed", uint64_t{CountListed(armature, names)});
  json.Strings("joints", names.names());
  json.BeginArray("clips");
  size_t left_out = 0;
  for (const Armature::Clip& clip : armature.clips) {
    if (clip.broken || !WriteClip(armature, clip, names, budget, json)) {
      ++left_out;
    }
  }
  json.EndArray();
  PageBoxes boxes;
  if (model != nullptr) boxes.Add(*model, armature, names);
  if (boxes.Take(budget)) boxes.Write(json);
  json.EndObject();
  if (left_out != 0) {
    budget.LeftOut(absl::StrFormat("%d of %s in 3D: broken, or no room",
                                   left_out,
                                   Count(armature.clips.size(), "clip")));
  }
}

}  // namespace clipguard::report
