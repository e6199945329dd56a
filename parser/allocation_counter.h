// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: counts the process's heap allocations, whoever asks for them
// (new, malloc, realloc ...), with and without sanitizers.

#ifndef CLIPGUARD_PARSER_ALLOCATION_COUNTER_H_
#define CLIPGUARD_PARSER_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace clipguard {

// Allocations since the process began. Call it once before the code under
// test: some sanitizers count from the first call on.
uint64_t AllocationCount();

// Their sizes, added up; what was freed meanwhile is not taken off. So the
// growth between two calls is at least what was in use at any time between.
uint64_t AllocatedBytes();

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_ALLOCATION_COUNTER_H_
