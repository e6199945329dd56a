// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The C API gives the same values as the C++ library, bit for bit, for every
// file of the corpus.

#include "clipguard/sampling.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/capture/recording_of.h"
#include "clipguard/version.h"
#include "eval/curve/clip.h"
#include "eval/machine/animation_machine.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/validate.h"
#include "testing/allocation_counter.h"
#include "testing/temp_folder.h"

namespace clipguard {
namespace {

namespace fs = std::filesystem;

constexpr std::array<float, 5> kTimes = {0, 0.25f, 1e30f, -3, 0.5f};

struct Free {
  void operator()(clipguard_recording* p) { clipguard_recording_free(p); }
  void operator()(clipguard_character* p) { clipguard_character_free(p); }
  void operator()(clipguard_sampler* p) { clipguard_sampler_free(p); }
  void operator()(clipguard_machine* p) { clipguard_machine_free(p); }
  void operator()(clipguard_findings* p) { clipguard_findings_free(p); }
};
template <typename Handle>
using Owned = std::unique_ptr<Handle, Free>;

struct File {
  std::string name;
  std::vector<uint8_t> bytes;
};

std::vector<File> Corpus(const std::string& format) {
  std::vector<File> files;
  for (const auto& entry :
       fs::recursive_directory_iterator("corpus/" + format)) {
    if (!entry.is_regular_file() ||
        entry.path().filename() == "manifest.json") {
      continue;
    }
    files.push_back({entry.path().string(), ReadBytes(entry.path())});
  }
  EXPECT_GT(files.size(), 20u);
  return files;
}

void ExpectSame(std::span<const float> actual,
                std::span<const float> expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    EXPECT_EQ(std::bit_cast<uint32_t>(actual[i]),
              std::bit_cast<uint32_t>(expected[i]))
        << i << ": " << actual[i] << " and " << expected[i];
  }
}

// Compares findings of the C API with the library's.
void ExpectSame(const Owned<clipguard_findings>& actual,
                const FindingList& expected) {
  const std::vector<Finding>& findings = expected.findings();
  ASSERT_EQ(clipguard_findings_count(actual.get()), findings.size());
  for (size_t i = 0; i < findings.size(); ++i) {
    clipguard_finding found = {};
    found.struct_size = sizeof(found);
    ASSERT_EQ(clipguard_findings_get(actual.get(), i, &found), CLIPGUARD_OK);
    EXPECT_EQ(found.code, GetCodeInfo(findings[i].code).name);
    EXPECT_EQ(found.advice, GetCodeInfo(findings[i].code).advice);
    EXPECT_EQ(found.is_error != 0, findings[i].severity() == Severity::kError);
    EXPECT_EQ(found.message, std::string(findings[i].message.c_str()));
    EXPECT_EQ(found.path, std::string(findings[i].path.c_str()));
    EXPECT_EQ(found.offset, findings[i].bytes.offset);
    EXPECT_EQ(found.length, findings[i].bytes.length);
    EXPECT_EQ(found.line, findings[i].line);
    EXPECT_EQ(found.column, findings[i].column);
    EXPECT_EQ(found.count, findings[i].count);
    EXPECT_STREQ(found.model, "");
  }
}

float ValueOf(const eval::ClipPose& pose, mrtk::CurveSlot slot) {
  const auto part = [](const eval::Pose& of, size_t i) {
    return i < 3 ? of.position[i] : of.rotation[i - 3];
  };
  const size_t i = slot.index();
  if (slot.is_camera()) return part(pose.camera, i);
  if (slot.is_gaze()) {
    const size_t c = i - mrtk::CurveSlot::kGaze;
    return c < 3 ? pose.gaze.origin[c] : pose.gaze.direction[c - 3];
  }
  if (slot.is_boolean()) {
    const size_t c = i - mrtk::CurveSlot::kHandStates;
    const eval::HandState& hand = pose.hands[c % 2];
    return c < 2 ? hand.tracked : hand.pinch;
  }
  const size_t c = i - mrtk::CurveSlot::kJoints;
  const size_t joint = c / mrtk::kPoseCurves;
  return part(
      pose.hands[joint / mrtk::kJointCount].joints[joint % mrtk::kJointCount],
      c % mrtk::kPoseCurves);
}

void ExpectSame(const clipguard_recording* recording,
                const mrtk::InputAnimationView& view) {
  clipguard_recording_info info = {};
  info.struct_size = sizeof(info);
  ASSERT_EQ(clipguard_recording_get_info(recording, &info), CLIPGUARD_OK);
  EXPECT_EQ(info.curves, view.curve_count());
  EXPECT_EQ(info.duration, view.Duration());
  EXPECT_EQ(info.has_camera != 0, view.has_camera());
  EXPECT_EQ(info.has_hands != 0, view.has_hands());
  EXPECT_EQ(info.has_gaze != 0, view.has_gaze());
  clipguard_sampler* made = nullptr;
  ASSERT_EQ(clipguard_sampler_of_recording(recording, &made), CLIPGUARD_OK);
  const Owned<clipguard_sampler> sampler(made);
  std::vector<float> actual(info.curves);
  for (const float time : kTimes) {
    const uint64_t before = AllocationCount();
    ASSERT_EQ(
        clipguard_sampler_sample(made, time, actual.data(), actual.size()),
        CLIPGUARD_OK);
    EXPECT_EQ(AllocationCount(), before);
    const eval::ClipPose pose = eval::ClipSampler(view).Sample(time);
    std::vector<float> expected;
    for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
      const mrtk::CurveSlot slot(i);
      if (!view.has_curve(slot)) continue;
      EXPECT_EQ(clipguard_recording_curve_name(recording, expected.size()),
                slot.Path(view.joint_names()));
      expected.push_back(ValueOf(pose, slot));
    }
    ExpectSame(actual, expected);
  }
}

