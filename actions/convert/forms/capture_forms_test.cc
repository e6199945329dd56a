// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Captures in their other forms, and recordings as captures.

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <string>

#include "absl/strings/str_format.h"
#include "actions/capture/capture_sampler.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/forms/test_forms.h"
#include "corpus/xrhands/captures.h"
#include "eval/curve/clip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/test_files.h"
#include "parser/xrhands/capture.h"
#include "parser/xrhands/validate.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using corpus::captures::Capture1;
using corpus::captures::Capture2;
using corpus::captures::CaptureBytes;
using corpus::captures::CaptureOfHalves;

// The form of a sound file; empty if it has none.
std::string Must(const std::string& bytes, std::string_view target) {
  const absl::StatusOr<std::string> result = Become(bytes, target);
  EXPECT_TRUE(result.ok()) << target << ": " << result.status();
  return result.value_or("");
}

std::string TextOfCapture(const CaptureBytes& capture) {
  const auto& bytes = capture.bytes();
  return {bytes.begin(), bytes.end()};
}

struct CorpusCapture {
  std::string name;
  std::string bytes;
};

// The corpus files without errors that are captures by more than their names'
// ending.
std::vector<CorpusCapture> CorpusCaptures() {
  std::vector<CorpusCapture> captures;
  for (const char* folder : {"valid", "warnings"}) {
    for (const auto& entry : std::filesystem::directory_iterator(
             std::string("corpus/xrhands/") + folder)) {
      std::string bytes = ReadFile(entry.path().string());
      if (!DetectFormat(BytesOf(bytes))) continue;
      captures.push_back({entry.path().filename(), std::move(bytes)});
    }
  }
  EXPECT_GT(captures.size(), 10u);
  return captures;
}

TEST(CaptureFormsTest, JsonComesBackToTheByte) {
  for (const auto& [name, bytes] : CorpusCaptures()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(Must(Must(bytes, "json"), "handsbin") == bytes);
  }
}

TEST(CaptureFormsTest, Version1ComesBackFromVersion2) {
  const std::string one = TextOfCapture(Capture1(5));
  const std::string two = Must(one, "handsbin");
  EXPECT_EQ(two[0], 2);
  EXPECT_TRUE(Must(two, "handsbin-1") == one);
}

// A version 1 of frames with both hands at these times.
std::string CaptureAt(std::initializer_list<float> times) {
  CaptureBytes capture;
  capture.Header1("a", 1, static_cast<int32_t>(times.size()));
  for (const float time : times) capture.Frame1(time, true, true);
  return TextOfCapture(capture);
}

// Two frames at one time at the begin would say that times of version 2 lag.
TEST(CaptureFormsTest, Version1ThatBeginsWithTwoFramesAtATimeDoesNotLag) {
  const std::string one = CaptureAt({0, 0, 0, 1});
  FindingList findings;
  const auto before = xrhands::ReadCapture(BytesOf(one), {}, findings);
  const std::string two = Must(one, "handsbin");
  const auto after = xrhands::ReadCapture(BytesOf(two), {}, findings);
  ASSERT_TRUE(before && after);
  EXPECT_FALSE(after->lags());
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(after->true_time(i), before->true_time(i), 1e-40) << i;
  }
}

// Paths of notes, and texts.
std::string NotesOfBecoming(const std::string& bytes, std::string_view target) {
  FindingList notes;
  FindingList losses;
  EXPECT_TRUE(FindConversionTarget(target)
                  ->convert(Parsed(BytesOf(bytes)), {.notes = &notes}, losses)
                  .ok());
  std::string text;
  for (const Finding& note : notes.findings()) {
    text += note.path + ": " + note.message + "\n";
  }
  return text;
}

TEST(CaptureFormsTest, FramesAtOneTimeAreNoted) {
  const std::string bytes = CaptureAt({0, 0.5F, 0.5F, 1});
  for (const char* target : {"mrtk", "iwer", "glb"}) {
    EXPECT_THAT(NotesOfBecoming(bytes, target),
                ::testing::HasSubstr("frames[1].time: "))
        << target;
  }
  EXPECT_EQ(NotesOfBecoming(bytes, "handsbin"), "");
}

// The last frame's true time is the duration.
TEST(CaptureFormsTest, ADurationThatIsTooLongIsNoted) {
  CaptureBytes capture = Capture2(4);
  FindingList findings;
  const auto view = xrhands::ReadCapture(capture.bytes(), {}, findings);
  ASSERT_TRUE(view);
  const uint64_t at = view->header().duration.offset;
  for (const float duration : {4.0F / 64, 100.0F}) {
    capture.Set(at, duration);
    for (const char* target : {"handsbin-1", "mrtk", "iwer", "glb"}) {
      const std::string notes = NotesOfBecoming(TextOfCapture(capture), target);
      EXPECT_EQ(notes.find("duration: ") != notes.npos, duration == 100)
          << target << notes;
    }
  }
}

