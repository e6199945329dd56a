// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Armatures as Bedrock's animations: the text, what is said to be lost, and the
// matrices that a small player of Bedrock's rules makes of it, against those of
// the game.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/test_converted.h"
#include "base/text_of.h"
#include "eval/machine/pose.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/test_armatures.h"
#include "parser/format_set.h"
#include "rapidjson/document.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace clipguard::actions {
namespace {

using forge::ClipText;
using forge::VariableText;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

namespace fs = std::filesystem;

absl::StatusOr<std::string> ToBedrock(const std::string& text,
                                      FindingList& losses,
                                      std::string_view name = "m",
                                      bool pre_post = true) {
  ParsedFile file = Parsed(BytesOf(text), Format::kForgeArmature);
  file.name = name;
  const auto converted =
      ConvertToBedrock(std::move(file), {.pre_post = pre_post}, losses);
  if (!converted.ok()) return converted.status();
  return std::string(TextOf(WrittenBytes(**converted)));
}

// ---- Bedrock's rules --------------------------------------------------------

using Four = std::array<std::array<double, 4>, 4>;

Four Identity() {
  Four m{};
  for (size_t i = 0; i < 4; ++i) m[i][i] = 1;
  return m;
}

Four Times(const Four& a, const Four& b) {
  Four m{};
  for (size_t r = 0; r < 4; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      for (size_t k = 0; k < 4; ++k) m[r][c] += a[r][k] * b[k][c];
    }
  }
  return m;
}

Four Move(double x, double y, double z) {
  Four m = Identity();
  m[0][3] = x;
  m[1][3] = y;
  m[2][3] = z;
  return m;
}

// About the axis between the two others, from the one towards the other.
Four TurnBy(double degrees, size_t from, size_t towards) {
  const double angle = degrees * 3.14159265358979323846 / 180;
  Four m = Identity();
  m[from][from] = m[towards][towards] = std::cos(angle);
  m[towards][from] = std::sin(angle);
  m[from][towards] = -std::sin(angle);
  return m;
}

std::array<double, 3> ToVector(const rapidjson::Value& value) {
  return {value[0].GetDouble(), value[1].GetDouble(), value[2].GetDouble()};
}

// A channel at a time: lines between keys, from the one's "post" to the other's
// "pre".
std::array<double, 3> At(const rapidjson::Value& bone, const char* channel,
                         double otherwise, double time) {
  if (!bone.HasMember(channel)) return {otherwise, otherwise, otherwise};
  std::map<double, const rapidjson::Value*> keys;
  for (const auto& member : bone[channel].GetObject()) {
    keys[std::strtod(member.name.GetString(), nullptr)] = &member.value;
  }
  const auto side = [](const rapidjson::Value& key, const char* name) {
    return ToVector(key.IsArray() ? key : key[name]);
  };
  const auto next = keys.upper_bound(time);
  if (next == keys.begin()) return side(*next->second, "pre");
  const auto last = std::prev(next);
  if (next == keys.end()) return side(*last->second, "post");
  const double p = (time - last->first) / (next->first - last->first);
  const auto from = side(*last->second, "post");
  const auto to = side(*next->second, "pre");
  std::array<double, 3> value{};
  for (size_t i = 0; i < 3; ++i) value[i] = from[i] * (1 - p) + to[i] * p;
  return value;
}

// ---- GeckoLib's rules -------------------------------------------------------

enum class Player { kBedrock, kGeckoLib3, kGeckoLib4 };

struct GeckoKey {
  double time;
  std::array<double, 3> value;
};

// A channel's keys, in the file's order. GeckoLib 3 (1.12 to 1.19) knows no
// "pre" and drops the channel; GeckoLib 4 makes two keys.
std::vector<GeckoKey> GeckoKeys(const rapidjson::Value& channel,
                                Player player) {
  std::vector<GeckoKey> keys;
  for (const auto& member : channel.GetObject()) {
    const double time = std::strtod(member.name.GetString(), nullptr);
    if (member.value.IsArray()) {
      keys.push_back({time, ToVector(member.value)});
      continue;
    }
    if (player == Player::kGeckoLib3) return {};
    keys.push_back(
        {time == 0 ? 0 : time - 0.001, ToVector(member.value["pre"])});
    keys.push_back({time, ToVector(member.value["post"])});
  }
  return keys;
}

