// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample of one file of each kind, of files that cannot be read, that
// change or are called strangely, and of large ones.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "corpus/mrtk/recording.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::StartsWith;

using SampleShapesTest = TestInFolder;

TEST_F(SampleShapesTest, OneFileIsAsItWas) {
  const std::string file = folder.Write("f", CameraRecording());
  const std::string out =
      Clipguard("sample --times=0,1 --format=csv", file).out;
  EXPECT_THAT(Lines(out),
              ElementsAre("time,camera.position.x,camera.position.y,"
                          "camera.position.z,camera.rotation.x,"
                          "camera.rotation.y,camera.rotation.z,"
                          "camera.rotation.w",
                          "0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0",
                          "1.0,0.0,1.5,0.0,0.0,0.0,0.0,1.0"));
  for (const char* name : {"t.csv", "t.json"}) {
    EXPECT_EQ(Exits(0, "sample --times=0,1 -o", folder / name, file).out, "");
  }
  EXPECT_EQ(ReadFile(folder / "t.csv"), out);
  EXPECT_EQ(ReadFile(folder / "t.json"),
            Clipguard("sample --times=0,1", file).out);
  Exits(2, "sample --times=0 -o", folder / "t.xyz", file);
  Exits(2, "sample --times=0 -o", file, "--format=csv", file);
  Exits(2, "sample --times=0 --format=npz", file);
}

TEST_F(SampleShapesTest, CharactersHaveAllClips) {
  const std::string file =
      folder.Write("f.m3d", corpus::TextOf(corpus::Biped()));
  const std::vector<std::string> lines =
      Lines(Clipguard("sample --fps=2 --shape=long --format=csv", file).out);
  ASSERT_GT(lines.size(), 1u);
  EXPECT_THAT(lines[0], StartsWith("file,clip,time,part,joint,x,y,z,qx,"));
  EXPECT_THAT(lines[1], Has(",bones,0,"));
  // Wide, several files have a column for the clip.
  const std::vector<std::string> wide =
      Lines(Clipguard("sample --fps=2 --shape=wide", file, file).out);
  EXPECT_THAT(wide[0], StartsWith("file,clip,time,joint,m00,"));
}

// A file without motion has no rows: in a folder that is no error.
TEST_F(SampleShapesTest, WhatDoesNotMove) {
  const std::string crate = "corpus/m3d/valid/crate.m3d";
  const std::string biped = "corpus/m3d/valid/biped.m3d";
  for (const std::string& out : {folder / "t.csv", folder / "tables/"}) {
    EXPECT_THAT(Exits(0, "sample --times=0 -o", out, crate, biped).out,
                Has("1 of 2 files", "1 with nothing recorded (-v names them)"));
    const RunResult named =
        Clipguard("sample --times=0 -v -o", out, crate, biped);
    EXPECT_THAT(named.err, Has("crate.m3d: nothing recorded\n"));
    EXPECT_THAT(named.out, Has("1 with nothing recorded\n"));
  }
  EXPECT_THAT(Clipguard("sample --times=0 -v --only=left.Palm", crate, biped,
                        "corpus/mrtk/valid/v11-compact.bin")
                  .err,
              Has("biped.m3d: nothing recorded of what is asked for"));
  Exits(2, "sample --times=0 -v -q", biped);
  EXPECT_TRUE(fs::exists(folder / "tables/biped.csv"));
  EXPECT_FALSE(fs::exists(folder / "tables/crate.csv"));
}

