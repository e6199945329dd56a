// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The commands on .m3d characters, from end to end, in-process.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cli/clipguard.h"
#include "cli/io/environment.h"
#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/m3d/format.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string ArmText() { return corpus::TextOf(corpus::Arm()); }

// ---- validate ---------------------------------------------------------------

TEST(M3dCommandTest, FindingsHaveLineAndColumn) {
  std::string text = ArmText();
  const size_t at = text.find("1.25 Pos");
  text.replace(at, 4, "1,25");
  const RunResult result = PipedExits(1, text, "validate --format=json -");
  const rapidjson::Document json = Json(result.out);
  EXPECT_STREQ(json["format"].GetString(), "m3d");
  EXPECT_FALSE(json["valid"].GetBool());
  ASSERT_EQ(json["findings"].Size(), 1u);
  const auto& finding = json["findings"][0];
  EXPECT_STREQ(finding["code"].GetString(), "NUMBER_MALFORMED");
  EXPECT_EQ(finding["offset"].GetUint64(), at);
  EXPECT_EQ(finding["length"].GetUint64(), 4u);
  EXPECT_EQ(
      finding["line"].GetUint64(),
      1u + static_cast<size_t>(std::count(
               text.begin(), text.begin() + static_cast<long>(at), '\n')));
  EXPECT_EQ(finding["column"].GetUint64(), at - text.rfind('\n', at));
  EXPECT_STREQ(finding["path"].GetString(),
               "clips.wave.bones[0].keyframes[1].time");
}

// ---- info -------------------------------------------------------------------

TEST(M3dCommandTest, InfoAsJsonIsTheContract) {
  EXPECT_THAT(
      Piped(corpus::TextOf(corpus::Biped()), "info --format=json -").out,
      Has(R"("format":"m3d","version":"D3D12","layout":"skinned",)",
          R"("materials":2,"vertices":160,"triangles":240,"bones":20,)"
          R"("handedness":"left","winding":{"withNormals":240,)"
          R"("againstNormals":0},"clips":[{"name":"walk",)",
          R"({"name":"wave","startTime":0,"endTime":2,"keyframes":[5,5,5,5,)",
          R"(]}],"materialNames":["body","legs"],"parents":[-1,0,1,2,3,2,)"));
}

TEST(M3dCommandTest, InfoAndValidateSayWhichHandItIs) {
  const std::string right = "corpus/m3d/valid/biped-right-handed.m3d";
  EXPECT_THAT(Clipguard("info", right).out,
              Has("right-handed; triangles wound with their normals: 0, "
                  "against them: 240"));
  EXPECT_THAT(Clipguard("validate", right).out, Has("right-handed"));
  const std::string mixed = "corpus/m3d/warnings/handedness-unclear.m3d";
  EXPECT_THAT(Clipguard("info", mixed).out,
              Has("left- or right-handed is not told; triangles wound with "
                  "their normals: 10, against them: 2"));
  const rapidjson::Document json =
      Json(Clipguard("info --format=json", mixed).out);
  EXPECT_TRUE(json["handedness"].IsNull());
  EXPECT_THAT(Clipguard("validate", mixed).out,
              Has("2 of 12 triangles face away from their normals"));
}

TEST(M3dCommandTest, HandednessIsForWhatIsSeen) {
  const std::string biped = "corpus/m3d/valid/biped.m3d";
  const auto convert = [&](const std::string& hand, const std::string& to) {
    return Clipguard("convert", "--to=" + to, "--dry-run",
                     "--handedness=" + hand, biped);
  };
  for (const char* hand : {"auto", "left", "right"}) {
    EXPECT_EQ(convert(hand, "glb").exit_code, 0) << hand;
  }
  EXPECT_EQ(convert("both", "glb").exit_code, 2);
  EXPECT_EQ(convert("right", "json").exit_code, 2);
  Exits(2, "report -o - --handedness=both", biped);
}

