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

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace clipguard {

// In ascending order of width. Code without a version for a kernel uses the
// next one below.
enum class Kernel : uint8_t { kScalar, kNeon, kSse2, kAvx2, kAvx512 };

// "scalar", "neon", "sse2", "avx2", "avx512".
std::string_view KernelName(Kernel kernel);

// Whether CPU and operating system can run it. AVX2 includes FMA; AVX-512 the
// extensions F, BW, DQ and VL; both BMI1 and POPCNT.
bool IsSupported(Kernel kernel);

// All kernels that IsSupported() here, scalar first.
std::vector<Kernel> SupportedKernels();

// What `name` asks for: the best supported kernel if it is empty, else the one
// named. InvalidArgument if there is none of that name or it is not supported.
absl::StatusOr<Kernel> ParseKernel(std::string_view name);

// ParseKernel() of CLIPGUARD_KERNEL, read once per process. A program should
// check it before it reads files.
const absl::StatusOr<Kernel>& KernelFromEnvironment();

// The kernel in use: KernelFromEnvironment(), or scalar if that is an error.
// Thread-safe.
Kernel ActiveKernel();

}  // namespace clipguard

#endif  // CLIPGUARD_SIMD_KERNEL_H_
