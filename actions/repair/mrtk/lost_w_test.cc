// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings whose w is known lose it, and get it back.

#include "actions/repair/mrtk/lost_w.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "actions/motion/rotation_trials.h"
#include "actions/repair/mrtk/curve_plan.h"
#include "base/byte_cursor.h"
#include "base/numbers.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

using corpus::RawCurve;
using corpus::Recording;
using mrtk::CurveSlot;
using mrtk::Keyframe;

// The figures in docs/repair.md are of all.
constexpr uint64_t kMotions = CLIPGUARD_SANITIZED ? 2 : 20;
constexpr uint64_t kTumbles = CLIPGUARD_SANITIZED ? 10 : 200;

// Results for some rotations.
struct Score {
  size_t rotations = 0;
  size_t safe = 0;     // repaired without guessing
  size_t guessed = 0;  // repaired with guesses
  size_t refused = 0;
  uint64_t safe_keys = 0;
  uint64_t safe_signs_right = 0;
  uint64_t guessed_keys = 0;
  uint64_t guessed_signs_right = 0;
  double worst_safe = 0;     // degrees
  double worst_guessed = 0;  // degrees
  double worst_bound = 0;    // degrees, as stated
  bool bound_holds = true;   // wherever lengths were as it assumes
};

void Print(const char* what, const Score& s) {
  std::printf(
      "%-28s rotations %4zu: safe %4zu (signs %.4f%%, worst %.4f deg), guessed "
      "%3zu (signs %.2f%%, worst %.1f deg), refused %zu, bound %.3f deg\n",
      what, s.rotations, s.safe,
      s.safe_keys == 0 ? 100.0
                       : 100.0 * static_cast<double>(s.safe_signs_right) /
                             static_cast<double>(s.safe_keys),
      s.worst_safe, s.guessed,
      s.guessed_keys == 0 ? 100.0
                          : 100.0 * static_cast<double>(s.guessed_signs_right) /
                                static_cast<double>(s.guessed_keys),
      s.worst_guessed, s.refused, s.worst_bound);
}

using Rotation = std::array<std::vector<Keyframe>, 4>;

mrtk::CurveView View(const std::vector<Keyframe>& keys) {
  return mrtk::CurveView(PackedSpan<Keyframe>(keys), 8, 8);
}

// Takes w away, all but its first key, and looks what comes back.
void Try(const Rotation& rotation, Score& score) {
  ++score.rotations;
  std::vector<Keyframe> left = {rotation[3].front()};
  const CurvePlan x(View(rotation[0]));
  const CurvePlan y(View(rotation[1]));
  const CurvePlan z(View(rotation[2]));
  const CurvePlan w(View(left));
  std::string refusal;
  const auto lost = LostW::Find({&x, &y, &z}, w, refusal);
  if (!lost) {
    ++score.refused;
    return;
  }
  ++(lost->safe() ? score.safe : score.guessed);
  score.worst_bound = std::max(score.worst_bound, lost->bound());
  for (size_t k = 0; k < rotation[0].size(); ++k) {
    std::array<double, 4> truth;
    double squared = 0;
    for (size_t c = 0; c < 4; ++c) {
      truth[c] = rotation[c][k].value;
      squared += truth[c] * truth[c];
    }
    std::array<double, 4> found = truth;
    found[3] = lost->value(k);
    const double error = DegreesBetween(truth, found);
    // The sign of a w that is 0, but for rounding, means nothing.
    const bool right = std::signbit(found[3]) == std::signbit(truth[3]) ||
                       std::abs(truth[3]) < 1e-3;
    ++(lost->safe() ? score.safe_keys : score.guessed_keys);
    if (right) {
      ++(lost->safe() ? score.safe_signs_right : score.guessed_signs_right);
      const double off = std::abs(std::sqrt(squared) - 1);
      if (off <= kLengthDeviation && error > lost->bound() + 1e-9) {
        score.bound_holds = false;
      }
    }
    double& worst = lost->safe() ? score.worst_safe : score.worst_guessed;
    worst = std::max(worst, error);
  }
}

void TryAll(const Recording& recording, Score& score) {
  std::vector<size_t> firsts = {mrtk::kRotationX};
  for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze;
       i += mrtk::kPoseCurves) {
    firsts.push_back(i + mrtk::kRotationX);
  }
  for (const size_t first : firsts) {
    Rotation rotation;
    for (size_t c = 0; c < 4; ++c) {
      rotation[c] = recording.curves[first + c].keys;
    }
    if (rotation[0].size() >= 3) Try(rotation, score);
  }
}

Score OfMotion(double tolerance, double rate) {
  Score score;
  for (uint64_t seed = 1; seed <= kMotions; ++seed) {
    Recording recording;
    recording.presence = {1, 1, 0};
    corpus::AddMotion({.seed = seed,
                       .start = static_cast<double>(seed),
                       .seconds = 10,
                       .rate = rate,
                       .rotation_tolerance = tolerance},
                      recording);
    TryAll(recording, score);
  }
  return score;
}

