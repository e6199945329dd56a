// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/armature_glb.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/edited_glb.h"
#include "actions/diff/glb/joint_motion.h"
#include "actions/diff/glb/recording_glb.h"
#include "corpus/corpus_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/test_armatures.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

using forge::VariableText;
using ::testing::HasSubstr;

using Bytes = std::vector<uint8_t>;
namespace fs = std::filesystem;

constexpr CompareOptions kOptions = {.units = kGlbUnits,
                                     .degrees = kGlbDegrees};

// An armature and its .glb.
class Pair {
 public:
  explicit Pair(const Bytes& bytes, const ConversionOptions& options = {})
      : bytes_(bytes) {
    FindingList findings;
    armature_ = forge::ReadArmature(
        {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}, {},
        findings);
    if (armature_) {
      glb_ = ConvertedGlb(bytes_, Format::kForgeArmature, losses_, options);
    }
  }

  bool sound() const { return armature_.has_value(); }
  const FindingList& losses() const { return losses_; }
  const Bytes& glb() const { return glb_; }

  absl::StatusOr<Comparison> Compare(const Bytes& glb,
                                     const CompareOptions& options = kOptions,
                                     const Limits& limits = {}) const {
    return CompareArmatureWithGlb(*armature_, glb, limits, options);
  }
  std::string Differences(const Bytes& glb,
                          const CompareOptions& options = kOptions) const {
    const auto comparison = Compare(glb, options);
    return comparison.ok() ? TextOf(*comparison)
                           : std::string(comparison.status().message());
  }

 private:
  Bytes bytes_;
  std::optional<forge::Armature> armature_;
  FindingList losses_;
  Bytes glb_;
};

Pair Chest() {
  return Pair(ReadBytes("corpus/forge/valid/chest.armature.json"));
}

TEST(ArmatureGlbDiffTest, EachFileOfTheCorpus) {
  size_t same = 0;
  for (const corpus::CorpusFile& file : corpus::kForgeCorpus.generate()) {
    if (file.name.find("armature") == std::string::npos) continue;
    const Pair pair(file.bytes);
    if (!pair.sound() || pair.glb().empty() || !pair.losses().empty()) continue;
    EXPECT_EQ(pair.Differences(pair.glb()), "") << file.name;
    ++same;
  }
  EXPECT_GT(same, 4U);
}

using RealArmatureGlbDiffTest = RealForgeTest;

TEST_F(RealArmatureGlbDiffTest, EachRealFile) {
  size_t files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(folder() / "real")) {
    if (entry.path().string().find("armatures/") == std::string::npos ||
        entry.path().extension() != ".json") {
      continue;
    }
    const Pair pair(ReadBytes(entry.path()));
    if (!pair.sound() || !pair.losses().empty()) continue;
    EXPECT_EQ(pair.Differences(pair.glb()), "") << entry.path();
    ++files;
  }
  EXPECT_GT(files, 3U);
}

// An axis that turns while the angle changes.
Bytes Turning() {
  const std::string_view text = R"({
  "joints": {"a": {"0": [1]}, "b": {"1": [1]}},
  "clips": {"go": {"loop": true, "joint_clips": {"a": [
    {"variable": "axis_x", "type": "uniform", "interpolation": "linear",
     "samples": [1, 0.25, 0.5]},
    {"variable": "axis_y", "type": "uniform", "interpolation": "linear",
     "samples": [0, 1, 0.5]},
    {"variable": "angle", "type": "uniform", "interpolation": "linear",
     "samples": [0, 70, 30]},
    {"variable": "offset_y", "type": "uniform", "interpolation": "linear",
     "samples": [0, 0.5, 0.25]}]}, "events": {}}}})";
  return {text.begin(), text.end()};
}

// The bound is proven: what the conversion promised is part of it.
TEST(ArmatureGlbDiffTest, AnotherToleranceIsWithinTheBound) {
  const Pair fine(Turning());
  const Pair coarse(Turning(), {.degrees = 1});
  EXPECT_EQ(fine.Differences(fine.glb()), "");
  EXPECT_THAT(fine.Differences(coarse.glb()), HasSubstr("pose /clips/go"));
  EXPECT_EQ(fine.Differences(coarse.glb(), {.units = 0.01, .degrees = 2.1}),
            "");
  const auto compared = fine.Compare(coarse.glb());
  ASSERT_TRUE(compared.ok());
  for (const Measure& measure : compared->differences()[0].measures) {
    EXPECT_LE(measure.found, measure.bound) << measure.what;
    if (measure.what == "rotation") {
      EXPECT_LT(measure.bound, 1.1);
    }
    if (measure.what == "joint") {
      EXPECT_LT(measure.bound, 0.03 * 1.1 * 0.0175);
    }
  }
}