// Each key is a stretch of so many ticks from the value before to its own. The
// ticks are summed up to find the stretch of a time.
std::array<double, 3> GeckoAt(const rapidjson::Value& bone, const char* channel,
                              double otherwise, double time, Player player) {
  std::array<double, 3> value = {otherwise, otherwise, otherwise};
  if (!bone.HasMember(channel)) return value;
  const double tick = time * 20;
  double total = 0;
  double before = 0;
  bool is_first = true;
  for (const GeckoKey& key : GeckoKeys(bone[channel], player)) {
    if (is_first) value = key.value;
    is_first = false;
    const double length = (key.time - before) * 20;
    total += length;
    if (total > tick) {
      const double share = (tick - (total - length)) / length;
      for (size_t i = 0; i < 3; ++i) {
        value[i] += share * (key.value[i] - value[i]);
      }
      return value;
    }
    value = key.value;
    before = key.time;
  }
  return value;
}

// Whether a channel is on its way between the two keys of a jump.
bool IsInJump(const rapidjson::Value& bone, double time) {
  for (const auto& channel : bone.GetObject()) {
    double last = -1;
    for (const GeckoKey& key : GeckoKeys(channel.value, Player::kGeckoLib4)) {
      const bool is_jump = key.time - last < 0.00101;
      if (is_jump && last - 1e-6 <= time && time <= key.time + 1e-6) {
        return true;
      }
      last = key.time;
    }
  }
  return false;
}

// A bone whose pivot is 0 8 0, in the block's coordinates. In Bedrock's files x
// points the other way, and turns about x and y go the other way round.
Four BoneMatrix(const rapidjson::Value& bone, double time, Player player) {
  const auto at = [&](const char* channel, double otherwise) {
    return player == Player::kBedrock
               ? At(bone, channel, otherwise, time)
               : GeckoAt(bone, channel, otherwise, time, player);
  };
  const auto position = at("position", 0);
  const auto rotation = at("rotation", 0);
  const auto scale = at("scale", 1);
  Four m = Move(-position[0] / 16, position[1] / 16, position[2] / 16);
  m = Times(m, Move(0.5, 0.5, 0.5));
  m = Times(m, TurnBy(rotation[2], 0, 1));
  m = Times(m, TurnBy(-rotation[1], 2, 0));
  m = Times(m, TurnBy(-rotation[0], 1, 2));
  Four scaled = Identity();
  for (size_t i = 0; i < 3; ++i) scaled[i][i] = scale[i];
  m = Times(m, scaled);
  return Times(m, Move(-0.5, -0.5, -0.5));
}

// ---- Against the game -------------------------------------------------------

struct Worst {
  double exact = 0;  // of joints that have lost nothing
  double near = 0;   // of the others
  size_t joints = 0;
};

// The largest difference of a matrix's element at random times, relative to
// the largest of its elements if that is above 1.
void Compare(const std::string& text, uint32_t seed, Worst& worst,
             Player player = Player::kBedrock) {
  FindingList none;
  const auto armature = forge::ReadArmature(text, {}, none);
  ASSERT_TRUE(armature);
  FindingList losses;
  const auto converted =
      ToBedrock(text, losses, "m", /*pre_post=*/player == Player::kBedrock);
  ASSERT_TRUE(converted.ok()) << converted.status();
  rapidjson::Document json;
  json.Parse(converted->c_str());
  ASSERT_FALSE(json.HasParseError()) << *converted;
  std::mt19937 random(seed);
  for (const auto& clip : armature->clips) {
    const std::string name(armature->texts[clip.name]);
    const auto& animation = json["animations"][("animation.m." + name).c_str()];
    for (const auto& joint : armature->JointClips(clip)) {
      const std::string bone(armature->texts[joint.joint]);
      const std::string path =
          absl::StrFormat("/clips/%s/joint_clips/%s", name, bone);
      const bool exact = std::ranges::none_of(
          losses.findings(),
          [&](const Finding& finding) { return finding.path == path; });
      ++worst.joints;
      for (int i = 0; i < 100; ++i) {
        const float time = static_cast<float>(random() >> 8) * 0x1p-24F;
        const auto game = eval::JointMatrix(*armature, clip, joint, time);
        const auto& moved = animation["bones"][bone.c_str()];
        if (player != Player::kBedrock && IsInJump(moved, time)) continue;
        const Four mine = BoneMatrix(moved, double{time}, player);
        double largest = 1;
        for (const float element : game) {
          largest = std::max(largest, std::abs(double{element}));
        }
        for (size_t k = 0; k < 16; ++k) {
          const double apart =
              std::abs(mine[k / 4][k % 4] - double{game[k]}) / largest;
          double& most = exact ? worst.exact : worst.near;
          most = std::max(most, apart);
        }
      }
    }
  }
}

