// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "rapidjson/schema.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using ::testing::AllOf;
using ::testing::Not;
using ::testing::StartsWith;

// A camera that moves along x, and turns a quarter about y in 2 s.
InputAnimation Walk() {
  InputAnimation walk;
  walk.has_camera = true;
  const auto key = [&](mrtk::PoseComponent component, float time, float value) {
    walk.curve(CurveSlot::Camera(component))
        .keys.push_back({.time = time, .value = value});
  };
  for (int i = 0; i <= 4; ++i) {
    const float time = 0.5F * static_cast<float>(i);
    key(mrtk::kPositionX, time, time);
    key(mrtk::kRotationY, time, 0.17677669F * static_cast<float>(i));
    key(mrtk::kRotationW, time, 1 - 0.07322330F * static_cast<float>(i));
  }
  walk.markers.push_back({0.5F, "start"});
  walk.markers.push_back({1.5F, "turn"});
  return walk;
}

class DiffTest : public ::testing::Test {
 protected:
  std::string Write(std::string_view name, const InputAnimation& animation) {
    return folder_.Write(name, Encoded(animation));
  }

  TempFolder folder_;
};

TEST_F(DiffTest, AFileIsTheSameAsItself) {
  const std::string a = Write("a.bin", Walk());
  const RunResult run = Exits(0, "diff", a, a);
  EXPECT_THAT(run.out, StartsWith("same "));
  EXPECT_EQ(run.err, "");
}

TEST_F(DiffTest, SaysHowFarPosesAreApartAndWhen) {
  InputAnimation moved = Walk();
  moved.curve(CurveSlot::Camera(mrtk::kPositionX)).keys[2].value += 0.25F;
  const std::string a = Write("a.bin", Walk());
  const std::string b = Write("b.bin", moved);
  const RunResult run = Exits(1, "diff", a, b);
  EXPECT_THAT(run.out, Has("1 difference", "position 0.25 m at 1 s",
                           "keys of 1 curve: 1 altered"));
  const auto json = Json(Clipguard("diff --format=json", a, b).out);
  EXPECT_FALSE(json["same"].GetBool());
  const auto& pose = json["differences"][0];
  EXPECT_STREQ(pose["path"].GetString(), "camera");
  EXPECT_STREQ(pose["measures"][1]["what"].GetString(), "position");
  EXPECT_EQ(pose["measures"][1]["found"].GetDouble(), 0.25);
  EXPECT_EQ(pose["measures"][1]["time"].GetDouble(), 1);
}

TEST_F(DiffTest, ToleratesWhatItIsTold) {
  InputAnimation moved = Walk();
  moved.curve(CurveSlot::Camera(mrtk::kPositionX)).keys[2].value += 0.25F;
  const std::string a = Write("a.bin", Walk());
  const std::string b = Write("b.bin", moved);
  Exits(0, "diff --tolerance=0.3", a, b);
  Exits(1, "diff --tolerance=0.2", a, b);
  Exits(1, "diff --tolerance=0.3 --exact", a, b);
  moved = Walk();
  moved.curve(CurveSlot::Camera(mrtk::kRotationY)).keys[2].value += 0.001F;
  const std::string c = Write("c.bin", moved);
  Exits(0, "diff --tolerance=1 --degrees=0.2", a, c);
  Exits(1, "diff --tolerance=1 --degrees=0.1", a, c);
  Exits(1, "diff --tolerance=1", a, c);
}

TEST_F(DiffTest, MarkersAreAddedMovedAndLost) {
  InputAnimation other = Walk();
  other.markers[0].time = 0.75F;
  other.markers[1].name = "halt";
  EXPECT_THAT(
      Exits(1, "diff", Write("a.bin", Walk()), Write("b.bin", other)).out,
      Has("moved    markers[0]\n", "\"start\" at 0.5 -> \"start\" at 0.75",
          "removed  markers[1]\n", "added    markers[1]\n"));
}

TEST_F(DiffTest, ATimeThatIsNoNumberIsNoMeasure) {
  InputAnimation other = Walk();
  other.markers[0].time = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(
      Exits(1, "diff", Write("a.bin", Walk()), Write("b.bin", other)).out,
      AllOf(Has("\"start\" at 0.5 -> \"start\" at NaN; time: not "
                "both are finite numbers"),
            Not(Has("inf"))));
}

TEST_F(DiffTest, AFolderIsBadUsage) {
  const std::string a = Write("a.bin", Walk());
  const std::string folder = folder_.path();
  const std::vector<std::string> runs[] = {
      {"diff", a, folder},
      {"play", "--to=1", folder},
      {"graph", folder},
      {"reduce", "--finding=KEY_TIME_NOT_FINITE", "-o", folder + "/x", folder}};
  for (const auto& args : runs) {
    EXPECT_THAT(Refusal(2, args),
                Has(folder + " is a folder: name a file in it"));
  }
}

