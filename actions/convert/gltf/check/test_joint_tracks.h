// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: do the tracks of an armature's joints move them
// as the game does?

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_TEST_JOINT_TRACKS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_TEST_JOINT_TRACKS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <ranges>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/joint_tracks.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/test_tracks.h"
#include "actions/convert/rig/quaternion.h"
#include "eval/machine/pose.h"
#include "parser/forge/armature.h"

namespace clipguard::actions::gltf {

// Steps are not compared this close: both sides round times.
inline constexpr double kNearStep = 4e-6;

// A track's value at a time from 0 to 1: lines, rotations as this player has
// them, and steps. `size` is the number of components: 3, or 4 of a rotation.
// Nothing next to a step or a jump.
inline std::optional<Turn> ValueAt(const Keyframes& track, size_t size,
                                   float time, Player player) {
  const FloatList& times = track.times;
  const size_t next =
      *std::ranges::partition_point(std::views::iota(size_t{0}, times.size()),
                                    [&](size_t i) { return times[i] <= time; });
  const size_t before = next == 0 ? 0 : next - 1;
  const size_t after = std::min(next, times.size() - 1);
  for (const size_t i : {before, after}) {
    const bool jumps =
        track.interpolation == Interpolation::kStep ||
        (i != 0 && times[i] - times[i - 1] < 1e-6f) ||
        (i + 1 < times.size() && times[i + 1] - times[i] < 1e-6f);
    if (jumps && std::abs(double{times[i]} - time) <= kNearStep) {
      return std::nullopt;
    }
  }
  const auto key = [&](size_t i) {
    Turn value = {};
    for (size_t c = 0; c < size; ++c) value[c] = track.values[size * i + c];
    return value;
  };
  if (before == after || track.interpolation == Interpolation::kStep) {
    return key(before);
  }
  const double u =
      (double{time} - times[before]) / (double{times[after]} - times[before]);
  const Turn value = Joined(key(before), key(after), size, u, player);
  return size == 4 ? UnitOr(value, kNoTurn) : value;
}

struct PoseDifference {
  size_t compared = 0;  // matrices
  // The largest difference of a number in a player of arcs, as a share of the
  // largest translation
  // and scale that the joint's tracks have (1 if they are smaller).
  double largest = 0;
  // The same in any player, less what is allowed for by the tracks' own bound
  // on rotations and by float32: times are off by 2^-23, and a track has so
  // many stretches in a unit of time. Not above 0 if all is as it should be.
  double excess = -1;
};

// The largest number of a track, 1 or more.
inline double SizeOf(const Keyframes& track) {
  double largest = 1;
  for (size_t i = 0; i < track.values.size(); ++i) {
    largest = std::max(largest, std::abs(double{track.values[i]}));
  }
  return largest;
}

// The inverse of the shortest time between keyframes that are no jump.
inline double StretchesOf(const Keyframes& track) {
  double shortest = 1;
  const FloatList& times = track.times;
  for (size_t i = 1; i < times.size(); ++i) {
    const double length = double{times[i]} - times[i - 1];
    if (length > 1e-6) shortest = std::min(shortest, length);
  }
  return 1 / shortest;
}

// The tracks of a joint in a clip; nothing if it has none.
using TracksOf = absl::FunctionRef<std::optional<JointTracks>(
    const forge::Armature::Clip&, const forge::Armature::JointClip&)>;

// Compares all joints of all clips with the game's matrices, in each player, at
// as many random times of each, and between its keyframes. Next to steps, and
// where the game's matrices are not finite, nothing is compared. REQUIRES:
// nothing is lost.
inline PoseDifference ComparePoses(const forge::Armature& armature,
                                   TracksOf tracks_of, size_t times,
                                   uint32_t seed) {
  PoseDifference difference;
  std::mt19937 random(seed);
  for (const forge::Armature::Clip& clip : armature.clips) {
    for (const auto& joint : armature.JointClips(clip)) {
      const std::optional<JointTracks> tracks = tracks_of(clip, joint);
      if (!tracks) continue;
      double stretches = 1;
      for (const auto* track :
           {&tracks->move, &tracks->turn, &tracks->size, &tracks->back}) {
        stretches = std::max(stretches, StretchesOf(*track));
      }
      const double size = std::max(SizeOf(tracks->move), SizeOf(tracks->back)) *
                          SizeOf(tracks->size);
      const double allowed = 0.0175 * tracks->degrees + 4e-6 + 1e-6 * stretches;
      std::vector<float> chosen;
      for (size_t n = 0; n < times; ++n) {
        chosen.push_back(
            static_cast<float>(static_cast<double>(random()) * 0x1p-32));
      }
      const FloatList& ends = tracks->turn.times;
      for (size_t i = 1; i < ends.size(); ++i) {
        for (int place = 0; place < kPlaces; ++place) {
          chosen.push_back(static_cast<float>(
              ends[i - 1] + (double{ends[i]} - ends[i - 1]) * place / kPlaces));
        }
      }
      for (size_t n = 0; n < 2 * chosen.size(); ++n) {
        const float time = chosen[n / 2];
        const Player player = kPlayers[n % 2];
        const eval::Matrix wanted =
            eval::JointMatrix(armature, clip, joint, time);
        const auto move = ValueAt(tracks->move, 3, time, player);
        const auto turn = ValueAt(tracks->turn, 4, time, player);
        const auto scale = ValueAt(tracks->size, 3, time, player);
        const auto back = ValueAt(tracks->back, 3, time, player);
        if (time >= 1 || !move || !turn || !scale || !back ||
            !std::ranges::all_of(wanted,
                                 [](float v) { return std::isfinite(v); })) {
          continue;
        }
        ++difference.compared;
        // T(move) R S T(back), column by column.
        for (size_t column = 0; column < 4; ++column) {
          Place moved = {};
          for (size_t c = 0; c < 3; ++c) {
            moved[c] = (*scale)[c] * (column == 3 ? (*back)[c] : c == column);
          }
          moved = Rotated(*turn, moved);
          for (size_t row = 0; row < 3; ++row) {
            if (column == 3) moved[row] += (*move)[row];
            const double off =
                std::abs(moved[row] - double{wanted[4 * row + column]}) / size;
            if (player == Player::kArcs) {
              difference.largest = std::max(difference.largest, off);
            }
            difference.excess = std::max(difference.excess, off - allowed);
          }
        }
      }
    }
  }
  return difference;
}

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_TEST_JOINT_TRACKS_H_
