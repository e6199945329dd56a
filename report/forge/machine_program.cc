// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/machine_program.h"

#include <algorithm>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;

// Limits that keep a page responsive while it plays.
constexpr size_t kMostExpressions = 200'000;
constexpr size_t kMostSamples = 1'000'000;
constexpr size_t kMostRows = 100'000;  // joints, variables and events of clips
constexpr size_t kLongestName = 1'000;
constexpr size_t kMostModels = 1'000;
constexpr uint64_t kMostArmatureBytes = uint64_t{16} << 20;

constexpr int64_t kNoAct = -1;
constexpr int64_t kDropped = -2;
constexpr int64_t kUnknownState = -3;

}  // namespace

std::string SectionName(std::string_view name) {
  if (name.size() <= kLongestName) return std::string(name);
  size_t end = kLongestName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) {
    --end;
  }
  return absl::StrCat(std::string(name.substr(0, end)), "...");
}

MachineProgram::MachineProgram(const StateMachine& machine,
                               const forge::FindArmature& find_armature,
                               const FindModel& find_model, uint64_t most_bytes)
    : m_(machine),
      clips_(machine, Noting(find_armature)),
      joints_(eval::JointsOf(armatures_)),
      glbs_(std::min(most_bytes, kMostArmatureBytes)) {
  AddClips();
  too_large_ = WhyTooLarge();
  if (too_large_.empty() && !AddArmatures(find_model)) {
    too_large_ = "its armatures are too large for a page";
  }
  if (!too_large_.empty()) return;
  AddExpressions();
  for (uint32_t c = 0; c < clip_names_.size(); ++c) {
    const Armature& armature = *clips_[c].armature;
    for (const Armature::Event& event : armature.Events(*clips_[c].clip)) {
      events_.Add(armature.texts[event.name]);
    }
  }
}

forge::FindArmature MachineProgram::Noting(
    const forge::FindArmature& find_armature) {
  if (!find_armature) return nullptr;
  return [this, &find_armature](const forge::ModelClip& clip) {
    const Armature* found = find_armature(clip);
    if (found != nullptr && met_.emplace(found, armatures_.size()).second) {
      armatures_.push_back(found);
      models_.push_back(clip);
    }
    return found;
  };
}

bool MachineProgram::AddArmatures(const FindModel& find_model) {
  for (size_t i = 0; i < armatures_.size(); ++i) {
    std::optional<absl::StatusOr<actions::BlockModel>> model;
    if (find_model && i < kMostModels) model = find_model(models_[i]);
    if (find_model && !model) {
      model = absl::ResourceExhaustedError("more models than a page has");
    }
    if (!glbs_.Add(*armatures_[i], model ? &*model : nullptr, joints_)) {
      return false;
    }
  }
  return true;
}

// Their names are those of the last expressions that name them.
void MachineProgram::AddClips() {
  for (ExpressionIndex i = 0; i < m_.expressions.size(); ++i) {
    const Expression& e = m_.expressions[i];
    if (e.kind != ExpressionKind::kModelClip) continue;
    const uint32_t clip = clips_.Find(i);
    if (clip == kNowhere) continue;
    if (clip >= clip_names_.size()) clip_names_.resize(clip + size_t{1});
    clip_names_[clip] = m_.texts[e.text];
  }
}

void MachineProgram::AddExpressions() {
  extra_.reserve(m_.expressions.size());
  for (ExpressionIndex i = 0; i < m_.expressions.size(); ++i) {
    extra_.push_back(ExtraOf(i));
  }
}

uint32_t MachineProgram::ExtraOf(ExpressionIndex expression) {
  const Expression& e = m_.expressions[expression];
  const auto number_in = [&](eval::NameList& list) {
    list.Add(m_.texts[e.text]);
    return list.Find(m_.texts[e.text]);
  };
  switch (e.kind) {
    case ExpressionKind::kOperators:
      return number_in(operators_);
    case ExpressionKind::kTrigger:
      return number_in(events_);
    case ExpressionKind::kModelClip:
      return clips_.Find(expression);
    default:
      return kNowhere;
  }
}

