// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/character.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/optimize/character/character_check.h"
#include "actions/optimize/character/test_characters.h"
#include "actions/optimize/half_turn.h"
#include "actions/optimize/optimize.h"
#include "base/memory/work_counter.h"
#include "eval/skeleton/test_characters.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/test_files.h"
#include "parser/m3d/write_character.h"
#include "testing/allocation_counter.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

Optimized Checked(std::string_view text, const OptimizeOptions& options) {
  const auto result = OptimizeCharacter(BytesOf(text), {}, options);
  EXPECT_TRUE(result.has_value());
  if (!result) return {};
  EXPECT_EQ(WhatDoesNotHoldOfCharacter(BytesOf(text), options, *result, 200),
            "");
  return *result;
}

std::string TextOf(const Optimized& result) {
  return {result.bytes.begin(), result.bytes.end()};
}

// m3d::Arm() whose second bone has these keyframes, one a line.
std::string ArmWith(const std::vector<std::string>& keys) {
  std::string text = m3d::Arm();
  const size_t bone = text.find("Bone1 #Keyframes:");
  const size_t open = text.find('{', bone);
  const size_t close = text.find('}', bone);
  std::string block =
      absl::StrCat("Bone1 #Keyframes: ", keys.size(), "\n\t{\n");
  for (const std::string& key : keys) {
    absl::StrAppend(&block, "\t\t", key, "\n");
  }
  EXPECT_LT(open, close);
  return text.replace(bone, close - bone, block + "\t");
}

std::string KeyText(double time, double x, std::string_view rotation) {
  return absl::StrFormat("Time: %g Pos: %g 0 0 Scale: 1 1 1 Quat: %s", time, x,
                         rotation);
}

constexpr std::string_view kNoTurn = "0 0 0 1";

TEST(OptimizeCharacterTest, DancesKeepTheirBounds) {
  constexpr uint32_t kDancers = 12;
  constexpr uint32_t kStep = CLIPGUARD_SANITIZED ? 5 : 1;
  for (uint32_t seed = 1; seed <= kDancers; seed += kStep) {
    const std::string text = MakeDancer({.seed = seed,
                                         .bones = 12,
                                         .keys = 90,
                                         .clips = 1 + seed % 3,
                                         .noise = seed % 2 == 0 ? 0 : 1e-4,
                                         .awkward = seed > 4});
    for (const double tolerance : {1e-5, 1e-3, 0.05, 2.0}) {
      const bool some = tolerance > 1e-3;
      EXPECT_TRUE(Checked(text, {.tolerance = tolerance,
                                 .angle_tolerance = some ? 2 : 0.1})
                      .changed() ||
                  !some)
          << seed;
    }
  }
}

TEST(OptimizeCharacterTest, WhatIsOnALineGoesAndAllElseStays) {
  std::vector<std::string> keys;
  for (int i = 0; i <= 8; ++i) {
    keys.push_back(KeyText(i * 0.25, i * 0.5, kNoTurn));
  }
  const std::string text = ArmWith(keys);
  EXPECT_EQ(TextOf(Checked(text, {.tolerance = 1e-6})),
            ArmWith({keys.front(), keys.back()}));
}

TEST(OptimizeCharacterTest, TheBytesOfKeysStay) {
  // Odd numbers, and space that is not the writer's.
  const std::string text =
      ArmWith({"Time:  +0 Pos: 0.000 0 -0 Scale: 1 1.0 1 Quat: 0 0 0 1e0",
               "Time: 0.5\tPos: 1 0 0 Scale: 1 1 1\n Quat: 0 0 0 1",
               "Time: 1 Pos: 2.0000000001 0 0 Scale: 1 1 1 Quat: 0 0 0 1",
               "Time: 2 Pos: 7 0 0 Scale: 1 1 1 Quat:  0 0 0 1"});
  EXPECT_EQ(TextOf(Checked(text, {.tolerance = 1e-6})),
            ArmWith({"Time:  +0 Pos: 0.000 0 -0 Scale: 1 1.0 1 Quat: 0 0 0 1e0",
                     "Time: 1 Pos: 2.0000000001 0 0 Scale: 1 1 1 Quat: 0 0 0 1",
                     "Time: 2 Pos: 7 0 0 Scale: 1 1 1 Quat:  0 0 0 1"}));
}