TEST(SamplingTest, Recordings) {
  size_t sound = 0;
  for (const auto& [name, bytes] : Corpus("mrtk")) {
    SCOPED_TRACE(name);
    FindingList list;
    const auto view = mrtk::ReadAndValidate(bytes, {}, list);
    clipguard_recording* opened = nullptr;
    clipguard_findings* found = nullptr;
    const clipguard_status status =
        clipguard_recording_open(bytes.data(), bytes.size(), &opened, &found);
    const Owned<clipguard_recording> recording(opened);
    const Owned<clipguard_findings> findings(found);
    EXPECT_EQ(status, view ? CLIPGUARD_OK : CLIPGUARD_UNSOUND);
    ASSERT_EQ(recording != nullptr, view.has_value());
    ExpectSame(findings, list);
    if (!view) continue;
    ++sound;
    ExpectSame(recording.get(), *view);
  }
  EXPECT_GT(sound, 30u);
}

TEST(SamplingTest, Captures) {
  size_t sound = 0;
  for (const auto& [name, bytes] : Corpus("xrhands")) {
    SCOPED_TRACE(name);
    FindingList list;
    auto capture = xrhands::ReadAndValidate(bytes, {}, list);
    // Some captures are only recognised with a flag.
    if (DetectFormat(bytes) != Format::kXrHands) capture.reset();
    clipguard_recording* opened = nullptr;
    EXPECT_EQ(
        clipguard_recording_open(bytes.data(), bytes.size(), &opened, nullptr),
        capture ? CLIPGUARD_OK : CLIPGUARD_UNSOUND);
    const Owned<clipguard_recording> recording(opened);
    if (!capture) continue;
    ++sound;
    ExpectSame(recording.get(), actions::ShownCapture(*capture).view());
  }
  EXPECT_GT(sound, 3u);
}