TEST(CaptureFormsTest, CurvesThatCountAsZeroAreNoted) {
  mrtk::InputAnimation recording =
      mrtk::MakeRecording({.hands = true, .keys = 8});
  for (const mrtk::PoseComponent of : {mrtk::kPositionX, mrtk::kRotationW}) {
    recording
        .curves[mrtk::CurveSlot::Joint(mrtk::Handedness::kLeft, 2, of).index()]
        .keys.clear();
  }
  const auto bytes =
      mrtk::WriteInputAnimation(recording, mrtk::kRecorder11).value();
  for (const char* target : {"handsbin", "iwer", "glb"}) {
    EXPECT_THAT(
        NotesOfBecoming(std::string(bytes.begin(), bytes.end()), target),
        ::testing::HasSubstr("hands.left.Palm.position.x: "))
        << target;
  }
}

TEST(CaptureFormsTest, AMarkersTimeIsNoted) {
  for (const float time : {0.0F, 0.25F}) {
    mrtk::InputAnimation recording =
        mrtk::MakeRecording({.hands = true, .keys = 8});
    recording.markers = {{.time = time, .name = "take"}};
    const auto bytes =
        mrtk::WriteInputAnimation(recording, mrtk::kRecorder11).value();
    const std::string notes =
        NotesOfBecoming(std::string(bytes.begin(), bytes.end()), "handsbin");
    EXPECT_EQ(notes.find("markers[0]: ") != notes.npos, time != 0) << notes;
  }
}

TEST(CaptureFormsTest, ABeginThatIsMovedIsNoted) {
  mrtk::InputAnimation recording =
      mrtk::MakeRecording({.hands = true, .keys = 8});
  for (mrtk::Curve& curve : recording.curves) {
    for (mrtk::Keyframe& key : curve.keys) key.time += 3.25F;
  }
  const auto bytes =
      mrtk::WriteInputAnimation(recording, mrtk::kRecorder11).value();
  const std::string text(bytes.begin(), bytes.end());
  for (const char* target : {"handsbin", "handsbin-1", "iwer"}) {
    EXPECT_THAT(NotesOfBecoming(text, target),
                ::testing::HasSubstr("cannot hold motion that begins at 3.25 "
                                     "s: it is moved to 0"))
        << target;
  }
}

TEST(CaptureFormsTest, JointsThatAreMadeUpAreNoted) {
  FindingList findings;
  const std::string sound = Must(TextOfCapture(Capture1(6)), "mrtk");
  const auto view = mrtk::ReadAndValidate(BytesOf(sound), {}, findings);
  ASSERT_TRUE(view);
  const auto notes_of = [&](const mrtk::InputAnimation& recording) {
    const auto bytes =
        mrtk::WriteInputAnimation(recording, mrtk::kRecorder11).value();
    const std::string text(bytes.begin(), bytes.end());
    std::string notes = NotesOfBecoming(text, "handsbin");
    EXPECT_EQ(notes.find("hands.right") == notes.npos,
              NotesOfBecoming(text, "iwer").find("hands.right") == notes.npos);
    return notes;
  };
  const mrtk::InputAnimation whole = mrtk::CopyOf(*view);
  EXPECT_EQ(notes_of(whole), "");
  const auto without = [&](mrtk::CurveSlot first, size_t count) {
    mrtk::InputAnimation recording = whole;
    for (size_t i = 0; i < count; ++i) {
      recording.curves[first.index() + i].keys.clear();
    }
    return notes_of(recording);
  };
  const auto slot = [](size_t joint, mrtk::PoseComponent component) {
    return mrtk::CurveSlot::Joint(mrtk::Handedness::kRight, joint, component);
  };
  EXPECT_EQ(without(slot(3, mrtk::kPositionX), 3),
            "hands.right.ThumbMetacarpalJoint: handsbin cannot hold that a "
            "joint was not recorded: it stands at the origin\n");
  EXPECT_EQ(without(slot(1, mrtk::kRotationX), 4),
            "hands.right.Wrist: handsbin cannot hold that a joint has no "
            "rotation: it is not turned\n");
  EXPECT_EQ(without(slot(1, mrtk::kRotationX), 1),
            "hands.right.Wrist.rotation.x: handsbin cannot hold that a curve "
            "of a pose has no keys: it is 0\n");
  EXPECT_EQ(
      without(mrtk::CurveSlot::Tracked(mrtk::Handedness::kRight), 1),
      "hands.right: handsbin cannot hold the joints of a hand that is never "
      "tracked\n");
}

