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
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

// One whose first curve has a weight for which nothing can be proven.
std::string LossyRecording() {
  return ReadFile("corpus/mrtk/warnings/key-weight-out-of-range.bin");
}

// ---- Where it goes ----------------------------------------------------------

using ConvertCommandTest = TestInFolder;

TEST_F(ConvertCommandTest, BesideTheFileByDefault) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const RunResult result = Exits(0, "convert --to=glb", path);
  EXPECT_THAT(result.out, AllOf(StartsWith("WROTE    " + path),
                                Has(folder / "a.glb", "proven: ")));
  EXPECT_THAT(ReadFile(folder / "a.glb"), StartsWith("glTF"));
  EXPECT_EQ(ReadFile(path), CameraRecording());
  // Never in place of something that is there, unless it is named.
  Exits(2, "convert --to=glb", path);
  Exits(0, "convert --to=glb -o", folder / "a.glb", path);
}

TEST_F(ConvertCommandTest, TheSummaryCountsWhatCannotBeRead) {
  const std::string good = folder.Write("good.bin", CameraRecording());
  const RunResult result = Exits(3, "convert --to=glb -o", folder / "out/",
                                 good, folder / "gone.bin");
  EXPECT_THAT(result.out, AllOf(StartsWith("WROTE    " + good),
                                Has("2 files: 1 UNREAD, 1 with")));
  EXPECT_THAT(result.err, Has("gone.bin: No such file"));
}

TEST_F(ConvertCommandTest, ManyFiles) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/x/b.bin", LossyRecording());
  folder.Write("in/x/c.bin", BadRecording());
  folder.Write("in/notes.txt", "text");
  const RunResult all = Exits(1, "convert --to=glb -o", folder / "out/",
                              "--jobs=2", folder / "in");
  EXPECT_TRUE(fs::exists(folder / "out/a.glb"));
  EXPECT_FALSE(fs::exists(folder / "out/x/b.glb"));
  EXPECT_THAT(all.out, Has("3 files: ", "2 refused", "  CONVERSION_LOSES: 1\n",
                           "  KEY_TIME_NOT_FINITE: 1\n"));
  EXPECT_THAT(all.err, Has("notes.txt"));
  EXPECT_EQ(
      Lines(Clipguard("convert --to=glb --dry-run --format=json", folder / "in")
                .out)
          .size(),
      3u);
  const RunResult quiet =
      Clipguard("convert --to=glb --dry-run -q", folder / "in");
  const RunResult dry = Clipguard("convert --to=glb --dry-run", folder / "in");
  EXPECT_THAT(dry.out, Has("ok       " + folder / "in/a.bin  ",
                           "REFUSED  " + folder / "in/x/b.bin\n"));
  EXPECT_THAT(quiet.out, Not(Has("a.bin")));
  EXPECT_THAT(quiet.out, Has("c.bin"));
  // Nowhere to go.
  Exits(2, "convert --to=glb", folder / "in");
  Exits(2, "convert --to=glb -o", folder / "one.glb", folder / "in/a.bin",
        folder / "in/x/b.bin");
}

TEST_F(ConvertCommandTest, ToAFolderOrStandardOutput) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  Exits(0, "convert --to=glb -o", folder / "out/", path);
  const RunResult piped =
      PipedExits(0, CameraRecording(), "convert --to=glb -");
  EXPECT_EQ(piped.out, ReadFile(folder / "out/a.glb"));
  EXPECT_THAT(piped.err, Has("WROTE    -"));
}

TEST_F(ConvertCommandTest, DryRunWritesNothing) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const RunResult result = Exits(0, "convert --to=glb --dry-run", path);
  EXPECT_THAT(result.out, Has("(would go to " + folder / "a.glb"));
  EXPECT_FALSE(fs::exists(folder / "a.glb"));
}

// ---- What is lost -----------------------------------------------------------

