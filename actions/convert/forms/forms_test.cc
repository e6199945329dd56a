// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files of the corpus in their family's other forms, there and back.
// cli/real_files_test.cc looks at real files.

#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/forms/test_forms.h"
#include "actions/convert/targets/conversion_targets.h"
#include "actions/convert/test_converted.h"
#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/test_files.h"
#include "rapidjson/document.h"
#include "rapidjson/schema.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

// JSON and back gives the bytes.
void ExpectRecordingComesBack(const fs::path& path) {
  const std::string bytes = ReadFile(path);
  FindingList losses;
  const auto json = Become(bytes, "json", losses);
  ASSERT_TRUE(json.ok()) << path << json.status();
  EXPECT_TRUE(losses.empty());
  const auto back = Become(*json, "mrtk", losses);
  ASSERT_TRUE(back.ok()) << path << back.status();
  EXPECT_TRUE(losses.empty());
  EXPECT_TRUE(*back == bytes) << path;
}

// The target that is the dialect of a file.
std::string_view OwnTarget(const std::string& bytes) {
  m3d::ReadOptions options;
  FindingList findings;
  const auto character = m3d::ReadCharacter(BytesOf(bytes), options, findings);
  EXPECT_TRUE(character);
  switch (character ? character->dialect : m3d::Dialect::kD3D12) {
    case m3d::Dialect::kD3D12:
      return "m3d";
    case m3d::Dialect::kD3D11:
      return "m3d-d3d11";
    case m3d::Dialect::kDashed:
      return "m3d-dashed";
    case m3d::Dialect::kD3D10:
      return "m3d-d3d10";
  }
  return {};
}

// JSON and back gives the canonical text of the file's own dialect, which has
// nothing else in it, and loses nothing.
void ExpectCharacterComesBack(const fs::path& path) {
  const std::string bytes = ReadFile(path);
  const std::string_view own = OwnTarget(bytes);
  FindingList losses;
  const auto canonical = Become(bytes, own, losses);
  ASSERT_TRUE(canonical.ok()) << path << canonical.status();
  const auto json = Become(bytes, "json", losses);
  ASSERT_TRUE(json.ok()) << path << json.status();
  const auto back = Become(*json, "m3d", losses);
  ASSERT_TRUE(back.ok()) << path << back.status();
  EXPECT_TRUE(*back == *canonical) << path;
  EXPECT_TRUE(Become(*json, own, losses).value() == *canonical) << path;
  EXPECT_TRUE(Become(*back, own, losses).value() == *canonical) << path;
  EXPECT_TRUE(losses.empty()) << path;
  EXPECT_TRUE(Become(*canonical, "json").value() == *json) << path;
}

// Each dialect is written so that it reads back as the same text; what is lost
// is reported if and only if materials are of the other kind.
void ExpectDialects(const fs::path& path) {
  const std::string bytes = ReadFile(path);
  const auto is_d3d12 = [](const std::string& text) {
    return text.find("Ambient:") == std::string::npos;
  };
  for (const char* target : {"m3d", "m3d-d3d11", "m3d-dashed"}) {
    FindingList losses;
    const auto text = Become(bytes, target, losses);
    ASSERT_TRUE(text.ok()) << path << text.status();
    const bool has_materials = bytes.find("Diffuse:") != std::string::npos;
    EXPECT_EQ(losses.empty(), is_d3d12(bytes) == is_d3d12(*text)) << path;
    EXPECT_EQ(is_d3d12(*text),
              !has_materials || std::string_view(target) == "m3d");
    EXPECT_TRUE(Become(*text, target, losses).value() == *text) << path;
    const auto json = Become(*text, "json");
    ASSERT_TRUE(json.ok()) << path;
    EXPECT_TRUE(Become(*json, target).value() == *text) << path << target;
  }
}

TEST(FormsTest, Dialects) {
  for (const auto& entry : fs::directory_iterator("corpus/m3d/valid")) {
    // D3D10 has materials of a third kind, which every dialect loses.
    if (entry.path().stem() == "d3d10") continue;
    ExpectDialects(entry.path());
  }
}

void ExpectForgeStays(const fs::path& path) {
  const auto canonical = Become(ReadFile(path), "forge");
  ASSERT_TRUE(canonical.ok()) << path << canonical.status();
  FindingList losses;
  EXPECT_TRUE(Become(*canonical, "json", losses).value() == *canonical);
  EXPECT_TRUE(losses.empty());
}

