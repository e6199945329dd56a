// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: the same from every kernel of this machine, to the bit.

#ifndef CLIPGUARD_TESTING_ALL_KERNELS_H_
#define CLIPGUARD_TESTING_ALL_KERNELS_H_

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "simd/kernel.h"
#include "testing/bits_hash.h"

namespace clipguard::eval {

// Calls compute(kernel), which returns floats, for each kernel; expects the
// same from all of them, and adds them to the hash.
template <typename Compute>
void ForAllKernels(BitsHash& hash, Compute compute) {
  std::vector<float> first;
  for (const Kernel kernel : SupportedKernels()) {
    const std::vector<float> values = compute(kernel);
    if (kernel == Kernel::kScalar) {
      first = values;
      hash.Add(values);
      continue;
    }
    ASSERT_EQ(values.size(), first.size());
    if (values.empty() || std::memcmp(values.data(), first.data(),
                                      values.size() * sizeof(float)) == 0) {
      continue;
    }
    for (size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(std::bit_cast<uint32_t>(values[i]),
                std::bit_cast<uint32_t>(first[i]))
          << KernelName(kernel) << " at " << i << " of " << values.size()
          << ": " << values[i] << ", scalar " << first[i];
    }
  }
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_TESTING_ALL_KERNELS_H_
