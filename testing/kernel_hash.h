// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the programs that print a hash of the results of each kernel of
// this machine for a fixed input: one number, if results have the same bits
// everywhere. tools/check_neon.sh compares them with those of another kind of
// processor.
//
// They need nothing but a C++ compiler, so that they are easily built for one.

#ifndef CLIPGUARD_TESTING_KERNEL_HASH_H_
#define CLIPGUARD_TESTING_KERNEL_HASH_H_

#include <cinttypes>
#include <cstdio>
#include <string>

#include "simd/dispatch.h"
#include "simd/instruction_set.h"
#include "testing/bits_hash.h"

namespace clipguard::eval {

// hash(functions) is a BitsHash of what one version of them computes.
template <typename Functions, typename Hash>
void PrintHashes(Hash hash) {
  for (const Kernel kernel : SupportedKernels()) {
    std::printf("%-8s %016" PRIx64 "\n",
                std::string(KernelName(kernel)).c_str(),
                hash(VersionFor<Functions>(kernel)).value());
  }
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_TESTING_KERNEL_HASH_H_