TEST_F(ConvertCommandTest, WhatIsLostIsSaidAndNothingWritten) {
  const std::string path = folder.Write("a.bin", LossyRecording());
  const RunResult result = Exits(1, "convert --to=glb", path);
  EXPECT_THAT(result.out, AllOf(StartsWith("REFUSED  " + path),
                                Has("CONVERSION_LOSES", "camera.position.x",
                                    "glb cannot hold this curve", "--lossy")));
  EXPECT_FALSE(fs::exists(folder / "a.glb"));

  const RunResult lossy = Exits(0, "convert --to=glb --lossy", path);
  EXPECT_THAT(lossy.out, AllOf(StartsWith("WROTE"), Has("CONVERSION_LOSES")));
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

TEST_F(ConvertCommandTest, WhatValidateCallsSoundIsWritten) {
  size_t sound = 0;
  const auto check = [&](const std::string& path) {
    const RunResult judged = Clipguard("validate --no-config", path);
    if (!judged.out.starts_with("ok")) return;
    ++sound;
    Exits(0, "convert --to=glb --dry-run", path);
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

TEST_F(ConvertCommandTest, Json) {
  const std::string path = folder.Write("a.bin", LossyRecording());
  // The whole curve, its header included.
  EXPECT_THAT(Clipguard("convert --to=glb --format=json", path).out,
              Has(R"("to":"glb","output":null,"written":false,)",
                  R"("findings":[{"code":"CONVERSION_LOSES","severity":)"
                  R"("error","offset":19,"length":68,"path":)"
                  R"("camera.position.x",)"));
  const rapidjson::Document written =
      Json(Clipguard("convert --to=glb --lossy --format=json", path).out);
  EXPECT_TRUE(written["written"].GetBool());
  EXPECT_EQ(written["bytesWritten"].GetUint64(),
            fs::file_size(written["output"].GetString()));
  EXPECT_STREQ(written["findings"][0]["severity"].GetString(), "warning");
  EXPECT_TRUE(written["facts"].HasMember("largestError"));
}

TEST_F(ConvertCommandTest, TheOriginalIsKeptAndComesBack) {
  const std::string path = folder.Write("a.bin", LossyRecording());
  const std::string glb = folder / "a.glb";
  const RunResult result =
      Clipguard("convert --to=glb --keep-original -o", glb, path);
  // With --keep-original a loss is only a warning.
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, Has("warning  CONVERSION_LOSES"));
  Exits(0, "convert --to=mrtk -o", folder / "b.bin", glb);
  EXPECT_EQ(ReadFile(folder / "b.bin"), LossyRecording());
  // From a stream, too.
  EXPECT_EQ(Piped(ReadFile(glb), "convert --to=mrtk -").out, LossyRecording());
  EXPECT_THAT(Exits(1, "convert --to=m3d", glb).out,
              AllOf(StartsWith("REFUSED"), Has("does not hold the m3d file")));
}

// Some captures are known by their files' names only.
TEST_F(ConvertCommandTest, ACaptureWithoutANameComesBackFromItsGlb) {
  const std::string path = "corpus/xrhands/warnings/name-empty.handsbin";
  const std::string glb = folder / "a.glb";
  Exits(0, "convert --to=glb --keep-original -o", glb, path);
  EXPECT_EQ(Piped(ReadFile(glb), "convert --to=handsbin -").out,
            ReadFile(path));
  Exits(0, "diff", path, glb);
}

TEST_F(ConvertCommandTest, SkeletonsAreSaid) {
  const std::string path =
      (fs::path("corpus") / "mrtk" / "valid" / "v11-full.bin").string();
  const std::string glb = folder / "a.glb";
  const RunResult result = Exits(0,
                                 "convert --to=glb --rig --fixed-bones "
                                 "--joint-names=webxr --keep-original -o",
                                 glb, path);
  EXPECT_THAT(result.out, Has("skeletons with a skin: ",
                              "bones of fixed length: no joint is more than"));
  EXPECT_EQ(Piped(ReadFile(glb), "convert --to=mrtk -").out, ReadFile(path));
}

TEST_F(ConvertCommandTest, ScaleIsSaid) {
  const std::string glb = folder / "a.glb";
  for (const std::string file :
       {"mrtk/valid/v11-full.bin", "m3d/valid/biped.m3d",
        "forge/valid/chest.armature.json"}) {
    SCOPED_TRACE(file);
    const std::string path = "corpus/" + file;
    const rapidjson::Document said =
        Json(Clipguard("convert --to=glb --scale=0.5 --fov=90 --format=json -o",
                       glb, path)
                 .out);
    EXPECT_EQ(said["facts"]["scale"].GetDouble(), 0.5);
    EXPECT_THAT(ReadFile(glb),
                Has(R"("scale":[0.5,0.5,0.5])", R"("clipguardScale":0.5)"));
  }
}

TEST_F(ConvertCommandTest, TheErrorOfACharacterIsOfItsScale) {
  std::string arm = ReadFile("corpus/m3d/valid/arm.m3d");
  const size_t bone = arm.rfind("Bone1 #Keyframes: 2");
  arm.replace(bone, 19, "Bone1 #Keyframes: 3");
  arm.insert(
      arm.rfind("\t\tTime: 1.25"),
      "\t\tTime: 0.625 Pos: 0 1.500001 0 Scale: 1 1 1 Quat: 0 0 0.3162278 "
      "0.9486833\n");
  const std::string path = folder.Write("arm.m3d", arm);
  const auto error = [&](const std::string& scale) {
    return Json(Clipguard("convert --to=glb --dry-run --format=json",
                          "--scale=" + scale, path)
                    .out)["facts"]["largestError"]
        .GetDouble();
  };
  EXPECT_GT(error("1"), 1e-7);
  EXPECT_NEAR(error("100"), 100 * error("1"), 1e-8);
}

TEST_F(ConvertCommandTest, Samples) {
  const RunResult result = PipedExits(
      0, CameraRecording(), "convert --to=glb --linear --fps=30 --dry-run -");
  EXPECT_THAT(result.err, Has("30 samples a second"));
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

TEST_F(ConvertCommandTest, TexturesGoIntoTheGlb) {
  const std::string arm = ReadFile("corpus/m3d/valid/arm.m3d");
  const std::string path = folder.Write("arm.m3d", arm);
  const std::string glb = folder / "arm.glb";
  folder.Write("Skin.DDS", Texture(16));
  folder.Write("maps/deep/skin_nmap.dds", Texture(8));
  const RunResult result = Exits(0, "convert --to=glb --keep-original",
                                 "--textures=" + folder / "maps", path);
  EXPECT_THAT(result.out, Not(Has("note")));
  const std::string written = ReadFile(glb);
  EXPECT_THAT(written, Has(R"("baseColorTexture":{"index":0})",
                           R"("normalTexture":{"index":1})",
                           R"("textures":[{"source":0},{"source":1}])",
                           R"("name":"Skin.DDS","bufferView":)",
                           R"("mimeType":"image/png")", "IHDR"));
  // They are nothing to the way back.
  EXPECT_EQ(Clipguard("convert --to=m3d -o -", glb).out, arm);
  // --resources is where validate looks for them.
  EXPECT_EQ(Clipguard("convert --to=glb --keep-original",
                      "--resources=" + folder / "maps", "-o", "-", path)
                .out,
            written);
}

TEST_F(ConvertCommandTest, TexturesThatAreNotThereAreNoted) {
  const std::string path =
      folder.Write("arm.m3d", ReadFile("corpus/m3d/valid/arm.m3d"));
  const RunResult none = Exits(0, "convert --to=glb -o -", path);
  EXPECT_THAT(none.err, Has("materials[0].diffuseMap", "materials[0].normalMap",
                            "there is no texture 'skin.dds'"));
  EXPECT_THAT(none.out, Not(Has("Texture")));
  folder.Write("skin.dds", "BM, a bitmap");
  folder.Write("skin_nmap.dds", actions::textures::DdsFile{.format = 98}.With(
                                    std::string(16, 'x')));
  const rapidjson::Document said = Json(
      Clipguard("convert --to=glb --format=json -o", folder / "arm.glb", path)
          .out);
  ASSERT_EQ(said["notes"].Size(), 2u);
  EXPECT_THAT(said["notes"][0]["message"].GetString(),
              Has("skin.dds: it is none of PNG, JPEG and DDS"));
  EXPECT_EQ(said["notes"][0]["length"].GetInt(), 8);
  EXPECT_THAT(said["notes"][1]["message"].GetString(), Has("BC7"));
  // A texture that can be read replaces one of the same name that cannot.
  folder.Write("skin_nmap.png", "\x89PNG\r\n");
  folder.Write("Skin.jpg", "GIF");
  EXPECT_THAT(Clipguard("convert --to=glb -o", folder / "arm.glb", path).out,
              Has("skin_nmap.dds: DDS of the format BC7"));
}

TEST_F(ConvertCommandTest, TexturesWithinTheLimit) {
  const std::string path =
      folder.Write("arm.m3d", ReadFile("corpus/m3d/valid/arm.m3d"));
  folder.Write("skin.dds", Texture(128));
  folder.Write("skin_nmap.dds", Texture(16));
  const auto convert = [&](const std::string& limit) {
    return Clipguard("convert --to=glb", "--limit=result-bytes=" + limit, "-o",
                     folder / "arm.glb", path);
  };
  EXPECT_THAT(convert("1M").out, Not(Has("note")));
  const RunResult small = convert("0");
  EXPECT_EQ(small.exit_code, 0);
  EXPECT_THAT(small.out, AllOf(Has("more than the limit result-bytes"),
                               Not(Has("skin_nmap"))));
}

// How large it would be is known only if all of it was made.
TEST_F(ConvertCommandTest, ARefusalNamesALimitThatSuffices) {
  const std::string path = folder.Write("a.json", R"({"joints": {}, "clips": {
      "spin": {"loop": false, "joint_clips": {"j": [
      {"variable": "axis_x", "type": "uniform", "interpolation": "linear",
       "samples": [0, 1]},
      {"variable": "axis_y", "type": "uniform", "interpolation": "linear",
       "samples": [1, -1]},
      {"variable": "angle", "type": "uniform", "interpolation": "linear",
       "samples": [0, 170, 0, 170]}]}, "events": {}}}})");
  const auto convert = [&](const std::string& limit) {
    const RunResult result = Clipguard(
        "convert --to=glb --lossy --degrees=1e-5",
        "--limit=result-bytes=" + limit, "-o", folder / "a.glb", path);
    return std::to_string(result.exit_code) + Unwrapped(result.out);
  };
  EXPECT_THAT(convert("0"),
              AllOf(StartsWith("1REFUSED"),
                    Has("How large is not known", "--limit=result-bytes=64G",
                        "at least ")));
  EXPECT_THAT(convert("9k"), AllOf(StartsWith("1REFUSED"),
                                   Has("--limit=result-bytes=1M is enough")));
  EXPECT_THAT(convert("1M"), StartsWith("0WROTE"));
  EXPECT_THAT(convert("64G"), StartsWith("0WROTE"));
}

// ---- Boxes of a block model
// --------------------------------------------------

TEST_F(ConvertCommandTest, ElementsOfAModelAreBoxesBelowTheirJoints) {
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
  EXPECT_THAT(
      Exits(0, "convert --to=glb", "--model=" + model, "-o", glb, path).out,
      Has("1 element that several joints", "1 element of the model"));
  const std::string written = ReadFile(glb);
  EXPECT_THAT(written, Has(R"({"name":"lid_content",)"
                           R"("translation":[-0.5,-0.5,-0.5],"children":[8]})",
                           R"({"name":"knob_content",)"
                           R"("translation":[-0.5,-0.5,-0.5],"children":[9]})",
                           R"({"name":"model","children":[10]})",
                           R"("name":"element1","translation":[0.5,0.75,0.5])",
                           R"("boxes":3)"));
  // Found beside it, as by a parent.
  EXPECT_EQ(Clipguard("convert --to=glb -o -",
                      "--resources=" + folder / "assets", path)
                .out,
            written);
  const std::string child = folder.Write(
      "child.json", R"({"parent": "m:block/lid", "elements": {}})");
  const auto with_child = [&](const std::string& resources) {
    return Clipguard("convert --to=glb -o -", "--model=" + child,
                     "--resources=" + folder / resources, path);
  };
  EXPECT_EQ(with_child("assets").out, written);
  folder.Write("assets/m/models/block/lid.json",
               R"({"parent": "m:block/lid"})");
  EXPECT_EQ(with_child("assets").exit_code, 2);
  const RunResult circle = Exits(0, "convert --to=glb -o -",
                                 "--resources=" + folder / "assets", path);
  EXPECT_THAT(circle.err, Has("the model has no elements"));
}

// ---- bedrock ----------------------------------------------------------------

constexpr char kSpin[] =
    R"({"joints": {"a": {"0": [1]}}, "clips": {"spin": {"loop": true,
    "joint_clips": {"a": [
      {"variable": "axis_y", "type": "uniform", "interpolation": "nearest",
       "samples": [1]},
      {"variable": "angle", "type": "uniform", "interpolation": "linear",
       "samples": [0, 120, 240]}]}, "events": {}}}})";

