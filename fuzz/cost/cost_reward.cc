// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost/cost_reward.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <string>
#include <vector>

namespace clipguard::fuzz {
namespace {

// The fixed cost of a run, and the ordinary cost of a byte. They earn no
// reward, or inputs that are cheap in some new way would crowd out expensive
// ones.
struct RewardedPart {
  uint64_t Cost::* of;
  uint64_t spare;
  uint64_t per_byte;
};
constexpr RewardedPart kParts[] = {{&Cost::operations, 32 * 1024, 8},
                                   {&Cost::peak_bytes, 64 * 1024, 4},
                                   {&Cost::written, 1024, 1}};
constexpr size_t kBuckets = 40;  // up to 2^20 times the ordinary

// libFuzzer takes what is in this section for coverage: each byte that is not
// 0 is a feature, and an input with a new one is kept, or a smaller one with an
// old one.
__attribute__((section("__libfuzzer_extra_counters"))) uint8_t
    marks[kRewardedCommands * std::size(kParts) * kSizeClasses * kBuckets];

constexpr size_t kRows = kRewardedCommands * std::size(kParts) * kSizeClasses;

// Returns the row of a command, a part and a class of sizes.
size_t Row(size_t command, size_t part, size_t bytes) {
  return (command * std::size(kParts) + part) * kSizeClasses + SizeClass(bytes);
}

uint64_t TimesTheUsual(const RewardedPart& part, size_t bytes,
                       const Cost& cost) {
  const uint64_t is = cost.*part.of;
  return (is - std::min(is, part.spare)) /
         (part.per_byte * std::max<size_t>(bytes, 1));
}

struct Dear {
  uint64_t times = 0;
  std::string input;
};

std::array<Dear, kRows>& DearInputs() {
  static std::array<Dear, kRows> inputs;
  return inputs;
}

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
  for (size_t i = 0; i < std::size(kParts); ++i) {
    const size_t bucket = HalfOctave(TimesTheUsual(kParts[i], bytes, cost));
    if (bucket == 0) continue;
    marks[Row(command, i, bytes) * kBuckets + std::min(bucket, kBuckets - 1)] =
        1;
  }
}

void RewardInput(size_t command, std::string_view input, const Cost& cost) {
  RewardCost(command, input.size(), cost);
  for (size_t i = 0; i < std::size(kParts); ++i) {
    const uint64_t times = TimesTheUsual(kParts[i], input.size(), cost);
    Dear& dear = DearInputs()[Row(command, i, input.size())];
    if (times <= dear.times) continue;
    dear.times = times;
    dear.input = input;
  }
}

std::string_view AnyDearInput(Random& random) {
  std::vector<std::string_view> dear;
  for (const Dear& one : DearInputs()) {
    if (one.times != 0) dear.push_back(one.input);
  }
  return dear.empty() ? std::string_view() : dear[random.Below(dear.size())];
}

size_t RewardMarks() {
  return static_cast<size_t>(
      std::count(std::begin(marks), std::end(marks), uint8_t{1}));
}

}  // namespace clipguard::fuzz
