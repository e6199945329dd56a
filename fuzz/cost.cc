// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost.h"

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/check.h"
#include "parser/allocation_counter.h"

namespace clipguard::fuzz {
namespace {

constexpr uint64_t kSpareBytes = 16 << 20;

// A build with sanitizers needs about 250 ns a byte where every key is at
// fault. A loop over all pairs of the 8,000 keys of 64 KB takes 100 ms at the
// least.
constexpr uint64_t kSpareNanoseconds = 5'000'000;
constexpr uint64_t kNanosecondsPerByte = 1000;
constexpr int kTries = 5;

// Processor time of this thread: what others do meanwhile does not count.
uint64_t Nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace

void CheckCost(size_t size, absl::FunctionRef<void()> work) {
  const uint64_t allowed = kSpareNanoseconds + kNanosecondsPerByte * size;
  uint64_t fastest = UINT64_MAX;
  for (int i = 0; i < kTries && fastest > allowed; ++i) {
    const uint64_t bytes = AllocatedBytes();
    const uint64_t start = Nanoseconds();
    work();
    fastest = std::min(fastest, Nanoseconds() - start);
    CLIPGUARD_CHECK(AllocatedBytes() - bytes <= 2 * size + kSpareBytes);
  }
  if (std::getenv("CLIPGUARD_FUZZ_COSTS") != nullptr) {
    std::fprintf(stderr, "cost: %zu bytes, %llu ns\n", size,
                 static_cast<unsigned long long>(fastest));
  }
  CLIPGUARD_CHECK(fastest <= allowed);
}

}  // namespace clipguard::fuzz
