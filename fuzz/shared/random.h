// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Chance for mutators: small, fast, and the same everywhere for one seed, so
// that a mutation can be repeated.

#ifndef CLIPGUARD_FUZZ_SHARED_RANDOM_H_
#define CLIPGUARD_FUZZ_SHARED_RANDOM_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace clipguard::fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // SplitMix64.
  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // From 0 to n - 1; 0 for n = 0.
  size_t Below(size_t n) { return n == 0 ? 0 : Next() % n; }
  // True once in n times.
  bool OneIn(size_t n) { return Below(n) == 0; }
  // From 1 on; each one more is half as likely.
  size_t Few() {
    return 1 + static_cast<size_t>(std::countr_zero(Next() | 64));
  }
  // From 0 up to, but without, 1.
  float Share() { return static_cast<float>(Next() >> 40) * 0x1p-24f; }

  template <typename T, size_t N>
  const T& Pick(const T (&choices)[N]) {
    return choices[Below(N)];
  }

  // One of some words, between which there are blanks.
  std::string PickWord(std::string_view words) {
    const auto blanks = std::ranges::count(words, ' ');
    for (size_t skip = Below(static_cast<size_t>(blanks) + 1); skip != 0;
         --skip) {
      words.remove_prefix(words.find(' ') + 1);
    }
    return std::string(words.substr(0, words.find(' ')));
  }

 private:
  uint64_t state_;
};

// A float at which code breaks: zeros, infinities, NaN, the ends of the range,
// denormals, one and its neighbours.
inline float ExtremeFloat(Random& random) {
  static constexpr uint32_t kBits[] = {
      0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
      0x7fc00000, 0xffc00001, 0x7f800001, 0x7f7fffff, 0xff7fffff, 0x00800000,
      0x00000001, 0x80000001, 0x007fffff, 0x3f7fffff, 0x3f800001, 0x3f000000,
      0x3eaaaaab, 0x5d800000, 0x5d800001, 0x7e000000, 0x7e000001, 0x4b800000};
  return std::bit_cast<float>(random.Pick(kBits));
}

// A float that has something to do with `old`: a neighbour, the opposite, a
// multiple, or else an extreme or an ordinary one.
inline float ChangedFloat(Random& random, float old) {
  const uint32_t bits = std::bit_cast<uint32_t>(old);
  switch (random.Below(8)) {
    case 0:
      return std::bit_cast<float>(bits + 1);
    case 1:
      return std::bit_cast<float>(bits - 1);
    case 2:
      return std::bit_cast<float>(bits ^ (1u << random.Below(32)));
    case 3:
      return -old;
    case 4:
      return old * (2 * random.Share());
    case 5:
      return ExtremeFloat(random);
    case 6:
      return old + random.Share() - 0.5f;
    default:
      return random.Share() * 4 - 2;
  }
}

// A count that is nearly `old`, or far too large.
inline int32_t ChangedCount(Random& random, size_t old) {
  static constexpr int32_t kExtremes[] = {-1,
                                          0,
                                          std::numeric_limits<int32_t>::max(),
                                          std::numeric_limits<int32_t>::min(),
                                          0x20000000,
                                          0x09249249};
  const int32_t count = static_cast<int32_t>(old & 0x7fffffff);
  switch (random.Below(4)) {
    case 0:
      return count + 1;
    case 1:
      return count - 1;
    case 2:
      return static_cast<int32_t>(random.Below(2 * old + 2));
    default:
      return random.Pick(kExtremes);
  }
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_RANDOM_H_
