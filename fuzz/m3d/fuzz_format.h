// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How .m3d characters are fuzzed.

#ifndef CLIPGUARD_FUZZ_M3D_FUZZ_FORMAT_H_
#define CLIPGUARD_FUZZ_M3D_FUZZ_FORMAT_H_

#include "fuzz/shared/fuzz_format.h"

namespace clipguard::fuzz {

extern const FuzzFormat kM3dFuzzing;

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_FUZZ_FORMAT_H_