TEST(M3dCommandTest, InfoShowsTheSkeletonAsATree) {
  const std::string out = Piped(corpus::TextOf(corpus::Biped()), "info -").out;
  // Children below their parents, in the order of the file.
  EXPECT_THAT(out, Has("\n  bone 0 "));
  const size_t chest = out.find("\n      bone 2 ");
  const size_t head = out.find("\n          bone 4 ");
  const size_t shoulder = out.find("\n        bone 5 ");
  const size_t leg = out.find("\n    bone 13 ");
  ASSERT_NE(leg, std::string::npos);
  EXPECT_LT(chest, head);
  EXPECT_LT(head, shoulder);
  EXPECT_LT(shoulder, leg);
}

TEST(M3dCommandTest, InfoOfAVeryDeepSkeletonStaysReadable) {
  m3d::Character c = corpus::Arm();
  c.clips.clear();
  for (int32_t i = 2; i < 300; ++i) {
    c.parents.push_back(i - 1);
    c.bone_offsets.push_back(c.bone_offsets[0]);
  }
  const std::string text = corpus::TextOf(c);
  const RunResult some = Piped(text, "info -");
  EXPECT_THAT(some.out, Has("and 200 more (all with --curves)"));
  const RunResult all = Piped(text, "info --curves -");
  EXPECT_THAT(all.out,
              AllOf(Has("bone 299 (299 deep)"), Not(Has("more (all"))));
  for (const std::string& line : Lines(all.out)) EXPECT_LE(line.size(), 80u);
}

TEST(M3dCommandTest, InfoOfAStaticFile) {
  const std::string text =
      corpus::OldTextOf(corpus::Crate(), m3d::Dialect::kDashed);
  EXPECT_THAT(PipedExits(0, text, "info -").out,
              AllOf(Has("dashed dialect, static", "crate.dds, crate_nmap.dds"),
                    Not(Has("skeleton"))));
}

// ---- sample -----------------------------------------------------------------

TEST(M3dCommandTest, SampleAsJsonIsTheContract) {
  const RunResult result = PipedExits(0, ArmText(), "sample --times=0,1.25 -");
  const rapidjson::Document json = Json(result.out);
  EXPECT_STREQ(json["clip"].GetString(), "wave");
  ASSERT_EQ(json["times"].Size(), 2u);
  ASSERT_EQ(json["bones"].Size(), 2u);         // a bone
  ASSERT_EQ(json["bones"][1].Size(), 2u);      // a time
  ASSERT_EQ(json["bones"][1][1].Size(), 16u);  // a number
  // At 1.25 s the upper bone is turned by q = (0, 0, 0.6, 0.8) around its
  // joint at (0, 1.5, 0): R00 = 1 - 2 z z, R01 = 2 z w.
  const auto& m = json["bones"][1][1];
  EXPECT_NEAR(m[0].GetDouble(), 0.28, 1e-6);
  EXPECT_NEAR(m[1].GetDouble(), 0.96, 1e-6);
  EXPECT_NEAR(m[4].GetDouble(), -0.96, 1e-6);
  EXPECT_NEAR(m[12].GetDouble(), 1.5 * 0.96, 1e-6);
  EXPECT_NEAR(m[13].GetDouble(), 1.5 - 1.5 * 0.28, 1e-6);
  EXPECT_EQ(m[15].GetDouble(), 1);
}

TEST(M3dCommandTest, SampleGoesFromAClipsStartToItsEnd) {
  m3d::Character c = corpus::Biped();
  for (float& time : c.clips[1].times) time += 3;
  const std::string text = corpus::TextOf(c);
  const rapidjson::Document json =
      Json(Piped(text, "sample --clip=wave --fps=1 -").out);
  EXPECT_STREQ(json["clip"].GetString(), "wave");
  ASSERT_EQ(json["times"].Size(), 3u);
  EXPECT_EQ(json["times"][0].GetDouble(), 3);
  EXPECT_EQ(json["times"][2].GetDouble(), 5);
}