TEST(FormsTest, TheCorpusComesBack) {
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator("corpus/mrtk/valid")) {
    ExpectRecordingComesBack(entry.path());
    ++files;
  }
  // Markers with padded lengths, unusual presence bytes and others.
  for (const auto& entry : fs::directory_iterator("corpus/mrtk/warnings")) {
    ExpectRecordingComesBack(entry.path());
    ++files;
  }
  for (const auto& entry : fs::directory_iterator("corpus/m3d/valid")) {
    ExpectCharacterComesBack(entry.path());
    ++files;
  }
  for (const auto& entry : fs::directory_iterator("corpus/forge/valid")) {
    ExpectForgeStays(entry.path());
    ++files;
  }
  EXPECT_GT(files, 50U);
}

// Between layouts that hold everything, nothing is lost.
TEST(FormsTest, LayoutsThereAndBack) {
  for (const auto& entry : fs::directory_iterator("corpus/mrtk/valid")) {
    const std::string bytes = ReadFile(entry.path());
    FindingList losses;
    const auto compact = Become(bytes, "mrtk", losses);
    ASSERT_TRUE(compact.ok());
    if (!losses.empty()) continue;
    const auto full = Become(*compact, "mrtk-full", losses);
    ASSERT_TRUE(full.ok());
    EXPECT_TRUE(losses.empty());
    EXPECT_TRUE(Become(*full, "mrtk").value() == *compact) << entry.path();
  }
}

// ---- What is lost -----------------------------------------------------------

InputAnimation Smooth() {
  InputAnimation animation;
  animation.has_camera = true;
  animation.curve(CurveSlot::Camera(mrtk::kPositionX)).keys = {
      {.time = 0, .value = 1},
      {.time = 1, .value = 2, .in_tangent = 3},
      {.time = 2, .value = 3, .out_weight = 0.5F}};
  animation.markers = {{1, "a"}, {2, "b"}};
  return animation;
}

TEST(FormsTest, SaysWhichKeysLoseTangents) {
  const std::string bytes = TextOf(mrtk::MustWrite(Smooth(), mrtk::kFull11));
  FindingList losses;
  ASSERT_TRUE(Become(bytes, "mrtk", losses).ok());
  ASSERT_EQ(losses.findings().size(), 1U);
  const Finding& finding = losses.findings()[0];
  EXPECT_EQ(finding.path, "camera.position.x.keys[1]");
  EXPECT_EQ(finding.count, 2U);
  // Header, presence bytes, the curve's header, a key, time and value.
  EXPECT_EQ(finding.bytes, (ByteRange{16 + 3 + 12 + 28 + 8, 20}));
}

TEST(FormsTest, SaysWhatVersion10AndLayoutsWithoutMarkersLack) {
  InputAnimation animation = Smooth();
  animation.has_gaze = true;
  const std::string bytes = TextOf(mrtk::MustWrite(animation, mrtk::kFull11));
  FindingList losses;
  ASSERT_TRUE(Become(bytes, "mrtk-1.0-unmarked", losses).ok());
  ASSERT_EQ(losses.findings().size(), 3U);
  EXPECT_EQ(losses.findings()[0].path, "hands");
  EXPECT_EQ(losses.findings()[1].path, "gaze");
  EXPECT_EQ(losses.findings()[1].bytes.length, 6 * 12U);
  EXPECT_EQ(losses.findings()[2].path, "markers[0]");
  EXPECT_EQ(losses.findings()[2].count, 2U);
}

TEST(FormsTest, SaysWhatTheGamePassesOver) {
  FindingList losses;
  const auto text =
      Become(ReadFile("corpus/forge/warnings/asm-operands-extra.asm.json"),
             "forge", losses);
  ASSERT_TRUE(text.ok());
  ASSERT_EQ(losses.findings().size(), 1U);
  EXPECT_THAT(losses.findings()[0].message, HasSubstr("ASM_OPERANDS_EXTRA"));
}

TEST(FormsTest, SaysThatMaterialsOfD3D11LoseSomething) {
  FindingList losses;
  ASSERT_TRUE(
      Become(ReadFile("corpus/m3d/valid/arm-d3d11.m3d"), "m3d", losses).ok());
  ASSERT_EQ(losses.findings().size(), 1U);
  EXPECT_EQ(losses.findings()[0].path, "materials[0]");
}

