// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard convert, in-process: what it writes, what it says before, and when
// it refuses.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "actions/convert/textures/dds_file.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

// One whose first curve has a weight for which nothing can be proven.
std::string LossyRecording() {
  return ReadFile("corpus/mrtk/warnings/key-weight-out-of-range.bin");
}

// ---- Where it goes ----------------------------------------------------------

TEST(ConvertCommandTest, BesideTheFileByDefault) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", CameraRecording());
  const RunResult result = RunProgram({"convert", "--to=glb", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("WROTE    " + path), HasSubstr(folder / "a.glb"),
                    HasSubstr("proven: ")));
  EXPECT_THAT(ReadFile(folder / "a.glb"), StartsWith("glTF"));
  EXPECT_EQ(ReadFile(path), CameraRecording());
  // Never in place of something that is there, unless it is named.
  EXPECT_EQ(RunProgram({"convert", "--to=glb", path}).exit_code, 2);
  EXPECT_EQ(RunProgram({"convert", "--to=glb", "-o", folder / "a.glb", path})
                .exit_code,
            0);
}

TEST(ConvertCommandTest, TheSummaryCountsWhatCannotBeRead) {
  TempFolder folder;
  const std::string good = folder.Write("good.bin", CameraRecording());
  const RunResult result =
      RunProgram({"convert", "--to=glb", "-o", folder / "out/", good,
                  folder / "gone.bin"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, AllOf(StartsWith("WROTE    " + good),
                                HasSubstr("2 files: 1 unreadable, 1 with")));
  EXPECT_THAT(result.err, HasSubstr("gone.bin: No such file"));
}

TEST(ConvertCommandTest, ManyFiles) {
  TempFolder folder;
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/x/b.bin", LossyRecording());
  folder.Write("in/x/c.bin", BadRecording());
  folder.Write("in/notes.txt", "text");
  const RunResult all =
      RunProgram({"convert", "--to=glb", "-o", folder / "out/", "--jobs=2",
                  folder / "in"});
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_TRUE(fs::exists(folder / "out/a.glb"));
  EXPECT_FALSE(fs::exists(folder / "out/x/b.glb"));
  EXPECT_THAT(all.out, HasSubstr("3 files: "));
  EXPECT_THAT(all.out, HasSubstr("2 refused"));
  EXPECT_THAT(all.out, HasSubstr("  CONVERSION_LOSES: 1\n"));
  EXPECT_THAT(all.out, HasSubstr("  KEY_TIME_NOT_FINITE: 1\n"));
  EXPECT_THAT(all.err, HasSubstr("notes.txt"));
  EXPECT_EQ(Lines(RunProgram({"convert", "--to=glb", "--dry-run",
                              "--format=json", folder / "in"})
                      .out)
                .size(),
            3u);
  const RunResult quiet =
      RunProgram({"convert", "--to=glb", "--dry-run", "-q", folder / "in"});
  const RunResult dry =
      RunProgram({"convert", "--to=glb", "--dry-run", folder / "in"});
  EXPECT_THAT(dry.out, HasSubstr("ok       " + folder / "in/a.bin  "));
  EXPECT_THAT(dry.out, HasSubstr("REFUSED  " + folder / "in/x/b.bin\n"));
  EXPECT_THAT(quiet.out, Not(HasSubstr("a.bin")));
  EXPECT_THAT(quiet.out, HasSubstr("c.bin"));
  // Nowhere to go.
  EXPECT_EQ(RunProgram({"convert", "--to=glb", folder / "in"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"convert", "--to=glb", "-o", folder / "one.glb",
                        folder / "in/a.bin", folder / "in/x/b.bin"})
                .exit_code,
            2);
}

TEST(ConvertCommandTest, ToAFolderOrStandardOutput) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", CameraRecording());
  EXPECT_EQ(RunProgram({"convert", "--to=glb", "-o", folder / "out/", path})
                .exit_code,
            0);
  const RunResult piped =
      RunProgram({"convert", "--to=glb", "-"}, CameraRecording());
  EXPECT_EQ(piped.exit_code, 0);
  EXPECT_EQ(piped.out, ReadFile(folder / "out/a.glb"));
  EXPECT_THAT(piped.err, HasSubstr("WROTE    -"));
}

