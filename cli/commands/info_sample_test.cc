// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard info and clipguard sample from end to end, in-process.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cli/clipguard.h"
#include "cli/io/environment.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/input_animation.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::StartsWith;

// ---- info -------------------------------------------------------------------

using InfoTest = TestInFolder;

TEST_F(InfoTest, JsonIsTheContract) {
  const std::string file = folder.Write("f", CameraRecording());
  EXPECT_THAT(
      Clipguard("info --format=json", file).out,
      AllOf(StartsWith(R"({"file":")" + file +
                       R"(","format":"mrtk",)"
                       R"("version":"1.1","layout":"compact",)"),
            Has(R"("valid":true)",
                R"("duration":2,"hasCamera":true,"hasHands":false,)"
                R"("hasGaze":false,"curves":[{"path":"camera.position.x",)",
                R"({"path":"camera.position.y","kind":"float","keys":2,)"
                R"("preWrap":8,"postWrap":8,"firstTime":0,"lastTime":2},)",
                R"("lastTime":2}],"markers":[{"time":0.5,"name":"start"}]})")));
}

TEST_F(InfoTest, EmptyCurvesHaveNoTimes) {
  mrtk::InputAnimation animation;
  animation.has_hands = true;
  const RunResult result = Piped(Encoded(animation), "info --format=json -");
  const rapidjson::Document json = Json(result.out);
  ASSERT_EQ(json["curves"].Size(), 382u);
  EXPECT_STREQ(json["curves"][0]["path"].GetString(), "hands.left.tracked");
  EXPECT_STREQ(json["curves"][0]["kind"].GetString(), "bool");
  EXPECT_TRUE(json["curves"][0]["firstTime"].IsNull());
  EXPECT_TRUE(json["curves"][0]["lastTime"].IsNull());
}

TEST_F(InfoTest, DamagedFiles) {
  const RunResult bad = PipedExits(1, BadRecording(), "info --format=json -");
  EXPECT_FALSE(Json(bad.out)["valid"].GetBool());
  EXPECT_EQ(Json(bad.out)["curves"].Size(), 7u);

  const RunResult cut =
      PipedExits(1, CameraRecording().substr(0, 50), "info --format=json -");
  const rapidjson::Document json = Json(cut.out);
  EXPECT_STREQ(json["format"].GetString(), "mrtk");
  EXPECT_STREQ(json["version"].GetString(), "1.1");  // as the header says
  EXPECT_FALSE(json["valid"].GetBool());
  EXPECT_EQ(json["error"]["severity"], "error");
  EXPECT_EQ(json["errors"].GetUint(), 1u);
  EXPECT_FALSE(json.HasMember("curves"));
  EXPECT_THAT(Piped(CameraRecording().substr(0, 50), "info -").out,
              Has("NOT VALID: 1 error"));
}

TEST_F(InfoTest, DamagedFilesHaveAnErrorThoughNoFindingIsKept) {
  const std::string cut = CameraRecording().substr(0, 50);
  for (const char* flag :
       {"--limit=findings-kept=0", "--limit=file-bytes=49"}) {
    const RunResult result = PipedExits(
        1, cut, "info --format=json --limit=findings-kept=0", flag, "-");
    const rapidjson::Document json = Json(result.out);
    EXPECT_EQ(json["errors"].GetUint(), 1u);
    EXPECT_EQ(json["dropped"].GetUint(), 1u);
    EXPECT_EQ(json["error"]["code"], "FINDINGS_DROPPED");
    EXPECT_EQ(json["error"]["message"],
              "1 occurrence counted, but not kept (--limit=findings-kept=N)");
  }
  // Nor is a warning that came first taken for the error, or kept in its place.
  const std::string unusual = UnusualRecording().substr(0, 50);
  const rapidjson::Document json =
      Json(Piped(unusual, "info --format=json --limit=findings-kept=1 -").out);
  EXPECT_EQ(json["warnings"].GetUint(), 1u);
  EXPECT_FALSE(json.HasMember("dropped"));
  EXPECT_EQ(json["error"]["code"], "FILE_TRUNCATED");
}

