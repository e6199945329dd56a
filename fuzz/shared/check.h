// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a fuzz target claims. Unlike assert(), it holds in every build.

#ifndef CLIPGUARD_FUZZ_SHARED_CHECK_H_
#define CLIPGUARD_FUZZ_SHARED_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CLIPGUARD_CHECK(condition)                                           \
  do {                                                                       \
    if (!(condition)) {                                                      \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, \
                   #condition);                                              \
      std::abort();                                                          \
    }                                                                        \
  } while (false)

// The engine's entry: run(bytes) is called with each input.
#define CLIPGUARD_FUZZ_TARGET(run)                                          \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { \
    run({data, size});                                                      \
    return 0;                                                               \
  }                                                                         \
  static_assert(true, "to be ended with a semicolon")

#endif  // CLIPGUARD_FUZZ_SHARED_CHECK_H_
