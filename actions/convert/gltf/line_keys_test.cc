// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/line_keys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <ranges>
#include <vector>

#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/test_tracks.h"
#include "actions/motion/rotation_trials.h"
#include "actions/motion/vector.h"
#include "gtest/gtest.h"

namespace clipguard::actions::gltf {
namespace {

constexpr size_t kNoLimit = size_t{1} << 24;

Quaternion Unit(Quaternion v) {
  const double length = LengthOf(v);
  for (double& x : v) x /= length;
  return v;
}

Quaternion Play(const Keyframes& keys, Path path, Player player, double time) {
  const size_t next = *std::ranges::partition_point(
      std::views::iota(size_t{1}, keys.times.size()),
      [&](size_t i) { return keys.times[i] <= time; });
  return TrackAt(keys, path == Path::kRotation ? 4 : 3, next - 1, time, player);
}

double Apart(const Quaternion& a, const Quaternion& b, Path path) {
  if (path == Path::kRotation) return DegreesBetween(a, b);
  return LengthOf(Minus(a, b));
}

// The largest difference in either player, at kPlaces between any two
// keyframes of either, in float32.
double Farthest(const Keyframes& source, const Keyframes& lines, Path path) {
  std::vector<float> ends;
  for (const Keyframes* keys : {&source, &lines}) {
    for (size_t i = 0; i < keys->times.size(); ++i) {
      ends.push_back(keys->times[i]);
    }
  }
  std::ranges::sort(ends);
  double farthest = 0;
  for (size_t i = 0; i + 1 < ends.size(); ++i) {
    for (int place = 0; place <= kPlaces; ++place) {
      const auto time = static_cast<float>(
          ends[i] + (double{ends[i + 1]} - ends[i]) * place / kPlaces);
      const Quaternion wanted = Play(source, path, Player::kArcs, time);
      for (const Player player : kPlayers) {
        farthest = std::max(
            farthest, Apart(wanted, Play(lines, path, player, time), path));
      }
    }
  }
  return farthest;
}

void ExpectOneSign(const Keyframes& lines) {
  for (size_t i = 4; i < lines.values.size(); i += 4) {
    double dot = 0;
    for (size_t c = 0; c < 4; ++c) {
      dot += double{lines.values[i + c]} * lines.values[i + c - 4];
    }
    EXPECT_GE(dot, 0) << "keyframe " << i / 4;
  }
}

class Random {
 public:
  explicit Random(uint32_t seed) : generator_(seed) {}

  double Between(double low, double high) {
    return low +
           (high - low) * (static_cast<double>(generator_()) / 4294967295.0);
  }

  // A source of up to 40 keyframes, some of which one float32 after another.
  Keyframes Make(Path path, Interpolation interpolation) {
    const size_t n = path == Path::kRotation ? 4 : 3;
    const bool cubic = interpolation == Interpolation::kCubicSpline;
    Keyframes keys{.interpolation = interpolation};
    auto time = static_cast<float>(Between(0, 1));
    Quaternion value = Any(n);
    const double step = std::pow(10, Between(-3, 0));
    for (double left = Between(1, 40); left > 0; --left) {
      keys.times.push_back(time);
      if (cubic) Push(Any(n), n, 2, keys);
      Push(value, n, 1, keys);
      if (cubic) Push(Any(n), n, 2, keys);
      const bool jumps = Between(0, 1) < 0.1;
      time = jumps ? std::nextafter(time, 100.0f)
                   : time + static_cast<float>(Between(0.01, 0.2));
      const Quaternion next = Any(n);
      for (size_t c = 0; c < n; ++c) {
        value[c] += (jumps ? 1 : step) * next[c];
      }
      if (n == 4) value = Unit(value);
    }
    return keys;
  }

 private:
  Quaternion Any(size_t n) {
    Quaternion row = {};
    for (size_t c = 0; c < n; ++c) row[c] = Between(-1, 1);
    return n == 4 ? Unit(row) : row;
  }
  static void Push(const Quaternion& row, size_t n, double factor,
                   Keyframes& keys) {
    for (size_t c = 0; c < n; ++c) {
      keys.values.push_back(static_cast<float>(row[c] * factor));
    }
  }

