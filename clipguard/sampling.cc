// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "clipguard/sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "actions/capture/recording_of.h"
#include "clipguard/pose_samplers.h"
#include "clipguard/version.h"
#include "eval/curve/compiled_clip.h"
#include "eval/machine/animation_machine.h"
#include "eval/machine/joint_names.h"
#include "eval/machine/pose.h"
#include "eval/skeleton/skeleton_clip.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/validate.h"
#include "simd/float_environment.h"

using clipguard::Finding;
using clipguard::FindingList;

struct clipguard_findings {
  struct Found {
    Finding finding;
    std::string code;
    std::string model;
  };
  std::vector<Found> all;
};

struct clipguard_recording {
  // The recording made from a capture; null for a recording of MRTK.
  std::unique_ptr<clipguard::actions::ShownCapture> capture;
  std::unique_ptr<const clipguard::mrtk::InputAnimationView> own;
  std::vector<std::string> names;  // of its curves
  std::optional<clipguard::eval::CompiledClip> compiled;

  const clipguard::mrtk::InputAnimationView& view() const {
    return capture != nullptr ? capture->view() : *own;
  }
};

struct clipguard_character {
  struct Clip {
    std::string name;
    clipguard::eval::SkeletonClip compiled;
  };
  std::vector<int32_t> parents;
  std::vector<Clip> clips;
};

struct clipguard_machine {
  // Armatures by their models; null for models without one.
  std::map<std::string, std::unique_ptr<const clipguard::forge::Armature>>
      armatures;
  std::unique_ptr<const clipguard::forge::StateMachine> file;
  std::unique_ptr<clipguard::eval::AnimationMachine> machine;
  clipguard::eval::JointSet joint_set;
  std::vector<clipguard::eval::Matrix> matrices;
  std::array<std::vector<std::string>, 3> names;  // of each part
  struct Event {
    std::string name;
    float offset = 0;
  };
  std::vector<Event> events;
  std::string message;
};

namespace clipguard {
namespace {

// Turns a lack of memory into a status, and sets the floating-point environment
// that all values need.
template <typename Function>
clipguard_status Guarded(Function function) {
  const ScopedFloatEnvironment exact;
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return CLIPGUARD_NO_MEMORY;
  }
}

// The size that a structure had in its first version.
template <typename Info>
constexpr size_t kFirstSize = sizeof(Info);

// Copies as much of a structure as the caller has room for.
template <typename Info>
clipguard_status Give(Info info, Info* to) {
  if (to == nullptr || to->struct_size < kFirstSize<Info>) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  info.struct_size = std::min(to->struct_size, sizeof(Info));
  std::memcpy(to, &info, info.struct_size);
  return CLIPGUARD_OK;
}

std::span<const std::string> NamesOf(const clipguard_machine* machine,
                                     clipguard_part part) {
  const auto index = static_cast<size_t>(part);
  if (machine == nullptr || index >= machine->names.size()) return {};
  return machine->names[index];
}

const char* NameIn(std::span<const std::string> names, size_t index) {
  return index < names.size() ? names[index].c_str() : nullptr;
}

void AddFindings(const FindingList& list, std::string_view model,
                 std::vector<clipguard_findings::Found>& all) {
  for (const Finding& finding : list.findings()) {
    all.push_back({finding, std::string(GetCodeInfo(finding.code).name),
                   std::string(model)});
  }
}

// Opens a Handle: `read` returns one unless there are errors, and adds findings
// to a list.
template <typename Handle, typename Read>
clipguard_status Open(const uint8_t* bytes, size_t size, Handle** handle,
                      clipguard_findings** findings, Read read) {
  if (handle != nullptr) *handle = nullptr;
  if (findings != nullptr) *findings = nullptr;
  if (handle == nullptr || (bytes == nullptr && size != 0)) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  return Guarded([&] {
    auto found = std::make_unique<clipguard_findings>();
    std::unique_ptr<Handle> opened = read(std::span(bytes, size), found->all);
    if (findings != nullptr && !found->all.empty()) {
      *findings = found.release();
    }
    *handle = opened.release();
    return *handle != nullptr ? CLIPGUARD_OK : CLIPGUARD_UNSOUND;
  });
}

std::unique_ptr<clipguard_recording> ReadRecording(
    std::span<const uint8_t> bytes, FindingList& findings) {
  auto recording = std::make_unique<clipguard_recording>();
  if (DetectFormat(bytes) == Format::kXrHands) {
    const auto capture = xrhands::ReadAndValidate(bytes, {}, findings);
    if (!capture) return nullptr;
    recording->capture = std::make_unique<actions::ShownCapture>(*capture);
  } else {
    const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
    if (!view) return nullptr;
    recording->own = std::make_unique<const mrtk::InputAnimationView>(*view);
  }
  const mrtk::InputAnimationView& view = recording->view();
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    recording->names.push_back(slot.Path(view.joint_names()));
  }
  recording->compiled.emplace(view);
  return recording;
}