// The same recording, however it is written.
TEST_F(DiffTest, LayoutsAreNoDifference) {
  const std::string a = Write("a.bin", Walk());
  const auto full =
      mrtk::WriteInputAnimation(Walk(), {{1, 1}, mrtk::KeyLayout::kFull, true});
  const std::string b =
      folder_.Write("b.bin", std::string(full->begin(), full->end()));
  const auto old = mrtk::WriteInputAnimation(Walk(), mrtk::kRecorder10,
                                             {.allow_loss = true});
  const std::string c =
      folder_.Write("c.bin", std::string(old->begin(), old->end()));
  for (const std::string& other : {b, c}) {
    EXPECT_THAT(Exits(0, "diff", a, other).out, Has("MRTK 1.1, compact keys"));
    Exits(1, "diff --exact", a, other);
  }
}

TEST_F(DiffTest, CharactersClipByClip) {
  std::string text = corpus::TextOf(corpus::Arm());
  const std::string a = folder_.Write("a.m3d", text);
  const size_t key = text.rfind("Time:");
  const size_t number = text.find("Pos: ", key) + 5;
  text.replace(number, text.find(' ', number) - number, "0.5");
  const std::string b = folder_.Write("b.m3d", text);
  Exits(0, "diff", a, a);
  const RunResult run = Exits(1, "diff", a, b);
  EXPECT_THAT(run.out, Has("clips.wave.bones[", "translation "));
}

TEST_F(DiffTest, OtherKindsAreNotCompared) {
  const std::string a = Write("a.bin", Walk());
  const std::string b = folder_.Write("b.m3d", corpus::TextOf(corpus::Arm()));
  const std::string c = folder_.Write("c.txt", "text");
  for (const std::string& other : {b, c}) {
    const RunResult run = Exits(2, "diff", a, other);
    EXPECT_THAT(run.out, StartsWith("UNKNOWN "));
    EXPECT_THAT(run.out, Has("only"));
    EXPECT_TRUE(
        Json(Clipguard("diff --format=json", a, other).out)["same"].IsNull());
  }
}

// Nobody says of a file with errors that it is the same.
TEST_F(DiffTest, FilesWithErrors) {
  const std::string bad = folder_.Write("bad.bin", BadRecording());
  const RunResult same = Exits(2, "diff", bad, bad);
  EXPECT_THAT(Unwrapped(same.out), Has("has 1 error"));
  EXPECT_THAT(same.out, Has("KEY_TIME_NOT_FINITE"));
  EXPECT_THAT(same.err, Has("KEY_TIME_NOT_FINITE"));
  // The readable part of the file is compared.
  const RunResult run = Exits(1, "diff", bad, Write("a.bin", Walk()));
  EXPECT_THAT(run.out, Has(": key times", "\"turn\" at 1.5"));
  // A character whose file is broken has nothing left to compare.
  const std::string broken = folder_.Write("b.m3d", "***m3d-File-Header***\n");
  Exits(2, "diff", broken, broken);
}

TEST_F(DiffTest, WrongUsage) {
  const std::string a = Write("a.bin", Walk());
  Exits(2, "diff", a);
  Exits(2, "diff", a, a, a);
  for (const char* flag : {"--tolerance=-1", "--tolerance=1,", "--degrees=x",
                           "--point=0", "--point=nan", "--format=sarif"}) {
    EXPECT_EQ(Exits(2, "diff", flag, a, a).out, "") << flag;
  }
}

TEST_F(DiffTest, WhatCannotBeRead) {
  const std::string a = Write("a.bin", Walk());
  const RunResult run = Exits(3, "diff", a, folder_ / "nothing.bin");
  EXPECT_THAT(run.err, Has("nothing.bin: No such file"));
  Exits(3, "diff", folder_ / "nothing.bin", a);
}

TEST_F(DiffTest, QuietSaysNothing) {
  const std::string a = Write("a.bin", Walk());
  const RunResult run =
      Exits(1, "diff --quiet", a, folder_.Write("e.bin", EmptyRecording()));
  EXPECT_EQ(run.out + run.err, "");
}

TEST_F(DiffTest, TheWorstComeFirstAndTheRestIsCounted) {
  InputAnimation a;
  a.has_hands = true;
  for (size_t joint = 1; joint < 20; ++joint) {
    a.curve(CurveSlot::Joint(mrtk::Handedness::kLeft, joint, mrtk::kPositionX))
        .keys.push_back({.time = 0, .value = 0});
  }
  InputAnimation b = a;
  for (size_t joint = 1; joint < 20; ++joint) {
    b.curve(CurveSlot::Joint(mrtk::Handedness::kLeft, joint, mrtk::kPositionX))
        .keys[0]
        .value = 0.01F * static_cast<float>(joint);
  }
  const std::string of_a = Write("a.bin", a);
  const std::string of_b = Write("b.bin", b);
  const RunResult run = Clipguard("diff", of_a, of_b);
  EXPECT_THAT(run.out, Has("19 differences\n  changed  hands.left.",
                           "joint 0.19 m at 0 s"));
  EXPECT_THAT(run.out, Not(Has("joint 0.01 m")));
  EXPECT_THAT(run.out, Has("and 9 more (--all)"));
  EXPECT_THAT(Clipguard("diff --all", of_a, of_b).out, Has("joint 0.01 m"));
}