TEST_F(SampleShapesTest, ArmaturesAndStateMachines) {
  const std::string armature = folder.Write("a.json", R"({"joints": {
    "lid,\"\u202e\u0000": {"0": [1.0]}}, "clips": {"open": {"loop": false,
    "joint_clips": {"lid,\"\u202e\u0000": [{"variable": "offset_x",
    "type": "uniform", "interpolation": "linear", "samples": [0, 2]}]},
    "events": {}}}})");
  const RunResult rows =
      Exits(0, "sample --times=0.5 --format=ndjson", armature, armature);
  const rapidjson::Document row = Json(Lines(rows.out)[0]);
  EXPECT_STREQ(row["clip"].GetString(), "open");
  EXPECT_EQ(row["x"].GetDouble(), 1);
  EXPECT_EQ(row["qw"].GetDouble(), 1);
  EXPECT_EQ(row["joint"].GetStringLength(), 9u);
  EXPECT_THAT(rows.out, Has("lid,\\\"\\u202E\\u0000"));
  const std::string machine = folder.Write(
      "m.json",
      R"({"parameters": {"t": ["*", 2]}, "clips": {"s": "#identity"},
      "states": ["s"], "transitions": {}, "start_state": "s"})");
  const RunResult both = Exits(0, "sample --times=0.5", machine, armature);
  EXPECT_EQ(Lines(both.out).size(), 2u);
  EXPECT_THAT(both.err, Has("1 without rows (state machines)"));
  EXPECT_THAT(Clipguard("sample --times=0.5 -v", machine, armature).err,
              Has("m.json: a state machine has no rows"));
  EXPECT_EQ(Clipguard("sample --times=2 --format=csv", machine).out,
            "time,t\n2.0,4.0\n");
  EXPECT_THAT(Clipguard("sample --times=0.5 --shape=long", machine).err,
              Has("a state machine has values and no joints"));
}

using SampleHostileTest = TestInFolder;

TEST_F(SampleHostileTest, NamesOfFiles) {
  folder.Write("a,\"b\"\n\xE2\x80\xAE.bin", CameraRecording());
  const RunResult csv = Exits(0, "sample --times=0", folder.path());
  EXPECT_THAT(csv.out, Has("/a,\"\"b\"\"\n\xE2\x80\xAE.bin\",,0.0,camera"));
  EXPECT_THAT(Clipguard("sample --times=0 --format=ndjson", folder.path()).out,
              Has("a,\\\"b\\\"\\n\\u202E.bin"));
}

TEST_F(SampleHostileTest, WhatCannotBeReadIsNamedAndTheRestIsThere) {
  const std::string file = folder.Write("f", CameraRecording());
  const RunResult result =
      Exits(3, "sample --times=0 -o", folder / "t.csv", folder / "none", file);
  EXPECT_THAT(result.err, Has("none: "));
  EXPECT_EQ(Lines(ReadFile(folder / "t.csv")).size(), 2u);
  Exits(3, "sample --times=0 -o /proc/none/t.csv", file, file);
}

// A failed write is reported as such, not as an error of the files.
TEST_F(SampleHostileTest, FullDisks) {
  const std::string file = folder.Write("f", CameraRecording());
  for (const char* format : {"csv", "npy", "npz"}) {
    const RunResult result =
        Exits(3, "sample --times=0", absl::StrCat("--format=", format), "-o",
              "/dev/full", file, file);
    EXPECT_THAT(result.err, Has("cannot write /dev/full: No space left"));
    EXPECT_THAT(result.err, Not(Has("changed")));
  }
}

TEST_F(SampleHostileTest, TooManyTimesAreRefusedBeforeAnythingIsWritten) {
  const std::string file = folder.Write("f", CameraRecording());
  for (const char* shape : {"long", "wide"}) {
    const RunResult result =
        Exits(2, "sample --fps=1e30", absl::StrCat("--shape=", shape), "-o",
              folder / "t.csv", file, file);
    EXPECT_THAT(result.err, Has("--fps"));
    EXPECT_FALSE(fs::exists(folder / "t.csv"));
  }
}

// A clip of clips that are few bytes, and of joints that are.
std::string ManyJointsAndClips(size_t joints, size_t clips) {
  std::string text = "{\"joints\":{";
  for (size_t i = 0; i < joints; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", "\"j", i, "\":{}");
  }
  text += "},\"clips\":{";
  for (size_t i = 0; i < clips; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", "\"c", i,
                    "\":{\"joint_clips\":{},\"events\":{}}");
  }
  return text + "}}";
}

