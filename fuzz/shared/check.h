// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks the claims of a property. Unlike assert(), it is active in every
// build.

#ifndef CLIPGUARD_FUZZ_SHARED_CHECK_H_
#define CLIPGUARD_FUZZ_SHARED_CHECK_H_

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

#endif  // CLIPGUARD_FUZZ_SHARED_CHECK_H_