// Nothing else becomes D3D10, and nothing that it lacks is passed over.
TEST(FormsTest, D3D10HoldsD3D10Files) {
  EXPECT_THAT(Become(ReadFile("corpus/m3d/valid/arm.m3d"), "m3d-d3d10")
                  .status()
                  .message(),
              HasSubstr("only D3D10 files become such"));
  const std::string good =
      Become(ReadFile("corpus/m3d/valid/d3d10.m3d"), "json").value();
  const auto broken = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return std::string(Become(text, "m3d").status().message());
  };
  EXPECT_THAT(broken(R"("name":"")", R"("name":"bricks")"),
              HasSubstr("materials of the D3D10 dialect have none"));
  EXPECT_THAT(broken(R"("type":"")", R"("type":"x")"), HasSubstr("types"));
  EXPECT_THAT(broken(R"("alphaClip":false)", R"("alphaClip":true)"),
              HasSubstr("alpha clipping"));
  EXPECT_THAT(broken(R"("diffuse":[1,)", R"("diffuse":[0.5,)"),
              HasSubstr("colours"));
  EXPECT_THAT(broken(R"("tangents":[1,0,0,1)", R"("tangents":[1,0,0,-1)"),
              HasSubstr("sign of the bitangent"));
  EXPECT_THAT(broken(R"("subsets":[0,0,4,)", R"("subsets":[0,0,3,)"),
              HasSubstr("subset 0 cannot be written"));
  EXPECT_THAT(broken("[0,1,2,0,2,3,", "[0,1,2,0,2,1,"),
              HasSubstr("subset 0 cannot be written"));
}

// ---- Bits -------------------------------------------------------------------

// JSON has no such numbers, and names need not be UTF-8.
TEST(FormsTest, AllBitsComeBack) {
  InputAnimation animation = Smooth();
  auto& keys = animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys;
  for (const uint32_t bits :
       {0x80000000U, 0x7f800000U, 0xff800000U, 0x7fc00000U, 0xffc00000U,
        0x7f800001U, 1U, 0x7f7fffffU, 0x3dcccccdU}) {
    keys.push_back({.time = std::bit_cast<float>(bits),
                    .value = std::bit_cast<float>(bits),
                    .weighted_mode = static_cast<int32_t>(bits)});
  }
  animation.markers.push_back({std::numeric_limits<float>::quiet_NaN(),
                               std::string("\xff\0\"\n\x7f", 5)});
  const std::string bytes = TextOf(mrtk::MustWrite(animation, mrtk::kFull11));
  // As a file it would have errors.
  ParsedFile file = Parsed(BytesOf(bytes));
  file.is_sound = true;
  FindingList losses;
  const auto converted =
      FindConversionTarget("json")->convert(std::move(file), {}, losses);
  ASSERT_TRUE(converted.ok());
  const std::string json = TextOf(WrittenBytes(**converted));
  EXPECT_THAT(json, HasSubstr(R"(-0,"Infinity","-Infinity","NaN",)"
                              R"("NaN:ffc00000","NaN:7f800001",1e-45)"));
  // Read as it is.
  const auto back = ReadRecordingJson(BytesOf(json), {});
  ASSERT_TRUE(back.ok()) << back.status();
  std::string written;
  back->WriteTo([&](std::span<const uint8_t> piece) {
    written.append(piece.begin(), piece.end());
  });
  EXPECT_TRUE(written == bytes);
  EXPECT_EQ(Become(json, "mrtk").status().code(),
            absl::StatusCode::kInvalidArgument);
}

// ---- JSON of strangers ------------------------------------------------------

