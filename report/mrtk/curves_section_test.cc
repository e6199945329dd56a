// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/curves_section.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/curve/test_curves.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

using mrtk::CurveSlot;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

WrittenSection Write(const std::vector<uint8_t>& bytes,
                     uint64_t room = kTestRoom,
                     const std::vector<Finding>& findings = {}) {
  FindingList ignored;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, ignored);
  if (!view) return {};
  return WriteSection(room, [&](Budget& budget, DetailWriter& json) {
    WriteCurves(*view, findings, budget, json);
  });
}

std::vector<uint8_t> BytesOf(const mrtk::InputAnimation& recording) {
  return mrtk::MustWrite(recording, mrtk::kFull11);
}

// A camera whose curves have `keys` keys each, at 60 Hz.
mrtk::InputAnimation Camera(size_t keys) {
  mrtk::InputAnimation recording;
  recording.has_camera = true;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    for (size_t i = 0; i < keys; ++i) {
      const auto at = static_cast<float>(i);
      recording.curves[c].keys.push_back({.time = at / 60,
                                          .value = at * static_cast<float>(c),
                                          .out_tangent = at});
    }
  }
  return recording;
}

TEST(CurvesSectionTest, NothingOfARecordingWithoutParts) {
  EXPECT_EQ(Write(BytesOf({})).text, "{}");
}

TEST(CurvesSectionTest, NamesCurvesAndTheirGroups) {
  mrtk::InputAnimation recording;
  recording.has_camera = recording.has_hands = recording.has_gaze = true;
  const std::string json = Write(BytesOf(recording)).text;
  EXPECT_THAT(json, HasSubstr(R"({"path":"camera.position.x",)"
                              R"("group":["camera"],"label":"position.x",)"
                              R"("kind":"bezier","keys":0})"));
  EXPECT_THAT(json, HasSubstr(R"("path":"hands.left.tracked",)"
                              R"("group":["hands","left"],"label":"tracked",)"
                              R"("kind":"steps")"));
  EXPECT_THAT(json, HasSubstr(R"("group":["hands","right","PinkyTip"])"));
  EXPECT_THAT(json, HasSubstr(R"("group":["gaze"],"label":"direction.z")"));
}

TEST(CurvesSectionTest, HasAllKeysWhereThereIsRoom) {
  const WrittenSection written = Write(BytesOf(Camera(1000)));
  EXPECT_THAT(written.text,
              HasSubstr(R"("kind":"bezier","keys":1000,"min":0)"));
  EXPECT_THAT(written.text, Not(HasSubstr("levels")));
  // All curves have one list of times.
  EXPECT_THAT(written.text, HasSubstr(R"("t":{"f32":[1000,0]},)"));
  EXPECT_THAT(written.text, Not(HasSubstr(R"("t":{"f32":[1000,1)")));
  EXPECT_THAT(written.left_out, IsEmpty());
  EXPECT_LE(written.size, written.taken);
}

TEST(CurvesSectionTest, LevelsStandForKeysThatDoNotFit) {
  Finding finding;
  finding.path = "camera.rotation.z.keys[3].value";
  const WrittenSection written =
      Write(BytesOf(Camera(8000)), 1'000'000, {finding});
  EXPECT_THAT(written.text, HasSubstr(R"("levels":{)"));
  EXPECT_THAT(written.left_out,
              ElementsAre(HasSubstr(
                  "the keys of 6 of 7 curves: these are drawn from")));
  // The curve with a finding comes first.
  const size_t with_keys = written.text.find(R"("t":{)");
  ASSERT_NE(with_keys, std::string::npos);
  const size_t path = written.text.rfind(R"("path":)", with_keys);
  EXPECT_EQ(written.text.substr(path, 26), R"("path":"camera.rotation.z")");
  EXPECT_LE(written.size, written.taken);
  EXPECT_LE(written.taken, 500'000u);
}

TEST(CurvesSectionTest, AnHourStaysWithinTheBudget) {
  const std::vector<uint8_t> hour = BytesOf(Camera(60 * 3600));
  const WrittenSection written = Write(hour);
  EXPECT_LE(written.size, kTestRoom / 2);
  EXPECT_LE(written.work, hour.size());
}

TEST(CurvesSectionTest, WithoutRoomThereIsNothing) {
  const WrittenSection written = Write(BytesOf(Camera(10)), 1000);
  EXPECT_EQ(written.text, "{}");
  EXPECT_THAT(written.left_out, ElementsAre(HasSubstr("no room")));
  EXPECT_EQ(written.taken, 0u);
}

TEST(CurvesSectionTest, MarkersAreKeptUpToABound) {
  mrtk::InputAnimation recording;
  recording.markers = {{0.5f, "begin"}, {1.5f, "</script>"}};
  EXPECT_THAT(Write(BytesOf(recording)).text,
              HasSubstr(R"("begin","</script>")"));
  for (int i = 0; i < 6000; ++i) recording.markers.push_back({2, "x"});
  EXPECT_THAT(Write(BytesOf(recording)).left_out,
              ElementsAre("1002 of 6,002 markers"));
}

TEST(CurvesSectionTest, FarTimesDoNotStretchThePicture) {
  mrtk::InputAnimation recording = Camera(3);
  recording.curves[2].keys[2].time = 1e30f;
  EXPECT_THAT(Write(BytesOf(recording)).text,
              HasSubstr(R"("from":0,"to":0.03333333507180214,)"));
  // If there is nothing else, they do.
  recording = Camera(1);
  for (size_t c = 0; c < 7; ++c) recording.curves[c].keys[0].time = 1e30f;
  EXPECT_THAT(Write(BytesOf(recording)).text, Not(HasSubstr(R"("to":0,)")));
}

TEST(CurvesSectionTest, AnyNumbers) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    mrtk::InputAnimation recording = Camera(20);
    for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
      for (mrtk::Keyframe& key : recording.curves[c].keys) {
        if (random.Bits() % 4 == 0) key.time = random.Pick(eval::kOddNumbers);
        if (random.Bits() % 4 == 0) key.value = random.Pick(eval::kOddNumbers);
        key.weighted_mode = static_cast<int32_t>(random.Bits());
      }
    }
    const WrittenSection written =
        Write(BytesOf(recording), i % 2 == 0 ? kTestRoom : 9000);
    EXPECT_LE(written.text.size(), written.taken + 2);
  }
}

}  // namespace
}  // namespace clipguard::report