TEST(ConvertCommandTest, DryRunWritesNothing) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", CameraRecording());
  const RunResult result =
      RunProgram({"convert", "--to=glb", "--dry-run", path});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("(would go to " + folder / "a.glb"));
  EXPECT_FALSE(fs::exists(folder / "a.glb"));
}

// ---- What is lost -----------------------------------------------------------

TEST(ConvertCommandTest, WhatIsLostIsSaidAndNothingWritten) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", LossyRecording());
  const RunResult result = RunProgram({"convert", "--to=glb", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(
      result.out,
      AllOf(StartsWith("REFUSED  " + path), HasSubstr("CONVERSION_LOSES"),
            HasSubstr("camera.position.x"),
            HasSubstr("glb cannot hold this curve"), HasSubstr("--lossy")));
  EXPECT_FALSE(fs::exists(folder / "a.glb"));

  const RunResult lossy = RunProgram({"convert", "--to=glb", "--lossy", path});
  EXPECT_EQ(lossy.exit_code, 0);
  EXPECT_THAT(lossy.out,
              AllOf(StartsWith("WROTE"), HasSubstr("CONVERSION_LOSES")));
  EXPECT_TRUE(fs::exists(folder / "a.glb"));
}

// A text as many exporters write it: with four decimals at most.
std::string WithFourDecimals(const std::string& text) {
  std::string shorter;
  size_t decimals = 0;  // with the point
  for (const char c : text) {
    const bool goes_on = decimals != 0 && c >= '0' && c <= '9';
    decimals = c == '.' ? 1 : goes_on ? decimals + 1 : 0;
    if (decimals <= 5) shorter += c;
  }
  return shorter;
}

TEST(ConvertCommandTest, WhatValidateCallsSoundIsWritten) {
  TempFolder folder;
  size_t sound = 0;
  const auto check = [&](const std::string& path) {
    const RunResult judged = RunProgram({"validate", "--no-config", path});
    if (!judged.out.starts_with("ok")) return;
    ++sound;
    const RunResult result =
        RunProgram({"convert", "--to=glb", "--dry-run", path});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  };
  for (const auto& entry : fs::recursive_directory_iterator("corpus")) {
    if (!entry.is_regular_file()) continue;
    check(entry.path());
    const std::string ext = entry.path().extension();
    if (ext != ".m3d" && ext != ".json") continue;
    check(folder.Write("a" + ext, WithFourDecimals(ReadFile(entry.path()))));
  }
  EXPECT_GE(sound, 110u);
}

TEST(ConvertCommandTest, Json) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", LossyRecording());
  const rapidjson::Document refused =
      Json(RunProgram({"convert", "--to=glb", "--format=json", path}).out);
  EXPECT_STREQ(refused["to"].GetString(), "glb");
  EXPECT_TRUE(refused["output"].IsNull());
  EXPECT_FALSE(refused["written"].GetBool());
  ASSERT_EQ(refused["findings"].Size(), 1u);
  const auto& finding = refused["findings"][0];
  EXPECT_STREQ(finding["code"].GetString(), "CONVERSION_LOSES");
  EXPECT_STREQ(finding["severity"].GetString(), "error");
  EXPECT_STREQ(finding["path"].GetString(), "camera.position.x");
  // The whole curve, its header included.
  EXPECT_EQ(finding["offset"].GetUint64(), 19u);

  const rapidjson::Document written =
      Json(RunProgram({"convert", "--to=glb", "--lossy", "--format=json", path})
               .out);
  EXPECT_TRUE(written["written"].GetBool());
  EXPECT_EQ(written["bytesWritten"].GetUint64(),
            fs::file_size(written["output"].GetString()));
  EXPECT_STREQ(written["findings"][0]["severity"].GetString(), "warning");
  EXPECT_TRUE(written["facts"].HasMember("largestError"));
}

