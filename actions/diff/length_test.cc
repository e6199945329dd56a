// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How long something plays is part of what it means.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "actions/diff/characters.h"
#include "actions/diff/comparison.h"
#include "actions/diff/recordings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<uint8_t>;

// A camera that stands still for so long.
Bytes Still(float seconds) {
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  for (size_t i = 0; i < mrtk::kPoseCurves; ++i) {
    const float value = i == mrtk::kRotationW ? 1.0F : 0.1F;
    animation.curves[i].keys = {{.time = 0, .value = value},
                                {.time = seconds, .value = value}};
  }
  return mrtk::WriteInputAnimation(animation, mrtk::kRecorder11).value();
}

bool HasDuration(const Comparison& comparison, double seconds) {
  for (const Difference& d : comparison.differences()) {
    if (d.subject == "duration" && d.meaning) {
      return d.measures.front().found == seconds;
    }
  }
  return false;
}

Comparison Recordings(const Bytes& a, const Bytes& b) {
  FindingList findings;
  const auto in_a = mrtk::ReadInputAnimation(a, {}, findings);
  const auto in_b = mrtk::ReadInputAnimation(b, {}, findings);
  EXPECT_TRUE(in_a && in_b);
  return in_a && in_b ? CompareRecordings(*in_a, *in_b) : Comparison();
}

TEST(LengthTest, RecordingsOfTheSamePoseDiffer) {
  const Comparison c = Recordings(Still(1), Still(1000));
  EXPECT_TRUE(HasDuration(c, 999));
  EXPECT_FALSE(Recordings(Still(1), Still(1)).differs());
}

// Where no curve differs, a pose does not, whatever its keys.
TEST(LengthTest, MotionThatIsTheSameIsTheSameWithoutTolerance) {
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  for (size_t i = 0; i < mrtk::kPoseCurves; ++i) {
    const float value = i == mrtk::kRotationW ? 1.0F : 0.1F;
    for (const float time : {0.0F, 0.3F, 1.0F}) {
      animation.curves[i].keys.push_back({.time = time, .value = value});
    }
  }
  const Bytes more =
      mrtk::WriteInputAnimation(animation, mrtk::kRecorder11).value();
  const Comparison c = Recordings(Still(1), more);
  EXPECT_FALSE(c.differs());
  EXPECT_EQ(c.gap_count(), 0U);
}

// The arm of the corpus with something else in place of `from`.
Bytes ArmWith(std::string_view from, std::string_view to) {
  const Bytes arm = ReadBytes("corpus/m3d/valid/arm.m3d");
  std::string text(arm.begin(), arm.end());
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return {text.begin(), text.end()};
}

Comparison Characters(const Bytes& a, const Bytes& b) {
  FindingList findings;
  const auto in_a = m3d::ReadAndValidate(a, {}, findings);
  const auto in_b = m3d::ReadAndValidate(b, {}, findings);
  EXPECT_TRUE(in_a && in_b);
  return in_a && in_b ? CompareCharacters(*in_a, *in_b) : Comparison();
}

TEST(LengthTest, ClipsOfCharactersDiffer) {
  const Bytes still = ArmWith("Quat: 0 0 0.6 0.8", "Quat: 0 0 0 1");
  std::string text(still.begin(), still.end());
  for (const std::string_view time : {"Time: 1.25", "Time: 0 "}) {
    std::string other = text;
    for (size_t at = other.find(time); at != std::string::npos;
         at = other.find(time, at + 1)) {
      other.replace(at, time.size(),
                    time == "Time: 0 " ? "Time: 1 " : "Time: 9.25");
    }
    const Comparison c = Characters(still, {other.begin(), other.end()});
    EXPECT_EQ(c.count(), 1U) << time;
    EXPECT_FALSE(Characters(still, still).differs());
  }
}

TEST(LengthTest, LongNamesAreComparedWhole) {
  const std::string name(300, 'n');
  const Bytes a = ArmWith("skin.dds", name + "a");
  const Bytes b = ArmWith("skin.dds", name + "b");
  const Comparison c = Characters(a, b);
  ASSERT_EQ(c.count(), 1U);
  EXPECT_THAT(c.differences()[0].path, HasSubstr("diffuseMap"));
  EXPECT_NE(c.differences()[0].before, c.differences()[0].after);
  EXPECT_LT(c.differences()[0].before.size(), 250U);
}

}  // namespace
}  // namespace clipguard::actions
