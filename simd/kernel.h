// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which instruction set the SIMD code of this process uses.
//
// The best one that the CPU has and the operating system supports, unless the
// environment variable CLIPGUARD_KERNEL names one (scalar, sse2, avx2, avx512;
// on 64-bit ARM, scalar and neon), as tests and benchmarks do. Results never
// depend on the kernel.

#ifndef CLIPGUARD_SIMD_KERNEL_H_
#define CLIPGUARD_SIMD_KERNEL_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "simd/instruction_set.h"  // IWYU pragma: export

namespace clipguard {

// Parses a kernel's name: the best supported kernel if `name` is empty, else
// the one named. InvalidArgument if there is none of that name or it is not
// supported.
absl::StatusOr<Kernel> ParseKernel(std::string_view name);

// ParseKernel() of CLIPGUARD_KERNEL, read once per process. A program should
// check it before it reads files.
const absl::StatusOr<Kernel>& KernelFromEnvironment();

// The kernel in use: KernelFromEnvironment(), or scalar if that is an error.
// Thread-safe.
Kernel ActiveKernel();

}  // namespace clipguard

#endif  // CLIPGUARD_SIMD_KERNEL_H_