// An axis that turns by 90 degrees while the joint is so large.
Bytes Large(double scale) {
  const std::string text = forge::ClipText(
      {VariableText("axis_x", "1, 0"), VariableText("axis_y", "0, 1"),
       VariableText("angle", "0, 90"),
       VariableText("scale", absl::StrFormat("%g, %g", scale, scale))},
      {.loop = false});
  return {text.begin(), text.end()};
}

// Regression: what the armature's arcs are off was counted in units, times
// scale and point, and they were others than the .glb's if --degrees was more
// than by default.
TEST(ArmatureGlbDiffTest, WhatConvertMakesIsTheSameWhateverTheScale) {
  for (const double scale : {1.0, 38.0, 100.0, 10000.0, 1e18, 1e30, 3e38}) {
    const Pair pair(Large(scale));
    ASSERT_TRUE(pair.losses().empty());
    for (const double degrees : {0.02, 0.1, 1.0, 5.0, 170.0}) {
      for (const double point : {0.0, 0.03, 10.0}) {
        CompareOptions options = kOptions;
        options.degrees = degrees;
        options.point = point;
        EXPECT_EQ(pair.Differences(pair.glb(), options), "")
            << scale << " " << degrees << " " << point;
      }
    }
  }
}

// Regression: the bound was rounded up by a part of it, which is many units of
// a joint that is huge.
TEST(ArmatureGlbDiffTest, WhatConvertMakesIsTheSameForAFixedAngle) {
  for (const char* const scale : {"3", "1e18", "3e30", "3e38"}) {
    const std::string text = forge::ClipText(
        {VariableText("axis_x", "1", "nearest"),
         VariableText("axis_y", "0.3", "nearest"),
         VariableText("angle", "68.9", "nearest"),
         VariableText("scale_z", absl::StrFormat("1, %s", scale))},
        {.loop = false});
    const Pair pair({text.begin(), text.end()});
    ASSERT_TRUE(pair.losses().empty());
    for (const double degrees : {0.02, 1.0, 170.0}) {
      CompareOptions options = kOptions;
      options.degrees = degrees;
      EXPECT_EQ(pair.Differences(pair.glb(), options), "")
          << scale << " " << degrees;
    }
  }
}

// However large the joint is, a movement of it is found.
TEST(ArmatureGlbDiffTest, OtherArcsOfAHugeJointDiffer) {
  for (const double scale : {1e18, 3e38}) {
    const Pair pair(Large(scale));
    const Pair coarse(Large(scale), {.degrees = 1});
    const auto compared =
        pair.Compare(coarse.glb(), {.units = kGlbUnits, .degrees = 170});
    ASSERT_TRUE(compared.ok());
    EXPECT_TRUE(compared->differs()) << scale;
  }
}

// What is not the same arcs counts in units, however many degrees are allowed.
TEST(ArmatureGlbDiffTest, OtherArcsOfALargeJointDiffer) {
  const Pair pair(Large(100));
  const Pair coarse(Large(100), {.degrees = 1});
  const auto compared =
      pair.Compare(coarse.glb(), {.units = kGlbUnits, .degrees = 5});
  ASSERT_TRUE(compared.ok());
  ASSERT_TRUE(compared->differs());
  const Measure& joint = compared->differences()[0].measures[0];
  EXPECT_GT(joint.found, kGlbUnits);
  EXPECT_LT(joint.found, joint.bound);
}

// A tolerance in units that is closer than what `convert` promises is asked of
// the armature's motion itself.
TEST(ArmatureGlbDiffTest, ACloserToleranceIsOfTheMotionItself) {
  const Pair pair(Large(1));
  EXPECT_EQ(pair.Differences(pair.glb(),
                             {.units = kGlbUnits / 8, .degrees = kGlbDegrees}),
            "");
  EXPECT_NE(
      pair.Differences(pair.glb(), {.units = 1e-7, .degrees = kGlbDegrees}),
      "");
  EXPECT_NE(pair.Differences(pair.glb(), {.units = 0, .degrees = 1}), "");
  EXPECT_NE(pair.Differences(pair.glb(), {.units = 1, .degrees = 0}), "");
}

