// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "simd/instruction_set.h"

namespace clipguard {

std::string_view KernelName(Kernel kernel) {
  switch (kernel) {
    case Kernel::kScalar:
      return "scalar";
    case Kernel::kNeon:
      return "neon";
    case Kernel::kSse2:
      return "sse2";
    case Kernel::kAvx2:
      return "avx2";
    case Kernel::kAvx512:
      return "avx512";
  }
  return "";
}

bool IsSupported(Kernel kernel) {
#if defined(__x86_64__)
  // The compilers' detection also asks (XGETBV) whether the operating system
  // saves the wide registers.
  __builtin_cpu_init();
  switch (kernel) {
    case Kernel::kScalar:
    case Kernel::kSse2:  // part of x86-64
      return true;
    case Kernel::kNeon:
      return false;
    case Kernel::kAvx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    case Kernel::kAvx512:
      return __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512cd") &&
             __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
  }
  return false;
#elif defined(__aarch64__)
  return kernel == Kernel::kScalar || kernel == Kernel::kNeon;
#else
  return kernel == Kernel::kScalar;
#endif
}

std::vector<Kernel> SupportedKernels() {
  std::vector<Kernel> kernels;
  for (const Kernel kernel : kAllKernels) {
    if (IsSupported(kernel)) kernels.push_back(kernel);
  }
  return kernels;
}

}  // namespace clipguard
