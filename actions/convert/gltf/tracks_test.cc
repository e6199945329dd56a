// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/tracks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "actions/convert/gltf/test_tracks.h"
#include "actions/motion/random_keys.h"
#include "actions/motion/rotation_trials.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "testing/allocation_counter.h"

namespace clipguard::actions::gltf {
namespace {

// Nothing is looked at where a rotation is all but 0: rounding in double counts
// there.
constexpr double kShort = 1e-3;
constexpr double kNoise = 1e-7;  // degrees

// The largest angle between the two, at random float32 times, for which the
// bound holds: where a curve is all but vertical, it is a step between two of
// them.
double Measured(const RandomRotation& rotation, const Track& track,
                RandomKeys& random) {
  double largest = 0;
  const size_t pieces = track.times.size() - 1;
  const size_t looks = std::max<size_t>(48, 8 * std::min<size_t>(pieces, 12));
  for (size_t k = 0; k < looks; ++k) {
    const size_t i =
        pieces <= 12 ? k % pieces : random.Below(static_cast<uint32_t>(pieces));
    const auto time = static_cast<float>(RandomTime(
        random, static_cast<int>(k), track.times[i], track.times[i + 1]));
    const Quaternion expected = rotation.At(time);
    const Quaternion q = TrackAt(track, 4, i, time, Player::kNormalisedLines);
    if (LengthOf(expected) < kShort || LengthOf(q) < kShort) continue;
    largest = std::max(largest, DegreesBetween(expected, q));
  }
  return largest;
}

TEST(RotationTrackTest, BoundsAreNeverExceeded) {
  constexpr std::array<double, 4> kWanted = {0.01, 0.1, 1, 20};
  constexpr std::array<float, 4> kBegins = {0, 0, 17.25F, 3600};
  constexpr std::array<float, 4> kDurations = {1, 1.0F / 60, 0.5F, 2};
  RandomKeys random(1);
  BoundRatios ratios;
  BoundRatios of_plain;
  int unproven = 0;
  const int trials = RotationTrials(1000);
  for (int trial = 0; trial < trials; ++trial) {
    const float begin = kBegins[random.Below(4)];
    const RandomRotation rotation(random, begin, kDurations[random.Below(4)],
                                  2 + random.Below(2));
    const auto views = rotation.Views();
    const auto track = RotationTrack(
        views, {.tolerance = 1e-4, .degrees = kWanted[random.Below(4)]});
    ASSERT_TRUE(track.ok()) << track.status();
    if (track->unproven != 0) {
      ++unproven;
      continue;
    }
    const double measured = Measured(rotation, *track, random);
    ASSERT_LE(measured, track->bound + kNoise)
        << trial << ", " << track->times.size() << " keyframes";
    if (measured <= 1e-4) continue;
    ratios.Add(track->bound, measured);
    if (rotation.is_plain()) of_plain.Add(track->bound, measured);
  }
  EXPECT_LT(unproven, trials / 5);
  ASSERT_GT(ratios.size(), static_cast<size_t>(trials) / 2);
  ratios.Print("rotations of a .glb");
  of_plain.Print("those as recorders write them");
  EXPECT_LT(ratios.Part(0.5), 6);
}

// A larger limit is worth advice only where it helps: not where a rotation
// comes so close to 0 0 0 0 that no number of keyframes will do.
TEST(RotationTrackTest, ALimitIsNamedOnlyWhereALargerOneHelps) {
  constexpr size_t kKeys = 1600;
  constexpr TrackOptions kOptions = {.most_times = 5000};
  RandomKeys random(2);
  std::array<std::vector<mrtk::Keyframe>, 4> wild;
  std::array<std::vector<mrtk::Keyframe>, 4> calm;
  for (size_t i = 0; i < kKeys; ++i) {
    const float time = static_cast<float>(i);
    for (size_t c = 0; c < 4; ++c) {
      wild[c].push_back(random.Key(time));
      mrtk::Keyframe key = wild[c].back();
      key.value = (c == 3 ? 2.0F : 0.01F) * key.value;
      key.weighted_mode = 3;
      if (c == 3) {
        key.value = 1;
        key.in_tangent = key.out_tangent = 0;
      }
      calm[c].push_back(key);
    }
  }
  const auto track_of = [&](const auto& keys) {
    std::array<mrtk::CurveView, 4> views;
    for (size_t c = 0; c < 4; ++c) {
      views[c] = mrtk::CurveView(PackedSpan<mrtk::Keyframe>(keys[c]), 8, 8);
    }
    return RotationTrack(views, kOptions).status().code();
  };
  EXPECT_EQ(track_of(wild), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(track_of(calm), absl::StatusCode::kResourceExhausted);
}

// ---- Memory -----------------------------------------------------------------

// While a track is made, it takes little more memory than its result.
TEST(TrackTest, LinesTakeNoMoreThanTheirKeyframes) {
  constexpr size_t kKeys = 200'000;
  std::array<std::vector<mrtk::CompactKey>, 4> keys;
  for (size_t i = 0; i < kKeys; ++i) {
    const float time = static_cast<float>(i) / 64;
    const float turn = static_cast<float>(i % 1000) / 1000;
    for (size_t c = 0; c < 4; ++c) {
      keys[c].push_back({time, c == 3 ? 1 : turn / static_cast<float>(c + 2)});
    }
  }
  std::array<mrtk::CurveView, 4> curves;
  for (size_t c = 0; c < 4; ++c) {
    curves[c] = mrtk::CurveView(PackedSpan<mrtk::CompactKey>(keys[c]), 8, 8);
  }
  const auto size_of = [](const Track& track) {
    return (track.times.size() + track.values.size()) * sizeof(float);
  };
  for (const bool turns : {false, true}) {
    const auto some = std::span(curves).first(turns ? 4 : 3);
    const int64_t start = StartPeak();
    const auto track =
        turns ? RotationTrack(some, {}) : PositionTrack(some, {});
    const uint64_t peak = PeakBytesSince(start);
    ASSERT_TRUE(track.ok());
    ASSERT_GE(track->times.size(), kKeys);
    EXPECT_LE(peak, size_of(*track) * 11 / 10) << turns;
  }
}

}  // namespace
}  // namespace clipguard::actions::gltf
