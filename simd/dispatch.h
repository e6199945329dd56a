// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From a kernel to the functions that are compiled for it.
//
// Inner loops that exist once for each instruction set are a struct of
// pointers to functions, with a static member for each version:
//
//   struct Functions {
//     bool (*has_nan)(const float* values, size_t count);
//     static const Functions kScalar, kNeon, kSse2, kAvx2, kAvx512;
//   };
//
// Each version is a file of its own that defines one of the members, compiled
// with the flags that kernel_library() of build_defs/kernels.bzl has for it.
// Such a file shares no function with another that a linker could merge: it
// might keep the copy that was compiled for the newer processor. So the
// struct's header has no code, and the files do not include this one.
//
// To add a version: a file NAME_KERNEL.cc that defines the member, the member's
// name in the struct, and the kernel's name in the kernel_library() of the
// BUILD file. Tests run every kernel that the machine has, and
// NAME_symbols_test looks at what was compiled. To add an instruction set: an
// enumerator, a name and its detection in simd/instruction_set.*; a case below;
// its flags in build_defs/kernels.bzl; its vectors in simd/vectors_KERNEL.h.

#ifndef CLIPGUARD_SIMD_DISPATCH_H_
#define CLIPGUARD_SIMD_DISPATCH_H_

#include "simd/instruction_set.h"

namespace clipguard {

// The kernel's version. REQUIRES: IsSupported(kernel). Thread-safe.
template <typename Functions>
const Functions& VersionFor(Kernel kernel) {
  switch (kernel) {
#if defined(__x86_64__)
    case Kernel::kSse2:
      return Functions::kSse2;
    case Kernel::kAvx2:
      return Functions::kAvx2;
    case Kernel::kAvx512:
      return Functions::kAvx512;
#elif defined(__aarch64__)
    case Kernel::kNeon:
      return Functions::kNeon;
#endif
    default:
      return Functions::kScalar;
  }
}

}  // namespace clipguard

#endif  // CLIPGUARD_SIMD_DISPATCH_H_