TEST(ConvertCommandTest, TheOriginalIsKeptAndComesBack) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", LossyRecording());
  const std::string glb = folder / "a.glb";
  const RunResult result =
      RunProgram({"convert", "--to=glb", "--keep-original", "-o", glb, path});
  // With --keep-original a loss is only a warning.
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("warning  CONVERSION_LOSES"));
  EXPECT_EQ(RunProgram({"convert", "--to=mrtk", "-o", folder / "b.bin", glb})
                .exit_code,
            0);
  EXPECT_EQ(ReadFile(folder / "b.bin"), LossyRecording());
  // From a stream, too.
  EXPECT_EQ(RunProgram({"convert", "--to=mrtk", "-"}, ReadFile(glb)).out,
            LossyRecording());
  const RunResult other = RunProgram({"convert", "--to=m3d", glb});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.out, AllOf(StartsWith("REFUSED"),
                               HasSubstr("does not hold the m3d file")));
}

// Some captures are known by their files' names only.
TEST(ConvertCommandTest, ACaptureWithoutANameComesBackFromItsGlb) {
  TempFolder folder;
  const std::string path = "corpus/xrhands/warnings/name-empty.handsbin";
  const std::string glb = folder / "a.glb";
  EXPECT_EQ(
      RunProgram({"convert", "--to=glb", "--keep-original", "-o", glb, path})
          .exit_code,
      0);
  EXPECT_EQ(RunProgram({"convert", "--to=handsbin", "-"}, ReadFile(glb)).out,
            ReadFile(path));
  EXPECT_EQ(RunProgram({"diff", path, glb}).exit_code, 0);
}

TEST(ConvertCommandTest, AnArmatureComesBackFromItsGlb) {
  TempFolder folder;
  const std::string text =
      R"({"joints": {"lid": {"0": [1]}}, "clips": {"open": {"joint_clips": )"
      R"({"lid": [{"variable": "offset_y", "type": "uniform", )"
      R"("interpolation": "linear", "samples": [0, 1]}]}, "events": {}}}})";
  const std::string path = folder.Write("a.json", text);
  const std::string glb = folder / "a.glb";
  const RunResult result =
      RunProgram({"convert", "--to=glb", "--keep-original", "-o", glb, path});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("no rotation is more than 0 degrees"));
  EXPECT_EQ(RunProgram({"convert", "--to=forge", "-"}, ReadFile(glb)).out,
            text);
}

TEST(ConvertCommandTest, SkeletonsAreSaid) {
  TempFolder folder;
  const std::string path =
      (fs::path("corpus") / "mrtk" / "valid" / "v11-full.bin").string();
  const std::string glb = folder / "a.glb";
  const RunResult result =
      RunProgram({"convert", "--to=glb", "--rig", "--fixed-bones",
                  "--joint-names=webxr", "--keep-original", "-o", glb, path});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("skeletons with a skin: "),
                    HasSubstr("bones of fixed length: no joint is more than")));
  EXPECT_EQ(RunProgram({"convert", "--to=mrtk", "-"}, ReadFile(glb)).out,
            ReadFile(path));
}

TEST(ConvertCommandTest, ScaleIsSaid) {
  TempFolder folder;
  const std::string glb = folder / "a.glb";
  for (const std::string file :
       {"mrtk/valid/v11-full.bin", "m3d/valid/biped.m3d",
        "forge/valid/chest.armature.json"}) {
    SCOPED_TRACE(file);
    const std::string path = "corpus/" + file;
    const rapidjson::Document said =
        Json(RunProgram({"convert", "--to=glb", "--scale=0.5", "--fov=90",
                         "--format=json", "-o", glb, path})
                 .out);
    EXPECT_EQ(said["facts"]["scale"].GetDouble(), 0.5);
    EXPECT_THAT(ReadFile(glb), AllOf(HasSubstr(R"("scale":[0.5,0.5,0.5])"),
                                     HasSubstr(R"("clipguardScale":0.5)")));
  }
}