int64_t MachineProgram::ActOf(std::string_view event) const {
  if (!event.starts_with('!')) return kNoAct;
  if (!event.starts_with(forge::kTransitionEvent)) return kDropped;
  const uint32_t state =
      m_.FindStateToEnter(event.substr(forge::kTransitionEvent.size()));
  return state == kNowhere ? kUnknownState : int64_t{state};
}

std::string MachineProgram::WhyTooLarge() const {
  if (m_.expressions.size() > kMostExpressions) {
    return absl::StrCat(Grouped(m_.expressions.size()),
                        " expressions are too many for a page");
  }
  size_t samples = 0;
  size_t rows = 0;
  for (uint32_t c = 0; c < clip_names_.size(); ++c) {
    const Armature& armature = *clips_[c].armature;
    rows += armature.Events(*clips_[c].clip).size();
    for (const auto& joint : armature.JointClips(*clips_[c].clip)) {
      rows += 1 + armature.Variables(joint).size();
      for (const auto& variable : armature.Variables(joint)) {
        samples += armature.Samples(variable).size();
      }
    }
  }
  if (samples > kMostSamples) {
    return absl::StrCat(Grouped(samples),
                        " samples of its clips are too many for a page");
  }
  if (rows > kMostRows || joints_.names().size() > kMostRows) {
    return absl::StrCat(Grouped(std::max(rows, joints_.names().size())),
                        " joints, variables and events of its clips are too "
                        "many for a page");
  }
  return {};
}

void MachineProgram::Write(DetailWriter& json) const {
  json.BeginObject("play");
  WriteExpressions(json);
  WriteEvents(json);
  json.BeginArray("clips");
  for (size_t c = 0; c < clip_names_.size(); ++c) WriteClip(c, json);
  json.EndArray();
  json.BeginArray("joints");
  for (const std::string_view joint : joints_.names()) {
    json.String(SectionName(joint));
  }
  json.EndArray();
  glbs_.Write(json);
  json.EndObject();
}

void MachineProgram::WriteExpressions(DetailWriter& json) const {
  std::vector<uint16_t> kinds;
  std::vector<float> numbers;
  std::vector<uint32_t> firsts;
  std::vector<uint32_t> children;
  for (const Expression& e : m_.expressions) {
    kinds.push_back(static_cast<uint16_t>(e.kind));
    numbers.push_back(e.number);
    firsts.push_back(e.first);
    children.push_back(e.children);
  }
  json.Array("kind", kinds);
  json.Array("number", numbers);
  json.Array("first", firsts);
  json.Array("children", children);
  json.Array("extra", extra_);
  json.Strings("operators", operators_.names());
}

void MachineProgram::WriteEvents(DetailWriter& json) const {
  json.BeginObject("events");
  json.BeginArray("names");
  for (const std::string_view event : events_.names()) {
    json.String(SectionName(event));
  }
  json.EndArray();
  json.BeginArray("acts");
  for (const std::string_view event : events_.names()) json.Int(ActOf(event));
  json.EndArray();
  json.EndObject();
}

void MachineProgram::WriteClip(size_t number, DetailWriter& json) const {
  const eval::ModelClips::Clip& c = clips_[static_cast<uint32_t>(number)];
  json.BeginObject();
  json.Field("name", SectionName(clip_names_[number]));
  json.Field("loop", c.clip->loop);
  json.Field("broken", c.clip->broken);
  json.Field("armature", uint64_t{met_.at(c.armature)});
  json.Field("clip", c.armature->texts[c.clip->name]);
  json.BeginArray("broken_joints");
  for (const Armature::JointClip& joint : c.armature->JointClips(*c.clip)) {
    // Only the first of several joint clips with one name takes effect.
    const std::string_view name = c.armature->texts[joint.joint];
    const Armature::JointClip* first =
        clips_.FindJoint(static_cast<uint32_t>(number), name);
    if (first == &joint && joint.broken) json.Uint(joints_.Find(name));
  }
  json.EndArray();
  json.BeginArray("events");
  for (const Armature::Event& event : c.armature->Events(*c.clip)) {
    json.BeginArray();
    json.Float(event.time);
    json.Uint(events_.Find(c.armature->texts[event.name]));
    json.EndArray();
  }
  json.EndArray();
  json.EndObject();
}

}  // namespace clipguard::report
