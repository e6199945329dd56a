// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How captures of XR Hands are fuzzed.

#ifndef CLIPGUARD_FUZZ_XRHANDS_FUZZ_FORMAT_H_
#define CLIPGUARD_FUZZ_XRHANDS_FUZZ_FORMAT_H_

#include "fuzz/shared/fuzz_format.h"

namespace clipguard::fuzz {

extern const FuzzFormat kXrHandsFuzzing;

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_XRHANDS_FUZZ_FORMAT_H_