// Random joints: about one axis and the block's middle, or about anything.
std::string RandomArmature(uint32_t seed, bool slanting) {
  std::mt19937 random(seed);
  const auto samples = [&](double least, double most, size_t count) {
    std::string list;
    for (size_t i = 0; i < count; ++i) {
      const double share = static_cast<double>(random() % 1001) / 1000.0;
      absl::StrAppendFormat(&list, "%s%g", i == 0 ? "" : ",",
                            least + (most - least) * share);
    }
    return list;
  };
  const auto one_in_2 = [&] { return random() % 2 == 0; };
  const auto way = [&] { return one_in_2() ? "nearest" : "linear"; };
  const auto count = [&] { return size_t{2} + random() % 7; };
  std::vector<std::string> variables;
  for (const char* name : {"offset_x", "offset_y", "offset_z"}) {
    if (one_in_2()) {
      variables.push_back(VariableText(name, samples(-2, 2, count()), way()));
    }
  }
  variables.push_back(
      VariableText("angle", samples(-400, 400, count()), way()));
  const char* const axes[] = {"axis_x", "axis_y", "axis_z"};
  if (slanting) {
    for (const char* axis : axes) {
      const std::string part = samples(0.2, 1, 1);
      variables.push_back(
          VariableText(axis, absl::StrFormat("%s,%s", part, part)));
    }
    variables.push_back(VariableText("origin_x", samples(0, 1, 2)));
  } else {
    variables.push_back(VariableText(
        axes[random() % 3],
        one_in_2() ? samples(0.1, 2, count()) : samples(-2, -0.1, count()),
        way()));
  }
  for (const char* name : {"scale", "scale_x", "scale_y", "scale_z"}) {
    if (one_in_2()) {
      variables.push_back(VariableText(name, samples(-1, 2, count()), way()));
    }
  }
  return ClipText(variables, {.loop = one_in_2()});
}

TEST(BedrockTest, MovesAsTheGameDoes) {
  Worst worst;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    ASSERT_NO_FATAL_FAILURE(Compare(RandomArmature(seed, false), seed, worst));
  }
  EXPECT_EQ(worst.near, 0);
  // The game's own times are float32.
  EXPECT_LT(worst.exact, 1e-5);
  RecordProperty("exact", absl::StrFormat("%g", worst.exact));
}

// Stretches of up to half a turn have at least 16 keys if there are few.
TEST(BedrockTest, ComesNearWhereAxesSlant) {
  Worst worst;
  constexpr uint32_t kArmatures = CLIPGUARD_SANITIZED ? 50 : 200;
  for (uint32_t seed = 0; seed < kArmatures; ++seed) {
    ASSERT_NO_FATAL_FAILURE(Compare(RandomArmature(seed, true), seed, worst));
  }
  EXPECT_LT(worst.exact, 1e-5);
  EXPECT_GT(worst.near, 1e-5);
  EXPECT_LT(worst.near, 0.1);
  RecordProperty("near", absl::StrFormat("%g", worst.near));
}

TEST(BedrockTest, MovesTheCorpusAsTheGameDoes) {
  Worst worst;
  for (const auto& entry : fs::directory_iterator("corpus/forge/valid")) {
    if (!entry.path().string().ends_with(".armature.json")) continue;
    ASSERT_NO_FATAL_FAILURE(Compare(ReadFile(entry.path()), 1, worst));
  }
  EXPECT_GT(worst.joints, 3U);
  EXPECT_LT(worst.exact, 1e-5);
  EXPECT_LT(worst.near, 0.05);
}

// The armatures below a folder, by their paths.
std::vector<std::pair<fs::path, std::string>> ArmaturesBelow(
    const fs::path& folder) {
  std::vector<std::pair<fs::path, std::string>> armatures;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".json") {
      continue;
    }
    std::string text = ReadFile(entry.path());
    FindingList findings;
    if (!forge::ReadArmature(text, {}, findings)) continue;
    armatures.emplace_back(entry.path(), std::move(text));
  }
  return armatures;
}

using RealBedrockTest = RealForgeTest;