TEST_F(ConvertCommandTest, AnimationsAreCalledAsTheFile) {
  const std::string path = folder.Write("wheel.old.json", kSpin);
  EXPECT_THAT(
      Exits(0, "convert --to=bedrock", path).out,
      AllOf(StartsWith("WROTE"),
            Has("is 1 second", "  note   /joints: bedrock cannot hold which"),
            Not(Has("CONVERSION_LOSES"))));
  EXPECT_THAT(ReadFile(folder / "wheel.old.animation.json"),
              Has(R"("animation.wheel.spin":{"loop":true)"));
  EXPECT_THAT(Piped(kSpin, "convert --to=bedrock --lossy -").out,
              Has(R"("animation.armature.spin")"));
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

TEST_F(ConvertCommandTest, WhatIsOffBetweenKeysIsLostBeyondTheTolerance) {
  const auto convert = [](const std::string& tolerance) {
    return Piped(kTumble, "convert --to=bedrock --dry-run",
                 "--tolerance=" + tolerance, "-");
  };
  const RunResult near = convert("1");
  EXPECT_EQ(near.exit_code, 0) << near.err;
  EXPECT_THAT(near.err, Has("note", "as measured"));
  const RunResult far = convert("1e-5");
  EXPECT_EQ(far.exit_code, 1);
  EXPECT_THAT(far.err, Has("CONVERSION_LOSES", "as measured, more"));
}

TEST_F(ConvertCommandTest, NotesAreNoFindings) {
  constexpr char kMachine[] =
      R"({"parameters": {"p": 1}, "clips": {"a": "m:b@c"},
      "states": ["a"], "transitions": {}, "start_state": "a", "note": 1})";
  for (const std::string to : {"glb", "forge", "json"}) {
    const RunResult result = PipedExits(0, kMachine, "convert", "--to=" + to,
                                        "--format=json", "--dry-run", "-");
    const rapidjson::Document json = Json(result.err);
    EXPECT_EQ(json["findings"].Size(), 0U);
    EXPECT_EQ(json["errors"].GetUint64() + json["warnings"].GetUint64(), 0U);
    ASSERT_EQ(json["notes"].Size(), to == "glb" ? 2U : 1U) << result.err;
    EXPECT_STREQ(json["notes"][0]["path"].GetString(), "/note");
    EXPECT_THAT(json["notes"][0]["message"].GetString(),
                Has("what the game passes over"));
    EXPECT_EQ(json["notes"][0]["count"].GetUint64(), 1U);
  }
}