void ExpectSame(const clipguard_character* opened,
                const m3d::Character& character) {
  ASSERT_EQ(clipguard_character_bones(opened), character.bones());
  ASSERT_EQ(clipguard_character_clips(opened), character.clips.size());
  for (size_t bone = 0; bone < character.bones(); ++bone) {
    EXPECT_EQ(clipguard_character_parent(opened, bone),
              character.parents[bone]);
  }
  std::vector<m3d::Matrix> expected(character.bones());
  std::vector<float> actual(16 * character.bones());
  for (size_t i = 0; i < character.clips.size(); ++i) {
    clipguard_clip_info info = {};
    info.struct_size = sizeof(info);
    ASSERT_EQ(clipguard_character_get_clip(opened, i, &info), CLIPGUARD_OK);
    EXPECT_EQ(info.name, character.clips[i].name);
    const eval::SkeletonClip compiled(character, character.clips[i]);
    EXPECT_EQ(info.start, compiled.start_time());
    EXPECT_EQ(info.end, compiled.end_time());
    clipguard_sampler* made = nullptr;
    ASSERT_EQ(clipguard_sampler_of_character(opened, i, &made), CLIPGUARD_OK);
    const Owned<clipguard_sampler> sampler(made);
    for (const float time : kTimes) {
      const uint64_t before = AllocationCount();
      ASSERT_EQ(clipguard_sampler_sample(sampler.get(), time, actual.data(),
                                         actual.size()),
                CLIPGUARD_OK);
      EXPECT_EQ(AllocationCount(), before);
      eval::SampleSkeleton(character, character.clips[i], time, expected);
      std::vector<float> flat;
      for (const m3d::Matrix& m : expected) {
        flat.insert(flat.end(), m.begin(), m.end());
      }
      ExpectSame(actual, flat);
    }
  }
}

TEST(SamplingTest, Characters) {
  size_t sound = 0;
  for (auto& [name, bytes] : Corpus("m3d")) {
    SCOPED_TRACE(name);
    FindingList list;
    const auto character = m3d::ReadAndValidate(bytes, {}, list);
    // The bytes are freed after opening.
    auto lent = std::make_unique<std::vector<uint8_t>>(bytes);
    clipguard_character* opened = nullptr;
    clipguard_findings* found = nullptr;
    EXPECT_EQ(
        clipguard_character_open(lent->data(), lent->size(), &opened, &found),
        character ? CLIPGUARD_OK : CLIPGUARD_UNSOUND);
    lent.reset();
    const Owned<clipguard_character> handle(opened);
    ExpectSame(Owned<clipguard_findings>(found), list);
    if (!character) continue;
    ++sound;
    ExpectSame(handle.get(), *character);
  }
  EXPECT_GT(sound, 20u);
}

TEST(SamplingTest, MachinesWithoutArmatures) {
  size_t sound = 0;
  for (const auto& [name, bytes] : Corpus("forge")) {
    if (name.find(".asm.") == std::string::npos) continue;
    SCOPED_TRACE(name);
    FindingList list;
    const auto file = forge::ReadStateMachine(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {}, list);
    clipguard_machine* opened = nullptr;
    clipguard_findings* found = nullptr;
    const clipguard_status status = clipguard_machine_open(
        bytes.data(), bytes.size(), nullptr, nullptr, &opened, &found);
    const Owned<clipguard_machine> machine(opened);
    ExpectSame(Owned<clipguard_findings>(found), list);
    ASSERT_EQ(status, file ? CLIPGUARD_OK : CLIPGUARD_UNSOUND);
    if (!file) continue;
    ++sound;
    ASSERT_EQ(clipguard_machine_count(opened, CLIPGUARD_STATES),
              file->states.size());
    for (size_t i = 0; i < file->states.size(); ++i) {
      EXPECT_EQ(clipguard_machine_name(opened, CLIPGUARD_STATES, i),
                file->texts[file->states[i].name]);
    }
    ASSERT_EQ(clipguard_machine_count(opened, CLIPGUARD_INPUTS),
              file->inputs.size());
    eval::AnimationMachine expected(*file, nullptr);
    for (const float time : {0.0f, 1.0f}) {
      const auto step = expected.Apply(time);
      EXPECT_EQ(clipguard_machine_step(opened, time) == CLIPGUARD_OK,
                step.ok());
      EXPECT_EQ(clipguard_machine_message(opened), step.status().message());
      EXPECT_EQ(clipguard_machine_state(opened), expected.state());
      EXPECT_EQ(clipguard_machine_event_count(opened),
                step.ok() ? step->events.size() : 0);
    }
  }
  EXPECT_GT(sound, 10u);
}