// A character of so many materials, each with a texture "x/y/t.png" somewhere.
std::string ManyMaterials(size_t count) {
  std::string text =
      absl::StrCat("***m3d-File-Header***\n#Materials ", count,
                   "\n#Vertices 3\n#Triangles 1\n#Bones 0\n#AnimationClips 0\n"
                   "***Materials***\n");
  for (size_t i = 0; i < count; ++i) {
    absl::StrAppend(&text, "Name: m", i,
                    " Diffuse: 1 1 1 Fresnel0: 0 0 0 Roughness: 0.5 "
                    "AlphaClip: 0 MaterialTypeName: S DiffuseMap: c",
                    i, "\\x\\y\\t.png NormalMap: none\n");
  }
  text += "***SubsetTable***\n";
  for (size_t i = 0; i < count; ++i) {
    absl::StrAppend(&text, "SubsetID: ", i,
                    i == 0 ? " VertexStart: 0 VertexCount: 3 FaceStart: 0 "
                             "FaceCount: 1\n"
                           : " VertexStart: 3 VertexCount: 0 FaceStart: 1 "
                             "FaceCount: 0\n");
  }
  text += "***Vertices***\n";
  for (const char* place : {"0 0 0", "1 0 0", "0 1 0"}) {
    absl::StrAppend(&text, "Position: ", place,
                    " Tangent: 1 0 0 1 Normal: 0 0 -1 Tex-Coords: 0 0\n");
  }
  return text + "***Triangles***\n0 1 2\n";
}

// In operations, a small multiple of the bytes.
void ExpectCheap(std::vector<std::string> run, size_t bytes, int exit_code) {
  run.push_back("--jobs=1");  // the operations are those of this thread
  const uint64_t before = WorkDone();
  Exits(exit_code, run);
  EXPECT_LT(WorkDone() - before, 5 * bytes) << run[1];
}

// Two counts of one file, or of one and a folder, do not multiply.
TEST_F(SampleHostileTest, PairsOfCountsAreCheap) {
  const std::string armature = ManyJointsAndClips(2'000, 1'000);
  const std::string file = folder.Write("a.json", armature);
  ExpectCheap({"sample", "--list-columns", file}, armature.size(), 0);
  ExpectCheap({"sample", "--times=0", "--only=nope", file}, armature.size(), 2);
  const std::string character = ManyMaterials(2'000);
  const std::string m3d = folder.Write("s.m3d", character);
  for (int i = 0; i < 1'000; ++i) {
    folder.Write(absl::StrCat("textures/d", i, "/x/y/t.png"), "none");
  }
  for (const char* flag : {"--textures=", "--resources="}) {
    ExpectCheap({"convert", "--to=glb", flag + (folder / "textures"), "-o",
                 folder / "s.glb", m3d},
                character.size(), 0);
  }
}

// The result's size is known before there is any of it, and who wants it says
// so.
TEST_F(SampleHostileTest, TooMuchIsRefusedAndSaysHowMuchItIs) {
  const std::string armature =
      folder.Write("a.json", ManyJointsAndClips(200, 200));
  const std::string run = "sample --times=0,0.5 --shape=long --format=csv";
  const RunResult refused = Exits(1, run, "--limit=result-bytes=1M", armature);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err,
              Has("LIMIT_EXCEEDED: 560,000 numbers would take about"));
  const std::string advice = "--limit=result-bytes=";
  const size_t at = refused.err.find(advice);
  ASSERT_NE(at, std::string::npos);
  const std::string raised =
      refused.err.substr(at, refused.err.find('\n', at) - at);
  EXPECT_EQ(Lines(Exits(0, run, raised, armature).out).size(),
            1u + 200 * 200 * 2);
  // The same in every form, and of several files the others are there.
  const std::string other = folder.Write("f", CameraRecording());
  for (const std::string& format : {"csv", "json", "ndjson", "npy", "npz"}) {
    for (const bool alone : {true, false}) {
      std::vector<std::string> files = {armature};
      if (!alone) files.push_back(other);
      fs::remove(folder / "t");
      const RunResult result =
          Exits(1, "sample --times=0,0.5 --shape=long --limit=result-bytes=1M",
                "--format=" + format, "-o", folder / "t", files);
      EXPECT_THAT(result.err, Has("LIMIT_EXCEEDED")) << format;
      EXPECT_EQ(fs::exists(folder / "t"), !alone) << format;
      if (!alone) EXPECT_THAT(result.out, Has("1 of 2 files, 2 rows"));
    }
  }
  // A state machine's values, and a document.
  const std::string machine = folder.Write(
      "m.json",
      R"({"parameters": {"t": ["*", 2]}, "clips": {"s": "#identity"},
      "states": ["s"], "transitions": {}, "start_state": "s"})");
  for (const std::string& file : {machine, other}) {
    EXPECT_THAT(
        Refusal(1,
                "sample --fps=1000000 --from=0 --to=1 --limit=result-bytes=1M",
                file),
        Has("LIMIT_EXCEEDED"));
  }
}