// The JSON output conforms to docs/diff.schema.json.
TEST_F(DiffTest, JsonFitsItsSchema) {
  const auto schema_text = Json(ReadFile("docs/diff.schema.json"));
  const rapidjson::SchemaDocument schema(schema_text);
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"corpus/mrtk/valid/v10-full.bin", "corpus/mrtk/valid/v11-compact.bin"},
      {"corpus/mrtk/valid/wrap-modes-1.bin",
       "corpus/mrtk/valid/wrap-modes-2.bin"},
      {"corpus/mrtk/valid/markers.bin",
       "corpus/mrtk/invalid/"
       "key-time-decreasing.bin"},
      {"corpus/m3d/valid/arm.m3d", "corpus/m3d/valid/biped.m3d"},
      {"corpus/m3d/valid/arm.m3d", "corpus/m3d/valid/arm-d3d11.m3d"},
      {"corpus/m3d/valid/arm.m3d", "corpus/mrtk/valid/markers.bin"},
      {"corpus/forge/valid/chest.asm.json",
       "corpus/forge/valid/clips.asm.json"},
      {"corpus/forge/valid/chest.armature.json",
       "corpus/forge/valid/variables.armature.json"}};
  for (const auto& [a, b] : pairs) {
    const std::string out = Clipguard("diff --format=json", a, b).out;
    const auto json = Json(out);
    rapidjson::SchemaValidator validator(schema);
    EXPECT_TRUE(json.Accept(validator))
        << a << " " << b << ": " << validator.GetInvalidSchemaKeyword() << "\n"
        << out;
  }
}

// ---- With a .glb ------------------------------------------------------------

class GlbDiffTest : public DiffTest {
 protected:
  std::string GlbOf(const std::string& file,
                    const std::vector<std::string>& flags = {
                        "--keep-original"}) {
    std::string glb = folder_ / "out.glb";
    Exits(0, "convert --to=glb", "--out=" + glb, flags, file);
    return glb;
  }
};

TEST_F(GlbDiffTest, TheOriginalIsCompared) {
  for (const std::string file :
       {"mrtk/valid/v11-full.bin", "m3d/valid/arm.m3d",
        "forge/valid/chest.armature.json", "forge/valid/chest.asm.json"}) {
    SCOPED_TRACE(file);
    const std::string path = "corpus/" + file;
    const std::string glb = GlbOf(path, {"--keep-original", "--scale=2"});
    EXPECT_THAT(Exits(0, "diff --exact", path, glb).out, StartsWith("same "));
    Exits(0, "diff --exact", glb, path);
    Exits(0, "diff --exact", glb, glb);
  }
}

TEST_F(GlbDiffTest, AnotherOriginalDiffers) {
  const std::string walk = Write("walk.bin", Walk());
  InputAnimation changed = Walk();
  changed.curve(CurveSlot::Camera(mrtk::kPositionX)).keys[2].value += 0.25F;
  const std::string glb = GlbOf(Write("other.bin", changed));
  const RunResult there = Exits(1, "diff --format=json", walk, glb);
  EXPECT_THAT(there.out, Has(R"("format":"mrtk","same":false)"));
  EXPECT_THAT(Exits(1, "diff", glb, walk).out, Has("position 0.25 m at 1 s"));
  Exits(0, "diff --tolerance=1", walk, glb);
  // From standard input it is read to its end, too.
  PipedExits(1, ReadFile(glb), "diff", walk, "-");
}

TEST_F(GlbDiffTest, WithoutAnOriginalNothingIsCompared) {
  const std::string walk = Write("walk.bin", Walk());
  const std::string none = GlbOf(walk, {});
  for (const auto& [a, b] :
       {std::pair(walk, none), std::pair(none, walk), std::pair(none, none)}) {
    const RunResult run = Exits(2, "diff", a, b);
    EXPECT_THAT(run.out, StartsWith("UNKNOWN "));
    EXPECT_THAT(Unwrapped(run.out),
                Has("clipguard does not read .glb files", "--keep-original"));
  }
  const RunResult broken =
      Exits(2, "diff", walk, folder_.Write("x.glb", "glTF nothing"));
  EXPECT_THAT(broken.out, Has("not a glTF 2.0 binary file"));
  std::string damaged = ReadFile(GlbOf(walk));
  damaged[damaged.rfind("start")] = 'S';
  const RunResult changed =
      Exits(2, "diff", walk, folder_.Write("y.glb", damaged));
  EXPECT_THAT(Unwrapped(changed.out), Has("somebody changed it"));
  EXPECT_THAT(Exits(2, "diff", "corpus/m3d/valid/arm.m3d", GlbOf(walk)).out,
              Has("only"));
}

}  // namespace
}  // namespace clipguard::cli
