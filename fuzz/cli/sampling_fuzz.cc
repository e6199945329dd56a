// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The C API for playback, with any file opened as a recording, a character and
// a machine: opening fails if and only if there are errors; poses are finite,
// written completely or not at all, and the same the second time.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "clipguard/sampling.h"
#include "fuzz/cli/cli_input.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"

namespace clipguard {
namespace {

constexpr float kTimes[] = {0, 0.4f, 0.3f, 1e30f, -5};

// True if there is an error among the findings, which are freed. `overflows`: a
// warning says that values may be infinite.
bool HasError(clipguard_findings* findings, bool* overflows) {
  bool error = false;
  *overflows = false;
  for (size_t i = 0; i < clipguard_findings_count(findings); ++i) {
    clipguard_finding finding = {};
    finding.struct_size = sizeof(finding);
    CLIPGUARD_CHECK(clipguard_findings_get(findings, i, &finding) ==
                    CLIPGUARD_OK);
    CLIPGUARD_CHECK(finding.count != 0 && *finding.code != '\0' &&
                    *finding.message != '\0' && finding.path != nullptr);
    error |= finding.is_error != 0;
    *overflows |= std::string_view(finding.code).ends_with("_OVERFLOWS");
  }
  clipguard_findings_free(findings);
  return error;
}

// Null, as it has to be, if there is an error.
template <typename Model, typename... More>
Model* Opened(auto open, std::span<const uint8_t> bytes, bool* overflows,
              More... more) {
  Model* model = nullptr;
  clipguard_findings* findings = nullptr;
  const clipguard_status status =
      open(bytes.data(), bytes.size(), more..., &model, &findings);
  const bool error = HasError(findings, overflows);
  CLIPGUARD_CHECK(status == (error ? CLIPGUARD_UNSOUND : CLIPGUARD_OK));
  CLIPGUARD_CHECK((model == nullptr) == error);
  return model;
}

void CheckPose(size_t count, float time, bool overflows,
               clipguard_sampler* sampler) {
  constexpr float kBefore = -0.375f;
  std::vector<float> pose(count + 1, kBefore);
  if (count != 0) {
    CLIPGUARD_CHECK(clipguard_sampler_sample(sampler, time, pose.data(),
                                             count - 1) == CLIPGUARD_TOO_SMALL);
  }
  CLIPGUARD_CHECK(clipguard_sampler_sample(sampler, NAN, pose.data(), count) ==
                  CLIPGUARD_BAD_ARGUMENT);
  for (const float value : pose) CLIPGUARD_CHECK(value == kBefore);
  CLIPGUARD_CHECK(clipguard_sampler_sample(sampler, time, pose.data(), count) ==
                  CLIPGUARD_OK);
  CLIPGUARD_CHECK(pose[count] == kBefore);
  std::vector<float> again(count + 1, kBefore);
  CLIPGUARD_CHECK(clipguard_sampler_sample(sampler, time, again.data(),
                                           count + 1) == CLIPGUARD_OK);
  CLIPGUARD_CHECK(
      std::memcmp(pose.data(), again.data(), pose.size() * sizeof(float)) == 0);
  if (overflows) return;
  for (const float value : pose) CLIPGUARD_CHECK(std::isfinite(value));
}

// Frees the sampler.
void CheckPoses(size_t count, bool overflows, clipguard_sampler* sampler) {
  for (const float time : kTimes) CheckPose(count, time, overflows, sampler);
  clipguard_sampler_free(sampler);
}

void CheckRecording(std::span<const uint8_t> bytes) {
  bool overflows = false;
  clipguard_recording* const recording =
      Opened<clipguard_recording>(clipguard_recording_open, bytes, &overflows);
  if (recording == nullptr) return;
  CLIPGUARD_STAGE("recording");
  clipguard_recording_info info = {};
  info.struct_size = sizeof(info);
  CLIPGUARD_CHECK(clipguard_recording_get_info(recording, &info) ==
                  CLIPGUARD_OK);
  for (size_t i = 0; i < info.curves; ++i) {
    CLIPGUARD_CHECK(clipguard_recording_curve_name(recording, i) != nullptr);
  }
  clipguard_sampler* sampler = nullptr;
  CLIPGUARD_CHECK(clipguard_sampler_of_recording(recording, &sampler) ==
                  CLIPGUARD_OK);
  CheckPoses(info.curves, overflows, sampler);
  clipguard_recording_free(recording);
}

void CheckCharacter(std::span<const uint8_t> bytes) {
  bool overflows = false;
  clipguard_character* const character =
      Opened<clipguard_character>(clipguard_character_open, bytes, &overflows);
  if (character == nullptr) return;
  CLIPGUARD_STAGE("character");
  const size_t bones = clipguard_character_bones(character);
  for (size_t bone = 0; bone < bones; ++bone) {
    CLIPGUARD_CHECK(clipguard_character_parent(character, bone) <
                    static_cast<int64_t>(bone));
  }
  for (size_t clip = 0; clip < clipguard_character_clips(character); ++clip) {
    clipguard_sampler* sampler = nullptr;
    CLIPGUARD_CHECK(clipguard_sampler_of_character(character, clip, &sampler) ==
                    CLIPGUARD_OK);
    CheckPoses(16 * bones, overflows, sampler);
  }
  clipguard_character_free(character);
}

// Every model has the same armature: the file itself, or an empty one.
struct Models {
  std::span<const uint8_t> file;
  bool itself = false;
};

const uint8_t* Find(void* context, const char* model, size_t* size) {
  constexpr std::string_view kEmpty = R"({"joints": {}, "clips": {}})";
  const Models& models = *static_cast<const Models*>(context);
  CLIPGUARD_CHECK(std::strchr(model, ':') != nullptr);
  *size = models.itself ? models.file.size() : kEmpty.size();
  return models.itself ? models.file.data()
                       : reinterpret_cast<const uint8_t*>(kEmpty.data());
}

void CheckMachine(Models models) {
  bool overflows = false;
  clipguard_machine* const machine = Opened<clipguard_machine>(
      clipguard_machine_open, models.file, &overflows, Find, &models);
  if (machine == nullptr) return;
  CLIPGUARD_STAGE("machine");
  std::vector<float> pose(16 *
                          clipguard_machine_count(machine, CLIPGUARD_JOINTS));
  for (size_t i = 0; i < clipguard_machine_count(machine, CLIPGUARD_INPUTS);
       ++i) {
    // Fails for a name with a null byte in it.
    clipguard_machine_set_input(
        machine, clipguard_machine_name(machine, CLIPGUARD_INPUTS, i), 0.5f);
  }
  for (size_t i = 0; i < clipguard_machine_count(machine, CLIPGUARD_STATES);
       ++i) {
    clipguard_machine_go(machine,
                         clipguard_machine_name(machine, CLIPGUARD_STATES, i));
    const clipguard_status stepped =
        clipguard_machine_step(machine, static_cast<float>(i) / 4);
    CLIPGUARD_CHECK((stepped == CLIPGUARD_OK) ==
                    (*clipguard_machine_message(machine) == '\0'));
    for (size_t e = 0; e < clipguard_machine_event_count(machine); ++e) {
      clipguard_event event = {};
      event.struct_size = sizeof(event);
      CLIPGUARD_CHECK(clipguard_machine_get_event(machine, e, &event) ==
                      CLIPGUARD_OK);
    }
    CLIPGUARD_CHECK(clipguard_machine_state(machine) != nullptr);
    clipguard_machine_sample(machine, pose.data(), pose.size());
    if (i == 16) break;
  }
  clipguard_machine_free(machine);
}

void Run(std::span<const uint8_t> bytes) {
  const auto input = fuzz::SplitCliInput(bytes);
  for (const std::span<const uint8_t> file : {bytes, input.file}) {
    CheckRecording(file);
    CheckCharacter(file);
    CheckMachine({file, true});
    CheckMachine({file, false});
  }
}

constexpr fuzz::Inputs kInputs = {
    .seeds =
        "fuzz/corpus/cli fuzz/regressions corpus/forge corpus/m3d "
        "corpus/mrtk corpus/xrhands",
    .dictionary = "fuzz/mrtk/mrtk.dict",
    .mutate = fuzz::MutateCliInput};
CLIPGUARD_FUZZ_PROPERTY(sampling, Run, kInputs);

}  // namespace
}  // namespace clipguard