// Checks that there is room for so many floats.
clipguard_status CheckRoom(size_t needed, const float* values, size_t room) {
  if (values == nullptr && needed != 0) return CLIPGUARD_BAD_ARGUMENT;
  return room < needed ? CLIPGUARD_TOO_SMALL : CLIPGUARD_OK;
}

std::string_view TextOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Finds and keeps the armatures of a machine's models.
class Armatures {
 public:
  Armatures(clipguard_find_armature find, void* context,
            clipguard_machine& machine,
            std::vector<clipguard_findings::Found>& found)
      : find_(find), context_(context), machine_(machine), found_(found) {}

  const forge::Armature* Find(const forge::ModelClip& clip) {
    if (find_ == nullptr) return nullptr;
    const auto [at, is_new] =
        machine_.armatures.try_emplace(clip.domain + ":" + clip.path);
    if (is_new) at->second = Read(at->first);
    return at->second.get();
  }

  bool sound() const { return sound_; }
  // In the order in which they were found.
  const std::vector<const forge::Armature*>& all() const { return all_; }

 private:
  std::unique_ptr<const forge::Armature> Read(const std::string& model) {
    size_t size = 0;
    const uint8_t* const bytes = find_(context_, model.c_str(), &size);
    if (bytes == nullptr) return nullptr;
    FindingList findings;
    auto armature =
        forge::ReadArmature(TextOf(std::span(bytes, size)), {}, findings);
    AddFindings(findings, model, found_);
    sound_ = sound_ && armature.has_value();
    if (!armature) return nullptr;
    auto read = std::make_unique<const forge::Armature>(*std::move(armature));
    all_.push_back(read.get());
    return read;
  }

  const clipguard_find_armature find_;
  void* const context_;
  clipguard_machine& machine_;
  std::vector<clipguard_findings::Found>& found_;
  std::vector<const forge::Armature*> all_;
  bool sound_ = true;
};

std::unique_ptr<clipguard_machine> ReadMachine(
    std::span<const uint8_t> bytes, clipguard_find_armature find, void* context,
    std::vector<clipguard_findings::Found>& found) {
  auto machine = std::make_unique<clipguard_machine>();
  Armatures armatures(find, context, *machine, found);
  forge::StateMachineOptions options;
  const auto find_armature = [&](const forge::ModelClip& clip) {
    return armatures.Find(clip);
  };
  if (find != nullptr) options.find_armature = find_armature;
  FindingList findings;
  auto read = forge::ReadStateMachine(TextOf(bytes), options, findings);
  AddFindings(findings, {}, found);
  if (!read || read->start == forge::kNowhere) return nullptr;
  machine->file = std::make_unique<const forge::StateMachine>(*std::move(read));
  const forge::StateMachine& file = *machine->file;
  machine->machine =
      std::make_unique<eval::AnimationMachine>(file, find_armature);
  if (!armatures.sound()) return nullptr;
  for (const forge::StateMachine::State& state : file.states) {
    machine->names[CLIPGUARD_STATES].emplace_back(file.texts[state.name]);
  }
  for (const forge::Text input : file.inputs) {
    machine->names[CLIPGUARD_INPUTS].emplace_back(file.texts[input]);
  }
  const std::vector<std::string_view> joints =
      eval::JointsOf(armatures.all()).names();
  machine->joint_set = machine->machine->FindJoints(joints);
  machine->names[CLIPGUARD_JOINTS].assign(joints.begin(), joints.end());
  machine->matrices.resize(joints.size());
  return machine;
}

// Keeps the message for clipguard_machine_message().
clipguard_status Say(const absl::Status& status, clipguard_machine& machine) {
  machine.message.assign(status.message().data(), status.message().size());
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return CLIPGUARD_OK;
    case absl::StatusCode::kNotFound:
      return CLIPGUARD_NOT_FOUND;
    case absl::StatusCode::kFailedPrecondition:
      return CLIPGUARD_NOT_LISTED;
    default:
      return CLIPGUARD_STEP_FAILED;
  }
}

}  // namespace
}  // namespace clipguard

using clipguard::Give;
using clipguard::Guarded;

int32_t clipguard_sampling_version(void) { return CLIPGUARD_VERSION; }

