// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample of captures of XR Hands, from end to end.

#include <filesystem>
#include <string>
#include <vector>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::Not;

constexpr char kHalves[] = "corpus/xrhands/valid/v2-halves.handsbin";
constexpr char kCapture[] = "corpus/xrhands/valid/v2-both.handsbin";

using SampleCapturesTest = TestInFolder;

// Half of the head's pose is written as identity where it was not tracked.
TEST_F(SampleCapturesTest, NoCellIsZeroWhereNothingWasRecorded) {
  const RunResult wide =
      Exits(0, "sample --true-times --times=keys --only=camera --format=csv",
            kHalves);
  const std::vector<std::string> rows = Lines(wide.out);
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[1], "0.0,0.0,1.5,-0.25,,,,");
  EXPECT_EQ(rows[2], "0.015625,,,,0.0,0.6,0.0,0.8");
  EXPECT_EQ(rows[3], "0.03125,0.03125,1.5,-0.25,0.0,0.6,0.0,0.8");
  EXPECT_EQ(rows[4], "0.046875,,,,,,,");
  EXPECT_THAT(Clipguard("sample --true-times --times=0 --shape=long "
                        "--only=camera --format=csv",
                        kHalves)
                  .out,
              Has(",,0.0,camera,,0.0,1.5,-0.25,,,,,,\n"));
  const rapidjson::Document json =
      Json(Clipguard("sample --true-times --times=0,0.015625", kHalves).out);
  const rapidjson::Value& camera = json["camera"];
  EXPECT_TRUE(camera["position"][0].IsArray());
  EXPECT_TRUE(camera["position"][1].IsNull());
  EXPECT_TRUE(camera["rotation"][0].IsNull());
  EXPECT_TRUE(camera["rotation"][1].IsArray());
}

// 0 0 0 0 throughout is no rotation, as in recordings.
TEST_F(SampleCapturesTest, NoRotationIsInvented) {
  constexpr char kUnturned[] =
      "corpus/xrhands/warnings/hand-without-rotations.handsbin";
  const rapidjson::Document json =
      Json(Clipguard("sample --true-times --times=0", kUnturned).out);
  const rapidjson::Value& palm = json["hands"]["left"]["joints"]["Palm"];
  EXPECT_TRUE(palm["position"][0].IsArray());
  EXPECT_TRUE(palm["rotation"].IsNull());
  const std::vector<std::string> rows = Lines(
      Clipguard("sample --true-times --times=0 --only=left.Palm --format=csv",
                kUnturned)
          .out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_THAT(rows[1], Has(",0.5,,,,"));
  EXPECT_THAT(Clipguard("sample --true-times --times=0 --raw-rotation "
                        "--only=left.Palm --format=csv",
                        kUnturned)
                  .out,
              Has(",0.5,0.0,0.0,0.0,0.0"));
}

// Results last as long as the capture, and hands are tracked for as long.
TEST_F(SampleCapturesTest, ARecordingOfACaptureIsAsLong) {
  const std::string out = folder.path() + "/a.bin";
  Exits(0, "convert --to=mrtk -o", out, kHalves);
  const std::vector<std::string> rows =
      Lines(Clipguard("info --format=csv", kHalves, out).out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_THAT(rows[1], Has(",0.078125,2 hands,0.6,0.2,"));
  EXPECT_THAT(rows[2], Has(",0.078125,2 hands,0.6,0.2,"));
}

TEST_F(SampleCapturesTest, EmptyHandsAndHeadsAreSaid) {
  const std::string empty =
      "corpus/xrhands/warnings/hand-never-tracked.handsbin";
  EXPECT_THAT(Clipguard("sample --true-times --fps=60", empty).err,
              Has("HAND_NEVER_TRACKED, at frames: 'tracked' is 0 in each "
                  "row of it"));
  EXPECT_THAT(Exits(2, "sample --true-times --fps=60 --only=Head", kHalves).err,
              Has("unknown part or joint 'Head'; did you mean "
                  "'camera'? (--list-columns shows"));
}

// Whether the frame has joints is a column of a table of several, too.
TEST_F(SampleCapturesTest, ValidIsAColumnOfSeveralFiles) {
  const std::string recording = folder.path() + "/a.bin";
  Exits(0, "convert --to=mrtk -o", recording, kHalves);
  const std::vector<std::string> rows = Lines(
      Clipguard("sample --true-times --times=0 --only=*.Wrist --format=csv",
                recording, kHalves)
          .out);
  ASSERT_GE(rows.size(), 4u);
  EXPECT_TRUE(rows[0].ends_with(",tracked,valid")) << rows[0];
  EXPECT_TRUE(rows[1].ends_with(",")) << rows[1];
  EXPECT_TRUE(rows.back().ends_with(",,,,,,,,0,0")) << rows.back();
}

// MRTK and XR Hands have other names for many joints.
TEST_F(SampleCapturesTest, AJointOfTheOtherFamilyIsBadUsage) {
  const std::string recording = folder.path() + "/a.bin";
  Exits(0, "convert --to=mrtk -o", recording, kCapture);
  struct Case {
    const char* only;
    std::string file;
    const char* meant;
  };
  for (const auto& [only, file, meant] :
       {Case{"PinkyTip", kCapture, "'LittleTip'"},
        Case{"left.IndexKnuckle.rotation.w", kCapture,
             "'left.IndexProximal.rotation.w'"},
        Case{"*.ThumbMetacarpalJoint", kCapture, "'*.ThumbMetacarpal'"},
        Case{"LittleTip", recording, "'PinkyTip'"},
        Case{"right.MiddleIntermediate", recording,
             "'right.MiddleMiddleJoint'"}}) {
    SCOPED_TRACE(only);
    const std::string flag = std::string("--only=") + only;
    // One file, files as one table, and tables in a folder.
    const std::string out = folder.path() + "/out/";
    for (const auto& args :
         {AsTyped("--times=keys --format=csv", file),
          AsTyped("--times=0 --format=csv", file, file),
          AsTyped("--times=0 --shape=wide --format=csv", file, file),
          AsTyped("--times=0 -o", out, file)}) {
      EXPECT_THAT(Refusal(2, "sample --true-times", flag, args),
                  Has(std::string("did you mean ") + meant + "?"));
      EXPECT_FALSE(std::filesystem::exists(out));
    }
    // Files of both have both.
    Exits(0, "sample --true-times --times=0 --format=csv", flag, kCapture,
          recording);
  }
}

TEST_F(SampleCapturesTest, SuggestionsAreOfTheFiles) {
  // Neither has MRTK's names, and the second one lacks the right hand.
  EXPECT_THAT(
      Clipguard("sample --true-times --times=0 --only=PinkyTp", kCapture).err,
      Not(Has("PinkyTip")));
  Exits(2, "sample --true-times --times=0 --only=gaze", kCapture);
  EXPECT_THAT(
      Clipguard("sample --true-times --times=0 --only=right.LitleTip", kCapture)
          .err,
      Has("did you mean 'right.LittleTip'?"));
}

}  // namespace
}  // namespace clipguard::cli