// Whatever is wrong with a file, it has an "error", as it does in validate's.
TEST_F(InfoTest, UnreadableFilesHaveTheErrorThatValidateGives) {
  const std::string path = folder / "none";
  const RunResult info = Exits(3, "info --format=json", path);
  EXPECT_EQ(Json(info.out)["error"]["code"], "FILE_UNREADABLE");
  EXPECT_EQ(info.out, Clipguard("validate --format=json", path).out);
}

// Keeps the length of the longest piece.
class PieceOutput : public Output {
 public:
  void Write(std::string_view text) override {
    longest_ = std::max(longest_, text.size());
    text_ += text;
  }
  size_t longest() const { return longest_; }
  const std::string& text() const { return text_; }

 private:
  size_t longest_ = 0;
  std::string text_;
};

TEST_F(InfoTest, LongJsonIsNotHeldInMemory) {
  constexpr size_t kMarkers = 100'000;
  mrtk::InputAnimation animation;
  animation.markers.resize(kMarkers, {.time = 0, .name = std::string(9, '\1')});
  const std::string file = folder.Write("f", Encoded(animation));
  PieceOutput out;
  StringOutput err;
  Environment env{.out = out, .err = err};
  EXPECT_EQ(RunClipguard({"info", "--format=json", file}, env), 0);
  EXPECT_GT(out.text().size(), 5'000'000u);
  EXPECT_LT(out.longest(), 2'000'000u);
  EXPECT_EQ(Json(out.text())["markers"].Size(), kMarkers);
}

TEST_F(InfoTest, CurvesAreForText) {
  for (const char* const format : {"json", "csv"}) {
    const RunResult run = PipedExits(2, CameraRecording(), "info --curves",
                                     std::string("--format=") + format, "-");
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, Has("--curves is for text"));
  }
}

TEST_F(InfoTest, Text) {
  EXPECT_THAT(PipedExits(0, CameraRecording(), "info -").out,
              Has("MRTK input recording, version 1.1, compact keys", "camera",
                  "no hands", "0.5  start", "valid: no errors"));
  EXPECT_THAT(Piped(CameraRecording(), "info --curves -").out,
              Has("camera.position.y"));
}

// ---- sample -----------------------------------------------------------------

TEST(SampleTest, JsonIsTheContract) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  EXPECT_EQ(Clipguard("sample --times=0,1,99", file).out,
            "{\"file\":\"" + file +
                "\",\"times\":[0,1,99],\"camera\":{"
                "\"position\":[[0,1,0],[0,1.5,0],[0,2,0]],"
                "\"rotation\":[[0,0,0,1],[0,0,0,1],[0,0,0,1]]},"
                "\"hands\":null,\"gaze\":null}\n");
}

