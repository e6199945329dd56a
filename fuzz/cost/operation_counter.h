// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How much a program has computed, in operations rather than seconds: the same
// on every machine, busy or not, and in every function, whether or not its
// author thought of it.
//
// An operation is a region of the source that was executed: a function's body,
// a loop's, a branch. clang counts them with -fprofile-instr-generate, which
// --config=fuzz and --config=fuzz-fast turn on: one addition to a 64-bit number
// for each region. (libFuzzer's own counters have eight bits, and forget.) What
// libraries without such counters do with many bytes (copy, compare, search)
// counts as an operation for each 16 of them, and one for the call; so does
// what CountWork() of base/memory/work_counter.h is told.

#ifndef CLIPGUARD_FUZZ_COST_OPERATION_COUNTER_H_
#define CLIPGUARD_FUZZ_COST_OPERATION_COUNTER_H_

#include <cstdint>

namespace clipguard::fuzz {

// Whether this build counts regions. Otherwise only bytes and CountWork() do.
bool CountsRegions();

// Since the process began, in all its threads; CountWork() in this one. A look
// at the counter takes some ten microseconds.
uint64_t Operations();

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_COST_OPERATION_COUNTER_H_