TEST(OptimizeCharacterTest, TextInAnyForm) {
  const std::string text = MakeDancer({.bones = 4, .keys = 40, .clips = 2});
  const OptimizeOptions options{.tolerance = 0.1, .angle_tolerance = 5};
  const std::string smaller = TextOf(Checked(text, options));
  ASSERT_FALSE(smaller.empty());
  const auto in_form = [](std::string_view of, std::string_view newline) {
    std::string formed;
    for (const char c : of) {
      if (c == '\n') {
        formed += newline;
      } else {
        formed += c;
      }
    }
    return formed;
  };
  for (const std::string_view newline : {"\r\n", "\r", " ", "\t\v\f"}) {
    EXPECT_EQ(TextOf(Checked(in_form(text, newline), options)),
              in_form(smaller, newline));
  }
}

TEST(OptimizeCharacterTest, ATurnAtOneSpeedNeedsTwoKeys) {
  // 90 degrees, in steps whose angles are the same.
  const std::vector<std::string> keys = {
      KeyText(0, 0, "0 0 0 1"), KeyText(1, 0, "0 0 0.1950903220 0.9807852804"),
      KeyText(2, 0, "0 0 0.3826834324 0.9238795325"),
      KeyText(3, 0, "0 0 0.5555702330 0.8314696123"),
      KeyText(4, 0, "0 0 0.7071067812 0.7071067812")};
  EXPECT_EQ(TextOf(Checked(ArmWith(keys), {.tolerance = 1e-5})),
            ArmWith({keys.front(), keys.back()}));
  // The same rotations, some with the other sign.
  std::vector<std::string> signs = keys;
  signs[1] = KeyText(1, 0, "0 0 -0.1950903220 -0.9807852804");
  signs[3] = KeyText(3, 0, "0 0 -0.5555702330 -0.8314696123");
  EXPECT_EQ(TextOf(Checked(ArmWith(signs), {.tolerance = 1e-5})),
            ArmWith({keys.front(), keys.back()}));
}

TEST(OptimizeCharacterTest, ATurnTheLongWayRoundKeepsItsWay) {
  // 270 degrees: with two keys it would be 90 the other way.
  const std::vector<std::string> keys = {
      KeyText(0, 0, "0 0 0 1"),
      KeyText(1, 0, "0 0 0.3826834324 0.9238795325"),
      KeyText(2, 0, "0 0 0.7071067812 0.7071067812"),
      KeyText(3, 0, "0 0 0.9238795325 0.3826834324"),
      KeyText(4, 0, "0 0 1 0"),
      KeyText(5, 0, "0 0 0.9238795325 -0.3826834324"),
      KeyText(6, 0, "0 0 0.7071067812 -0.7071067812")};
  const Optimized result = Checked(ArmWith(keys), {.tolerance = 1e-4});
  ASSERT_EQ(result.parts.size(), 1u);
  EXPECT_EQ(result.parts[0].keys_before, 9u);
  // 180 degrees at most at once, 270 in all.
  EXPECT_EQ(result.parts[0].keys_after, 5u);
  EXPECT_LT(result.parts[0].proven.angle, 1e-3);
}

// Turns about an axis in equal steps from some attitude on.
std::vector<std::string> Wheel(double step, size_t keys, uint32_t seed) {
  Random random(seed);
  const m3d::Float4 axis = eval::RandomRotation(random);
  const m3d::Float4 q = eval::RandomRotation(random);
  const double length =
      std::hypot(double{axis.x}, double{axis.y}, double{axis.z});
  const double x = axis.x / length;
  const double y = axis.y / length;
  const double z = axis.z / length;
  std::vector<std::string> wheel;
  for (size_t i = 0; i < keys; ++i) {
    const double half = step * static_cast<double>(i) * std::numbers::pi / 360;
    const double s = std::sin(half);
    const double c = std::cos(half);
    wheel.push_back(
        KeyText(static_cast<double>(i) / 30, 0,
                absl::StrFormat("%.9g %.9g %.9g %.9g",
                                c * q.x + s * (x * q.w + y * q.z - z * q.y),
                                c * q.y + s * (y * q.w + z * q.x - x * q.z),
                                c * q.z + s * (z * q.w + x * q.y - y * q.x),
                                c * q.w - s * (x * q.x + y * q.y + z * q.z))));
  }
  return wheel;
}