TEST(SampleTest, EveryPart) {
  mrtk::InputAnimation animation;
  animation.has_hands = true;
  animation.has_gaze = true;
  using mrtk::CurveSlot;
  const auto left = mrtk::Handedness::kLeft;
  animation.curve(CurveSlot::Pinch(left)).keys = {{.time = 0, .value = 1}};
  for (const auto c : {mrtk::kRotationX, mrtk::kRotationY, mrtk::kRotationZ,
                       mrtk::kRotationW}) {
    animation.curve(CurveSlot::Joint(left, 1, c)).keys = {
        {.time = 0, .value = c == mrtk::kRotationW ? 2.0f : 0.0f}};
  }
  // A joint with only some of its components recorded has an unknown pose.
  animation.curve(CurveSlot::Joint(left, 2, mrtk::kPositionY)).keys = {
      {.time = 0, .value = 3}};
  animation.curve(CurveSlot::Joint(left, 2, mrtk::kRotationW)).keys = {
      {.time = 0, .value = 4}};
  animation.curve(CurveSlot::Gaze(mrtk::kDirectionZ)).keys = {
      {.time = 0, .value = 5}};
  // 0 0 0 0 throughout is no rotation.
  for (const auto c : {mrtk::kRotationX, mrtk::kRotationY, mrtk::kRotationZ,
                       mrtk::kRotationW}) {
    animation.curve(CurveSlot::Joint(left, 3, c)).keys = {
        {.time = 0, .value = 0}};
  }
  const std::string bytes = Encoded(animation);
  const rapidjson::Document json = Json(Piped(bytes, "sample --times=0 -").out);
  EXPECT_TRUE(json["camera"].IsNull());
  const auto& hand = json["hands"]["left"];
  EXPECT_TRUE(hand["tracked"].IsNull());
  EXPECT_TRUE(hand["pinch"][0].GetBool());
  EXPECT_EQ(hand["joints"].MemberCount(), mrtk::kJointCount);
  EXPECT_EQ(hand["joints"]["Wrist"]["rotation"][0][3].GetDouble(), 1);
  EXPECT_TRUE(hand["joints"]["Wrist"]["position"].IsNull());
  const auto& palm = hand["joints"]["Palm"];
  EXPECT_TRUE(palm["position"][0][0].IsNull());
  EXPECT_EQ(palm["position"][0][1].GetDouble(), 3);
  EXPECT_TRUE(palm["rotation"].IsNull());
  const std::string third(mrtk::kJointNames[3]);
  EXPECT_TRUE(hand["joints"][third.c_str()]["rotation"].IsNull());
  EXPECT_TRUE(hand["joints"]["IndexTip"]["position"].IsNull());
  EXPECT_TRUE(hand["joints"]["IndexTip"]["rotation"].IsNull());
  EXPECT_TRUE(json["gaze"]["origin"].IsNull());
  EXPECT_TRUE(json["gaze"]["direction"].IsNull());
  const rapidjson::Document raw =
      Json(Piped(bytes, "sample --times=0 --raw-rotation -").out);
  const auto& joints = raw["hands"]["left"]["joints"];
  EXPECT_EQ(joints["Wrist"]["rotation"][0][3].GetDouble(), 2);
  EXPECT_EQ(joints["Palm"]["rotation"][0][3].GetDouble(), 4);
  EXPECT_TRUE(joints["Palm"]["rotation"][0][0].IsNull());
  EXPECT_EQ(joints[third.c_str()]["rotation"][0][3].GetDouble(), 0);
  EXPECT_EQ(raw["gaze"]["direction"][0][2].GetDouble(), 5);
  EXPECT_TRUE(raw["gaze"]["direction"][0][1].IsNull());

  const std::vector<std::string> csv =
      Lines(Piped(bytes, "sample --times=0,1 --format=csv -").out);
  ASSERT_EQ(csv.size(), 3u);
  EXPECT_THAT(csv[0], StartsWith("time,hands.left.tracked,hands.right.tracked,"
                                 "hands.left.pinch,hands.right.pinch,"
                                 "hands.left.Wrist.position.x,"));
  // Tracked, pinch; then the wrist's position and rotation, and the palm's. No
  // placeholder.
  EXPECT_THAT(csv[1], StartsWith("0.0,,,1,,,,,0.0,0.0,0.0,1.0,,3.0,,,,,,"));
  EXPECT_EQ(std::count(csv[0].begin(), csv[0].end(), ','), 388 - 2 * 7);
  EXPECT_EQ(std::count(csv[2].begin(), csv[2].end(), ','), 388 - 2 * 7);
}

std::string Times(const std::string& flags) {
  const std::string out = Piped(CameraRecording(), "sample - " + flags).out;
  const size_t begin = out.find("\"times\":") + 8;
  return out.substr(begin, out.find(']') + 1 - begin);
}

TEST(SampleTest, FramesASecond) {
  EXPECT_EQ(Times("--fps=2"), "[0,0.5,1,1.5,2]");
  EXPECT_EQ(Times("--fps=10 --from=0.1 --to=0.3"), "[0.1,0.2,0.3]");
  EXPECT_EQ(Times("--fps=1 --from=-1 --to=1.9"), "[-1,0,1]");
  EXPECT_EQ(Times("--fps=3 --from=5 --to=5"), "[5]");
  EXPECT_EQ(Times("--fps=1 --from=9"), "[]");  // after the end
  EXPECT_EQ(Times("--fps=0.5"), "[0,2]");
  // Large times, which float32 rounds: as many as there are frames.
  EXPECT_EQ(Times("--fps=10 --from=1e10 --to=1e10"), "[1e+10]");
  EXPECT_EQ(Times("--fps=2 --from=16777216 --to=16777218"),
            "[16777216,16777216,16777216,16777218,16777218]");
  // The end is reached although 30 * 0.1f is not 3.
  EXPECT_THAT(Times("--fps=30 --to=0.1"), Has(",0.1]"));
}

