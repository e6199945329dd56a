// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What libFuzzer finds by name: a target's own mutation and cross-over.
//
//   CLIPGUARD_FUZZ_MUTATOR(clipguard::fuzz::MutateM3d);
//   CLIPGUARD_FUZZ_CROSS_OVER(clipguard::fuzz::CrossOverM3d);
//
// In one source file of a target, whose library is linked whole (alwayslink).

#ifndef CLIPGUARD_FUZZ_SHARED_MUTATOR_HOOKS_H_
#define CLIPGUARD_FUZZ_SHARED_MUTATOR_HOOKS_H_

#include <cstddef>
#include <cstdint>

// The engine's; not there in a program that only replays.
extern "C" __attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t* data,
                                                         size_t size,
                                                         size_t max_size);

// `mutate` is called as MutateM3d() is, with the engine's mutation of bytes.
#define CLIPGUARD_FUZZ_MUTATOR(mutate)                                        \
  extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,       \
                                            size_t max_size, unsigned seed) { \
    return mutate(data, size, max_size, seed, LLVMFuzzerMutate);              \
  }                                                                           \
  static_assert(true, "to be ended with a semicolon")

// `cross_over` is called as CrossOverM3d() is.
#define CLIPGUARD_FUZZ_CROSS_OVER(cross_over)                           \
  extern "C" size_t LLVMFuzzerCustomCrossOver(                          \
      const uint8_t* a, size_t a_size, const uint8_t* b, size_t b_size, \
      uint8_t* out, size_t max_size, unsigned seed) {                   \
    return cross_over({a, a_size}, {b, b_size}, out, max_size, seed);   \
  }                                                                     \
  static_assert(true, "to be ended with a semicolon")

#endif  // CLIPGUARD_FUZZ_SHARED_MUTATOR_HOOKS_H_
