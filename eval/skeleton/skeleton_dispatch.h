// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which version of the inner loops belongs to a kernel. Not in
// skeleton_kernel.h, whose includers have nothing of the standard library.

#ifndef CLIPGUARD_EVAL_SKELETON_SKELETON_DISPATCH_H_
#define CLIPGUARD_EVAL_SKELETON_SKELETON_DISPATCH_H_

#include "eval/skeleton/skeleton_kernel.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// REQUIRES: IsSupported(kernel). Thread-safe.
const SkeletonKernel& GetSkeletonKernel(Kernel kernel);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SKELETON_DISPATCH_H_