TEST_F(ConvertCommandTest, AStateMachineIsNoAnimation) {
  const std::string path =
      folder.Write("a.json", R"({"parameters": {}, "clips": {"a": "#identity"},
      "states": ["a"], "transitions": {}, "start_state": "a"})");
  const RunResult result = Exits(1, "convert --to=bedrock --lossy", path);
  EXPECT_THAT(result.out, Has("cannot become bedrock"));
}

// ---- What is refused --------------------------------------------------------

TEST_F(ConvertCommandTest, AFileWithErrorsIsNotConverted) {
  const std::string path =
      folder.Write("a.bin", CameraRecording().substr(0, 100));
  const RunResult result = Exits(1, "convert --to=glb --lossy", path);
  EXPECT_THAT(result.out, AllOf(StartsWith("REFUSED"),
                                Has("errors", "KEY_COUNT_TOO_LARGE")));
  EXPECT_FALSE(fs::exists(folder / "a.glb"));
}

// repair does not mend a file of another program.
TEST_F(ConvertCommandTest, AFileOfNoFormatIsNotSentToRepair) {
  const std::string path = folder.Write("a.sh", "#!/bin/sh");
  for (const RunResult& result :
       {Clipguard("convert --to=glb", path),
        Clipguard("optimize --tolerance=1 --dry-run", path)}) {
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out,
                AllOf(Has("not known what file this is", "FORMAT_UNKNOWN"),
                      Not(Has("repair"))));
  }
}