size_t clipguard_findings_count(const clipguard_findings* findings) {
  return findings != nullptr ? findings->all.size() : 0;
}

clipguard_status clipguard_findings_get(const clipguard_findings* findings,
                                        size_t index,
                                        clipguard_finding* finding) {
  if (index >= clipguard_findings_count(findings)) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  const auto& [found, code, model] = findings->all[index];
  return Give({.struct_size = 0,
               .is_error = found.severity() == clipguard::Severity::kError,
               .line = found.line,
               .column = found.column,
               .offset = found.bytes.offset,
               .length = found.bytes.length,
               .count = found.count,
               .code = code.c_str(),
               .path = found.path.c_str(),
               .message = found.message.c_str(),
               .advice = clipguard::TextsOf(found.code).advice,
               .model = model.c_str()},
              finding);
}

void clipguard_findings_free(clipguard_findings* findings) { delete findings; }

clipguard_status clipguard_recording_open(const uint8_t* bytes, size_t size,
                                          clipguard_recording** recording,
                                          clipguard_findings** findings) {
  return clipguard::Open(bytes, size, recording, findings,
                         [](auto file, auto& found) {
                           FindingList list;
                           auto read = clipguard::ReadRecording(file, list);
                           clipguard::AddFindings(list, {}, found);
                           return read;
                         });
}

clipguard_status clipguard_recording_get_info(
    const clipguard_recording* recording, clipguard_recording_info* info) {
  if (recording == nullptr) return CLIPGUARD_BAD_ARGUMENT;
  const clipguard::mrtk::InputAnimationView& view = recording->view();
  return Give({.struct_size = 0,
               .curves = recording->names.size(),
               .duration = view.Duration(),
               .has_camera = view.has_camera(),
               .has_hands = view.has_hands(),
               .has_gaze = view.has_gaze()},
              info);
}

const char* clipguard_recording_curve_name(const clipguard_recording* recording,
                                           size_t curve) {
  if (recording == nullptr) return nullptr;
  return clipguard::NameIn(recording->names, curve);
}

void clipguard_recording_free(clipguard_recording* recording) {
  delete recording;
}

clipguard_status clipguard_character_open(const uint8_t* bytes, size_t size,
                                          clipguard_character** character,
                                          clipguard_findings** findings) {
  return clipguard::Open(
      bytes, size, character, findings,
      [](auto file, auto& found) -> std::unique_ptr<clipguard_character> {
        FindingList list;
        const auto read = clipguard::m3d::ReadAndValidate(file, {}, list);
        clipguard::AddFindings(list, {}, found);
        if (!read) return nullptr;
        auto opened = std::make_unique<clipguard_character>();
        opened->parents.assign(read->parents.begin(), read->parents.end());
        for (const clipguard::m3d::Clip& clip : read->clips) {
          opened->clips.push_back({std::string(clip.name), {*read, clip}});
        }
        return opened;
      });
}

size_t clipguard_character_bones(const clipguard_character* character) {
  return character != nullptr ? character->parents.size() : 0;
}

size_t clipguard_character_clips(const clipguard_character* character) {
  return character != nullptr ? character->clips.size() : 0;
}

clipguard_status clipguard_character_get_clip(
    const clipguard_character* character, size_t clip,
    clipguard_clip_info* info) {
  if (character == nullptr || clip >= character->clips.size()) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  const auto& [name, compiled] = character->clips[clip];
  return Give({.struct_size = 0,
               .name = name.c_str(),
               .start = compiled.start_time(),
               .end = compiled.end_time()},
              info);
}

int32_t clipguard_character_parent(const clipguard_character* character,
                                   size_t bone) {
  if (character == nullptr || bone >= character->parents.size()) return -1;
  return character->parents[bone];
}

void clipguard_character_free(clipguard_character* character) {
  delete character;
}

clipguard_status clipguard_sampler_of_recording(
    const clipguard_recording* recording, clipguard_sampler** sampler) {
  if (sampler != nullptr) *sampler = nullptr;
  if (sampler == nullptr || recording == nullptr) return CLIPGUARD_BAD_ARGUMENT;
  return Guarded([&] {
    *sampler = new clipguard::RecordingSampler(recording->view(),
                                               *recording->compiled);
    return CLIPGUARD_OK;
  });
}

clipguard_status clipguard_sampler_of_character(
    const clipguard_character* character, size_t clip,
    clipguard_sampler** sampler) {
  if (sampler != nullptr) *sampler = nullptr;
  if (sampler == nullptr || clip >= clipguard_character_clips(character)) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  return Guarded([&] {
    *sampler = new clipguard::CharacterSampler(character->clips[clip].compiled);
    return CLIPGUARD_OK;
  });
}

