// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters that move, for tests and benchmarks of optimizing.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_TEST_CHARACTERS_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_TEST_CHARACTERS_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace clipguard::actions {

struct DanceOptions {
  uint32_t seed = 1;
  size_t bones = 20;
  size_t keys = 120;  // of each bone
  size_t clips = 1;
  double rate = 60;  // keys a second
  double noise = 0;  // radians, and units
  // Jumps, rests, antipodal quaternions, scales that move, bones with few keys.
  bool awkward = false;
};

// The text of a sound character 60 units tall, whose bones swing, each about an
// axis of its own.
std::string MakeDancer(const DanceOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_TEST_CHARACTERS_H_
