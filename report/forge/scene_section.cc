// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/scene_section.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "base/text.h"
#include "eval/machine/joint_names.h"
#include "report/forge/armature_glb.h"
#include "report/html/detail_writer.h"
#include "report/html/scene_glb.h"

namespace clipguard::report {
namespace {

using forge::Armature;

// Text of a clip, beside its name.
constexpr uint64_t kElementText = 100;
// The most text that a byte of a name becomes in JSON: \u0000.
constexpr uint64_t kTextOfByte = 6;

uint64_t TextOfClips(const Armature& armature) {
  uint64_t text = kElementText;
  for (const Armature::Clip& clip : armature.clips) {
    text += kElementText + kTextOfByte * armature.texts[clip.name].size();
  }
  return text;
}

}  // namespace

void WriteScene(const Armature& armature,
                const absl::StatusOr<actions::BlockModel>* model,
                const SectionRequest& request, Budget& budget,
                DetailWriter& json) {
  const Armature* const only[] = {&armature};
  const eval::NameList names = eval::JointsOf(only);
  if (names.names().empty() && armature.clips.empty()) return;
  ArmatureGlbs glb(MostBytesOfGlb(budget.left(), request.bytes.size()));
  if (!glb.Add(armature, model, names) ||
      !budget.Take(glb.size() + TextOfClips(armature))) {
    return budget.LeftOut("the armature in 3D, which does not fit");
  }
  json.BeginObject("scene");
  json.Field("kind", "armature");
  glb.Write(json);
  json.BeginArray("clips");
  size_t left_out = 0;
  for (const Armature::Clip& clip : armature.clips) {
    if (clip.broken) {
      ++left_out;
      continue;
    }
    json.BeginObject();
    json.Field("name", armature.texts[clip.name]);
    json.Field("loop", clip.loop);
    json.Field("duration", 1.0F);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  glb.Note(budget);
  if (left_out != 0) {
    budget.LeftOut(absl::StrFormat("%d of %s in 3D: broken", left_out,
                                   Count(armature.clips.size(), "clip")));
  }
}

}  // namespace clipguard::report
