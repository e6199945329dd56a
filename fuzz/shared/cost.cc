// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/shared/cost.h"

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/shared/check.h"
#include "testing/allocation_counter.h"
#include "testing/sanitizers.h"

namespace clipguard::fuzz {
namespace {

constexpr uint64_t kSpareBytes = 16 << 20;

// Where every key is at fault, a byte costs up to 15 ns, 40 where every second
// byte is an index at fault, 100 in JSON; 850 where a fuzzer looks on, 1,600
// with sanitizers. A loop over all pairs of the 16,000 keys of 128 KB costs 230
// a byte at the very least, and 10,000 with sanitizers.
constexpr uint64_t kSpareNanoseconds = 2'000'000;
#if defined(__OPTIMIZE__) && !CLIPGUARD_SANITIZED && \
    !defined(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
constexpr uint64_t kNanosecondsPerByte = 200;
#elif !CLIPGUARD_SANITIZED
constexpr uint64_t kNanosecondsPerByte = 2500;
#else
constexpr uint64_t kNanosecondsPerByte = 5000;
#endif
constexpr int kTries = 5;

// Processor time of this thread: what others do meanwhile does not count.
uint64_t Nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace

void CheckCost(size_t size, absl::FunctionRef<void()> work, size_t times_size) {
  const uint64_t allowed = kSpareNanoseconds + kNanosecondsPerByte * size;
  uint64_t fastest = UINT64_MAX;
  for (int i = 0; i < kTries && fastest > allowed; ++i) {
    const uint64_t bytes = AllocatedBytes();
    const uint64_t start = Nanoseconds();
    work();
    fastest = std::min(fastest, Nanoseconds() - start);
    CLIPGUARD_CHECK(AllocatedBytes() - bytes <=
                    times_size * size + kSpareBytes);
  }
  if (std::getenv("CLIPGUARD_FUZZ_COSTS") != nullptr) {
    std::fprintf(stderr, "cost: %zu bytes, %llu ns\n", size,
                 static_cast<unsigned long long>(fastest));
  }
  CLIPGUARD_CHECK(fastest <= allowed);
}

}  // namespace clipguard::fuzz
