// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes a libFuzzer target mutate Forge's files by their structure.

#include <cstddef>
#include <cstdint>

#include "fuzz/forge/forge_mutator.h"

// The engine's; not there in a program that only replays.
extern "C" __attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t* data,
                                                         size_t size,
                                                         size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned seed) {
  return clipguard::fuzz::MutateForge(data, size, max_size, seed,
                                      LLVMFuzzerMutate);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2,
                                            uint8_t* out, size_t max_out_size,
                                            unsigned seed) {
  return clipguard::fuzz::CrossOverForge({data1, size1}, {data2, size2}, out,
                                         max_out_size, seed);
}
