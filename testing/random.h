// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers that are the same with every standard library, which its
// distributions are not.

#ifndef CLIPGUARD_TESTING_RANDOM_H_
#define CLIPGUARD_TESTING_RANDOM_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <random>

namespace clipguard {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}

  uint32_t Bits() { return static_cast<uint32_t>(engine_()); }
  uint32_t Below(uint32_t end) { return Bits() % end; }
  // One of 2^24 evenly spaced numbers.
  float Uniform(float low, float high) {
    return low + (high - low) * (static_cast<float>(Bits() >> 8) * 0x1p-24f);
  }
  template <typename T>
  auto Pick(const T& from) {
    return from[Bits() % std::size(from)];
  }
  // Any finite float, all exponents alike.
  float Finite() {
    for (;;) {
      const float value = std::bit_cast<float>(Bits());
      if (std::isfinite(value)) return value;
    }
  }

 private:
  std::mt19937 engine_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_TESTING_RANDOM_H_