TEST(OptimizeCharacterTest, NoHalfTurnIsMade) {
  // Steps of 45 degrees to a dot product of 0, exactly.
  const std::vector<std::string> keys = {
      KeyText(0, 0, "0 0 0 1"), KeyText(1, 0, "0 0 0.3826834324 0.9238795325"),
      KeyText(2, 0, "0 0 0.7071067812 0.7071067812"),
      KeyText(3, 0, "0 0 0.9238795325 0.3826834324"), KeyText(4, 0, "0 0 1 0")};
  EXPECT_EQ(TextOf(Checked(ArmWith(keys), {.tolerance = 1e-3})),
            ArmWith({keys[0], keys[3], keys[4]}));
  // Most of these had some.
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    for (const double step : {15.0, 30.0, 45.0, 179.9 / 7}) {
      const Optimized result =
          Checked(ArmWith(Wheel(step, 61, seed)), {.tolerance = 1e-3});
      // One of seven at least, or of five where steps are long.
      EXPECT_LE(result.parts[0].keys_after, 2u + 60 * step / 130 + 3);
    }
  }
  // A little less than 179 degrees at once is no danger.
  const std::vector<std::string> most = Wheel(178.9 / 2, 3, 1);
  EXPECT_EQ(TextOf(Checked(ArmWith(most), {.tolerance = 1e-3})),
            ArmWith({most[0], most[2]}));
  EXPECT_FALSE(
      Checked(ArmWith(Wheel(179.1 / 2, 3, 1)), {.tolerance = 1e-3}).changed());
}

TEST(OptimizeCharacterTest, AHalfTurnStays) {
  // Players go one way or the other; from 0 to 2 they would go only one.
  const std::vector<std::string> keys = {
      KeyText(0, 0, "0 0 0 1"), KeyText(1, 0, "0 0 1 0"),
      KeyText(2, 0, "0 0 1 0"), KeyText(3, 0, "0 0 1 0")};
  EXPECT_EQ(TextOf(Checked(ArmWith(keys),
                           {.tolerance = 1000, .angle_tolerance = 180})),
            ArmWith({keys[0], keys[1], keys[3]}));
}

TEST(OptimizeCharacterTest, TheCosineIsThatOfTheTurn) {
  EXPECT_NEAR(kLeastDot, std::cos(kMostTurn / 2 * std::numbers::pi / 180),
              1e-15);
}

TEST(OptimizeCharacterTest, ScalesThatVanishComeBack) {
  // On the way to the last bone scales multiply to 1e-370 and then to 1e4.
  m3d::Character character;
  FindingList findings;
  const std::string text = MakeDancer({.bones = 1});
  const auto dancer = m3d::ReadAndValidate(BytesOf(text), {}, findings);
  ASSERT_TRUE(dancer);
  character = *dancer;
  character.clips.clear();
  character.bone_offsets.clear();
  character.parents.clear();
  m3d::Clip& clip = character.clips.emplace_back();
  clip.name = "shrunk";
  const auto add = [&](const std::vector<eval::Key>& keys) {
    character.bone_offsets.push_back(eval::kIdentityMatrix);
    character.parents.push_back(static_cast<int32_t>(character.parents.size()) -
                                1);
    eval::AddBone(clip, keys);
  };
  for (int i = 0; i < 21; ++i) {
    const float s = i == 20 ? 1e4f : i < 10 ? 1e-37f : 1e37f;
    add({{0, {}, {s, s, s}, {0, 0, 0, 1}}, {1, {}, {s, s, s}, {0, 0, 0, 1}}});
  }
  // 0.001 there is 10 in the root's space.
  add({{0, {}, {1, 1, 1}, {0, 0, 0, 1}},
       {0.5f, {0.001f, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}},
       {1, {}, {1, 1, 1}, {0, 0, 0, 1}}});
  const auto whole = m3d::WriteCharacter(character);
  ASSERT_TRUE(whole.ok());
  EXPECT_FALSE(Checked(*whole, {.tolerance = 1}).changed());
}