TEST(ConvertCommandTest, TheErrorOfACharacterIsOfItsScale) {
  TempFolder folder;
  std::string arm = ReadFile("corpus/m3d/valid/arm.m3d");
  const size_t bone = arm.rfind("Bone1 #Keyframes: 2");
  arm.replace(bone, 19, "Bone1 #Keyframes: 3");
  arm.insert(
      arm.rfind("\t\tTime: 1.25"),
      "\t\tTime: 0.625 Pos: 0 1.500001 0 Scale: 1 1 1 Quat: 0 0 0.3162278 "
      "0.9486833\n");
  const std::string path = folder.Write("arm.m3d", arm);
  const auto error = [&](const std::string& scale) {
    return Json(RunProgram({"convert", "--to=glb", "--dry-run", "--format=json",
                            "--scale=" + scale, path})
                    .out)["facts"]["largestError"]
        .GetDouble();
  };
  EXPECT_GT(error("1"), 1e-7);
  EXPECT_NEAR(error("100"), 100 * error("1"), 1e-8);
}

TEST(ConvertCommandTest, Samples) {
  const RunResult result = RunProgram(
      {"convert", "--to=glb", "--linear", "--fps=30", "--dry-run", "-"},
      CameraRecording());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("30 samples a second"));
}

// ---- Textures of characters
// --------------------------------------------------

// Returns a DDS file of `side` x `side` pixels, which are all different.
std::string Texture(uint32_t side) {
  std::string pixels;
  uint32_t value = 1;
  while (pixels.size() < size_t{4} * side * side) {
    value = value * 1664525 + 1013904223;
    pixels += static_cast<char>(value >> 24);
  }
  return actions::textures::DdsFile{.width = side, .height = side, .format = 28}
      .With(pixels);
}