TEST(CaptureFormsTest, Version2LosesItsLagInVersion1) {
  FindingList losses;
  const std::string two = TextOfCapture(Capture2(4));
  const std::string one = *Become(two, "handsbin-1", losses);
  FindingList findings;
  const auto view = xrhands::ReadCapture(BytesOf(one), {}, findings);
  ASSERT_TRUE(view);
  const CaptureSampler sampler(*view, FrameTimes::kStamped);
  // True times are a frame apart from the first one on.
  for (int i = 0; i < 4; ++i) {
    const float time = static_cast<float>(i) / 64;
    EXPECT_EQ(sampler.At(time).Joint(1, 3).position,
              corpus::captures::PoseOf(1, 3, time).position)
        << i;
  }
}

TEST(CaptureFormsTest, ARecordingIsTheSameAtItsKeys) {
  const std::string bytes = TextOfCapture(Capture1(6));
  const std::string recording = Must(bytes, "mrtk");
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(BytesOf(recording), {}, findings);
  ASSERT_TRUE(view);
  const eval::ClipSampler clip(*view);
  for (int i = 0; i < 6; ++i) {
    const float time = static_cast<float>(i) / 64;
    EXPECT_TRUE(clip.Tracked(mrtk::Handedness::kRight, time));
    EXPECT_EQ(clip.Joint(mrtk::Handedness::kRight, 4, time).position,
              corpus::captures::PoseOf(1, 3, time).position);
  }
  // And back: the frames are those of the source.
  EXPECT_TRUE(Must(recording, "handsbin-1") == bytes);
}

// All of the corpus, as a recording and back: the frames, where each hand is,
// and for how long; nothing is put between or left out.
TEST(CaptureFormsTest, FramesComeBackFromARecording) {
  size_t lost = 0;
  for (const auto& [name, bytes] : CorpusCaptures()) {
    SCOPED_TRACE(name);
    const std::string recording = Must(bytes, "mrtk");
    const std::string back = Must(recording, "handsbin");
    FindingList findings;
    const auto before = xrhands::ReadCapture(BytesOf(bytes), {}, findings);
    const auto between =
        mrtk::ReadInputAnimation(BytesOf(recording), {}, findings);
    const auto after = xrhands::ReadCapture(BytesOf(back), {}, findings);
    ASSERT_TRUE(before && between && after);
    const CaptureSampler was(*before, FrameTimes::kTrue);
    const CaptureSampler is(*after, FrameTimes::kTrue);
    EXPECT_EQ(between->Duration(), std::max(was.last_time(), 0.0F));
    ASSERT_EQ(is.times().size(), was.times().size());
    for (size_t i = 0; i < is.times().size(); ++i) {
      EXPECT_EQ(is.times()[i], was.times()[i] - was.times()[0]);
      const CapturedMoment then = was.At(was.times()[i]);
      const CapturedMoment now = is.At(is.times()[i]);
      for (size_t h = 0; h < 2; ++h) {
        EXPECT_EQ(now.Shown(h), then.Shown(h)) << i;
        lost += i > 0 && was.At(was.times()[i - 1]).Shown(h) && !now.Shown(h);
        if (!now.Shown(h) || !then.Shown(h)) continue;
        EXPECT_EQ(now.Joint(h, 9).position, then.Joint(h, 9).position);
      }
    }
  }
  EXPECT_GT(lost, 1u);
}

// So many frames a second that hands are lost at other times.
TEST(CaptureFormsTest, SaysForHowLongHandsAreTrackedOtherwise) {
  CaptureBytes capture;
  capture.Header1("a", 1, 3);
  capture.Frame1(0, true, false);
  capture.Frame1(0.375F, false, false);
  capture.Frame1(1, true, false);
  const std::string recording = Must(TextOfCapture(capture), "mrtk");
  const auto facts_of = [&](double fps, std::string_view name) {
    FindingList losses;
    const auto converted =
        ConvertToCapture(Parsed(BytesOf(recording)), 2, {.fps = fps}, losses);
    EXPECT_TRUE(converted.ok());
    std::string facts;
    for (const ConversionFact& fact : (*converted)->facts()) {
      if (fact.name != name) continue;
      facts = absl::StrFormat("%g %s", fact.value, fact.text);
    }
    return facts;
  };
  EXPECT_EQ(facts_of(0, "trackedOtherwiseSeconds"), "0 ");
  EXPECT_EQ(facts_of(2, "trackedOtherwiseSeconds"),
            "0.125 hands are tracked otherwise than in the source for 0.125 s");
  // The hand is lost at 0.375 s, on its way to where it is at 1 s.
  EXPECT_THAT(facts_of(0, "largestErrorBeforeLoss"),
              ::testing::HasSubstr("before a hand is lost"));
  EXPECT_THAT(facts_of(0, "largestErrorBeforeLoss"),
              ::testing::HasSubstr("0.29625 s"));
}

