// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost_reward.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace clipguard::fuzz {
namespace {

constexpr size_t kParts = 4;
constexpr size_t kBuckets = 80;  // up to 2^39 / 1024 a byte

// libFuzzer takes what is in this section for coverage: each byte that is not
// 0 is a feature, and an input with a new one is kept, or a smaller one with an
// old one.
__attribute__((section("__libfuzzer_extra_counters"))) uint8_t
    marks[kRewardedCommands * kParts * kSizeClasses * kBuckets];

}  // namespace

size_t HalfOctave(uint64_t value) {
  if (value < 2) return value;
  const auto log = static_cast<size_t>(std::bit_width(value)) - 1;
  return 2 * log + 1 + ((value >> (log - 1)) & 1);
}

size_t SizeClass(size_t bytes) {
  size_t size_class = 0;
  while (bytes > 255 && size_class + 1 < kSizeClasses) {
    bytes /= 4;
    ++size_class;
  }
  return size_class;
}

void RewardCost(size_t command, size_t bytes, const Cost& cost) {
  const uint64_t parts[kParts] = {cost.operations, cost.peak_bytes,
                                  cost.allocations, cost.written};
  for (size_t i = 0; i < kParts; ++i) {
    const uint64_t a_kilobyte = parts[i] * 1024 / std::max<size_t>(bytes, 1);
    const size_t bucket = std::min(HalfOctave(a_kilobyte), kBuckets - 1);
    marks[((command * kParts + i) * kSizeClasses + SizeClass(bytes)) *
              kBuckets +
          bucket] = 1;
  }
}

size_t RewardMarks() {
  return static_cast<size_t>(
      std::count(std::begin(marks), std::end(marks), uint8_t{1}));
}

}  // namespace clipguard::fuzz