TEST(ConvertCommandTest, TexturesGoIntoTheGlb) {
  TempFolder folder;
  const std::string arm = ReadFile("corpus/m3d/valid/arm.m3d");
  const std::string path = folder.Write("arm.m3d", arm);
  const std::string glb = folder / "arm.glb";
  folder.Write("Skin.DDS", Texture(16));
  folder.Write("maps/deep/skin_nmap.dds", Texture(8));
  const RunResult result = RunProgram({"convert", "--to=glb", "--keep-original",
                                       "--textures=" + folder / "maps", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, Not(HasSubstr("note")));
  const std::string written = ReadFile(glb);
  EXPECT_THAT(written,
              AllOf(HasSubstr(R"("baseColorTexture":{"index":0})"),
                    HasSubstr(R"("normalTexture":{"index":1})"),
                    HasSubstr(R"("textures":[{"source":0},{"source":1}])"),
                    HasSubstr(R"("name":"Skin.DDS","bufferView":)"),
                    HasSubstr(R"("mimeType":"image/png")"), HasSubstr("IHDR")));
  // They are nothing to the way back.
  EXPECT_EQ(RunProgram({"convert", "--to=m3d", "-o", "-", glb}).out, arm);
  // --resources is where validate looks for them.
  EXPECT_EQ(RunProgram({"convert", "--to=glb", "--keep-original",
                        "--resources=" + folder / "maps", "-o", "-", path})
                .out,
            written);
}

TEST(ConvertCommandTest, TexturesThatAreNotThereAreNoted) {
  TempFolder folder;
  const std::string path =
      folder.Write("arm.m3d", ReadFile("corpus/m3d/valid/arm.m3d"));
  const RunResult none = RunProgram({"convert", "--to=glb", "-o", "-", path});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(none.err, AllOf(HasSubstr("materials[0].diffuseMap"),
                              HasSubstr("materials[0].normalMap"),
                              HasSubstr("there is no texture 'skin.dds'")));
  EXPECT_THAT(none.out, Not(HasSubstr("Texture")));
  folder.Write("skin.dds", "BM, a bitmap");
  folder.Write("skin_nmap.dds", actions::textures::DdsFile{.format = 98}.With(
                                    std::string(16, 'x')));
  const rapidjson::Document said =
      Json(RunProgram({"convert", "--to=glb", "--format=json", "-o",
                       folder / "arm.glb", path})
               .out);
  ASSERT_EQ(said["notes"].Size(), 2u);
  EXPECT_THAT(said["notes"][0]["message"].GetString(),
              HasSubstr("skin.dds: it is none of PNG, JPEG and DDS"));
  EXPECT_EQ(said["notes"][0]["length"].GetInt(), 8);
  EXPECT_THAT(said["notes"][1]["message"].GetString(), HasSubstr("BC7"));
  // A texture that can be read replaces one of the same name that cannot.
  folder.Write("skin_nmap.png", "\x89PNG\r\n");
  folder.Write("Skin.jpg", "GIF");
  EXPECT_THAT(
      RunProgram({"convert", "--to=glb", "-o", folder / "arm.glb", path}).out,
      HasSubstr("skin_nmap.dds: DDS of the format BC7"));
}

TEST(ConvertCommandTest, TexturesWithinTheLimit) {
  TempFolder folder;
  const std::string path =
      folder.Write("arm.m3d", ReadFile("corpus/m3d/valid/arm.m3d"));
  folder.Write("skin.dds", Texture(128));
  folder.Write("skin_nmap.dds", Texture(16));
  const auto convert = [&](const std::string& limit) {
    return RunProgram({"convert", "--to=glb", "--limit=result-bytes=" + limit,
                       "-o", folder / "arm.glb", path});
  };
  EXPECT_THAT(convert("1M").out, Not(HasSubstr("note")));
  const RunResult small = convert("0");
  EXPECT_EQ(small.exit_code, 0);
  EXPECT_THAT(small.out, AllOf(HasSubstr("more than the limit result-bytes"),
                               Not(HasSubstr("skin_nmap"))));
}

// How large it would be is known only if all of it was made.
TEST(ConvertCommandTest, ARefusalNamesALimitThatSuffices) {
  TempFolder folder;
  const std::string path = folder.Write("a.json", R"({"joints": {}, "clips": {
      "spin": {"loop": false, "joint_clips": {"j": [
      {"variable": "axis_x", "type": "uniform", "interpolation": "linear",
       "samples": [0, 1]},
      {"variable": "axis_y", "type": "uniform", "interpolation": "linear",
       "samples": [1, -1]},
      {"variable": "angle", "type": "uniform", "interpolation": "linear",
       "samples": [0, 170, 0, 170]}]}, "events": {}}}})");
  const auto convert = [&](const std::string& limit) {
    const RunResult result = RunProgram(
        {"convert", "--to=glb", "--lossy", "--degrees=1e-5",
         "--limit=result-bytes=" + limit, "-o", folder / "a.glb", path});
    return std::to_string(result.exit_code) + Unwrapped(result.out);
  };
  EXPECT_THAT(
      convert("0"),
      AllOf(StartsWith("1REFUSED"), HasSubstr("How large is not known"),
            HasSubstr("--limit=result-bytes=64G"), HasSubstr("at least ")));
  EXPECT_THAT(convert("9k"),
              AllOf(StartsWith("1REFUSED"),
                    HasSubstr("--limit=result-bytes=1M is enough")));
  EXPECT_THAT(convert("1M"), StartsWith("0WROTE"));
  EXPECT_THAT(convert("64G"), StartsWith("0WROTE"));
}

