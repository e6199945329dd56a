// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a stranger's file may cost: memory of a few times its size and a little,
// and time in proportion to it. For targets of every format.

#ifndef CLIPGUARD_FUZZ_COST_COST_CHECK_H_
#define CLIPGUARD_FUZZ_COST_COST_CHECK_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace clipguard::fuzz {

// Runs `work`, which reads a file of `size` bytes, and aborts if it allocates
// more than times_size * size + 16 MB in all, or takes more operations
// (operation_counter.h) than a linear algorithm would: a bound that honest code
// stays far below, and that quadratic code exceeds in files of 128 KB. Builds
// that do not count regions see only what CountWork() is told.
void CheckCost(size_t size, absl::FunctionRef<void()> work,
               size_t times_size = 2);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_COST_COST_CHECK_H_