TEST(OptimizeCharacterTest, JumpsStay) {
  std::vector<std::string> keys;
  for (const double time : {0.0, 1.0, 2.0, 2.0, 3.0, 4.0, 4.0}) {
    keys.push_back(KeyText(time, 0, kNoTurn));
  }
  keys[3] = KeyText(2, 0.00001, kNoTurn);
  EXPECT_EQ(TextOf(Checked(ArmWith(keys), {.tolerance = 0.01})),
            ArmWith({keys[0], keys[2], keys[3], keys[5], keys[6]}));
}

TEST(OptimizeCharacterTest, WithoutToleranceOnlyWhatIsTheSameGoes) {
  const std::vector<std::string> keys = {
      KeyText(0, 1, kNoTurn), KeyText(1, 1, kNoTurn), KeyText(2, 1, kNoTurn),
      KeyText(3, 2, kNoTurn), KeyText(4, 3, kNoTurn)};
  const OptimizeOptions options{.tolerance = 0, .angle_tolerance = 0};
  const Optimized result = Checked(ArmWith(keys), options);
  EXPECT_EQ(TextOf(result), ArmWith({keys[0], keys[2], keys[3], keys[4]}));
  EXPECT_EQ(result.parts[0].proven.shell, 0);
}

TEST(OptimizeCharacterTest, AParentsErrorsCountForItsChildren) {
  // The more bones are in a row, the less each may turn.
  double angle = 90;
  for (const size_t bones : {size_t{1}, size_t{4}, size_t{16}}) {
    const std::string text = MakeDancer({.seed = 5, .bones = bones});
    const OptimizeOptions options{.tolerance = 0.1, .angle_tolerance = 90};
    const Optimized result = Checked(text, options);
    EXPECT_GT(result.parts[0].proven.shell, result.parts[0].measured.shell);
    EXPECT_LT(result.parts[0].proven.angle, angle);
    angle = result.parts[0].proven.angle;
  }
}

TEST(OptimizeCharacterTest, QuaternionsOfOddLengthsStay) {
  std::vector<std::string> keys;
  for (int i = 0; i < 5; ++i) {
    keys.push_back(KeyText(i, i, i % 2 == 0 ? "0 0 0 0" : "0 0 3 9"));
  }
  const std::string text = ArmWith(keys);
  FindingList findings;
  ASSERT_TRUE(m3d::ReadAndValidate(BytesOf(text), {}, findings));
  const Optimized result =
      Checked(text, {.tolerance = 1, .angle_tolerance = 9});
  ASSERT_EQ(result.kept.size(), 1u);
  EXPECT_EQ(result.kept[0].path, "clips.wave.bones[1]");
  EXPECT_EQ(result.kept[0].reason,
            "its quaternions are too far from length one");
}

TEST(OptimizeCharacterTest, HugeValuesAreNoDanger) {
  for (const std::string_view huge : {"3e38", "1e30", "1e-45"}) {
    std::vector<std::string> keys;
    for (int i = 0; i < 6; ++i) {
      keys.push_back(absl::StrFormat(
          "Time: %de30 Pos: %s 0 %d Scale: %s 1 1 Quat: 0 0 0 1", i, huge, i,
          huge));
    }
    Checked(ArmWith(keys), {.tolerance = 1});
  }
}

TEST(OptimizeCharacterTest, FilesWithErrorsAreRefused) {
  const std::string text =
      ArmWith({KeyText(1, 0, kNoTurn), KeyText(0, 0, kNoTurn)});
  EXPECT_FALSE(OptimizeCharacter(BytesOf(text), {}, {}).has_value());
  EXPECT_FALSE(OptimizeCharacter(BytesOf("nothing"), {}, {}).has_value());
}

TEST(OptimizeCharacterTest, WhatStaysIsCounted) {
  const Optimized result = Checked(m3d::Arm(), {});
  EXPECT_FALSE(result.changed());
  ASSERT_EQ(result.parts.size(), 1u);
  EXPECT_EQ(result.parts[0].keys_after, 4u);
  EXPECT_GT(result.parts[0].bytes_before, 200u);
  EXPECT_EQ(result.parts[0].bytes_after, result.parts[0].bytes_before);
}