// ---- Boxes of a block model
// --------------------------------------------------

TEST(ConvertCommandTest, ElementsOfAModelAreBoxesBelowTheirJoints) {
  TempFolder folder;
  const std::string path = folder.Write("assets/m/armatures/block/lid.json",
                                        R"({"joints": {
      "lid": {"1": [1], "2": [0.25], "7": [1]},
      "knob": {"2": [0.75]}, "none": {"0": [0]}}, "clips": {}})");
  const std::string model =
      folder.Write("assets/m/models/block/lid.json", R"({"elements": [
      {"from": [0, 0, 0], "to": [16, 8, 16]},
      {"from": [0, 8, 0], "to": [16, 16, 16]},
      {"from": [7, 16, 7], "to": [9, 18, 9]},
      {"from": [0, 0, 1e308], "to": [1, 1, 1]}]})");
  const std::string glb = folder / "lid.glb";
  const RunResult named =
      RunProgram({"convert", "--to=glb", "--model=" + model, "-o", glb, path});
  EXPECT_EQ(named.exit_code, 0) << named.out << named.err;
  EXPECT_THAT(named.out, AllOf(HasSubstr("1 element that several joints"),
                               HasSubstr("1 element of the model")));
  const std::string written = ReadFile(glb);
  EXPECT_THAT(
      written,
      AllOf(HasSubstr(R"({"name":"lid_content",)"
                      R"("translation":[-0.5,-0.5,-0.5],"children":[8]})"),
            HasSubstr(R"({"name":"knob_content",)"
                      R"("translation":[-0.5,-0.5,-0.5],"children":[9]})"),
            HasSubstr(R"({"name":"model","children":[10]})"),
            HasSubstr(R"("name":"element1","translation":[0.5,0.75,0.5])"),
            HasSubstr(R"("boxes":3)")));
  // Found beside it, as by a parent.
  EXPECT_EQ(RunProgram({"convert", "--to=glb", "-o", "-",
                        "--resources=" + folder / "assets", path})
                .out,
            written);
  const std::string child = folder.Write(
      "child.json", R"({"parent": "m:block/lid", "elements": {}})");
  const auto with_child = [&](const std::string& resources) {
    return RunProgram({"convert", "--to=glb", "-o", "-", "--model=" + child,
                       "--resources=" + folder / resources, path});
  };
  EXPECT_EQ(with_child("assets").out, written);
  folder.Write("assets/m/models/block/lid.json",
               R"({"parent": "m:block/lid"})");
  EXPECT_EQ(with_child("assets").exit_code, 2);
  const RunResult circle =
      RunProgram({"convert", "--to=glb", "-o", "-",
                  "--resources=" + folder / "assets", path});
  EXPECT_EQ(circle.exit_code, 0);
  EXPECT_THAT(circle.err, HasSubstr("the model has no elements"));
}

// ---- bedrock ----------------------------------------------------------------

constexpr char kSpin[] =
    R"({"joints": {"a": {"0": [1]}}, "clips": {"spin": {"loop": true,
    "joint_clips": {"a": [
      {"variable": "axis_y", "type": "uniform", "interpolation": "nearest",
       "samples": [1]},
      {"variable": "angle", "type": "uniform", "interpolation": "linear",
       "samples": [0, 120, 240]}]}, "events": {}}}})";

TEST(ConvertCommandTest, AnimationsAreCalledAsTheFile) {
  TempFolder folder;
  const std::string path = folder.Write("wheel.old.json", kSpin);
  const RunResult result = RunProgram({"convert", "--to=bedrock", path});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("WROTE"), HasSubstr("is 1 second"),
                    HasSubstr("  note   /joints: bedrock cannot hold which"),
                    Not(HasSubstr("CONVERSION_LOSES"))));
  EXPECT_THAT(ReadFile(folder / "wheel.old.animation.json"),
              HasSubstr(R"("animation.wheel.spin":{"loop":true)"));
  EXPECT_THAT(
      RunProgram({"convert", "--to=bedrock", "--lossy", "-"}, kSpin).out,
      HasSubstr(R"("animation.armature.spin")"));
}