// A rotation that tumbles: each axis turns to and fro by up to `range` radians
// at up to `speed` radians a second, so that w passes through 0 again and
// again.
Rotation Tumble(uint64_t seed, double range, double speed, double rate,
                double seconds) {
  corpus::Random random(seed);
  std::array<std::array<double, 3>, 3> wave;
  for (auto& axis : wave) {
    const double size = random.Between(0.3, 1) * range;
    axis = {size, random.Between(0.3, 1) * speed / size,
            random.Between(0, 2 * kPi)};
  }
  Rotation rotation;
  std::array<double, 4> last = {0, 0, 0, 1};
  for (size_t i = 0; i < static_cast<size_t>(rate * seconds); ++i) {
    const double t = static_cast<double>(i) / rate;
    std::array<double, 4> q = {0, 0, 0, 1};
    for (size_t a = 0; a < 3; ++a) {
      const double half =
          wave[a][0] * std::sin(wave[a][1] * t + wave[a][2]) / 2;
      const double s = std::sin(half);
      const double c = std::cos(half);
      const auto [x, y, z, w] = q;
      if (a == 0) {
        q = {w * s + x * c, y * c + z * s, z * c - y * s, w * c - x * s};
      }
      if (a == 1) {
        q = {x * c - z * s, w * s + y * c, z * c + x * s, w * c - y * s};
      }
      if (a == 2) {
        q = {x * c + y * s, y * c - x * s, w * s + z * c, w * c - z * s};
      }
    }
    double dot = 0;
    for (size_t c = 0; c < 4; ++c) dot += q[c] * last[c];
    for (size_t c = 0; c < 4; ++c) {
      if (dot < 0) q[c] = -q[c];
      rotation[c].push_back(
          {.time = static_cast<float>(t), .value = static_cast<float>(q[c])});
    }
    last = q;
  }
  return rotation;
}

// ---- Statistics ---------------------------------------------------------

TEST(LostWTest, HandsAndHead) {
  for (const double rate : {30.0, 60.0, 90.0}) {
    for (const double tolerance : {0.0, 0.01, 0.05}) {
      const Score score = OfMotion(tolerance, rate);
      Print(("motion, " + std::to_string(static_cast<int>(rate)) + " Hz, " +
             std::to_string(tolerance))
                .c_str(),
            score);
      EXPECT_EQ(score.refused, 0u);
      EXPECT_EQ(score.safe_signs_right, score.safe_keys);
      EXPECT_LT(score.worst_safe, 0.1);
      EXPECT_TRUE(score.bound_holds);
      EXPECT_GT(score.safe, score.rotations / 2);
    }
  }
}

TEST(LostWTest, RotationsThatTumble) {
  for (const double speed : {0.5, 2.0, 8.0, 20.0}) {
    Score score;
    for (uint64_t seed = 1; seed <= kTumbles; ++seed) {
      Try(Tumble(seed, 6, speed, 60, 10), score);
    }
    Print(("tumbling, rad/s " + std::to_string(speed)).c_str(), score);
    EXPECT_EQ(score.refused, 0u);
    EXPECT_EQ(score.safe_signs_right, score.safe_keys);
    EXPECT_LT(score.worst_safe, 0.1);
    EXPECT_TRUE(score.bound_holds);
    EXPECT_GT(score.guessed_signs_right, score.guessed_keys * 17 / 20);
  }
}

// A source that takes q for -q does not mislead.
TEST(LostWTest, QuaternionsThatChangeSign) {
  Score score;
  for (uint64_t seed = 1; seed <= kTumbles; ++seed) {
    Rotation rotation = Tumble(seed, 1.5, 2, 60, 10);
    for (size_t k = 0; k < rotation[0].size(); ++k) {
      // As from a matrix: the largest component is positive.
      size_t largest = 0;
      for (size_t c = 1; c < 4; ++c) {
        if (std::abs(rotation[c][k].value) >
            std::abs(rotation[largest][k].value)) {
          largest = c;
        }
      }
      if (rotation[largest][k].value >= 0) continue;
      for (auto& curve : rotation) curve[k].value = -curve[k].value;
    }
    Try(rotation, score);
  }
  Print("sign of the largest", score);
  EXPECT_EQ(score.safe_signs_right, score.safe_keys);
}

// ---- A recording from a device ----------------------------------------------

using LostWDeviceTest = RealRecordingsTest;

TEST_F(LostWDeviceTest, ARecordingFromADevice) {
  const std::vector<uint8_t> bytes = ReadBytes(
      folder() / "real" / "HandRecorder_InputAnimation-20210219-134546.bin");
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
  ASSERT_TRUE(view);
  const mrtk::InputAnimation animation = mrtk::CopyOf(*view);
  Recording recording;
  recording.presence = {1, 1, 0};
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    recording.curves[i].keys = animation.curves[i].keys;
  }
  Score score;
  TryAll(recording, score);
  Print("device", score);
  EXPECT_EQ(score.refused, 0u);
  EXPECT_EQ(score.safe_signs_right, score.safe_keys);
  EXPECT_TRUE(score.bound_holds);
}

}  // namespace
}  // namespace clipguard::actions