TEST(OptimizeCharacterTest, WhatDoesNotMoveHasNothingToLose) {
  const std::string text = m3d::StaticTriangle(m3d::Dialect::kD3D11);
  const Optimized result = Checked(text, {});
  EXPECT_FALSE(result.changed());
  EXPECT_TRUE(result.parts.empty());
}

TEST(OptimizeCharacterTest, TheSameBitsOnAllMachines) {
  const std::string text = MakeDancer({.seed = 3, .noise = 1e-4});
  const auto hash = [](std::string_view bytes) {
    uint64_t h = 14695981039346656037u;
    for (const char byte : bytes) {
      h = (h ^ static_cast<uint8_t>(byte)) * 1099511628211u;
    }
    return h;
  };
  EXPECT_EQ(hash(text), 815993795328712138u);
  EXPECT_EQ(hash(TextOf(Checked(text, {.tolerance = 0.02}))),
            8543114311836090092u);
}

TEST(OptimizeCharacterTest, TimeAndMemoryFollowTheFile) {
  for (const size_t keys : {size_t{400}, size_t{6400}}) {
    const std::string text = MakeDancer({.bones = 10, .keys = keys});
    const uint64_t work = WorkDone();
    const int64_t start = StartPeak();
    const auto result = OptimizeCharacter(
        BytesOf(text), {}, {.tolerance = 0.1, .angle_tolerance = 5});
    EXPECT_LE(PeakBytesSince(start), 3 * text.size() + (1u << 20));
    ASSERT_TRUE(result && result->changed());
    const uint64_t done = WorkDone() - work;
    std::printf("%zu keys: %.2f operations a byte\n", keys,
                static_cast<double>(done) / static_cast<double>(text.size()));
    EXPECT_LE(done, 12 * text.size());
  }
}

TEST(OptimizeCharacterTest, ManyBonesTakeNoMoreMemory) {
  const std::string text = MakeDancer({.bones = 5000, .keys = 3});
  const int64_t start = StartPeak();
  const auto result = OptimizeCharacter(BytesOf(text), {}, {.tolerance = 1e30});
  const int64_t peak = PeakBytesSince(start);
  ASSERT_TRUE(result && result->changed());
  std::printf("%.2f bytes a byte\n",
              static_cast<double>(peak) / static_cast<double>(text.size()));
  EXPECT_LE(peak, 3 * text.size());
}

// Keyframes of the shortest text that there can be: 45 bytes, where the model
// takes 44.
TEST(OptimizeCharacterTest, ShortKeyframesTakeNoMoreMemory) {
  constexpr size_t kKeys = 200'000;
  std::string text = m3d::Arm();
  const size_t count = text.rfind("#Keyframes: 2") + 12;
  const size_t begin = text.find('{', count) + 1;
  std::string keys = "\n";
  for (size_t i = 0; i < kKeys; ++i) {
    absl::StrAppend(&keys, "Time: ", i, " Pos: 0 ", i % 7 == 0 ? 1 : 0,
                    " 0 Scale: 1 1 1 Quat: 0 0 0 1\n");
  }
  text.replace(begin, text.find('}', begin) - begin, keys);
  text.replace(count, 1, absl::StrCat(kKeys));
  const int64_t start = StartPeak();
  const auto result = OptimizeCharacter(BytesOf(text), {}, {.tolerance = 1e-3});
  const uint64_t peak = PeakBytesSince(start);
  ASSERT_TRUE(result && result->changed());
  std::printf("%.2f bytes a byte\n",
              static_cast<double>(peak) / static_cast<double>(text.size()));
  EXPECT_LE(peak, text.size() * 5 / 2);
}

TEST_F(RealCharactersTest, KeepTheirBounds) {
  for (const char* part : {"real", "golden"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(folder() / part)) {
      if (entry.path().extension() != ".m3d") continue;
      const std::string text = ReadFile(entry.path());
      FindingList findings;
      if (!m3d::ReadAndValidate(BytesOf(text), {}, findings)) continue;
      for (const double tolerance : {0.001, 0.01, 0.1}) {
        const Optimized result = Checked(text, {.tolerance = tolerance});
        if (entry.path().filename() != "soldier.m3d") continue;
        EXPECT_LT(result.parts[0].keys_after, 2200u);
      }
    }
  }
}

}  // namespace
}  // namespace clipguard::actions