// A character with so many bones in a row, and a clip.
std::string ManyBones(size_t bones) {
  std::string text = absl::StrCat(
      "***m3d-File-Header***\n#Materials 1\n#Vertices 3\n#Triangles 1\n#Bones ",
      bones,
      "\n#AnimationClips 1\n***Materials***\nName: m Diffuse: 1 1 1 Fresnel0: "
      "0 "
      "0 0 Roughness: 0.5 AlphaClip: 0 MaterialTypeName: Skinned DiffuseMap: d "
      "NormalMap: n\n***SubsetTable***\nSubsetID: 0 VertexStart: 0 "
      "VertexCount: "
      "3 FaceStart: 0 FaceCount: 1\n***Vertices***\n");
  for (const char* place : {"0 0 0", "1 0 0", "0 1 0"}) {
    absl::StrAppend(&text, "Position: ", place,
                    " Tangent: 1 0 0 1 Normal: 0 0 -1 Tex-Coords: 0 0 "
                    "BlendWeights: 1 0 0 0 BlendIndices: 0 0 0 0\n");
  }
  text += "***Triangles***\n0 1 2\n***BoneOffsets***\n";
  for (size_t b = 0; b < bones; ++b) {
    absl::StrAppend(&text, "BoneOffset", b,
                    " 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n");
  }
  text += "***BoneHierarchy***\n";
  for (size_t b = 0; b < bones; ++b) {
    absl::StrAppend(&text, "ParentIndexOfBone", b, ": ",
                    static_cast<int>(b) - 1, "\n");
  }
  text += "***AnimationClips***\nAnimationClip w\n{\n";
  for (size_t b = 0; b < bones; ++b) {
    absl::StrAppend(&text, "Bone", b,
                    " #Keyframes: 1\n{\nTime: 0 Pos: 0 0 0 Scale: 1 1 1 Quat: "
                    "0 0 0 1\n}\n");
  }
  return text + "}\n";
}

// Bones before the one that is asked for are posed, too.
TEST_F(SampleHostileTest, BonesThatNobodySeesAreNotFree) {
  const std::string file = folder.Write("f.m3d", ManyBones(200));
  const auto run = [&](const std::string& bone) {
    return Clipguard("sample --fps=10 --from=0 --to=1", "--only=" + bone,
                     "--shape=long", "--format=csv", "--limit=request-steps=1k",
                     file);
  };
  const RunResult refused = run("bones.199");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, Has("more than the limit request-steps"));
  EXPECT_EQ(Lines(run("bones.9").out).size(), 1u + 11);
  EXPECT_EQ(Lines(run("bones").out).size(), 1u + 11 * 200);
}

// A time that is no number of seconds is refused before any work is done.
TEST_F(SampleHostileTest, WrongTimesAreWrongUsageBeforeAnythingIsWritten) {
  const std::string machine = folder.Write(
      "a.json",
      R"({"parameters": {"t": ["*", 2]}, "clips": {"s": "#identity"},
      "states": ["s"], "transitions": {}, "start_state": "s"})");
  const std::string file = folder.Write("b", CameraRecording());
  for (const char* times :
       {"--times=1e39", "--times=-1e39", "--times=0,1e999", "--fps=1e30"}) {
    EXPECT_EQ(Exits(2, "sample", times, "-o", folder / "o/", machine, file).out,
              "");
    EXPECT_FALSE(fs::exists(folder / "o")) << times;
  }
  Exits(2, "sample --times=1 --set=a=1e39", machine);
  // Infinity is a valid time for a state machine, but not for a recording.
  const RunResult mixed =
      Exits(1, "sample --times=inf -o", folder / "o/", machine, file);
  EXPECT_THAT(mixed.out, Has("1 of 2 files", "1 refused"));
  Exits(2, "sample --times=inf", file);
}