TEST(SampleTest, FramesASecondBeginWhereTheRecordingDoes) {
  const std::string early = "corpus/mrtk/valid/negative-times.bin";
  EXPECT_THAT(Clipguard("sample --fps=2", early).out,
              Has("\"times\":[-1.5,-1,-0.5,0,0.5]"));
  EXPECT_THAT(Clipguard("sample --fps=2 --format=csv", early).out,
              Has("\n-1.5,"));
}

// A file of a hundred bytes must not make clipguard write for hours.
TEST(SampleTest, RefusesAbsurdLengthsUnlessAskedForThem) {
  std::string recording = CameraRecording();
  const float end = 1e30f;
  // 19 bytes of header, 12 of the curve's, and a key.
  std::memcpy(recording.data() + 19 + 12 + 8, &end, sizeof(end));
  const auto sample = [&](const std::string& flags) {
    return Piped(recording, "sample - " + flags);
  };
  for (const char* flags : {"--fps=60", "--fps=60 --from=5"}) {
    const RunResult refused = sample(flags);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err,
                Has("LIMIT_EXCEEDED: duration is 1e+30 s", "--to"));
  }
  EXPECT_EQ(sample("--fps=60 --to=1").exit_code, 0);
  // Few enough times.
  EXPECT_EQ(sample("--fps=1e-29").exit_code, 0);
  // Who asks for it is at fault.
  EXPECT_EQ(sample("--fps=60 --from=0 --to=1e30").exit_code, 2);
  EXPECT_EQ(sample("--fps=60 --to=1e30").exit_code, 2);
}

TEST(SampleTest, FileWithErrorsGivesNoData) {
  const RunResult result = PipedExits(1, BadRecording(), "sample --times=0 -");
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, Has("KEY_TIME_NOT_FINITE"));
}

TEST(InfoCommandTest, SeveralFilesAreATable) {
  TempFolder folder;
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/b.bin", BadRecording());
  folder.Write("in/c.m3d", ReadFile("corpus/m3d/valid/arm.m3d"));
  folder.Write("in/d.txt", "text");
  const RunResult text = Exits(1, "info", folder / "in");
  const std::vector<std::string> lines = Lines(text.out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[0], AllOf(StartsWith("verdict  "), EndsWith("  file")));
  EXPECT_THAT(lines[1], AllOf(StartsWith("ok       MRTK 1.1  "),
                              Has("2.00 s", "0 hands"), EndsWith("in/a.bin")));
  EXPECT_THAT(lines[2], StartsWith("INVALID  MRTK 1.1 "));
  EXPECT_THAT(lines[3], Has("2 bones"));
  const std::vector<std::string> rows =
      Lines(Clipguard("info --format=csv", folder / "in").out);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], "verdict,format,seconds,parts,left,right,keys,file");
  EXPECT_THAT(rows[1], StartsWith("ok,MRTK 1.1,2,0 hands,,,"));
  EXPECT_EQ(rows[2], "INVALID,MRTK 1.1,,,,,," + folder / "in/b.bin");
  // Each of them whole.
  EXPECT_THAT(Clipguard("info --curves", folder / "in").out,
              Has("MRTK input recording"));
}

TEST(InfoCommandTest, AMachineHasNoKeys) {
  const std::string path = "corpus/forge/valid/chest.asm.json";
  EXPECT_THAT(Clipguard("info --format=csv", path).out,
              Has(" states,,,," + path));
}

TEST(InfoCommandTest, ForHowMuchOfTheTimeAHandIsTracked) {
  EXPECT_THAT(
      Clipguard("info --format=csv corpus/mrtk/valid/hands-come-and-go.bin")
          .out,
      Has(" hands,0."));
}

}  // namespace
}  // namespace clipguard::cli
