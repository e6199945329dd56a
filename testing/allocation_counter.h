// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: counts the process's heap allocations, whoever asks for them
// (new, malloc, realloc ...), with and without sanitizers.

#ifndef CLIPGUARD_TESTING_ALLOCATION_COUNTER_H_
#define CLIPGUARD_TESTING_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace clipguard {

// Allocations since the process began. Call it once before the code under
// test: some sanitizers count from the first call on.
uint64_t AllocationCount();

// The most that was in use at a time, beyond what was in use at the start:
//
//   const int64_t start = StartPeak();
//   Work();
//   EXPECT_LE(PeakBytesSince(start), 1000);
//
// One such stretch of time at a time.
int64_t StartPeak();
uint64_t PeakBytesSince(int64_t start);

}  // namespace clipguard

#endif  // CLIPGUARD_TESTING_ALLOCATION_COUNTER_H_
