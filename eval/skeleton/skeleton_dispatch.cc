// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/skeleton_dispatch.h"

namespace clipguard::eval {

const SkeletonKernel& GetSkeletonKernel(Kernel kernel) {
  switch (kernel) {
#if defined(__aarch64__)
    case Kernel::kNeon:
      return kNeonSkeletonKernel;
#elif defined(__x86_64__)
    case Kernel::kAvx512:
      return kAvx512SkeletonKernel;
    case Kernel::kAvx2:
      return kAvx2SkeletonKernel;
    case Kernel::kSse2:
      return kSse2SkeletonKernel;
#endif
    default:
      return kScalarSkeletonKernel;
  }
}

}  // namespace clipguard::eval