// About an axis that turns, too.
constexpr char kTumble[] =
    R"({"joints": {}, "clips": {"c": {"loop": true, "joint_clips": {"a": [
      {"variable": "axis_x", "type": "uniform", "interpolation": "linear",
       "samples": [1, 0.1]},
      {"variable": "axis_y", "type": "uniform", "interpolation": "linear",
       "samples": [0.1, 1]},
      {"variable": "angle", "type": "uniform", "interpolation": "linear",
       "samples": [0, 170]}]}, "events": {}}}})";

TEST(ConvertCommandTest, WhatIsOffBetweenKeysIsLostBeyondTheTolerance) {
  const auto convert = [](const std::string& tolerance) {
    return RunProgram({"convert", "--to=bedrock", "--dry-run",
                       "--tolerance=" + tolerance, "-"},
                      kTumble);
  };
  const RunResult near = convert("1");
  EXPECT_EQ(near.exit_code, 0) << near.err;
  EXPECT_THAT(near.err, AllOf(HasSubstr("note"), HasSubstr("as measured")));
  const RunResult far = convert("1e-5");
  EXPECT_EQ(far.exit_code, 1);
  EXPECT_THAT(far.err, AllOf(HasSubstr("CONVERSION_LOSES"),
                             HasSubstr("as measured, more")));
}

TEST(ConvertCommandTest, NotesAreNoFindings) {
  constexpr char kMachine[] =
      R"({"parameters": {"p": 1}, "clips": {"a": "m:b@c"},
      "states": ["a"], "transitions": {}, "start_state": "a", "note": 1})";
  for (const std::string to : {"glb", "forge", "json"}) {
    const RunResult result = RunProgram(
        {"convert", "--to=" + to, "--format=json", "--dry-run", "-"}, kMachine);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const rapidjson::Document json = Json(result.err);
    EXPECT_EQ(json["findings"].Size(), 0U);
    EXPECT_EQ(json["errors"].GetUint64() + json["warnings"].GetUint64(), 0U);
    ASSERT_EQ(json["notes"].Size(), to == "glb" ? 2U : 1U) << result.err;
    EXPECT_STREQ(json["notes"][0]["path"].GetString(), "/note");
    EXPECT_THAT(json["notes"][0]["message"].GetString(),
                HasSubstr("what the game passes over"));
    EXPECT_EQ(json["notes"][0]["count"].GetUint64(), 1U);
  }
}

TEST(ConvertCommandTest, AStateMachineIsNoAnimation) {
  TempFolder folder;
  const std::string path =
      folder.Write("a.json", R"({"parameters": {}, "clips": {"a": "#identity"},
      "states": ["a"], "transitions": {}, "start_state": "a"})");
  const RunResult result =
      RunProgram({"convert", "--to=bedrock", "--lossy", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("cannot become bedrock"));
}

// ---- What is refused --------------------------------------------------------

TEST(ConvertCommandTest, AFileWithErrorsIsNotConverted) {
  TempFolder folder;
  const std::string path =
      folder.Write("a.bin", CameraRecording().substr(0, 100));
  const RunResult result = RunProgram({"convert", "--to=glb", "--lossy", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(StartsWith("REFUSED"), HasSubstr("errors"),
                                HasSubstr("KEY_COUNT_TOO_LARGE")));
  EXPECT_FALSE(fs::exists(folder / "a.glb"));
}

// repair does not mend a file of another program.
TEST(ConvertCommandTest, AFileOfNoFormatIsNotSentToRepair) {
  TempFolder folder;
  const std::string path = folder.Write("a.sh", "#!/bin/sh");
  for (const RunResult& result :
       {RunProgram({"convert", "--to=glb", path}),
        RunProgram({"optimize", "--tolerance=1", "--dry-run", path})}) {
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("not known what file this is"),
                      HasSubstr("FORMAT_UNKNOWN"), Not(HasSubstr("repair"))));
  }
}