TEST_F(RealBedrockTest, MoveAsTheGameDoes) {
  Worst worst;
  for (const auto& [path, text] : ArmaturesBelow(folder() / "real")) {
    ASSERT_NO_FATAL_FAILURE(Compare(text, 1, worst)) << path;
  }
  EXPECT_GT(worst.joints, 3U);
  EXPECT_LT(worst.exact, 1e-5);
  EXPECT_LT(worst.near, 0.01);
  RecordProperty("exact", absl::StrFormat("%g", worst.exact));
  RecordProperty("near", absl::StrFormat("%g", worst.near));
}

TEST(GeckoLibTest, MovesAsTheGameDoes) {
  for (const Player player : {Player::kGeckoLib3, Player::kGeckoLib4}) {
    Worst worst;
    for (uint32_t seed = 0; seed < 100; ++seed) {
      ASSERT_NO_FATAL_FAILURE(
          Compare(RandomArmature(seed, false), seed, worst, player));
    }
    EXPECT_EQ(worst.near, 0);
    EXPECT_LT(worst.exact, 1e-5);
  }
}

// The values themselves: of two keys both play a jump, of one with "pre" and
// "post" GeckoLib 3 plays nothing.
TEST(GeckoLibTest, Jumps) {
  const std::string text =
      ClipText({VariableText("offset_y", "0, 0.5", "nearest")});
  for (const bool pre_post : {false, true}) {
    FindingList losses;
    const auto converted = ToBedrock(text, losses, "m", pre_post);
    ASSERT_TRUE(converted.ok());
    rapidjson::Document json;
    json.Parse(converted->c_str());
    const auto& bone = json["animations"]["animation.m.c"]["bones"]["j"];
    for (const Player player : {Player::kGeckoLib3, Player::kGeckoLib4}) {
      const bool plays = !pre_post || player == Player::kGeckoLib4;
      const std::pair<double, double> expected[] = {
          {0, 0},    {0.2, 0},  {0.2489, 0}, {0.2495, 4},
          {0.25, 8}, {0.5, 8},  {0.7489, 8}, {0.7495, 4},
          {0.75, 0}, {0.99, 0}, {1, 0}};
      for (const auto& [time, pixels] : expected) {
        SCOPED_TRACE(time);
        EXPECT_NEAR(GeckoAt(bone, "position", 0, time, player)[1],
                    plays ? pixels : 0, 1e-6);
      }
    }
  }
}

using RealGeckoLibTest = RealForgeTest;

TEST_F(RealGeckoLibTest, MoveAsTheGameDoes) {
  Worst worst;
  size_t jumping = 0;
  for (const auto& [path, text] : ArmaturesBelow(folder() / "real")) {
    if (text.find(R"("nearest")") == std::string::npos) continue;
    ++jumping;
    for (const Player player : {Player::kGeckoLib3, Player::kGeckoLib4}) {
      ASSERT_NO_FATAL_FAILURE(Compare(text, 1, worst, player)) << path;
    }
  }
  EXPECT_GE(jumping, 1U);
  EXPECT_LT(worst.exact, 1e-5);
  EXPECT_LT(worst.near, 0.01);
}

// ---- The text ---------------------------------------------------------------

TEST(BedrockTest, WritesWhatBedrockReads) {
  FindingList losses;
  const auto text =
      ToBedrock(ClipText({VariableText("offset_x", "0, 0.125"),
                          VariableText("axis_y", "-1", "nearest"),
                          VariableText("angle", "350, 10"),
                          VariableText("scale_z", "1, 3", "nearest")}),
                losses, "chest");
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(losses.findings(), IsEmpty());
  EXPECT_EQ(*text,
            R"({"format_version":"1.8.0","animations":{"animation.chest.c":{)"
            R"("loop":true,"animation_length":1.0,"bones":{"j":{)"
            R"("rotation":{"0.0":[0,350,0],"0.5":[0,370,0],"1.0":[0,350,0]},)"
            R"("position":{"0.0":[0,0,0],"0.5":[-2,0,0],"1.0":[0,0,0]},)"
            R"("scale":{"0.0":[1,1,1],"0.25":{"pre":[1,1,1],"post":[1,1,3]},)"
            R"("0.75":{"pre":[1,1,3],"post":[1,1,1]},"1.0":[1,1,1]}}}}}})"
            "\n");
}

// All players read two keys; not all a key with "pre" and "post".
TEST(BedrockTest, JumpsAreTwoKeys) {
  FindingList losses;
  const auto text =
      ToBedrock(ClipText({VariableText("scale_z", "1, 3", "nearest"),
                          VariableText("offset_x", "0, 1")}),
                losses, "chest", /*pre_post=*/false);
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, HasSubstr(R"("scale":{"0.0":[1,1,1],"0.249":[1,1,1],)"
                               R"("0.25":[1,1,3],"0.749":[1,1,3],)"
                               R"("0.75":[1,1,1],"1.0":[1,1,1]})"));
  EXPECT_THAT(*text, Not(HasSubstr("post")));
}

