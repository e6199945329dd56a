// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Armatures and state machines as .glb: what is written is sound, joints move
// as in the game, and what is lost is said.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/check/test_joint_tracks.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/joint_tracks.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/test_converted.h"
#include "corpus/corpus_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/test_armatures.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "testing/allocation_counter.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using corpus::HasErrors;
using gltf::GlbChannel;
using gltf::LoadedGlb;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

struct Result {
  FindingList losses;
  LoadedGlb glb;
  std::string text;  // of the .glb
  std::optional<forge::Armature> armature;
};

std::vector<uint8_t> BytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

Result Convert(const std::vector<uint8_t>& bytes, Format format) {
  Result result;
  const auto glb = ConvertToGlb(Parsed(bytes, format),
                                {.keep_original = gltf::HashOf}, result.losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  if (!glb.ok()) return result;
  const std::vector<uint8_t> written = WrittenBytes(**glb);
  result.text.assign(written.begin(), written.end());
  result.glb = gltf::LoadGlb(written);
  EXPECT_EQ(result.glb.fault, "");
  const auto original = gltf::OriginalIn(written, "forge");
  EXPECT_TRUE(original.ok() && std::ranges::equal(*original, bytes));
  FindingList findings;
  result.armature = forge::ReadArmature(
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, {},
      findings);
  return result;
}

// One joint that these variables move, by numbers of as many samples, each of
// which is made by sample(i).
template <typename Sample>
std::string LongText(const std::vector<std::string>& variables, size_t count,
                     Sample sample) {
  std::string samples = sample(0);
  for (size_t i = 1; i < count; ++i) absl::StrAppend(&samples, ",", sample(i));
  std::vector<std::string> moved;
  for (const std::string& name : variables) {
    moved.push_back(forge::VariableText(name, samples));
  }
  return forge::ClipText(moved);
}

// Besides the text there are its numbers: four bytes for what each is, and
// eight for where it is. For the latter, four bytes are asked for of each byte
// of text, and used as far as there are numbers. Keyframes are held, and those
// of one track once more while they are chosen.
TEST(ForgeGlbTest, MemoryIsAFewTimesTheText) {
  constexpr size_t kSamples = 400'000;
  struct Case {
    std::vector<std::string> variables;
    double least;  // of the result, for each byte of text
    double most;   // of memory, besides those four
  };
  const std::vector<Case> cases = {
      {{"offset_x"}, 1.5, 8},
      {{"offset_x", "offset_y", "scale_x"}, 1.5, 8},
      {{"angle", "axis_y"}, 1.5, 8},
  };
  for (const Case& c : cases) {
    const std::string text = LongText(c.variables, kSamples, [](size_t i) {
      return absl::StrCat(i * 37 % 90 + 1, ".5");
    });
    const std::vector<uint8_t> bytes = BytesOf(text);
    const int64_t start = StartPeak();
    FindingList losses;
    const auto glb =
        ConvertToGlb(Parsed(bytes, Format::kForgeArmature), {}, losses);
    ASSERT_TRUE(glb.ok());
    uint64_t written = 0;
    (*glb)->WriteTo(
        [&](std::span<const uint8_t> piece) { written += piece.size(); });
    const auto size = static_cast<double>(text.size());
    EXPECT_EQ(written, (*glb)->size());
    EXPECT_GE(static_cast<double>(written), c.least * size);
    std::printf("%.2f bytes a byte\n",
                static_cast<double>(PeakBytesSince(start)) / size);
    EXPECT_LE(static_cast<double>(PeakBytesSince(start)), (4 + c.most) * size);
  }
}

// Names as short as there can be, no two the same.
std::vector<std::string> ShortNames(size_t count) {
  constexpr absl::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::vector<std::string> names = {""};
  for (size_t i = 0; names.size() <= count; ++i) {
    for (const char letter : kLetters) names.push_back(names[i] + letter);
  }
  names.erase(names.begin());
  names.resize(count);
  return names;
}

// {"a":VALUE,"b":VALUE ...}, of each name one of the values.
std::string ObjectOf(std::span<const std::string> names,
                     const std::vector<std::string>& values) {
  std::string text = "{";
  for (size_t i = 0; i < names.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", "\"", names[i],
                    "\":", values[i % values.size()]);
  }
  return text + "}";
}

std::string ArmatureOf(absl::string_view joints, absl::string_view moved) {
  return absl::StrCat(R"({"joints":)", joints,
                      R"(,"clips":{"c":{"loop":false,"joint_clips":)", moved,
                      R"(,"events":{}}}})");
}