TEST(ConvertCommandTest, WrongUsage) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", CameraRecording());
  const std::vector<std::vector<std::string>> wrong = {
      {"convert", path},
      {"convert", "--to=glbb", path},
      {"convert", "--to=glb"},
      {"convert", "--to=glb", path, path},
      {"convert", "--to=glb", "-o", path, path},
      {"convert", "--to=glb", "--tolerance=0", path},
      {"convert", "--to=glb", "--tolerance=1e300", path},
      {"convert", "--to=glb", "--tolerance=1e-320", path},
      {"convert", "--to=glb", "--degrees=x", path},
      {"convert", "--to=glb", "--degrees=400", path},
      {"convert", "--to=glb", "--linear", "--fps=1e-5", path},
      {"convert", "--to=glb", "--linear", "--fps=1e6", path},
      {"convert", "--to=glb", "--fps=30", path},
      {"convert", "--to=glb", "--linear", "--fps=0", path},
      {"convert", "--to=glb", "--linear", "--tolerance=1", path},
      {"convert", "--to=mrtk", "--linear", path},
      {"convert", "--to=mrtk", "--keep-original", path},
      {"convert", "--to=glb", "--rig", "--linear", path},
      {"convert", "--to=glb", "--fixed-bones", path},
      {"convert", "--to=glb", "--cubic", "--rig", path},
      {"convert", "--to=json", "--cubic", path},
      {"convert", "--to=json", "--joint-names=webxr", path},
      {"convert", "--to=glb", "--jumps=pre-post", path},
      {"convert", "--to=json", "--from-zero", path},
      {"convert", "--to=json", "--textures=.", path},
      {"convert", "--to=glb", "--textures=nowhere", path},
      {"convert", "--to=glb", "--model=nowhere", path},
      {"convert", "--to=forge", "--model=" + path, path},
      {"convert", "--to=glb", "--rig", "--joint-names=unity", path},
      {"convert", "--to=csv", "--rig", path},
      {"convert", "--to=glb", "--scale=0", path},
      {"convert", "--to=glb", "--scale=-1", path},
      {"convert", "--to=glb", "--scale=inf", path},
      {"convert", "--to=json", "--scale=2", path},
      {"convert", "--to=glb", "--fov=180", path},
      {"convert", "--to=glb", "--fov=0", path},
      {"convert", "--to=glb", "--format=sarif", path}};
  for (const auto& args : wrong) {
    EXPECT_EQ(RunProgram(args).exit_code, 2) << args.back();
  }
  EXPECT_EQ(ReadFile(path), CameraRecording());
  EXPECT_THAT(RunProgram({"convert", "--to=gltf", path}).err,
              HasSubstr("unknown target 'gltf'; did you mean 'glb'? (known: "
                        "glb, mrtk, "));
  EXPECT_THAT(RunProgram({"convert", "--to=fbx", path}).err,
              HasSubstr("unknown target 'fbx' (known: glb, "));
}

TEST(ConvertCommandTest, WhatCannotBeReadOrWritten) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", CameraRecording());
  EXPECT_EQ(RunProgram({"convert", "--to=glb", folder / "no.bin"}).exit_code,
            3);
  EXPECT_EQ(RunProgram({"convert", "--to=glb", "-o", path + "/b.glb", path})
                .exit_code,
            3);
  const RunResult full =
      RunProgram({"convert", "--to=glb", "-o", "/dev/full", path});
  EXPECT_EQ(full.exit_code, 3) << full.out << full.err;
  EXPECT_EQ(full.out, "");
}

}  // namespace
}  // namespace clipguard::cli
