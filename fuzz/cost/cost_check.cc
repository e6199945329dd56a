// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost/cost_check.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/cost/operation_counter.h"
#include "fuzz/shared/check.h"
#include "testing/allocation_counter.h"

namespace clipguard::fuzz {
namespace {

constexpr uint64_t kSpareBytes = 16 << 20;

// Honest code takes up to 140 a byte, and some millions to look for the name
// that is meant. A loop over all pairs of the 16,000 keys of 128 KB takes 1,000
// a byte at the very least.
constexpr uint64_t kSpareOperations = uint64_t{1} << 23;
constexpr uint64_t kOperationsPerByte = 300;

}  // namespace

void CheckCost(size_t size, absl::FunctionRef<void()> work, size_t times_size) {
  const uint64_t bytes = AllocatedBytes();
  const uint64_t start = Operations();
  work();
  const uint64_t operations = Operations() - start;
  CLIPGUARD_CHECK(AllocatedBytes() - bytes <= times_size * size + kSpareBytes);
  if (std::getenv("CLIPGUARD_FUZZ_COSTS") != nullptr) {
    std::fprintf(stderr, "cost: %zu bytes, %llu operations\n", size,
                 static_cast<unsigned long long>(operations));
  }
  CLIPGUARD_CHECK(operations <= kSpareOperations + kOperationsPerByte * size);
}

}  // namespace clipguard::fuzz
