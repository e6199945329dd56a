// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: a number that depends on all bits of a list of floats, and on
// their order. Written down once, it says whether another kernel, compiler or
// machine computes the same.

#ifndef CLIPGUARD_TESTING_BITS_HASH_H_
#define CLIPGUARD_TESTING_BITS_HASH_H_

#include <bit>
#include <cstdint>
#include <span>

namespace clipguard::eval {

class BitsHash {
 public:
  void Add(std::span<const float> values) {
    for (const float value : values) {
      hash_ ^= std::bit_cast<uint32_t>(value);
      hash_ *= 0x100000001b3;  // FNV-1a; the next line mixes down
      hash_ ^= hash_ >> 29;
    }
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_TESTING_BITS_HASH_H_
