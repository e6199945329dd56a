// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What the programs have in common that print a hash of what each kernel of
// this machine makes of something fixed: one number, if results have the same
// bits everywhere. tools/check_neon.sh compares them with those of another kind
// of processor.
//
// They need nothing but a C++ compiler, so that they are easily built for one.

#ifndef CLIPGUARD_TESTING_KERNEL_HASH_H_
#define CLIPGUARD_TESTING_KERNEL_HASH_H_

#include <cinttypes>
#include <cstdio>

#include "testing/bits_hash.h"

namespace clipguard::eval {

#if defined(__x86_64__)
inline bool HasAvx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

inline bool HasAvx512() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

inline void PrintHash(const char* kernel, const BitsHash& hash) {
  std::printf("%-8s %016" PRIx64 "\n", kernel, hash.value());
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_TESTING_KERNEL_HASH_H_