TEST_F(ConvertCommandTest, WrongUsage) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  for (const std::string flags :
       {"", "--to=glbb", "--to=mrtk --linear", "--to=mrtk --keep-original",
        "--to=json --cubic", "--to=json --joint-names=webxr",
        "--to=json --from-zero", "--to=json --textures=.", "--to=csv --rig",
        "--to=json --scale=2"}) {
    Exits(2, "convert " + flags, path);
  }
  for (const std::string flags : {"--tolerance=0",
                                  "--tolerance=1e300",
                                  "--tolerance=1e-320",
                                  "--degrees=x",
                                  "--degrees=400",
                                  "--linear --fps=1e-5",
                                  "--linear --fps=1e6",
                                  "--fps=30",
                                  "--linear --fps=0",
                                  "--linear --tolerance=1",
                                  "--rig --linear",
                                  "--fixed-bones",
                                  "--cubic --rig",
                                  "--jumps=pre-post",
                                  "--textures=nowhere",
                                  "--model=nowhere",
                                  "--rig --joint-names=unity",
                                  "--scale=0",
                                  "--scale=-1",
                                  "--scale=inf",
                                  "--fov=180",
                                  "--fov=0",
                                  "--format=sarif"}) {
    Exits(2, "convert --to=glb " + flags, path);
  }
  Exits(2, "convert --to=glb");
  Exits(2, "convert --to=glb", path, path);
  Exits(2, "convert --to=glb -o", path, path);
  Exits(2, "convert --to=forge", "--model=" + path, path);
  EXPECT_EQ(ReadFile(path), CameraRecording());
  EXPECT_THAT(Clipguard("convert --to=gltf", path).err,
              Has("unknown target 'gltf'; did you mean 'glb'? (known: "
                  "glb, mrtk, "));
  EXPECT_THAT(Clipguard("convert --to=fbx", path).err,
              Has("unknown target 'fbx' (known: glb, "));
}

