// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "simd/kernel.h"

#include <array>
#include <cstdlib>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace clipguard {
namespace {

constexpr std::array kAll = {Kernel::kScalar, Kernel::kNeon, Kernel::kSse2,
                             Kernel::kAvx2, Kernel::kAvx512};

Kernel Best() {
  for (auto it = kAll.rbegin(); it != kAll.rend(); ++it) {
    if (IsSupported(*it)) return *it;
  }
  return Kernel::kScalar;
}

}  // namespace

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
  for (Kernel kernel : kAll) {
    if (IsSupported(kernel)) kernels.push_back(kernel);
  }
  return kernels;
}

absl::StatusOr<Kernel> ParseKernel(std::string_view name) {
  if (name.empty()) return Best();
  for (Kernel kernel : kAll) {
    if (KernelName(kernel) != name) continue;
    if (IsSupported(kernel)) return kernel;
    return absl::InvalidArgumentError(absl::StrCat(
        "the kernel ", std::string(name), " is not supported on this machine"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("there is no kernel \"", std::string(name),
                   "\" (scalar, neon, sse2, avx2 and avx512 exist)"));
}

const absl::StatusOr<Kernel>& KernelFromEnvironment() {
  static const absl::StatusOr<Kernel>& kernel = *new absl::StatusOr<Kernel>([] {
    const char* name = std::getenv("CLIPGUARD_KERNEL");
    return ParseKernel(name == nullptr ? "" : name);
  }());
  return kernel;
}

Kernel ActiveKernel() {
  static const Kernel kernel =
      KernelFromEnvironment().ok() ? *KernelFromEnvironment() : Kernel::kScalar;
  return kernel;
}

}  // namespace clipguard