// More times than matrices are held: the same in another way.
TEST(M3dCommandTest, SampleOfManyTimesHoldsNoMatrices) {
  const std::string few = Piped(ArmText(), "sample --times=0,1.25 -").out;
  const std::string many =
      Piped(ArmText(), "sample --fps=216000 --limit=result-bytes=1G -").out;
  // A list of times, one of bones, one for each bone and one for each matrix.
  EXPECT_EQ(std::count(many.begin(), many.end(), '['), 2 + 2 + 2 * 270'001);
  for (const std::string* out : {&few, &many}) {
    EXPECT_THAT(out->substr(0, 60), Has("\"times\":[0,"));
  }
  const size_t last = few.rfind('[');
  EXPECT_EQ(many.substr(many.rfind('[')), few.substr(last));
  // The first bone's first and last matrix.
  const std::string first = few.substr(
      few.find("[["), few.find(']', few.find("[[")) - few.find("[["));
  EXPECT_THAT(many.substr(many.find("[["), first.size()), first);
  const size_t end = few.find("]],[[");
  ASSERT_NE(end, std::string::npos);
  const size_t begin = few.rfind('[', end);
  const size_t many_end = many.find("]],[[");
  ASSERT_NE(many_end, std::string::npos);
  EXPECT_EQ(many.substr(many.rfind('[', many_end), end - begin),
            few.substr(begin, end - begin));
}

TEST(M3dCommandTest, SampleAsCsvHasARowForEachTimeAndBone) {
  const std::vector<std::string> lines =
      Lines(Piped(ArmText(), "sample --format=csv --times=0,1,2 -").out);
  ASSERT_EQ(lines.size(), 1u + 3 * 2);
  EXPECT_THAT(lines[0], StartsWith("time,bone,m00,m01,"));
  EXPECT_THAT(lines[4], StartsWith("1.0,1,"));
}

TEST(M3dCommandTest, SampleSaysWhatItCannotDo) {
  RunResult result = PipedExits(2, ArmText(), "sample --clip=wove --times=0 -");
  EXPECT_THAT(result.err, Has("unknown clip 'wove'; did you mean 'wave'"));
  result = PipedExits(2, corpus::TextOf(corpus::Crate()), "sample --times=0 -");
  EXPECT_THAT(result.err, Has("the file is static"));
  result = PipedExits(2, ArmText(), "sample --raw-rotation --times=0 -");
  m3d::Character still = corpus::Arm();
  still.clips.clear();
  result = PipedExits(2, corpus::TextOf(still), "sample --times=0 -");
  EXPECT_THAT(result.err, Has("no animation clips"));
  EXPECT_EQ(result.out, "");
}

// ---- convert ----------------------------------------------------------------

std::string Replaced(std::string text, std::string_view from,
                     std::string_view to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  for (; at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

struct ToGlb {
  int exit_code = 0;
  std::vector<std::string> notes;
  std::vector<std::string> losses;
};

ToGlb ConvertToGlb(const std::string& text, const std::string& flags = {}) {
  TempFolder folder;
  const RunResult result =
      Clipguard("convert --to=glb --dry-run --format=json " + flags,
                folder.Write("a.m3d", text));
  const rapidjson::Document json = Json(result.out);
  ToGlb said;
  said.exit_code = result.exit_code;
  for (const auto& note : json["notes"].GetArray()) {
    const std::string message = note["message"].GetString();
    if (message.find("texture") != std::string::npos) continue;
    said.notes.push_back(std::string(note["path"].GetString()) + ": " +
                         message);
  }
  for (const auto& loss : json["findings"].GetArray()) {
    said.losses.push_back(std::string(loss["path"].GetString()) + ": " +
                          loss["message"].GetString());
  }
  return said;
}

TEST(M3dCommandTest, AClipThatDoesNotBeginAtZeroIsNoted) {
  const std::string late = Replaced(
      Replaced(ArmText(), "Time: 1.25", "Time: 9.25"), "Time: 0 ", "Time: 8 ");
  const std::string early = Replaced(ArmText(), "Time: 0 ", "Time: -2 ");
  EXPECT_THAT(ConvertToGlb(ArmText()).notes, IsEmpty());
  const std::string begins =
      "clips.wave: glb cannot hold a clip that begins at ";
  for (const auto& [text, flags, note] :
       {std::tuple{late, "",
                   "8 s: it stands still until then (--from-zero moves it to "
                   "0)"},
        {late, "--from-zero", "8 s: it is moved to 0"},
        {early, "", "-2 s: it is moved to 0"},
        {early, "--from-zero", "-2 s: it is moved to 0"}}) {
    const ToGlb said = ConvertToGlb(text, flags);
    EXPECT_EQ(said.exit_code, 0);
    EXPECT_THAT(said.notes, ElementsAre(begins + note));
    EXPECT_THAT(said.losses, IsEmpty());
  }
}

TEST(M3dCommandTest, QuaternionsWithoutLengthAreTheIdentity) {
  // Bone 1 is turned in no keyframe: all are one note.
  const std::string zeros =
      Replaced(Replaced(ArmText(), "Quat: 0 0 0.6 0.8", "Quat: 0 0 0 0"),
               "Pos: 0 1.5 0 Scale: 1 1 1 Quat: 0 0 0 1",
               "Pos: 0 1.5 0 Scale: 1 1 1 Quat: 0 0 0 0");
  const ToGlb none = ConvertToGlb(zeros);
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(
      none.notes,
      ElementsAre(
          "clips.wave.bones[1].keyframes[0].rotation: glb cannot hold "
          "quaternions of 0 0 0 0, for which the identity stands as in the "
          "game; between them and "
          "others what hangs on a bone moves otherwise, by up to 0 units (2 "
          "keyframes)"));
  // Next to one that turns, what is between them is another motion.
  const std::string one =
      Replaced(ArmText(), "Pos: 0 1.5 0 Scale: 1 1 1 Quat: 0 0 0 1",
               "Pos: 0 1.5 0 Scale: 1 1 1 Quat: 0 0 0 0");
  EXPECT_EQ(ConvertToGlb(one).exit_code, 1);
  EXPECT_THAT(ConvertToGlb(one).losses, SizeIs(1));
  EXPECT_EQ(ConvertToGlb(one, "--tolerance=10").exit_code, 0);
}

TEST(M3dCommandTest, WhatQuaternionsStretchIsMeasured) {
  // validate has nothing to say of four decimals, so it is converted.
  const std::string near =
      Replaced(ArmText(), "Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 0.8001");
  const ToGlb noted = ConvertToGlb(near);
  EXPECT_EQ(noted.exit_code, 0);
  EXPECT_THAT(
      noted.notes,
      ElementsAre(AllOf(
          StartsWith("clips.wave.bones[1].keyframes[1].rotation: glb cannot "
                     "hold quaternions that are not of unit "
                     "length, which stretch what hangs on a "
                     "bone, by up to 0.000"),
          Has(" units (1 keyframe)"))));
  const std::string far =
      Replaced(ArmText(), "Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 0.9");
  EXPECT_EQ(ConvertToGlb(far).exit_code, 1);
  EXPECT_THAT(ConvertToGlb(far).losses, SizeIs(1));
  EXPECT_EQ(ConvertToGlb(far, "--tolerance=10").exit_code, 0);
}

TEST(M3dCommandTest, NumbersThatViewersDoNotKnowAreNoted) {
  const ToGlb clamped = ConvertToGlb(
      Replaced(ArmText(), "Diffuse: 1 0.8 0.6", "Diffuse: 2 -1 0.5"));
  EXPECT_EQ(clamped.exit_code, 0);
  EXPECT_THAT(clamped.notes, ElementsAre(StartsWith(
                                 "materials[0]: glb cannot hold a colour or "
                                 "roughness outside of 0 to 1")));
}

TEST(M3dCommandTest, ClipNamesThatAreNotUtf8StayApart) {
  const std::string text = ArmText();
  const ToGlb named =
      ConvertToGlb(Replaced(text, "AnimationClip wave", "AnimationClip w\xFF"));
  EXPECT_EQ(named.exit_code, 0);
  EXPECT_THAT(named.notes,
              ElementsAre(Has("a name that is not UTF-8: U+FFFD stands")));
}

}  // namespace
}  // namespace clipguard::cli
