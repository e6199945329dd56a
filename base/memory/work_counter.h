// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Counts operations, so that tests and fuzzers can hold a computation to a cost
// without a clock: bytes scanned, names hashed, nodes visited, values computed.
//
//   const uint64_t before = WorkDone();
//   Validate(text, ...);
//   EXPECT_LE(WorkDone() - before, 20 * text.size());
//
// Code whose cost depends on a file counts what it is about to do, in whole
// pieces and not byte by byte: one addition for a word, a list or a block.
// Counting never changes a result.
//
// Each thread has its own count.

#ifndef CLIPGUARD_BASE_MEMORY_WORK_COUNTER_H_
#define CLIPGUARD_BASE_MEMORY_WORK_COUNTER_H_

#include <cstdint>

namespace clipguard {

namespace internal {
inline constinit thread_local uint64_t work_done = 0;
}  // namespace internal

inline void CountWork(uint64_t operations = 1) {
  internal::work_done += operations;
}

// Operations that this thread has counted since it began.
inline uint64_t WorkDone() { return internal::work_done; }

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_MEMORY_WORK_COUNTER_H_
