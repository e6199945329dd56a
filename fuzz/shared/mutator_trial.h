// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the tests of all formats' mutators have in common: that they keep to an
// engine's rules, and what they make of a corpus, for a look at its worth.
//
//   const MutatorTrial trial({MutateM3d, CrossOverM3d, files, 32 * 1024});
//   trial.ExpectSameForSameSeed(60);
//   trial.Generations(5000, [&](const Bytes& file) { ... });
//
// Expectations are GoogleTest's. All is the same in each run.

#ifndef CLIPGUARD_FUZZ_SHARED_MUTATOR_TRIAL_H_
#define CLIPGUARD_FUZZ_SHARED_MUTATOR_TRIAL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "fuzz/shared/mutator.h"
#include "testing/sanitizers.h"

namespace clipguard::fuzz {

using Bytes = std::vector<uint8_t>;

struct TriedMutator {
  size_t (*mutate)(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                   ByteMutator mutate_bytes);
  size_t (*cross_over)(std::span<const uint8_t> a, std::span<const uint8_t> b,
                       uint8_t* out, size_t max_size, uint32_t seed);
  std::vector<Bytes> files;  // to begin with; at least one
  size_t max_size;           // of files that it makes
};

class MutatorTrial {
 public:
  // With sanitizers a twelfth of what is asked for is tried: enough to see
  // faults, too little to expect of it whatever is rare.
  static constexpr bool kFull = !CLIPGUARD_SANITIZED;

  using Look = absl::FunctionRef<void(const Bytes& file)>;

  explicit MutatorTrial(TriedMutator tried) : tried_(std::move(tried)) {}

  // Each file, with ten seeds: twice the same, more than `distinct` in all.
  void ExpectSameForSameSeed(size_t distinct) const;

  // Mutated, and crossed with another, `count` times at the edge of an
  // unreadable page, with little room or none to grow.
  void ExpectWithinRoom(size_t count) const;

  // `count` files, of which a quarter take the place of what they come from, as
  // in an engine that keeps what it likes.
  void Generations(size_t count, Look look) const;

  // `count` files, each a few changes away from one of the first ones.
  void Changed(size_t count, Look look) const;

  // `count` mixtures of two.
  void Mixtures(size_t count, Look look) const;

 private:
  Bytes Mutate(Bytes file, uint32_t seed) const;

  TriedMutator tried_;
};

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_MUTATOR_TRIAL_H_