  std::mt19937 generator_;
};

TEST(LineKeysTest, AreWithinTheBoundInPlayersOfArcsAndOfLines) {
  for (uint32_t seed = 0; seed < 25; ++seed) {
    Random random(seed);
    for (const Path path : {Path::kTranslation, Path::kRotation}) {
      for (const Interpolation interpolation :
           {Interpolation::kLinear, Interpolation::kCubicSpline}) {
        SCOPED_TRACE(seed);
        const double allowed = std::pow(10, random.Between(-4, -1));
        const Keyframes source = random.Make(path, interpolation);
        const LineKeys lines = LineKeysOf(source, path, allowed, kNoLimit);
        ASSERT_FALSE(lines.keyframes.empty());
        EXPECT_EQ(lines.keyframes.times[0], source.times[0]);
        EXPECT_EQ(lines.keyframes.times.back(), source.times.back());
        EXPECT_LE(lines.bound, allowed * 1.01);
        // The test's own arithmetic is off by 2e-6 degrees.
        EXPECT_LE(Farthest(source, lines.keyframes, path), lines.bound + 2e-6);
        if (path == Path::kRotation) ExpectOneSign(lines.keyframes);
      }
    }
  }
}

TEST(LineKeysTest, LeavesOutWhatLiesOnALine) {
  Keyframes source;
  for (int i = 0; i <= 100; ++i) {
    source.times.push_back(static_cast<float>(i) / 64);
    for (const int value : {i, 2 * i, std::max(0, i - 50)}) {
      source.values.push_back(static_cast<float>(value) / 64);
    }
  }
  source.values[30] += 1e-7f;
  const LineKeys lines = LineKeysOf(source, Path::kTranslation, 1e-6, kNoLimit);
  EXPECT_EQ(lines.keyframes.times, FloatList({0, 50.f / 64, 100.f / 64}));
  EXPECT_LE(lines.bound, 1e-6);
}

// A turn of 90 degrees: a player of normalised lines is 0.92 degrees off.
TEST(LineKeysTest, CutsArcsThatNormalisedLinesWouldMiss) {
  const auto half = static_cast<float>(std::sqrt(0.5));
  const Keyframes source{.times = {0, 1},
                         .values = {0, 0, 0, 1, half, 0, 0, half}};
  EXPECT_GT(Farthest(source, source, Path::kRotation), 0.9);
  const LineKeys lines = LineKeysOf(source, Path::kRotation, 0.01, kNoLimit);
  EXPECT_EQ(lines.keyframes.times.size(), 6u);
  EXPECT_LE(Farthest(source, lines.keyframes, Path::kRotation), 0.01);
}

TEST(LineKeysTest, KeepsJumpsAndOneSignBesideThem) {
  const float later = std::nextafter(0.5f, 1.0f);
  // The same rotation from 0.5 on, by the other quaternion.
  const Keyframes source{
      .times = {0, 0.5f, later, 1},
      .values = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, -1}};
  const LineKeys lines = LineKeysOf(source, Path::kRotation, 0.01, kNoLimit);
  EXPECT_EQ(lines.keyframes.times, FloatList({0, 1}));
  EXPECT_EQ(lines.keyframes.values, FloatList({0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(LineKeysTest, OneKeyframeStays) {
  const Keyframes source{.times = {2}, .values = {1, 2, 3}};
  const LineKeys lines = LineKeysOf(source, Path::kTranslation, 1e-4, kNoLimit);
  EXPECT_EQ(lines.keyframes.times, FloatList({2}));
  EXPECT_EQ(lines.bound, 0);
}

TEST(LineKeysTest, TooManyAreNone) {
  const Keyframes source{
      .interpolation = Interpolation::kCubicSpline,
      .times = {0, 1},
      .values = {0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0}};
  EXPECT_TRUE(
      LineKeysOf(source, Path::kTranslation, 1e-3, 10).keyframes.empty());
  EXPECT_FALSE(
      LineKeysOf(source, Path::kTranslation, 1e-3, 1000).keyframes.empty());
}

}  // namespace
}  // namespace clipguard::actions::gltf