// Where there is no room for a millisecond, the first key is halfway.
TEST(BedrockTest, JumpsThatAreClose) {
  std::string samples = "0";
  for (int i = 1; i < 1000; ++i) samples += i % 2 == 0 ? ", 0" : ", 1";
  FindingList losses;
  const auto text =
      ToBedrock(ClipText({VariableText("scale_z", samples, "nearest")}), losses,
                "chest", /*pre_post=*/false);
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, HasSubstr(R"("0.001":[1,1,1],"0.0015":[1,1,0],"0.002")"));
}

TEST(BedrockTest, OneKeyIsEnoughForWhatStays) {
  FindingList losses;
  const auto text =
      ToBedrock(ClipText({VariableText("axis_z", "2", "nearest"),
                          VariableText("angle", "90, 90", "nearest"),
                          VariableText("origin_x", "0", "nearest")}),
                losses, "");
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(losses.findings(), IsEmpty());
  EXPECT_THAT(*text, HasSubstr(R"("animation.armature.c")"));
  EXPECT_THAT(*text, HasSubstr(R"("rotation":{"0.0":[0,0,90]},)"
                               R"("position":{"0.0":[8,8,0]}})"));
}

// ---- What is lost -----------------------------------------------------------

std::vector<std::string> PathsOf(const FindingList& losses) {
  std::vector<std::string> paths;
  for (const Finding& finding : losses.findings()) {
    paths.push_back(finding.path);
  }
  return paths;
}

TEST(BedrockTest, SaysWhatBedrockLacks) {
  const std::string text = ReadFile("corpus/forge/valid/chest.armature.json");
  FindingList losses;
  ASSERT_TRUE(ToBedrock(text, losses).ok());
  // Weights; a clip that does not loop; a lid about its hinge; events.
  EXPECT_THAT(PathsOf(losses),
              UnorderedElementsAre("/joints", "/clips/lid",
                                   "/clips/lid/joint_clips/lid",
                                   "/clips/lid/events", "/clips/shake/events"));
  for (const Finding& finding : losses.findings()) {
    EXPECT_EQ(finding.code, FindingCode::kConversionLoses);
    EXPECT_THAT(finding.message, HasSubstr("bedrock cannot hold"));
    const char first = text[finding.bytes.offset];
    EXPECT_TRUE(first == '{' || first == '[') << finding.path;
  }
}

// An axis that slants is no loss where nothing turns.
TEST(BedrockTest, SlantingAxesLoseNothingInSteps) {
  FindingList losses;
  const auto axes = [](bool nearest) {
    return ClipText(
        {VariableText("axis_x", "1", "nearest"),
         VariableText("axis_z", "1", "nearest"),
         VariableText("angle", "0, 90", nearest ? "nearest" : "linear")});
  };
  ASSERT_TRUE(ToBedrock(axes(true), losses).ok());
  EXPECT_THAT(losses.findings(), IsEmpty());
  ASSERT_TRUE(ToBedrock(axes(false), losses).ok());
  EXPECT_THAT(PathsOf(losses), UnorderedElementsAre("/clips/c/joint_clips/j"));
}

TEST(BedrockTest, LeavesOutWhatIsNotFinite) {
  FindingList losses;
  const auto text = ToBedrock(
      ClipText({VariableText("offset_x", "3e38, 1", "nearest")}), losses);
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(PathsOf(losses), UnorderedElementsAre("/clips/c/joint_clips/j"));
  EXPECT_THAT(*text, HasSubstr(R"("bones":{}})"));
}

TEST(BedrockTest, SaysWhatTheGamePassesOver) {
  FindingList losses;
  ASSERT_TRUE(
      ToBedrock(
          ReadFile(
              "corpus/forge/warnings/armature-weights-extra.armature.json"),
          losses)
          .ok());
  EXPECT_THAT(losses.findings()[0].message,
              HasSubstr("ARMATURE_WEIGHTS_EXTRA"));
}

TEST(BedrockTest, RefusesWhatIsNoArmature) {
  FindingList losses;
  EXPECT_FALSE(ToBedrock("{}", losses).ok());
  EXPECT_FALSE(ToBedrock("[", losses).ok());
}

}  // namespace
}  // namespace clipguard::actions