TEST_F(ConvertCommandTest, WhatCannotBeReadOrWritten) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  Exits(3, "convert --to=glb", folder / "no.bin");
  Exits(3, "convert --to=glb -o", path + "/b.glb", path);
  EXPECT_EQ(Exits(3, "convert --to=glb -o /dev/full", path).out, "");
}

TEST_F(ConvertCommandTest, FilesThatFailAreListedAndCounted) {
  const std::string sound = "corpus/mrtk/valid/hands-come-and-go.bin";
  const std::string blocked = folder / "out/blocked.glb";
  std::filesystem::create_directories(blocked);
  std::filesystem::copy_file(sound, folder / "blocked.bin");
  const RunResult result = Exits(3, "convert --to=glb -o", folder / "out/",
                                 sound, "missing.bin", folder / "blocked.bin");
  EXPECT_THAT(result.out, Has("3 files: ", "1 NOT WRITTEN", "1 UNREAD"));
  EXPECT_THAT(
      Exits(3, "convert --to=glb --dry-run --format=json missing.bin", sound)
          .out,
      Has("{\"file\":\"missing.bin\",\"error\":{\"code\":"
          "\"FILE_UNREADABLE\""));
  EXPECT_THAT(Exits(3, "convert --to=glb --format=json -o", folder / "out/",
                    folder / "blocked.bin")
                  .out,
              Has("blocked.bin\",\"error\":{\"code\":\"RESULT_NOT_WRITTEN\""));
}

// One file is as many are.
TEST_F(ConvertCommandTest, OneFileIsQuietAndHasItsNumbers) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const RunResult result =
      Exits(0, "convert --to=glb --quiet --stats -o", folder / "a.glb", path);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, Has("1 file, "));
}

// A recording that others must not read becomes no file that they may.
TEST_F(ConvertCommandTest, PermissionsAreThoseOfTheOriginal) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  std::filesystem::permissions(path, std::filesystem::perms::owner_read |
                                         std::filesystem::perms::owner_write);
  Exits(0, "convert --to=glb", path);
  EXPECT_EQ(
      std::filesystem::status(folder / "a.glb").permissions(),
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace
}  // namespace clipguard::cli