// Regression: nodes took a kilobyte for each joint, which can be eight bytes
// of text.
TEST(ForgeGlbTest, ManyJointsAreNotHeld) {
  constexpr size_t kJoints = 20'000;
  const std::vector<std::string> names = ShortNames(kJoints);
  const std::span<const std::string> all = names;
  const auto moved = [](absl::string_view variable, absl::string_view samples) {
    return absl::StrCat(R"([{"variable":")", variable,
                        R"(","type":"uniform","interpolation":"linear",)",
                        R"("samples":[)", samples, "]}]");
  };
  struct Case {
    std::string text;
    double least;  // of the result, for each byte of text
    double most;   // of memory
  };
  // Times that are others than those before are an accessor of their own.
  const std::vector<Case> cases = {
      {ArmatureOf(ObjectOf(all, {"{}"}), "{}"), 15, 12},
      {ArmatureOf("{}", ObjectOf(all, {"[]"})), 15, 12},
      {ArmatureOf(ObjectOf(all.first(kJoints / 2), {"{}"}),
                  ObjectOf(all.last(kJoints / 2), {"[]"})),
       15, 12},
      {ArmatureOf("{}", ObjectOf(all.first(kJoints / 10),
                                 {moved("origin_x", "1,2"),
                                  moved("origin_x", "1,2,3")})),
       7, 16},
      {ArmatureOf("{}",
                  ObjectOf(all.first(kJoints / 10),
                           {moved("angle", "1,2"), moved("angle", "1,2,4")})),
       1, 16},
  };
  for (const Case& c : cases) {
    const std::vector<uint8_t> bytes = BytesOf(c.text);
    const int64_t start = StartPeak();
    FindingList losses;
    const auto glb =
        ConvertToGlb(Parsed(bytes, Format::kForgeArmature), {}, losses);
    ASSERT_TRUE(glb.ok()) << glb.status();
    uint64_t written = 0;
    (*glb)->WriteTo(
        [&](std::span<const uint8_t> piece) { written += piece.size(); });
    const auto size = static_cast<double>(c.text.size());
    const double peak = static_cast<double>(PeakBytesSince(start)) / size;
    std::printf("%.2f bytes a byte, %.2f of result\n", peak,
                static_cast<double>(written) / size);
    EXPECT_EQ(written, (*glb)->size());
    EXPECT_GE(static_cast<double>(written), c.least * size);
    EXPECT_LE(peak, c.most);
    EXPECT_EQ(gltf::LoadGlb(WrittenBytes(**glb)).fault, "");
  }
}

// Also where a joint is called as another's node would be.
TEST(ForgeGlbTest, NamesOfNodesAreUnique) {
  const std::vector<uint8_t> bytes = BytesOf(ArmatureOf(
      R"({"a.b":{"0":[1]},"a_b_0":{},"armature":{},"x":{},"x_content":{},)"
      R"("x_content_":{},"":{},"joint6":{}})",
      "{}"));
  FindingList losses;
  const auto glb =
      ConvertToGlb(Parsed(bytes, Format::kForgeArmature), {}, losses);
  ASSERT_TRUE(glb.ok()) << glb.status();
  std::set<std::string> names;
  const gltf::LoadedGlb loaded = gltf::LoadGlb(WrittenBytes(**glb));
  for (const tinygltf::Node& node : loaded.model.nodes) {
    EXPECT_TRUE(names.insert(node.name).second) << node.name;
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"a_b_0", "armature", "x_content",
                                            "a_b_0_", "armature_"}));
}