TEST(CaptureFormsTest, HalvesOfTheHeadStayApart) {
  const std::string bytes = TextOfCapture(CaptureOfHalves());
  const std::string table = Must(bytes, "csv");
  EXPECT_NE(table.find("\n0.0,0.0,head,,0.0,1.5,-0.25,,,,,,\n"),
            std::string::npos);
  EXPECT_NE(table.find("\n0.0,0.015625,head,,,,,0.0,0.6,0.0,0.8,,\n"),
            std::string::npos);
  EXPECT_EQ(table.find(",0.0,0.0,0.0"), std::string::npos);
  EXPECT_EQ(table.find("0.0,0.0,0.0,1.0,"), std::string::npos);
  // And what has only one half in all frames still has only that.
  CaptureBytes turns;
  turns.Header2("a", 0, 1);
  turns.Frame2(0, 0, 0, xrhands::kHeadRotation,
               {{}, corpus::captures::HeadAt(0).rotation});
  const std::string back = Must(Must(TextOfCapture(turns), "mrtk"), "handsbin");
  FindingList findings;
  const auto view = xrhands::ReadCapture(BytesOf(back), {}, findings);
  ASSERT_TRUE(view && view->frames() == 1);
  EXPECT_EQ(view->frame(0).head_state.value, xrhands::kHeadRotation);
}

// The head moves while no hand has a key.
TEST(CaptureFormsTest, FramesAreAtTheKeysOfTheCamera) {
  mrtk::InputAnimation recording;
  recording.has_camera = recording.has_hands = true;
  recording.curves[mrtk::CurveSlot::kCamera].keys = {
      {.time = 0, .value = 0}, {.time = 0.5F, .value = 1}, {.time = 1}};
  recording.curves[mrtk::CurveSlot::kHandStates].keys = {
      {.time = 0, .value = 1}, {.time = 1, .value = 1}};
  const auto bytes =
      mrtk::WriteInputAnimation(recording, mrtk::kRecorder11).value();
  const std::string back =
      Must(Must({bytes.begin(), bytes.end()}, "handsbin"), "mrtk");
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(BytesOf(back), {}, findings);
  ASSERT_TRUE(view);
  EXPECT_EQ(eval::ClipSampler(*view).Camera(0.5F).position[0], 1);
  // Version 1 has no place for it.
  EXPECT_LT(Must({bytes.begin(), bytes.end()}, "handsbin-1").size(),
            Must({bytes.begin(), bytes.end()}, "handsbin").size() / 2);
}

TEST(CaptureFormsTest, ATableHasEachJointOfEachFrame) {
  const std::string table = Must(TextOfCapture(Capture2(3)), "csv");
  EXPECT_EQ(std::ranges::count(table, '\n'), 1 + 3 * 2 * 26);
  // Frames 0 and 1 are stamped with 0.
  EXPECT_NE(table.find("\n0.0,0.015625,right,LittleTip,0.265625,1.1953125,0.5,"
                       "0.0,0.6,0.0,0.8,1,1\n"),
            std::string::npos);
  CaptureBytes lost;
  lost.Header1("a", 0, 1);
  lost.Put(0.0f);
  lost.Put(std::array<bool, 4>{true, false, false, false});
  EXPECT_TRUE(Must(TextOfCapture(lost), "csv")
                  .ends_with("valid\n0.0,0.0,left,,,,,,,,,1,0\n"));
}

TEST(CaptureFormsTest, NothingIsMadeOfJsonThatIsNoCapture) {
  EXPECT_FALSE(
      Become(R"({"clipguard":"capture","version":3})", "handsbin").ok());
  EXPECT_FALSE(Become(R"({"clipguard":"capture"})", "handsbin").ok());
  EXPECT_FALSE(
      Become(Must(TextOfCapture(Capture1(1)), "json") + "x", "handsbin").ok());
  // Nor of one with members that would be lost, wherever they are.
  for (const CaptureBytes& capture : {Capture1(1), Capture2(1)}) {
    const std::string json = Must(TextOfCapture(capture), "json");
    for (size_t at = json.find('{'); at != json.npos;
         at = json.find('{', at + 1)) {
      std::string more = json;
      more.insert(at + 1, "\"more\":0,");
      EXPECT_FALSE(Become(more, "handsbin").ok()) << at;
    }
  }
}

}  // namespace
}  // namespace clipguard::actions
