// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The instruction sets that the project's SIMD code is written for.
//
// Needs nothing but a C++ compiler, so that tools/check_neon.sh builds it for
// another processor.

#ifndef CLIPGUARD_SIMD_INSTRUCTION_SET_H_
#define CLIPGUARD_SIMD_INSTRUCTION_SET_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace clipguard {

// In ascending order of width.
enum class Kernel : uint8_t { kScalar, kNeon, kSse2, kAvx2, kAvx512 };

inline constexpr Kernel kAllKernels[] = {Kernel::kScalar, Kernel::kNeon,
                                         Kernel::kSse2, Kernel::kAvx2,
                                         Kernel::kAvx512};

// "scalar", "neon", "sse2", "avx2", "avx512".
std::string_view KernelName(Kernel kernel);

// Whether CPU and operating system can run it. AVX2 includes FMA; AVX-512 the
// extensions F, CD, BW, DQ and VL; both BMI1 and POPCNT.
bool IsSupported(Kernel kernel);

// All kernels that IsSupported() here, scalar first.
std::vector<Kernel> SupportedKernels();

}  // namespace clipguard

#endif  // CLIPGUARD_SIMD_INSTRUCTION_SET_H_