// Nodes count as keyframes do.
TEST(ForgeGlbTest, TooManyJointsAreRefused) {
  const std::vector<uint8_t> bytes =
      BytesOf(ArmatureOf(ObjectOf(ShortNames(10'000), {"{}"}), "{}"));
  const auto convert = [&](uint64_t most, FindingList& losses) {
    Limits limits;
    limits.result_bytes = most;
    return ConvertToGlb(Parsed(bytes, Format::kForgeArmature, limits), {},
                        losses);
  };
  FindingList losses;
  const auto whole = convert(uint64_t{1} << 20, losses);
  ASSERT_TRUE(whole.ok());
  EXPECT_TRUE(losses.empty());
  const uint64_t more = (*whole)->size() - 16 * bytes.size();
  EXPECT_TRUE(convert(more, losses).ok());
  const auto refused = convert(more - 1, losses);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kResourceExhausted);
  ASSERT_EQ(losses.findings().size(), 1U);
  EXPECT_EQ(losses.findings()[0].code, FindingCode::kLimitExceeded);
}

// An armature whose clip "c" moves the joint "j" by these variables:
// {"angle", "linear", "0, 90"}.
struct Moved {
  std::string variable;
  std::string interpolation;
  std::string samples;
};
std::string ArmatureText(const std::vector<Moved>& variables, bool loop) {
  std::vector<std::string> texts;
  for (const Moved& moved : variables) {
    texts.push_back(forge::VariableText(moved.variable, moved.samples,
                                        moved.interpolation));
  }
  return forge::ClipText(
      texts,
      {.loop = loop, .events = R"("0.5": "bang")", .elements = R"("0": [1])"});
}

Result ConvertArmature(const std::vector<Moved>& variables, bool loop = false) {
  return Convert(BytesOf(ArmatureText(variables, loop)),
                 Format::kForgeArmature);
}

// The joint's channels in a clip, as tracks; where one is missing, it rests.
// Nothing if the game never shows it, or if it stands still.
gltf::PoseDifference ComparePoses(const Result& result, size_t times,
                                  uint32_t seed) {
  const forge::Armature& armature = *result.armature;
  std::set<std::pair<std::string, std::string>> seen;
  return gltf::ComparePoses(
      armature,
      [&](const forge::Armature::Clip& clip,
          const forge::Armature::JointClip& joint)
          -> std::optional<gltf::JointTracks> {
        const std::string clip_name(armature.texts[clip.name]);
        const std::string name(armature.texts[joint.joint]);
        // The game takes the first of several that have one name.
        if (clip_name.empty() || name.empty() ||
            !seen.emplace(clip_name, name).second) {
          return std::nullopt;
        }
        const auto find = [&](const std::string& node, std::string_view path,
                              std::initializer_list<float> rest) {
          for (const GlbChannel& channel : result.glb.channels) {
            if (channel.animation == clip_name && channel.node == node &&
                channel.path == path) {
              return gltf::Keyframes(gltf::TrackOf(channel, result.glb));
            }
          }
          return gltf::Keyframes{.times = {0}, .values = rest};
        };
        return gltf::JointTracks{
            .move = find(name, "translation", {0.5f, 0.5f, 0.5f}),
            .turn = find(name, "rotation", {0, 0, 0, 1}),
            .size = find(name, "scale", {1, 1, 1}),
            .back =
                find(name + "_content", "translation", {-0.5f, -0.5f, -0.5f}),
            .degrees = result.glb.Claim("largestErrorDegrees")};
      },
      times, seed);
}

TEST(ForgeGlbTest, CorpusMovesAsItShould) {
  std::map<std::string, std::vector<std::string>> lost;
  size_t compared = 0;
  double largest = 0;
  for (const corpus::CorpusFile& file : corpus::kForgeCorpus.generate()) {
    if (HasErrors(file) || file.target || !file.limits.empty()) continue;
    if (!file.name.ends_with(".armature.json")) continue;
    SCOPED_TRACE(file.name);
    const Result result = Convert(file.bytes, Format::kForgeArmature);
    for (const Finding& finding : result.losses.findings()) {
      if (finding.message.find("the short way") != std::string::npos) continue;
      lost[file.name].push_back(finding.path + " @" +
                                std::to_string(finding.bytes.offset));
    }
    if (lost.contains(file.name)) continue;
    const auto poses = ComparePoses(result, 500, 1);
    EXPECT_LE(poses.excess, 0) << poses.largest;
    compared += poses.compared;
    largest = std::max(largest, poses.largest);
  }
  std::printf("%zu poses, largest difference %g\n", compared, largest);
  EXPECT_GE(compared, 1000u);
  EXPECT_LE(largest, 1e-5);
  EXPECT_THAT(
      lost,
      ElementsAre(
          Pair("forge/warnings/armature-event-time-duplicate.armature.json",
               ElementsAre("/clips/c/events/0.5 @78")),
          Pair("forge/warnings/armature-matrix-overflows.angle.armature.json",
               ElementsAre("/clips/c/joint_clips/j @76")),
          Pair("forge/warnings/armature-type-unknown.armature.json",
               ElementsAre("/clips/c/joint_clips/j/0/type @118")),
          Pair("forge/warnings/armature-weights-extra.armature.json",
               ElementsAre("/joints/j/0/1 @27")),
          Pair("forge/warnings/forge-number-not-finite.armature.json",
               ElementsAre("/clips/c/joint_clips/j @79")),
          Pair("forge/warnings/json-number-overflows.samples.armature.json",
               ElementsAre("/clips/c/joint_clips/j @79"))));
}

using RealForgeGlbTest = RealForgeTest;

TEST_F(RealForgeGlbTest, PublishedArmatures) {
  namespace fs = std::filesystem;
  size_t files = 0;
  size_t compared = 0;
  double largest = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(folder() / "real")) {
    const std::string path = entry.path().string();
    if (path.find("/armatures/") == std::string::npos ||
        entry.path().extension() != ".json") {
      continue;
    }
    SCOPED_TRACE(path);
    const std::vector<uint8_t> bytes = ReadBytes(path);
    const Result result = Convert(bytes, Format::kForgeArmature);
    EXPECT_TRUE(result.losses.empty());
    const auto poses = ComparePoses(result, 500, 1);
    EXPECT_LE(poses.excess, 0);
    ++files;
    compared += poses.compared;
    largest = std::max(largest, poses.largest);
  }
  std::printf("%zu files, %zu poses, largest difference %g\n", files, compared,
              largest);
  EXPECT_GE(files, 5u);
  EXPECT_LE(largest, 1e-5);
}

TEST(ForgeGlbTest, TheShortWayIsNotedUnlessItGoesOn) {
  const auto notes = [](const std::string& samples) {
    return ConvertArmature(
               {{"axis_x", "linear", "1, 1"}, {"angle", "linear", samples}})
        .losses.findings();
  };
  EXPECT_TRUE(notes("0, 120, 240, 0, 120").empty());
  EXPECT_TRUE(notes("0, 45, 330, 0").empty());
  for (const auto& [samples, text] :
       {std::pair("0, 180", "of -180 degrees"), {"0, 270", "of -90 degrees"}}) {
    const auto found = notes(samples);
    ASSERT_EQ(found.size(), 1u) << samples;
    EXPECT_THAT(found[0].message, HasSubstr(text));
  }
}

// All variables at once, with different numbers of samples, and an axis that
// turns: the proven bound holds.
TEST(ForgeGlbTest, AxesThatTurn) {
  for (const bool loop : {false, true}) {
    const Result result =
        ConvertArmature({{"offset_x", "linear", "0, 2, -1"},
                         {"offset_y", "nearest", "0, 1"},
                         {"axis_x", "linear", "1, 2, 0.5"},
                         {"axis_y", "linear", "0, 3"},
                         {"axis_z", "nearest", "1, 0"},
                         {"angle", "linear", "0, 170, 30, 300"},
                         {"scale", "linear", "1, 2"},
                         {"scale_y", "nearest", "1, -2, 3"},
                         {"origin_y", "linear", "0, 1, 0, 1"}},
                        loop);
    EXPECT_TRUE(result.losses.empty());
    EXPECT_GT(result.glb.Claim("largestErrorDegrees"), 0.001);
    EXPECT_LE(result.glb.Claim("largestErrorDegrees"), 0.01);
    const auto poses = ComparePoses(result, 20'000, 2);
    EXPECT_GE(poses.compared, 15'000u);
    EXPECT_LE(poses.excess, 0) << poses.largest;
    std::printf("largest difference %g\n", poses.largest);
  }
}

// A changing angle around one axis needs a keyframe for each sample, and more
// only where lines between them would leave the arc.
TEST(ForgeGlbTest, FixedAxesAreShortArcs) {
  const Result result = ConvertArmature(
      {{"axis_y", "linear", "2, 2"}, {"angle", "linear", "0, 80, 160, 0"}});
  const GlbChannel* const turn = result.glb.Find("j", "rotation");
  ASSERT_NE(turn, nullptr);
  EXPECT_EQ(turn->interpolation, "LINEAR");
  // 160 degrees forth and back, of which each line may take 20.
  EXPECT_GE(turn->times.size(), 17u);
  EXPECT_LE(turn->times.size(), 24u);
  EXPECT_LE(result.glb.Claim("largestErrorDegrees"), 0.01);
  EXPECT_LE(ComparePoses(result, 2000, 3).excess, 0);
  EXPECT_EQ(result.glb.Find("j", "translation"), nullptr);
}

TEST(ForgeGlbTest, NearestIsStep) {
  const Result result = ConvertArmature({{"offset_x", "nearest", "0, 1, 3"}});
  const GlbChannel* const move = result.glb.Find("j", "translation");
  ASSERT_NE(move, nullptr);
  EXPECT_EQ(move->interpolation, "STEP");
  EXPECT_THAT(move->times, ElementsAre(0, 0.25f, 0.75f, 1));
  EXPECT_EQ(move->values[3], 1.5f);
}

// A clip that is no loop never shows its last sample at time 1; the animation
// ends with it.
TEST(ForgeGlbTest, EndsOfClips) {
  const auto values = [](bool loop) {
    const Result result =
        ConvertArmature({{"offset_x", "linear", "0, 1"}}, loop);
    const GlbChannel* const move = result.glb.Find("j", "translation");
    std::vector<std::pair<float, float>> of_x;
    for (size_t i = 0; move != nullptr && i < move->times.size(); ++i) {
      of_x.emplace_back(move->times[i], move->values[3 * i]);
    }
    return of_x;
  };
  EXPECT_THAT(values(/*loop=*/false),
              ElementsAre(Pair(0, 0.5f), Pair(1, 1.5f)));
  EXPECT_THAT(values(/*loop=*/true),
              ElementsAre(Pair(0, 0.5f), Pair(0.5f, 1.5f), Pair(1, 0.5f)));
}

TEST(ForgeGlbTest, KeepsTheRestInExtras) {
  const Result result = ConvertArmature({});
  EXPECT_THAT(result.text, HasSubstr(R"({"joint":"j","listed":true,"elements":)"
                                     R"([{"element":0,"weight":1.0}]})"));
  EXPECT_THAT(result.text, HasSubstr(R"({"clip":"c","loop":false,"events":)"
                                     R"([{"time":0.5,"name":"bang"}]})"));
  EXPECT_THAT(result.text, HasSubstr(R"("secondsPerUnit":1.0)"));
}

TEST(ForgeGlbTest, SaysWhatIsLost) {
  const std::vector<Moved> through_zero = {{"axis_x", "linear", "1, -1"},
                                           {"angle", "linear", "90, 90"}};
  Result result = ConvertArmature(through_zero);
  ASSERT_EQ(result.losses.findings().size(), 1u);
  const Finding& finding = result.losses.findings()[0];
  EXPECT_EQ(finding.code, FindingCode::kConversionLoses);
  EXPECT_EQ(finding.path, "/clips/c/joint_clips/j");
  EXPECT_EQ(finding.bytes.offset,
            ArmatureText(through_zero, false).find(R"("j": [{)"));
  EXPECT_THAT(finding.message, HasSubstr("its axis comes close to 0 0 0"));

  result = ConvertArmature({{"offset_x", "linear", R"(0, "Infinity")"}});
  ASSERT_EQ(result.losses.findings().size(), 1u);
  EXPECT_THAT(result.losses.findings()[0].message, HasSubstr("stands still"));
  EXPECT_EQ(result.glb.Find("j", "translation"), nullptr);
}

TEST(ForgeGlbTest, MachinesAreExtras) {
  std::map<std::string, std::vector<std::string>> lost;
  size_t converted = 0;
  size_t refused = 0;
  for (const corpus::CorpusFile& file : corpus::kForgeCorpus.generate()) {
    if (HasErrors(file) || file.target || !file.limits.empty()) continue;
    if (!file.name.ends_with(".asm.json")) continue;
    SCOPED_TRACE(file.name);
    FindingList losses;
    const auto glb =
        ConvertToGlb(Parsed(file.bytes, Format::kForgeAsm), {}, losses);
    if (!glb.ok()) {
      EXPECT_THAT(std::string(glb.status().message()), HasSubstr("finite"));
      ++refused;
      continue;
    }
    ++converted;
    const std::vector<uint8_t> bytes = WrittenBytes(**glb);
    EXPECT_EQ(gltf::LoadGlb(bytes).fault, "");
    EXPECT_THAT(std::string(bytes.begin(), bytes.end()),
                HasSubstr(R"("stateMachine":{)"));
    for (const Finding& finding : losses.findings()) {
      lost[file.name].push_back(finding.path);
    }
  }
  EXPECT_GE(converted, 15u);
  EXPECT_LE(refused, 1u);
  EXPECT_THAT(lost["forge/valid/chest.asm.json"], ElementsAre("/clips/lid"));
}

}  // namespace
}  // namespace clipguard::actions