TEST(FormsTest, SaysWhatIsWrongWithJson) {
  const std::string good =
      Become(TextOf(*mrtk::WriteInputAnimation(Smooth(), mrtk::kRecorder11,
                                               {.allow_loss = true})),
             "json")
          .value();
  const auto broken = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return std::string(Become(text, "mrtk").status().message());
  };
  EXPECT_THAT(broken("\"times\":[0,1,2]", "\"times\":[0,1]"),
              HasSubstr("camera.position.x: values has 3 elements"));
  EXPECT_THAT(broken("\"times\":[0,1,2]", "\"times\":[0,\"x\",2]"),
              HasSubstr("/recording/curves/0/times/1 @ "));
  EXPECT_THAT(broken("\"times\":[0,1,2]", "\"times\":[0,1e99,2]"),
              HasSubstr("a number that a float32 can hold is expected"));
  EXPECT_THAT(broken("\"preWrap\":8", "\"preWrap\":8e0"),
              HasSubstr("a whole number"));
  EXPECT_THAT(broken("\"preWrap\":8", "\"preWrap\":8,\"preWrap\":8"),
              HasSubstr("not two"));
  EXPECT_THAT(broken("position.x", "position.q"),
              HasSubstr("camera.position.x is expected"));
  EXPECT_THAT(broken("\"compact\"", "\"packed\""),
              HasSubstr("compact or full"));
  EXPECT_THAT(broken("\"markerList\":true", "\"markerList\":1"),
              HasSubstr("true or false"));
  EXPECT_THAT(broken("\"version\":[1,1]", "\"version\":[7,1]"),
              HasSubstr("no version 7.1"));
  EXPECT_THAT(broken("\"markers\":[{", "\"markers\":[{}, {"),
              HasSubstr("/recording/markers/0 @"));
  EXPECT_THAT(broken("\"curves\":", "\"presenceBytes\":[0,1,1],\n\"curves\":"),
              HasSubstr("/recording/presenceBytes/0: 0 does not agree"));
  EXPECT_THAT(broken("\"curves\":", "\"presenceBytes\":[2],\n\"curves\":"),
              HasSubstr("three bytes"));
  EXPECT_THAT(broken("\"markers\":[{", "\"markers\":[{\"lengthBytes\":6,"),
              HasSubstr("/recording/markers/0/lengthBytes @ "));
  // Members that would be ignored are refused, with their place.
  EXPECT_THAT(broken("\"values\":", "\"inTangents\":[1,1,1],\"values\":"),
              HasSubstr("/recording/curves/0/inTangents @ "));
  EXPECT_THAT(broken("\"hasGaze\"", "\"nonsense\":1,\"hasGaze\""),
              HasSubstr("no member \"nonsense\" is expected"));
  EXPECT_THAT(broken("\"time\"", "\"length\":2,\"time\""),
              HasSubstr("/recording/markers/0/length @ "));
  EXPECT_THAT(broken("]", ""), HasSubstr("JSON_SYNTAX"));
  EXPECT_THAT(broken("recording", "recorder"), HasSubstr("no recording"));
  EXPECT_THAT(broken("\"clipguard\"", "\"clip guard\""),
              HasSubstr("no recording"));
}