// A file whose own times are absurd is left out, and the others are there.
TEST_F(SampleHostileTest, OneAbsurdFileDoesNotStopAFolder) {
  folder.Write("in/b", CameraRecording());
  corpus::Recording recording;
  recording.presence = {1, 0, 0};
  for (const float time : {0.0f, 131'000.0f}) {
    recording.curve(mrtk::CurveSlot::Camera(mrtk::kPositionX))
        .keys.push_back({.time = time});
  }
  const auto written = corpus::Write(recording);
  folder.Write("in/a", std::string(written.bytes.begin(), written.bytes.end()));
  for (const char* out : {"t.csv", "t.npz", "t/"}) {
    const RunResult result =
        Exits(1, "sample --fps=90 -o", folder / out, folder / "in");
    EXPECT_THAT(result.err, Has("in/a: LIMIT_EXCEEDED: duration is"));
    EXPECT_THAT(result.out, Has("1 of 2 files"));
  }
  EXPECT_GT(Lines(ReadFile(folder / "t.csv")).size(), 90u);
}

TEST_F(SampleHostileTest, AStreamIsReadOnce) {
  PipedExits(2, CameraRecording(), "sample --times=0 --shape=wide - /dev/null");
  const std::string file = folder.Write("f", CameraRecording());
  const RunResult both =
      PipedExits(0, CameraRecording(), "sample --times=0 -", file);
  EXPECT_EQ(Lines(both.out).size(), 3u);
}

// More rows than are held, so that the file changes while they are written.
TEST_F(SampleHostileTest, AFolderInTheWayOfATableIsNamed) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/b.bin", CameraRecording());
  std::filesystem::create_directories(folder / "out/a.csv");
  EXPECT_THAT(
      Exits(3, "sample --times=0 -o", folder / "out/", folder / "in").err,
      Has("cannot write " + (folder / "out/a.csv") + ": Is a"));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/b.csv"));
}

TEST_F(SampleHostileTest, AFileThatChangesIsSampledAsItWasRead) {
  const std::string file = folder.Write("f", CameraRecording());
  const std::string other = folder.Write("g", CameraRecording());
  const std::string pipe = folder / "p";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string args =
      "sample --fps=100000 --format=csv --jobs=2 --limit=result-bytes=1G";
  const std::string expected = Clipguard(args, file, other).out;
  RunResult result;
  std::thread program(
      [&] { result = Clipguard(args, file, other, "-o", pipe); });
  std::ifstream in(pipe, std::ios::binary);
  std::string begun(100, ' ');
  in.read(begun.data(), static_cast<std::streamsize>(begun.size()));
  std::ofstream(file, std::ios::binary | std::ios::app) << "more";
  const std::string rest{std::istreambuf_iterator<char>(in), {}};
  program.join();
  EXPECT_GT(rest.size(), size_t{8} << 20);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(begun + rest == expected);
}

// Whatever the order in which large files are done, rows are in that of files.
TEST_F(SampleHostileTest, LargeFilesWaitForTheirTurn) {
  const std::string sample =
      "sample --fps=120000 --format=csv --limit=result-bytes=1G";
  std::vector<std::string> files;
  std::string expected;
  for (const char* name : {"a", "b", "c"}) {
    files.push_back(folder.Write(name, CameraRecording()));
    const std::string one = Clipguard(sample, "--shape=long", files.back()).out;
    expected += expected.empty() ? one : one.substr(one.find('\n') + 1);
  }
  ASSERT_GT(expected.size(), size_t{3} * 8 << 20);
  EXPECT_TRUE(Clipguard(sample, "--jobs=2", files).out == expected);
}

}  // namespace
}  // namespace clipguard::cli
