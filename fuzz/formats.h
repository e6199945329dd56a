// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The formats that are fuzzed: one line for each.

#ifndef CLIPGUARD_FUZZ_FORMATS_H_
#define CLIPGUARD_FUZZ_FORMATS_H_

#include <span>

#include "fuzz/shared/fuzz_format.h"

namespace clipguard::fuzz {

std::span<const FuzzFormat* const> AllFormats();

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORMATS_H_