// As other programs write it: sorted, with blanks, with a byte order mark.
TEST(FormsTest, JsonIsKnownInAnyOrderOfItsMembers) {
  const auto kind = [](std::string_view text) {
    return KindOfModelJson(BytesOf(text));
  };
  EXPECT_EQ(kind(R"({"clipguard":"capture","capture":{}})"), "capture");
  EXPECT_EQ(kind("\xEF\xBB\xBF{\n  \"clipguard\" : \"recording\"}"),
            "recording");
  EXPECT_EQ(kind(R"({ "character": {}, "clipguard": "character" })"),
            "character");
  EXPECT_EQ(kind(R"({"capture": {}})"), "");
  EXPECT_EQ(kind(R"({"a": 1, "clipguard": "capture"})"), "");
  EXPECT_EQ(kind(R"({"clipguard": 1})"), "");
  EXPECT_EQ(kind(R"({"clipguard)"), "");
}

// Numbers too small for a float32 are 0; white space may stand around words.
TEST(FormsTest, NumbersAreTheNearestFloats) {
  const auto sound =
      Become(TextOf(*mrtk::WriteInputAnimation(Smooth(), mrtk::kRecorder11,
                                               {.allow_loss = true})),
             "json");
  const auto with = [&](std::string_view number) {
    std::string text = *sound;
    const std::string_view from = "\"times\":[0,";
    text.replace(text.find(from), from.size(),
                 absl::StrFormat("\"times\":[%s,", number));
    return Become(" { " + text.substr(1), "mrtk");
  };
  const auto zero = with("0");
  ASSERT_TRUE(zero.ok()) << zero.status();
  for (const char* small : {"1e-50", "1e-500", "0e99", "0.000e-9"}) {
    const auto read = with(small);
    ASSERT_TRUE(read.ok()) << small << read.status();
    EXPECT_EQ(*read, *zero) << small;
  }
  for (const char* large : {"1e39", "-1e39", "1e400", "-1e400"}) {
    EXPECT_FALSE(with(large).ok()) << large;
  }
}

// A text with something else in place of `from`, the first time.
std::string With(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// JSON is refused if the recording made from it would have errors.
TEST(FormsTest, RefusesJsonOfARecordingWithErrors) {
  const std::string good =
      Become(TextOf(mrtk::MustWrite(Smooth(), mrtk::kFull11)), "json").value();
  ASSERT_TRUE(Become(good, "mrtk").ok());
  const auto refused = [&](std::string_view from, std::string_view to) {
    return std::string(Become(With(good, from, to), "mrtk").status().message());
  };
  EXPECT_THAT(refused("\"times\":[0,1,2]", "\"times\":[0,\"NaN\",2]"),
              HasSubstr("KEY_TIME_NOT_FINITE at camera.position.x.keys[1]"));
  EXPECT_THAT(refused("\"times\":[0,1,2]", "\"times\":[0,2,1]"),
              HasSubstr(" at camera.position.x.keys[2]"));
  EXPECT_THAT(refused("\"values\":[1,2,3]", "\"values\":[1,\"NaN\",3]"),
              HasSubstr(" at camera.position.x.keys[1].value: "));
  EXPECT_THAT(refused("\"preWrap\":8", "\"preWrap\":-1"),
              HasSubstr(" at camera.position.x"));
  EXPECT_THAT(refused("\"weightedModes\":[3,", "\"weightedModes\":[-1,"),
              HasSubstr(" at camera.position.x.keys[0]"));
}

TEST(FormsTest, RefusesJsonOfACharacterWithErrors) {
  const std::string good =
      Become(ReadFile("corpus/m3d/valid/arm.m3d"), "json").value();
  ASSERT_TRUE(Become(good, "m3d").ok());
  const auto refused = [&](std::string_view from, std::string_view to) {
    return std::string(Become(With(good, from, to), "m3d").status().message());
  };
  EXPECT_THAT(refused("\"parents\":[-1,0", "\"parents\":[-1,-1"),
              HasSubstr("the character of this JSON has errors"));
  EXPECT_THAT(refused("\"times\":[0,", "\"times\":[1000,"),
              HasSubstr("the character of this JSON has errors"));
  EXPECT_THAT(refused("\"subsets\":[0,0,", "\"subsets\":[0,0,1"),
              HasSubstr("the character of this JSON has errors"));
}

// RapidJSON's validator converts each number to an integer, which those beyond
// 64 bits are not fit for. A schema cannot tell them from smaller ones.
void MakeSmall(rapidjson::Value& json) {
  constexpr double kMost = 1e18;
  if (json.IsDouble()) {
    json.SetDouble(std::clamp(json.GetDouble(), -kMost, kMost));
  } else if (json.IsArray()) {
    for (rapidjson::Value& element : json.GetArray()) MakeSmall(element);
  } else if (json.IsObject()) {
    for (auto& member : json.GetObject()) MakeSmall(member.value);
  }
}

TEST(FormsTest, JsonFitsItsSchema) {
  rapidjson::Document text;
  text.Parse(ReadFile("docs/model.schema.json").c_str());
  ASSERT_FALSE(text.HasParseError());
  const rapidjson::SchemaDocument schema(text);
  for (const char* folder : {"corpus/mrtk/valid", "corpus/m3d/valid"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      rapidjson::Document json;
      json.Parse(Become(ReadFile(entry.path()), "json").value().c_str());
      ASSERT_FALSE(json.HasParseError()) << entry.path();
      MakeSmall(json);
      rapidjson::SchemaValidator validator(schema);
      EXPECT_TRUE(json.Accept(validator))
          << entry.path() << validator.GetInvalidSchemaKeyword();
    }
  }
}

// ---- CSV --------------------------------------------------------------------

TEST(FormsTest, CsvHasARowForEachKey) {
  const std::string bytes = TextOf(mrtk::MustWrite(Smooth(), mrtk::kFull11));
  FindingList losses;
  const auto csv = Become(bytes, "csv", losses);
  ASSERT_TRUE(csv.ok());
  EXPECT_EQ(*csv,
            "curve,time,value,inTangent,outTangent,inWeight,outWeight,"
            "weightedMode\n"
            "camera.position.x,0.0,1.0,0.0,0.0,0.0,0.0,3\n"
            "camera.position.x,1.0,2.0,3.0,0.0,0.0,0.0,3\n"
            "camera.position.x,2.0,3.0,0.0,0.0,0.0,0.5,3\n");
  ASSERT_EQ(losses.findings().size(), 1U);
  EXPECT_EQ(losses.findings()[0].path, "markers");
  EXPECT_THAT(losses.findings()[0].message, HasSubstr("hold markers (2)"));
  const auto arm = Become(ReadFile("corpus/m3d/valid/arm.m3d"), "csv");
  EXPECT_THAT(*arm, HasSubstr("\nwave,0,0.0,0.0,0.0,0.0,1.0,1.0,1.0,0.0,0.0,"
                              "0.0,1.0\n"));
  const auto chest =
      Become(ReadFile("corpus/forge/valid/chest.armature.json"), "csv");
  EXPECT_THAT(*chest, HasSubstr(",angle,linear,0,0.0\n"));
}

}  // namespace
}  // namespace clipguard::actions
