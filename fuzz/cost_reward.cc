// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost_reward.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace clipguard::fuzz {
namespace {

// What every run costs, and what is ordinary for a byte: no reward for that, or
// what is cheap in some new way would crowd out what is dear.
struct Part {
  uint64_t Cost::* of;
  uint64_t spare;
  uint64_t per_byte;
};
constexpr Part kParts[] = {{&Cost::operations, 32 * 1024, 8},
                           {&Cost::peak_bytes, 64 * 1024, 4},
                           {&Cost::written, 1024, 1}};
constexpr size_t kBuckets = 40;  // up to 2^20 times the ordinary

// libFuzzer takes what is in this section for coverage: each byte that is not
// 0 is a feature, and an input with a new one is kept, or a smaller one with an
// old one.
__attribute__((section("__libfuzzer_extra_counters"))) uint8_t
    marks[kRewardedCommands * std::size(kParts) * kSizeClasses * kBuckets];

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
  size_t row = command * std::size(kParts);
  for (const Part& part : kParts) {
    const uint64_t beyond = cost.*part.of - std::min(cost.*part.of, part.spare);
    const uint64_t times =
        beyond / (part.per_byte * std::max<size_t>(bytes, 1));
    const size_t bucket = std::min(HalfOctave(times), kBuckets - 1);
    if (bucket != 0) {
      marks[(row * kSizeClasses + SizeClass(bytes)) * kBuckets + bucket] = 1;
    }
    ++row;
  }
}

size_t RewardMarks() {
  return static_cast<size_t>(
      std::count(std::begin(marks), std::end(marks), uint8_t{1}));
}

}  // namespace clipguard::fuzz