// ---- Planted changes
// ---------------------------------------------------------

TEST(ArmatureGlbDiffTest, AMovedKeyIsFoundWithItsJoint) {
  const Pair chest = Chest();
  const auto compared = chest.Compare(
      WithFloats(chest.glb(), {0.5625F, 0.5F, 0.5F}, {0.75F, 0.5F, 0.5F}));
  ASSERT_TRUE(compared.ok()) << compared.status();
  ASSERT_TRUE(compared->differs());
  const Difference& worst = compared->differences()[0];
  EXPECT_EQ(worst.path,
            "/clips/shake/joint_clips/handle (.glb: animation \"shake\", node "
            "\"handle\")");
  EXPECT_EQ(worst.measures[1].what, "translation");
  EXPECT_NEAR(worst.measures[1].found, 0.1875, 1e-6);
  EXPECT_NEAR(worst.measures[0].found, 0.1875, 1e-6);
  EXPECT_LE(worst.measures[0].found, worst.measures[0].bound);
  EXPECT_NEAR(worst.measures[0].time, 0.25, 1e-3);
}

TEST(ArmatureGlbDiffTest, StructureDiffers) {
  const Pair chest = Chest();
  const Bytes& glb = chest.glb();
  EXPECT_EQ(chest.Differences(WithJson(glb, "\"name\":\"lid\",\"children\"",
                                       "\"name\":\"top\",\"children\"")),
            "removed joint /joints/lid (.glb: node \"lid\")\n"
            "added joint /joints/top (.glb: node \"top\")\n");
  EXPECT_THAT(chest.Differences(WithJson(glb, "\"name\":\"lid.content\"",
                                         "\"name\":\"lid.content\","
                                         "\"scale\":[2,2,2]")),
              HasSubstr("moves otherwise"));
  EXPECT_THAT(chest.Differences(
                  WithJson(glb, "\"name\":\"still\"", "\"name\":\"quiet\"")),
              AllOf(HasSubstr("removed clip /clips/still"),
                    HasSubstr("added clip /clips/quiet")));
  // Where it stands without an animation.
  EXPECT_THAT(chest.Differences(WithJson(glb, "\"translation\":[0.5,0.5,0.5]",
                                         "\"translation\":[0.5,0.75,0.5]")),
              HasSubstr("changed pose /joints/lid"));
  EXPECT_THAT(chest.Differences(WithJson(glb, "\"name\":\"armature\",\"child",
                                         "\"name\":\"Armature\",\"child")),
              HasSubstr("does not show a node \"armature\""));
  // What nothing moves in the armature.
  EXPECT_THAT(chest.Differences(
                  WithFloats(glb, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 0})),
              HasSubstr("moves otherwise"));
  // Longer than the armature's unit of time.
  EXPECT_THAT(chest.Differences(WithFloats(glb, {0, 1}, {0, 2})),
              HasSubstr("changed clip /clips/"));
}

// Regression: only what moves was looked at.
TEST(ArmatureGlbDiffTest, ANodeThatShowsSomethingIsRefused) {
  const Pair chest = Chest();
  const Bytes& glb = chest.glb();
  for (const std::string content : {"mesh", "skin", "camera"}) {
    const std::string shows = "\"" + content + "\":0,";
    for (const std::string name : {"lid", "armature"}) {
      const std::string named = "\"name\":\"" + name + "\",\"children\"";
      const std::string more = absl::StrFormat("{%s%s", shows, named);
      EXPECT_EQ(
          chest.Differences(WithJson(glb, absl::StrFormat("{%s", named), more)),
          absl::StrFormat(
              "the node %s has a %s, and an armature's .glb has none", name,
              content));
    }
    // A root of its own.
    const std::string root = "\"nodes\":[0,5]}],\"nodes\"";
    const Bytes more = WithJson(glb, "\"nodes\":[0]}],\"nodes\"", root);
    const std::string last = "-0.5]}],\"animations\"";
    EXPECT_EQ(
        chest.Differences(
            WithJson(more, last,
                     "-0.5]},{" + shows + R"("name":"more"}],"animations")")),
        "the node more has a " + content + ", and an armature's .glb has none");
  }
}