clipguard_status clipguard_sampler_sample(clipguard_sampler* sampler,
                                          float time, float* values,
                                          size_t room) {
  if (sampler == nullptr || !std::isfinite(time)) return CLIPGUARD_BAD_ARGUMENT;
  return Guarded([&] {
    const clipguard_status status =
        clipguard::CheckRoom(sampler->floats(), values, room);
    if (status == CLIPGUARD_OK) sampler->Sample(time, values);
    return status;
  });
}

void clipguard_sampler_free(clipguard_sampler* sampler) { delete sampler; }

clipguard_status clipguard_machine_open(const uint8_t* bytes, size_t size,
                                        clipguard_find_armature find,
                                        void* context,
                                        clipguard_machine** machine,
                                        clipguard_findings** findings) {
  return clipguard::Open(
      bytes, size, machine, findings, [&](auto file, auto& found) {
        return clipguard::ReadMachine(file, find, context, found);
      });
}

size_t clipguard_machine_count(const clipguard_machine* machine,
                               clipguard_part part) {
  return clipguard::NamesOf(machine, part).size();
}

const char* clipguard_machine_name(const clipguard_machine* machine,
                                   clipguard_part part, size_t index) {
  return clipguard::NameIn(clipguard::NamesOf(machine, part), index);
}

const char* clipguard_machine_state(const clipguard_machine* machine) {
  if (machine == nullptr) return nullptr;
  return clipguard::NameIn(machine->names[CLIPGUARD_STATES],
                           machine->file->FindState(machine->machine->state()));
}

clipguard_status clipguard_machine_set_input(clipguard_machine* machine,
                                             const char* name, float value) {
  if (machine == nullptr || name == nullptr || !std::isfinite(value)) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  return Guarded([&] {
    return clipguard::Say(machine->machine->SetInput(name, value)
                              ? absl::OkStatus()
                              : absl::NotFoundError("no input of that name"),
                          *machine);
  });
}

clipguard_status clipguard_machine_go(clipguard_machine* machine,
                                      const char* state) {
  if (machine == nullptr || state == nullptr) return CLIPGUARD_BAD_ARGUMENT;
  return Guarded([&] {
    return clipguard::Say(machine->machine->Transition(state), *machine);
  });
}

clipguard_status clipguard_machine_step(clipguard_machine* machine,
                                        float time) {
  if (machine == nullptr || !std::isfinite(time)) return CLIPGUARD_BAD_ARGUMENT;
  return Guarded([&] {
    machine->events.clear();
    const auto step = machine->machine->Apply(time);
    if (step.ok()) {
      for (const clipguard::eval::PastEvent& event : step->events) {
        machine->events.push_back({std::string(event.name), event.offset});
      }
    }
    const clipguard_status status = clipguard::Say(step.status(), *machine);
    return status == CLIPGUARD_OK ? status : CLIPGUARD_STEP_FAILED;
  });
}

size_t clipguard_machine_event_count(const clipguard_machine* machine) {
  return machine != nullptr ? machine->events.size() : 0;
}

clipguard_status clipguard_machine_get_event(const clipguard_machine* machine,
                                             size_t index,
                                             clipguard_event* event) {
  if (index >= clipguard_machine_event_count(machine)) {
    return CLIPGUARD_BAD_ARGUMENT;
  }
  const auto& [name, offset] = machine->events[index];
  return Give({.struct_size = 0, .name = name.c_str(), .offset = offset},
              event);
}

clipguard_status clipguard_machine_sample(clipguard_machine* machine,
                                          float* matrices, size_t room) {
  if (machine == nullptr) return CLIPGUARD_BAD_ARGUMENT;
  return Guarded([&] {
    const clipguard_status room_for =
        clipguard::CheckRoom(16 * machine->matrices.size(), matrices, room);
    if (room_for != CLIPGUARD_OK) return room_for;
    const clipguard_status status = clipguard::Say(
        machine->machine->JointPoses(machine->joint_set, machine->matrices),
        *machine);
    if (status != CLIPGUARD_OK) return CLIPGUARD_STEP_FAILED;
    clipguard::WriteMatrices(machine->matrices, matrices);
    return CLIPGUARD_OK;
  });
}

const char* clipguard_machine_message(const clipguard_machine* machine) {
  return machine != nullptr ? machine->message.c_str() : "";
}

void clipguard_machine_free(clipguard_machine* machine) { delete machine; }