// Returns the armature, whatever the model is.
const uint8_t* FindInExamples(void* context, const char* model, size_t* size) {
  EXPECT_STREQ(model, "example:block/door");
  const auto& bytes = *static_cast<const std::vector<uint8_t>*>(context);
  *size = bytes.size();
  return bytes.data();
}

TEST(SamplingTest, AMachineWithAnArmature) {
  const fs::path folder = "docs/examples/assets/example";
  const std::string text = ReadFile(folder / "asms/block/door.json");
  std::vector<uint8_t> armature =
      ReadBytes(folder / "armatures/block/door.json");
  FindingList none;
  const auto read = forge::ReadArmature(
      {reinterpret_cast<const char*>(armature.data()), armature.size()}, {},
      none);
  const auto file = forge::ReadStateMachine(text, {}, none);
  ASSERT_TRUE(read && file);
  eval::AnimationMachine expected(
      *file, [&](const forge::ModelClip&) { return &*read; });

  clipguard_machine* opened = nullptr;
  ASSERT_EQ(clipguard_machine_open(
                reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                FindInExamples, &armature, &opened, nullptr),
            CLIPGUARD_OK);
  const Owned<clipguard_machine> machine(opened);
  armature.clear();
  const size_t joints = clipguard_machine_count(opened, CLIPGUARD_JOINTS);
  ASSERT_GT(joints, 0u);
  std::vector<float> matrices(16 * joints, 7.0f);

  // "click" was not set.
  ASSERT_EQ(clipguard_machine_go(opened, "opening"), CLIPGUARD_OK);
  ASSERT_TRUE(expected.Transition("opening").ok());
  EXPECT_EQ(clipguard_machine_step(opened, 0), CLIPGUARD_STEP_FAILED);
  EXPECT_EQ(clipguard_machine_message(opened),
            expected.Apply(0).status().message());
  EXPECT_EQ(clipguard_machine_sample(opened, matrices.data(), matrices.size()),
            CLIPGUARD_STEP_FAILED);
  EXPECT_EQ(matrices, std::vector<float>(16 * joints, 7.0f));

  ASSERT_EQ(clipguard_machine_set_input(opened, "click", 0.5f), CLIPGUARD_OK);
  ASSERT_TRUE(expected.SetInput("click", 0.5f));
  size_t events = 0;
  for (const float time : {0.5f, 1.0f, 1.5f, 3.0f}) {
    ASSERT_EQ(clipguard_machine_step(opened, time), CLIPGUARD_OK);
    const auto step = expected.Apply(time);
    ASSERT_TRUE(step.ok());
    ASSERT_EQ(clipguard_machine_event_count(opened), step->events.size());
    for (size_t i = 0; i < step->events.size(); ++i) {
      clipguard_event event = {};
      event.struct_size = sizeof(event);
      ASSERT_EQ(clipguard_machine_get_event(opened, i, &event), CLIPGUARD_OK);
      EXPECT_EQ(event.name, step->events[i].name);
      EXPECT_EQ(event.offset, step->events[i].offset);
      ++events;
    }
    EXPECT_EQ(clipguard_machine_state(opened), expected.state());
    EXPECT_EQ(
        clipguard_machine_sample(opened, matrices.data(), matrices.size() - 1),
        CLIPGUARD_TOO_SMALL);
    ASSERT_EQ(
        clipguard_machine_sample(opened, matrices.data(), matrices.size()),
        CLIPGUARD_OK);
    for (size_t joint = 0; joint < joints; ++joint) {
      const auto pose = expected.JointPose(
          clipguard_machine_name(opened, CLIPGUARD_JOINTS, joint));
      ASSERT_TRUE(pose.ok());
      ExpectSame(std::span(matrices).subspan(16 * joint, 16),
                 std::span(pose->data(), 16));
    }
  }
  EXPECT_STREQ(clipguard_machine_state(opened), "open");
  EXPECT_GT(events, 0u);
}

}  // namespace
}  // namespace clipguard