TEST(ArmatureGlbDiffTest, ForeignFilesAreRefused) {
  const Pair chest = Chest();
  const Bytes& glb = chest.glb();
  EXPECT_THAT(chest.Differences(WithJson(glb, "\"source\":\"forge-armature\"",
                                         "\"source\":\"m3d\"")),
              HasSubstr("of an armature"));
  EXPECT_THAT(chest.Differences(Bytes{1, 2, 3}), HasSubstr("glTF 2.0"));
  Limits none;
  none.result_bytes = 0;
  EXPECT_TRUE(chest.Compare(glb, kOptions, none).ok());
}

TEST(ArmatureGlbDiffTest, EachEditIsFoundOrRefused) {
  ExpectEachEditIsFoundOrRefused(Chest(), 21);
}

TEST(ArmatureGlbDiffTest, MutatedBytesAreComparedOrRefused) {
  CompareWithMutatedBytes(Chest());
}

// ---- Bounds -----------------------------------------------------------------

template <size_t N>
JointKeys<N> RandomKeys(std::mt19937& random, double size, bool turns) {
  std::normal_distribution<double> normal;
  JointKeys<N> keys;
  keys.steps = random() % 8 == 0;
  const size_t count = 1 + random() % 4;
  for (size_t i = 0; i < count; ++i) {
    keys.times.push_back(static_cast<double>(i) +
                         0.5 * std::abs(std::sin(normal(random))));
    Vector<N> value = {};
    double square = 0;
    for (double& x : value) {
      x = size * normal(random);
      square += x * x;
    }
    if (turns) {
      for (double& x : value) x /= std::sqrt(square);
    }
    keys.values.push_back(value);
  }
  return keys;
}

template <size_t N>
JointKeys<N> Near(const JointKeys<N>& keys, std::mt19937& random, double by,
                  bool turns) {
  std::normal_distribution<double> normal;
  JointKeys<N> near = keys;
  for (Vector<N>& value : near.values) {
    double square = 0;
    for (double& x : value) {
      x += by * normal(random);
      square += x * x;
    }
    if (turns) {
      for (double& x : value) x /= std::sqrt(square);
    }
  }
  return near;
}

// Still, but for what b has at its keys.
JointDifference StillAnd(const JointKeys<3>& move) {
  JointMotion a = {.move = {.times = {0}, .values = {{0, 0, 0}}},
                   .turn = {.times = {0}, .values = {{0, 0, 0, 1}}},
                   .size = {.times = {0}, .values = {{1, 1, 1}}},
                   .back = {.times = {0}, .values = {{0, 0, 0}}}};
  JointMotion b = a;
  b.move = move;
  return CompareMotions(a, b, 0.03);
}

// Regression: of many short pieces five of six were passed over, one after the
// other, without end.
TEST(JointMotionTest, DenseMotionIsNotPassedOver) {
  constexpr size_t kStep = CLIPGUARD_SANITIZED ? 3 : 1;
  for (const double apart : {1e-8, 3e-7, 9e-7, 1.1e-6}) {
    for (size_t phase = 0; phase < 6; phase += kStep) {
      JointKeys<3> move;
      for (size_t i = 0; i < 20000; ++i) {
        const bool is_off = i > 2 && i < 19990 && (i + phase) % 6 > 1;
        move.times.push_back(static_cast<double>(i) * apart);
        move.values.push_back({is_off ? 100.0 : 0.0, 0, 0});
      }
      move.times.push_back(1);
      move.values.push_back({0, 0, 0});
      EXPECT_EQ(StillAnd(move).move.found, 100) << apart << " " << phase;
    }
  }
}

