// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/least_length.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "actions/motion/stretch.h"
#include "base/numbers.h"

namespace clipguard::actions {
namespace {

// Curves that are off their chords by no more than this share of the length
// are not looked at more closely.
constexpr double kEnough = 0x1p-8;

}  // namespace

double LeastLength(std::span<const Chord> chords) {
  double along = 0;
  double squared = 0;
  double largest = 0;
  for (const Chord& chord : chords) {
    const double rise = chord.right - chord.left;
    along -= chord.left * rise;
    squared += rise * rise;
    largest = std::max({largest, std::abs(chord.left), std::abs(chord.right)});
  }
  double share = squared > 0 ? along / squared : 0;
  share = share > 0 ? std::min(share, 1.0) : 0;
  double length = 0;
  for (const Chord& chord : chords) {
    const double at = chord.left + share * (chord.right - chord.left);
    length += at * at;
  }
  // Where `share` is off by rounding, the place is, by that times the chord's
  // length: at most 4 times the largest value.
  const double least = std::sqrt(length) - 64 * kEpsilon * largest;
  return least > 0 ? least : 0;
}

double LeastLength(std::span<const Stretch> curves, float from, float to) {
  std::array<Chord, 4> chords;
  std::array<Stretch, 4> lines;
  for (size_t c = 0; c < curves.size(); ++c) {
    // Any line will do: the distance from it is what counts.
    const auto left = static_cast<float>(curves[c].Value(from));
    const auto right = static_cast<float>(curves[c].Value(to));
    chords[c] = {left, right};
    const std::optional<Stretch> line = Stretch::Of(
        {.time = from, .value = left}, {.time = to, .value = right});
    if (!line) return 0;
    lines[c] = *line;
  }
  const double chord = LeastLength({chords.data(), curves.size()});
  double off = 0;
  for (size_t c = 0; c < curves.size(); ++c) {
    const double distance =
        lines[c].Difference(curves[c], from, to, chord * kEnough);
    off += distance * distance;
  }
  const double least = chord - std::sqrt(off) * (1 + 8 * kEpsilon);
  return least > 0 ? least : 0;
}

}  // namespace clipguard::actions
