// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "simd/kernel.h"

#include <cstdlib>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace clipguard {

absl::StatusOr<Kernel> ParseKernel(std::string_view name) {
  if (name.empty()) return SupportedKernels().back();
  for (const Kernel kernel : kAllKernels) {
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