TEST(JointMotionTest, MoreThanAMillionthOfASecondIsLookedAt) {
  JointKeys<3> move = {.times = {0}, .values = {{0, 0, 0}}};
  for (size_t i = 0; i < 9; ++i) {
    move.times.push_back(0.5 + 4e-7 * static_cast<double>(i));
    move.values.push_back({i == 0 || i == 8 ? 0.0 : 1000.0, 0, 0});
  }
  move.times.push_back(1);
  move.values.push_back({0, 0, 0});
  EXPECT_EQ(StillAnd(move).move.found, 1000);
  // Shorter than that, but again and again.
  for (const double apart : {1e-5, 5e-4}) {
    move = {};
    for (double time = 0; time < 0.1; time += apart) {
      for (const double at : {0.0, 1e-7, 8e-7, 9e-7}) {
        move.times.push_back(time + at);
        move.values.push_back({at == 1e-7 || at == 8e-7 ? 1000.0 : 0.0, 0, 0});
      }
    }
    EXPECT_EQ(StillAnd(move).move.found, 1000) << apart;
  }
}

// Steps, and lines that jump from one float32 to the next.
TEST(JointMotionTest, JumpsAreTheSameAsSteps) {
  JointKeys<3> steps;
  steps.steps = true;
  JointKeys<3> lines;
  double last = 0;
  for (size_t i = 0; i < 1000; ++i) {
    const float time = static_cast<float>(i) / 1000;
    const double value = i % 7 == 0 ? 5.0 : static_cast<double>(i % 3);
    steps.times.push_back(time);
    steps.values.push_back({value, 0, 0});
    if (i != 0) {
      lines.times.push_back(std::nextafter(time, -1.0F));
      lines.values.push_back({last, 0, 0});
    }
    lines.times.push_back(time);
    lines.values.push_back({value, 0, 0});
    last = value;
  }
  JointMotion a = {.move = steps,
                   .turn = {.times = {0}, .values = {{0, 0, 0, 1}}},
                   .size = {.times = {0}, .values = {{1, 1, 1}}},
                   .back = {.times = {0}, .values = {{0, 0, 0}}}};
  JointMotion b = a;
  b.move = lines;
  EXPECT_EQ(CompareMotions(a, b, 0.03).move.found, 0);
}

// Of a denser look than the comparison's own, none exceeds the bounds.
TEST(JointMotionTest, BoundsHold) {
  std::mt19937 random(3);
  constexpr size_t kTrials = CLIPGUARD_SANITIZED ? 600 : 3000;
  for (size_t trial = 0; trial < kTrials; ++trial) {
    const double by = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0.01 : 0.2;
    const JointMotion a = {.move = RandomKeys<3>(random, 1, false),
                           .turn = RandomKeys<4>(random, 1, true),
                           .size = RandomKeys<3>(random, 1, false),
                           .back = RandomKeys<3>(random, 1, false)};
    const JointMotion b = {.move = Near(a.move, random, by, false),
                           .turn = trial % 2 == 0
                                       ? Near(a.turn, random, by, true)
                                       : RandomKeys<4>(random, 1, true),
                           .size = Near(a.size, random, by, false),
                           .back = Near(a.back, random, by, false)};
    const JointDifference whole = CompareMotions(a, b, 0.03);
    const JointDifference back = CompareMotions(b, a, 0.03);
    EXPECT_EQ(whole.turn.bound, back.turn.bound);
    for (const Largest* largest :
         {&whole.joint, &whole.move, &whole.turn, &whole.size, &whole.back}) {
      EXPECT_LE(largest->found, largest->bound) << trial;
    }
    // More times to look at: keys of a track that stands still.
    JointKeys<3> line;
    for (size_t i = 0; i <= 200; ++i) {
      line.times.push_back(static_cast<double>(i) / 40);
      line.values.push_back({0, 0, 0});
    }
    JointMotion still_a = a;
    JointMotion still_b = b;
    still_a.back = line;
    still_b.back = line;
    const JointDifference seen = CompareMotions(still_a, still_b, 0.03);
    JointMotion few_a = a;
    JointMotion few_b = b;
    few_a.back = {.times = {0}, .values = {{0, 0, 0}}};
    few_b.back = few_a.back;
    const JointDifference bound = CompareMotions(few_a, few_b, 0.03);
    EXPECT_LE(seen.turn.found, bound.turn.bound + 1e-9) << trial;
    EXPECT_LE(seen.joint.found, bound.joint.bound + 1e-9) << trial;
    EXPECT_LE(seen.move.found, bound.move.bound + 1e-9) << trial;
  }
}

}  // namespace
}  // namespace clipguard::actions
